import { randomUUID } from 'node:crypto';
import { istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { founderOf, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { DAY, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer, confirmChoice, findOffer, openProfile, pathWithChoice } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectDialogFits } from '#tests/kit/browser/large-text.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';

// docs/product/site.md#accessibility
test('The dialogs in which a founder confirms, cancels and reviews fit a phone with text of twice the size', {
  tag: '@ci',
}, async ({ page, app, sql, addMentor, adminFixture }) => {
  await page.setViewportSize(PHONE);
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const mentor = await addMentor();
  const start = startIn(-2 * DAY);
  await sql`
    insert into public.bookings (id, mentor_id, mentor_name, date, start_time, end_time, status, user_id)
    values (${randomUUID()}, ${mentor.id}, 'Rukmini Chelladurai', ${istToday(start)}, ${istTimeOfDay(start)},
      ${istTimeOfDay(new Date(start.getTime() + 1_800_000))}, 'completed', ${founder.id})`;
  const offer = await findOffer();
  await openProfile(page, pathWithChoice(offer));
  await confirmChoice(page);
  const confirm = page.getByRole('dialog', { name: 'Confirm Booking' });
  await expect(confirm).toBeVisible();
  await expectDialogFits(page, confirm, 'Confirm Booking');

  const bookingId = await buyOffer(app, founder, offer);
  await adminFixture.changeBooking(bookingId, { status: 'confirmed' });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Leave a review of your session with/ }).click();
  const review = page.getByRole('dialog', { name: 'How was your session?' });
  await expect(review).toBeVisible();
  await expectDialogFits(page, review, 'How was your session?');

  await page.reload();
  await page
    .getByRole('button', { name: /^(Cancel or move|Change|Cancel)/ })
    .first()
    .click();
  const change = page.getByRole('dialog').first();
  await expect(change).toBeVisible();
  await expectDialogFits(page, change, 'the dialog that cancels');
});
