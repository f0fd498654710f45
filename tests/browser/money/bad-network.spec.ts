import type { Page } from '@playwright/test';
import { signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  confirmChoice,
  countPayments,
  findOffer,
  openCheckout,
  openProfile,
  ownBookings,
  pathWithChoice,
  payIn,
  paymentDialog,
  startPaying,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

/** A founder on a phone with a bad network: whatever is cut off, it ends in one booking and one payment. */

const ORDER = '**/functions/v1/create-payment-order';
const VERIFY = '**/functions/v1/verify-payment';
const BOOKINGS = '**/rest/v1/bookings*';

/** A new founder's open checkout, for a slot of the test's own. */
async function arriveAtCheckout(page: Page) {
  await signInAsNewFounder(page);
  const payments = countPayments(page);
  await startPaying(page, await findOffer());
  return { payments, checkout: await openCheckout(page) };
}

test.beforeEach(() => {
  allowConsoleError(/Failed to load resource/);
});

test('A founder on a slow line who loses both answers, order and verification, has one booking and payment', {
  tag: '@faults',
}, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  const payments = countPayments(page);
  const orders: string[] = [];
  await page.route('**/rest/v1/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  // The server does its work each time; the first answer does not arrive.
  await page.route(ORDER, async (route) => {
    const response = await route.fetch();
    orders.push((await response.json()).order_id);
    return orders.length === 1 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  let verifications = 0;
  await page.route(VERIFY, async (route) => {
    const response = await route.fetch();
    verifications += 1;
    return verifications === 1 ? route.abort('connectionreset') : route.fulfill({ response });
  });

  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  const proceed = page.getByRole('button', { name: 'Proceed to Payment' });
  await proceed.click();
  await expect(
    page.getByText(
      'Failed to create payment order: Network error calling create-payment-order. Please check your connection.',
    ),
  ).toBeVisible();
  await proceed.click();
  await expect(paymentDialog(page)).toBeVisible();
  expect(orders[1], 'the same order').toBe(orders[0]);

  await payIn(await openCheckout(page));
  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  await expect(page.getByText('Payment verified! Redirecting to confirmation...')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('Your booking has been submitted for review')).toBeVisible({ timeout: 20_000 });
  expect(verifications).toBe(2);
  expect(payments()).toBe(1);
  expect(await ownBookings(page)).toHaveLength(1);
});

test('A founder whose network goes away in the checkout has one booking and one payment once it is back', {
  tag: '@faults',
}, async ({ page, context }) => {
  test.slow();
  const { payments, checkout } = await arriveAtCheckout(page);
  await payIn(checkout);
  await expect(page.getByText('Payment successful')).toBeVisible();
  await context.setOffline(true);

  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  await expect(page.getByText('Payment verification error. Please contact support.')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/booking-processing\//);
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible({ timeout: 15_000 });
  await expect(
    page.getByRole('alert').getByText('No internet connection. Please check your network and try again.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeHidden();

  // Nothing has to be pressed.
  await context.setOffline(false);
  await expect(page.getByText('Booking confirmed!')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Your booking has been submitted for review')).toBeVisible();
  expect(payments()).toBe(1);
  expect(await ownBookings(page)).toHaveLength(1);
});

test('A founder whose booking cannot be looked up after the verification has one booking and one payment', {
  tag: '@faults',
}, async ({ page, context }) => {
  test.slow();
  const { payments, checkout } = await arriveAtCheckout(page);
  await page.route(BOOKINGS, (route) => route.abort('connectionreset'));
  await payIn(checkout);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Error checking booking status')).toBeVisible({ timeout: 15_000 });
  // The server has said that the money arrived, and the page does not take that back.
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  await page.unroute(BOOKINGS);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(
    page.getByRole('alert').getByText('No internet connection. Please check your network and try again.'),
  ).toBeVisible({ timeout: 15_000 });
  await context.setOffline(false);
  await expect(page.getByText('Your booking has been submitted for review')).toBeVisible({ timeout: 20_000 });
  expect(payments()).toBe(1);
  expect(await ownBookings(page)).toHaveLength(1);
});
