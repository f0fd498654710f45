import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  findOffer,
  keptPayments,
  openCheckout,
  openProfile,
  payIn,
  paymentDialog,
  startPaying,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const VERIFY = '**/functions/v1/verify-payment';
const BOOKINGS = '**/rest/v1/bookings?*';
const NO_BOOKING = '00000000-0000-4000-8000-000000000000';
const LEGACY =
  `/booking-processing/${NO_BOOKING}?mentorName=Ananya+Rao&date=2026-11-24&startTime=10:00&endTime=11:00` +
  '&amount=7000&paymentId=pay_Made1&orderId=order_Made1&signature=00';

test('A payment whose verification does not get through is finished on the processing page', {
  tag: '@faults',
}, async ({ page }) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await startPaying(page, offer);
  let calls = 0;
  await page.route(VERIFY, (route) => {
    // Those of the processing page are its own.
    if (page.url().includes('/mentors/')) calls += 1;
    return route.fulfill({ status: 503, json: { error: 'Busy.' } });
  });
  await payIn(await openCheckout(page));
  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  await expect(paymentDialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(page.getByText('Payment verification error. Please contact support.')).toBeVisible({ timeout: 20_000 });
  // The first call, and 3 more on a phone.
  expect(calls).toBe(4);
  await expect(page).toHaveURL(/\/booking-processing\/(?!.*verified=true)/);
  await expect(page).not.toHaveURL(/signature|paymentId|orderId/);
  await expect(page.getByRole('heading', { name: 'Your booking' })).toBeVisible();
  await expect(page.getByText(/Attempt [123] of 3/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', /text=.*pay_/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeHidden();
  await expectAccessible(page);
  await page.unroute(VERIFY);
  // The signature has left the address: a reload finishes from what the browser kept.
  await page.reload();
  await expect(page.getByText('Booking confirmed!')).toBeVisible();
  await expect(page).toHaveURL(/\/booking-success\//);
});

test('A payment whose page is closed while it verifies is finished later', { tag: '@faults' }, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await startPaying(page, offer);
  // Not taken away before the page is gone: the request that waits would go on.
  let isHeld = true;
  await page.route(VERIFY, (route) => (isHeld ? undefined : route.continue()));
  await payIn(await openCheckout(page));
  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  // The server's own look at its payments has not come to this one yet.
  await page.route(BOOKINGS, (route) => route.fulfill({ json: [] }));
  await page.reload();
  isHeld = false;
  const unfinished = page.getByText('A payment is not finished yet');
  await expect(unfinished).toBeVisible();
  const kept = await keptPayments(page);
  await page.goto('/dashboard');
  await expect(unfinished).toBeVisible();
  await expectAccessible(page);
  await page.unroute(BOOKINGS);
  await page.getByRole('link', { name: 'Finish your booking' }).click();
  await expect(page.getByText('Booking confirmed!')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/booking-success\//);
  await expect(page.getByRole('region', { name: 'Session details' })).toContainText(offer.mentor.name);

  // As if the server had made the booking by itself: the dashboard shows it, so nothing is left to finish.
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, kept);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Pending Review' })).toContainText(offer.mentor.name);
  await expect(unfinished).toBeHidden();
  await expect.poll(() => keptPayments(page)).toEqual([]);
});

test('A payment that is refused is not retried; its id and support are shown', async ({ page }) => {
  test.slow();
  allowConsoleError(/status of 400/);
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await startPaying(page, offer);
  await page.route(VERIFY, (route) =>
    route.fulfill({ status: 400, json: { verified: false, error: 'The payment could not be verified.' } }),
  );
  await payIn(await openCheckout(page));
  await expect(
    page.getByText(/^Payment verification failed\. Please contact support with payment ID: pay_\w+$/),
  ).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'Verification Issue' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  const href = await page.getByRole('link', { name: 'Contact Support' }).getAttribute('href');
  const message = new URL(href ?? '').searchParams.get('text') ?? '';
  expect(message).toMatch(/Booking ID: [0-9a-f-]{36}\nPayment ID: pay_\w+/);
  expect(message).toContain(`Mentor: ${offer.mentor.name}`);
  expect(message).toContain('Issue: The payment could not be verified.');
});

test('A payment that was refunded before anything was settled is told with the way to support', {
  tag: '@faults',
}, async ({ page }) => {
  test.slow();
  await signInAsNewFounder(page);
  const offer = await findOffer();
  await startPaying(page, offer);
  const sentence = 'This payment was refunded in full.';
  await page.route(VERIFY, (route) => route.fulfill({ json: { verified: false, refund: true, error: sentence } }));
  await payIn(await openCheckout(page));
  await expect(page.getByRole('alert').getByText(sentence)).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/booking-processing\//);
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();
  await expect(paymentDialog(page)).toBeHidden();
  await expect.poll(() => keptPayments(page)).toEqual([]);
});

test('The processing page tells each way in which the server stays silent', { tag: '@faults' }, async ({ page }) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsNewFounder(page);
  await page.clock.install();
  let calls = 0;
  const answers = {
    'verify-payment request timed out. Please try again.': 45_000,
    'The server answered with an error. Please try again in a moment.': 0,
    'Network error calling verify-payment. Please check your connection.': 0,
  };
  for (const [sentence, waitMs] of Object.entries(answers)) {
    calls = 0;
    await page.route(VERIFY, (route) => {
      calls += 1;
      if (waitMs) return;
      return sentence.startsWith('The server') ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.abort();
    });
    await page.goto(LEGACY);
    for (const attempt of [1, 2, 3]) {
      await expect.poll(() => calls).toBe(attempt);
      // The last failure takes the count away with it.
      if (waitMs || attempt < 3) await expect(page.getByText(`Attempt ${attempt} of 3`)).toBeVisible();
      if (attempt === 1) {
        await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
      }
      if (waitMs) await page.clock.fastForward(waitMs);
      if (attempt < 3) await page.clock.fastForward(3000);
    }
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible();
    await expect(page.getByText('HTTP 502: Bad Gateway')).toBeHidden();
    await page.unroute(VERIFY);
  }
  await expect(page.getByRole('region', { name: 'Session summary' })).toContainText('Ananya Rao');
  await expectAccessible(page);

  await page.route('**/rest/v1/bookings*', (route) => route.abort());
  await page.goto(`/booking-processing/${NO_BOOKING}?verified=true`);
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  await expect(page.getByText('Error checking booking status')).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible();
  // The button that had the focus went away; the focus stays at the card.
  expect(
    await page.evaluate(() => document.activeElement?.contains(document.querySelector('[role=progressbar]'))),
  ).toBe(true);
});

test('A forged payment is refused without a second try', { tag: '@faults' }, async ({ page }) => {
  allowConsoleError(/status of 40[034]/);
  await signInAsNewFounder(page);
  const id = '00000000-0000-4000-8000-000000000000';
  // A request for this picture would fail the test.
  const picture = 'mentorName=Ananya+Rao&mentorImage=https://elsewhere.example/a.png';
  await page.goto(`/booking-processing/${id}?paymentId=pay_Forged1&orderId=order_Forged1&signature=00&${picture}`);
  await expect(page.getByRole('heading', { name: 'Verification Issue' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'Session summary' });
  await expect(summary.getByRole('presentation')).toHaveAttribute('src', '/placeholder.svg');
  await expect(page).not.toHaveURL(/signature|paymentId|orderId/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeHidden();
  await expectAccessible(page);
  await expect.poll(() => keptPayments(page)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();
  await page.goto(`/booking-processing/${id}`);
  await expect(page.getByText('Missing payment verification parameters')).toBeVisible();
  await page.goto(`/booking-processing/${id}?verified=true`);
  await expect(page.getByText('We are checking your payment.')).toBeVisible();
  await expect(page.getByText('Booking not found. Please contact support.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeHidden();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Attempt 1 of 3')).toBeVisible();
  await expect(page.getByText('Attempt 2 of 3')).toBeVisible();
  for (const path of ['/booking-processing', '/booking-processing/17?verified=true']) {
    await page.goto(path);
    await expect(page.getByText('Missing booking ID')).toBeVisible();
  }
  await page.goto(`/booking-success/${id}?mentorName=Ananya&amount=7000`);
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible();
  await page.goto(`/booking-success/${id}`);
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible();
});

test('The pages after paying ask a visitor to log in', async ({ page }) => {
  const id = '00000000-0000-4000-8000-000000000000';
  for (const path of [`/booking-processing/${id}?verified=true`, `/booking-success/${id}`]) {
    await openProfile(page, path);
    await expect(page.getByText('Please log in to view your booking')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL(/\/login\?returnUrl=/);
  }
});
