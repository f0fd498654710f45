import { randomUUID } from 'node:crypto';
import { istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import {
  founderOf,
  signInAsAdministrator,
  signInAsNewFounder,
  signInAsReturningFounder,
} from '#tests/kit/browser/accounts.ts';
import { card, DAY, startIn } from '#tests/kit/browser/admin-fixture.ts';
import {
  confirmChoice,
  findOffer,
  openCheckout,
  openProfile,
  pathWithChoice,
  paymentDialog,
  proceedToPayment,
} from '#tests/kit/browser/booking-flow.ts';
import { bookingsPath, button } from '#tests/kit/browser/booking-list.ts';
import { expectControlsUncovered } from '#tests/kit/browser/covered-controls.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const ORDER = '**/functions/v1/create-payment-order';

test('A message about booking and paying stands in the dialog and covers none of its controls, and a failed payment says why', {
  tag: '@ci',
}, async ({ page }) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  allowConsoleError(/status of 400 .*\/sandbox\//);
  await signInAsNewFounder(page);
  await openProfile(page, pathWithChoice(await findOffer()));
  await confirmChoice(page);
  const confirm = page.getByRole('dialog', { name: 'Confirm Booking' });
  await page.route(ORDER, (route) => route.abort());
  await confirm.getByRole('button', { name: 'Proceed to Payment' }).click();
  await expect(confirm.getByText(/^Failed to create payment order: Network error/)).toBeVisible();
  await expectControlsUncovered(confirm);
  await page.unroute(ORDER);

  await proceedToPayment(page);
  await (await openCheckout(page)).getByRole('button', { name: 'Fail' }).click();
  const payment = paymentDialog(page);
  // The toast, and what there is to do.
  await expect(page.getByText('Payment failed. Please try again.')).toBeAttached();
  const alert = payment.getByRole('alert');
  await expect(alert).toContainText('This payment did not go through');
  await expect(alert).toContainText('The bank declined this payment. Try another payment method, or ask your bank.');
  await expect(alert).toContainText('Try UPI or another card.');
  await expectControlsUncovered(payment);
});

test('A message about cancelling or reviewing a session covers no control of its dialog', { tag: '@faults' }, async ({
  page,
  addMentor,
  adminFixture,
  sql,
}) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const booking = { mentorName: 'Covered Never', status: 'pending_admin_review', start: startIn(3 * DAY) };
  await adminFixture.addBooking(founder, booking);
  const mentor = await addMentor();
  const start = startIn(-2 * DAY);
  await sql`
    insert into public.bookings (id, mentor_id, mentor_name, date, start_time, end_time, status, user_id)
    values (${randomUUID()}, ${mentor.id}, ${mentor.name}, ${istToday(start)}, ${istTimeOfDay(start)},
      ${istTimeOfDay(new Date(start.getTime() + 1_800_000))}, 'completed', ${founder.id})`;
  await page.goto('/dashboard', { waitUntil: 'networkidle' });

  await page.getByRole('button', { name: 'Cancel booking' }).first().click();
  const cancel = page.getByRole('dialog', { name: 'Cancel Booking?' });
  await page.route('**/rest/v1/bookings*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await cancel.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(cancel.getByText(/^Your booking was not cancelled\./)).toBeVisible();
  await expectControlsUncovered(cancel);
  await cancel.getByRole('button', { name: 'No, keep it' }).click();
  await expect(cancel).toBeHidden();

  await card(page, mentor.name)
    .getByRole('button', { name: /^Leave a review/ })
    .click();
  const review = page.getByRole('dialog', { name: 'How was your session?' });
  await review.getByRole('radio', { name: '4 stars, very good' }).check();
  await page.route('**/rpc/submit_review', (route) => route.abort());
  await review.getByRole('button', { name: 'Send review' }).click();
  await expect(review.getByText(/^Your review was not sent\./)).toBeVisible();
  await expectControlsUncovered(review);
});

test('A message about a booking that an administrator approves, moves or rejects covers no control of the dialog', {
  tag: ['@desktop', '@ci'],
}, async ({ page, adminFixture }) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  const { founder } = await adminFixture.addPaidBooking('Ravi Kumar');
  await signInAsAdministrator(page, bookingsPath(founder));
  // A message that was there before lies below a dialog.
  await page.route('**/rest/v1/bookings*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  await page.route('**/rpc/*', (route) =>
    /approve|reject|decide/.test(route.request().url()) ? route.abort() : route.fallback(),
  );
  await button(page, /^Approve the booking of Ravi Kumar/).click();
  await expect(page.getByText(/^Failed to approve booking/)).toBeVisible();
  await button(page, /^More for the booking of Ravi Kumar/).click();
  await page.getByRole('menuitem', { name: 'Reject' }).click();
  const reject = page.getByRole('dialog', { name: 'Reject this booking?' });
  await reject.getByRole('radio', { name: 'The mentor is not available at this time' }).click();
  await reject.getByRole('button', { name: 'Reject and refund' }).click();
  await expect(reject.getByText(/^Failed to reject booking/)).toBeVisible();
  await expectControlsUncovered(reject);
});
