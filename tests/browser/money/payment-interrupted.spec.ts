import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { logIn, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  confirmChoice,
  continuePaying,
  countPayments,
  findOffer,
  openCheckout,
  openProfile,
  ownBookings,
  pathWithChoice,
  payIn,
  paymentDialog,
  proceedToPayment,
  startPaying,
  timeOf,
  waitUntilHydrated,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';

const ORDER = '**/functions/v1/create-payment-order';
const VERIFY = '**/functions/v1/verify-payment';

const confirmDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm Booking' });
const checkoutOf = (page: Page) => page.getByRole('dialog', { name: 'Payment to Point 0' });

/** The mentor's page says of the chosen time that it is one's own, not that it is gone, and asks for no payment. */
async function expectOwn(page: Page, sentence: string): Promise<void> {
  await expect(page.getByText(sentence).filter({ visible: true })).toBeVisible();
  for (const text of ['This slot was just taken.', 'Continue payment', 'Confirm Booking']) {
    await expect(page.getByText(text)).toHaveCount(0);
  }
}

/** Goes on within the application, as a link does: Back then comes back without a new document. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    type Routed = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } };
    return (window as unknown as Routed).__reactRouterDataRouter.navigate(to);
  }, path);
  await waitUntilHydrated(page);
}

test('A founder who presses Back while paying loses nothing and pays nothing twice', async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  const payments = countPayments(page);
  const orders = new Set<string>();
  page.on('response', async (response) => {
    if (response.url().endsWith('/create-payment-order')) orders.add((await response.json()).order_id);
  });
  await openProfile(page, '/contact');
  await goWithin(page, pathWithChoice(offer));
  const profile = new RegExp(`${offer.path}\\?`);

  await confirmChoice(page);
  await expect(confirmDialog(page)).toBeVisible();
  await page.goBack();
  await expect(confirmDialog(page)).toBeHidden();
  await expect(page).toHaveURL(profile);

  await confirmChoice(page);
  await proceedToPayment(page);
  await page.goBack();
  await expect(paymentDialog(page)).toBeHidden();
  await expect(page).toHaveURL(profile);

  // The hold is one's own: the same order goes on. Where the page knows that already, it asks nothing more.
  await confirmChoice(page);
  const question = page.getByRole('dialog', { name: 'Confirm Booking' });
  await expect(question.or(paymentDialog(page))).toBeVisible();
  if (await question.isVisible()) await proceedToPayment(page);
  await openCheckout(page);
  await page.goBack();
  await expect(checkoutOf(page)).toBeHidden();
  await expect(paymentDialog(page)).toBeVisible();
  expect(orders.size).toBe(1);

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(VERIFY, async (route) => {
    await released;
    await route.continue();
  });
  await payIn(await openCheckout(page));
  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(profile);
  await expect(page.getByRole('button', { name: 'Verifying payment...' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
  await expect(page.getByText('Your booking has been submitted for review')).toBeVisible();

  await page.goBack();
  await expect(page).toHaveURL(profile);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectOwn(page, 'You have booked this time.');
  const dashboard = page.getByRole('main').getByRole('link', { name: 'Go to My Dashboard' });
  await expect(dashboard).toHaveAttribute('href', '/dashboard');
  if (isPhone(page)) await page.getByRole('button', { name: 'Book a Session' }).click();
  await expect(page.getByText('You have booked this time.').last()).toBeVisible();
  await expect(
    page.getByRole('radio', { name: new RegExp(`${timeOf(offer.slot)} ?Your session \\(Booked\\)`) }),
  ).toBeDisabled();
  await expect(page.getByText('This slot was just taken.')).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  expect(payments()).toBe(1);
  expect(await ownBookings(page)).toHaveLength(1);
});

test('A reload in the checkout finds the slot still chosen and still held', { tag: '@faults' }, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await page.evaluate(() => localStorage.setItem('ios_payment_recovery', '{}'));
  await startPaying(page, offer);
  await openCheckout(page);
  await page.reload({ waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: 'Continue payment', exact: true }).click();
  await payIn(await openCheckout(page));
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
  expect(await ownBookings(page)).toHaveLength(1);
  // What an older application left behind is gone.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ios_payment_recovery'))).toBeNull();
});

test('A payment that is under way is led to its processing page, in another tab and after a reload', {
  tag: '@faults',
}, async ({ page, context, sql }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  const other = await context.newPage();
  const payments = [countPayments(page), countPayments(other)];
  const checking = 'Your payment for this time is being checked.';
  await startPaying(page, offer);
  // This tab has the order before the checkout opens elsewhere: only its own question to the server can tell it.
  await continuePaying(other, offer);
  const checkout = await openCheckout(page);
  await paymentDialog(other)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  const told = other.getByRole('dialog', { name: checking });
  await expect(told.getByRole('link', { name: 'See your payment' })).toHaveAttribute('href', /^\/booking-processing\//);
  await expectAccessible(other);
  await told.getByRole('button', { name: 'See all times' }).click();

  // A page that is opened meanwhile says the same, and offers nothing to pay.
  await openProfile(other, pathWithChoice(offer));
  await expectOwn(other, checking);
  const way = other.getByRole('main').getByRole('link', { name: 'See your payment' });
  await expect(way).toHaveAttribute('href', /^\/booking-processing\//);
  await expectAccessible(other);

  // The processing page waits for what happens in the other tab: here the payment, whose verification is cut off.
  const bookingId = (await way.getAttribute('href'))?.split('/').at(-1) ?? '';
  await way.click();
  await expect(other.getByRole('status').filter({ hasText: 'Looking for your booking' })).toBeVisible();
  await context.route(VERIFY, () => {});
  await sql.begin(async (transaction) => {
    // Nothing else settles it meanwhile.
    await transaction`select from private.payment_orders where booking_id = ${bookingId} for update`;
    await payIn(checkout);
    await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
    await expect(other.getByRole('status').filter({ hasText: 'Verifying your payment' })).toBeVisible();
    await other.close();
    await openProfile(page, pathWithChoice(offer));
    await expectOwn(page, checking);
  });
  await context.unroute(VERIFY);
  await page.getByRole('main').getByRole('link', { name: 'See your payment' }).click();
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
  expect(payments.map((count) => count())).toEqual([1, 0]);
  expect(await ownBookings(page)).toHaveLength(1);
});

test('Two tabs that pay the same slot end in one payment and one booking', { tag: '@faults' }, async ({
  page,
  context,
  sql,
}) => {
  test.slow();
  const { email } = await signInAsNewFounder(page);
  const offer = await findOffer();
  const other = await context.newPage();
  const payments = [countPayments(page), countPayments(other)];
  await startPaying(page, offer);
  await continuePaying(other, offer);

  // While the first tab verifies, the second one finishes that payment instead of taking another.
  await page.route(VERIFY, () => {});
  const checkout = await openCheckout(page);
  await sql.begin(async (transaction) => {
    // Nothing else settles it meanwhile.
    await transaction`
      select from private.payment_orders o join public.profiles p on p.id = o.user_id
      where p.email = ${email} for update of o`;
    await payIn(checkout);
    await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
    await paymentDialog(other)
      .getByRole('button', { name: /^Pay ₹/ })
      .click();
    await expect(other).toHaveURL(/\/booking-processing\//);
  });
  await expect(other).toHaveURL(/\/booking-success\//, { timeout: 20_000 });

  // And once the booking is there, a third one leads to it.
  const third = await context.newPage();
  await third.goto(other.url());
  await expect(third.getByText('Your booking has been submitted for review')).toBeVisible();
  expect(payments.map((count) => count())).toEqual([1, 0]);
  expect(await ownBookings(other)).toHaveLength(1);
});

test('A tab that pays a slot which another tab has paid is led to the booking', { tag: '@faults' }, async ({
  page,
  context,
}) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  allowConsoleError(/status of 409/);
  const other = await context.newPage();
  const late = await context.newPage();
  await openProfile(late, pathWithChoice(offer));
  await confirmChoice(late);
  await startPaying(page, offer);
  await continuePaying(other, offer);
  await payIn(await openCheckout(page));
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
  // A page out of the back-forward cache looks again, and what it still asks for the server refuses.
  await expect(late.getByText('You have booked this time.')).toHaveCount(0);
  await late.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(late.getByText('You have booked this time.').filter({ visible: true })).toBeVisible();
  await confirmDialog(late).getByRole('button', { name: 'Proceed to Payment' }).click();
  const own = late.getByRole('dialog', { name: 'You have booked this time.' });
  await expect(own.getByRole('link', { name: 'Go to My Dashboard' })).toHaveAttribute('href', '/dashboard');
  await expectAccessible(late);
  await own.getByRole('button', { name: 'See all times' }).click();
  await expect(own).toHaveCount(0);
  await expectOwn(late, 'You have booked this time.');
  await paymentDialog(other)
    .getByRole('button', { name: /^Pay ₹/ })
    .click();
  await expect(other).toHaveURL(/\/booking-success\//);
  await expect(other.getByText('Your booking has been submitted for review')).toBeVisible();
  expect(await ownBookings(other)).toHaveLength(1);
});

test('A session that ends in the middle leads through the login back to the very same slot', {
  tag: '@faults',
}, async ({ page }) => {
  test.slow();
  allowConsoleError(/status of 40[0137]/);
  const person = await signInAsNewFounder(page);
  const offer = await findOffer();
  const comeBack = async () => {
    const dialog = page.getByRole('dialog', { name: 'Login Required' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL(/\/login/);
    await logIn(page, person);
    await expect(page).toHaveURL(new RegExp(`${offer.path}\\?`));
    await page.waitForLoadState('networkidle');
    await waitUntilHydrated(page);
    await confirmChoice(page);
  };
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  const proceed = confirmDialog(page).getByRole('button', { name: 'Proceed to Payment' });
  await expect(proceed).toBeVisible();

  // It expires within 5 minutes, and its renewal is refused.
  await page.evaluate(() => {
    const key = 'point-0-session';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    const expires_at = Math.floor(Date.now() / 1000) + 240;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at, refresh_token: 'no-such-token' }));
  });
  await proceed.click();
  await expect(
    page.getByText('Failed to create payment order: Authentication session invalid. Please login again.'),
  ).toBeVisible();
  await comeBack();

  // It is gone altogether.
  await expect(proceed).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('point-0-session'));
  await proceed.click();
  await expect(page.getByText('Failed to create payment order: Please login to continue.')).toBeVisible();
  await comeBack();

  // The server no longer knows it.
  await page.route(ORDER, (route) =>
    route.fulfill({ status: 401, json: { error: 'Authentication session invalid. Please login again.' } }),
  );
  await proceed.click();
  await page.unroute(ORDER);
  await comeBack();
  await proceedToPayment(page);
});
