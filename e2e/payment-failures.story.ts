import {
  confirmChoice,
  enter,
  findOffer,
  openCheckout,
  openPicker,
  openProfile,
  pathWithChoice,
  paymentDialog,
  proceedToPayment,
  timeOf,
} from './booking.ts';
import { expect, test } from './fixtures.ts';
import { Mailbox } from './mailbox.ts';

const VERIFY = '**/functions/v1/verify-payment';

test('a dismissed checkout ends on the listing; a failed payment comes back to the dialog and can be paid', async ({
  page,
  mailbox,
  expectComplaint,
}) => {
  test.slow();
  // The sandbox refuses like the provider does.
  expectComplaint(/status of 400 .*\/sandbox\//);
  await enter(page, mailbox);
  const offer = await findOffer(page);

  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await proceedToPayment(page);
  await (await openCheckout(page)).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/mentors$/);

  // The hold is the person's own: nothing says that somebody else is paying.
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await proceedToPayment(page);
  await (await openCheckout(page)).getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
  await expect(paymentDialog(page)).toBeVisible();
  const checkout = await openCheckout(page);
  await checkout.getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL(/\/booking-success\//, { timeout: 20_000 });
});

test('a slot that somebody else just took is told, and nothing else is lost', async ({
  page,
  mailbox,
  browser,
  baseURL,
  expectComplaint,
}) => {
  test.slow();
  expectComplaint(/status of 409/);
  await enter(page, mailbox);
  const offer = await findOffer(page);
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  const dialog = page.getByRole('dialog', { name: 'Confirm Booking' });
  await expect(dialog).toBeVisible();

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const rival = await context.newPage();
  await enter(rival, new Mailbox(context.request), 'Rival Buyer');
  await openProfile(rival, pathWithChoice(offer));
  await confirmChoice(rival);
  await proceedToPayment(rival);

  await dialog.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(page.getByText('This slot was just taken. Please choose another time.').first()).toBeVisible();
  await expect(dialog).toBeHidden();
  const picker = await openPicker(page);
  const taken = picker.getByRole('radio', { name: new RegExp(timeOf(offer.slot)) });
  await expect(taken).toBeDisabled();
  await expect(picker.getByText('Someone is paying for this slot')).toBeVisible();
  await expect(picker.getByRole('button', { name: 'Select a Time Slot' })).toBeDisabled();
  await context.close();
});

test('a payment whose verification does not get through is finished on the processing page', async ({
  page,
  mailbox,
  expectComplaint,
}) => {
  test.slow();
  expectComplaint(/Failed to load resource/);
  await enter(page, mailbox);
  const offer = await findOffer(page);
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await proceedToPayment(page);
  await page.route(VERIFY, (route) => route.fulfill({ status: 503, json: { error: 'Busy.' } }));
  await (await openCheckout(page)).getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  await expect(paymentDialog(page).getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await expect(page.getByText('Payment verification error. Please contact support.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(page).toHaveURL(/\/booking-processing\/(?!.*verified=true)/);
  await expect(page.getByText(/Attempt [123] of 3/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', /text=.*pay_/);
  await page.unroute(VERIFY);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Booking confirmed!')).toBeVisible();
  await expect(page).toHaveURL(/\/booking-success\//);
});

test('a page that is closed while it verifies finishes from what the browser kept', async ({
  page,
  mailbox,
}) => {
  test.slow();
  await enter(page, mailbox);
  const offer = await findOffer(page);
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  await proceedToPayment(page);
  await page.route(VERIFY, () => {});
  await (await openCheckout(page)).getByRole('button', { name: /^Pay ₹/ }).click();
  await expect(page.getByText('Verifying payment and creating booking...')).toBeVisible();
  await page.unroute(VERIFY);
  await page.reload();
  await expect(page.getByText('A payment is not finished yet')).toBeVisible();
  await page.getByRole('link', { name: 'Finish your booking' }).click();
  await expect(page.getByText('Booking confirmed!')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/booking-success\//);
  await expect(page.getByRole('region', { name: 'Session details' })).toContainText(offer.mentor.name);
});

test('a forged payment is refused: no second try, only support', async ({
  page,
  mailbox,
  expectComplaint,
}) => {
  expectComplaint(/status of 40[034]/);
  await enter(page, mailbox);
  const id = '00000000-0000-4000-8000-000000000000';
  await page.goto(`/booking-processing/${id}?paymentId=pay_Forged1&orderId=order_Forged1&signature=00`);
  await expect(page.getByRole('heading', { name: 'Verification Issue' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Contact Support' })).toBeVisible();
  await page.goto(`/booking-processing/${id}`);
  await expect(page.getByText('Missing payment verification parameters')).toBeVisible();
  await page.goto(`/booking-processing/${id}?verified=true`);
  await expect(page.getByText('Booking not found. Please contact support.')).toBeVisible({ timeout: 15_000 });
  await page.goto(`/booking-success/${id}`);
  await expect(page.getByRole('heading', { name: 'Booking not found' })).toBeVisible();
});

test('the pages after paying ask a visitor to log in', async ({ page }) => {
  const id = '00000000-0000-4000-8000-000000000000';
  for (const path of [`/booking-processing/${id}?verified=true`, `/booking-success/${id}`]) {
    await openProfile(page, path);
    await expect(page.getByText('Please log in to view your booking')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL(/\/login\?returnUrl=/);
  }
});
