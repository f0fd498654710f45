import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { bookingsPath, rowOf } from '#tests/kit/browser/booking-list.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

async function sell(app: AppClient, mentor: { id: string; name: string }, founder: Founder, daysAhead: number) {
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead });
  const bookingId = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
  return { bookingId, slot };
}

// docs/product/bookings.md#review
test('After the mentor’s no the main action is Reject…, and an approval asks first', {
  tag: ['@desktop', '@ci'],
}, async ({ page, app, addMentor, adminFixture }) => {
  const mentor = await addMentor();
  const founder = await adminFixture.addFounder('Ravi Kumar');
  const [first, second] = [await sell(app, mentor, founder, 4), await sell(app, mentor, founder, 6)];
  const other = await app.addSlot({ mentorId: mentor.id, daysAhead: 5 });
  const decline = (bookingId: string, code: string, text: string | null) => app.sql`
    insert into private.mentor_answers (booking_id, mentor_id, answer, reason_code, reason_text, via)
    values (${bookingId}, ${mentor.id}, 'decline', ${code}, ${text}, 'link')`;
  await decline(first.bookingId, 'other', 'I am at a conference.');
  await decline(second.bookingId, 'not_my_subject', null);
  await app.sql`
    insert into public.time_proposals (booking_id, mentor_id, kind, date, start_time, end_time, state)
    values (${first.bookingId}, ${mentor.id}, 'decline', ${other.date}, ${other.startTime}, ${other.endTime}, 'draft')`;

  await signInAsAdministrator(page, bookingsPath(founder));
  const row = (bookingId: string) => page.locator(`[data-row="${bookingId}"]`);
  await expect(row(first.bookingId)).toContainText('Mentor declines');
  await expect(row(first.bookingId).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await row(first.bookingId)
    .getByRole('button', { name: /^Reject… the booking of Ravi Kumar/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Reject this booking?' });
  await expect(dialog).toContainText(`${mentor.name} said no: I am at a conference.`);
  await expect(dialog.getByRole('radio', { name: 'Another reason' })).toBeChecked();
  await expect(dialog.getByLabel('Your words')).toHaveValue('I am at a conference.');
  await expect(dialog.getByRole('list', { name: 'Offered times' })).toContainText(mentor.name);
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole('button', { name: 'Reject and refund' }).click();
  await expect(row(first.bookingId)).toContainText('Rejected');
  const [rejected] = await app.sql`
    select b.decision_cause, b.decision_reason, count(s)::integer as suggested
    from public.bookings b left join private.suggested_slots s on s.booking_id = b.id
    where b.id = ${first.bookingId} group by b.id`;
  expect(rejected).toEqual({ decision_cause: 'other', decision_reason: 'I am at a conference.', suggested: 1 });

  const menu = row(second.bookingId).getByRole('button', { name: /^More for the booking/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', {
    name: `${mentor.name} said no: Another mentor would be better for this. Approve anyway?`,
  });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(menu).toBeFocused();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(row(second.bookingId)).toContainText('Confirmed');
  await expect(row(second.bookingId), 'the answer stays').toContainText('Mentor declines');
  await page.goto(`/admin?tab=bookings&booking=${second.bookingId}`);
  await expect(page.getByRole('dialog')).toContainText('Another mentor would be better for this');

  await page.goto('/healthz');
  await signInAsMentor(page, mentor.id);
  await page.goto(`/sessions/${second.bookingId}`);
  await expect(page.getByRole('main')).toContainText('Your answerYou declinedAnother mentor would be better for this');
  await expectAccessible(page);
});

test('Twelve waiting bookings are read and decided in at most 14 presses', { tag: ['@desktop', '@ci'] }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  const founder = await adminFixture.addFounder('Meera Iyer');
  const sold: string[] = [];
  for (let day = 4; day < 16; day += 1) sold.push((await sell(app, mentor, founder, day)).bookingId);
  await app.sql`
    insert into private.mentor_answers (booking_id, mentor_id, answer, reason_code, via)
    values (${sold[11] ?? ''}, ${mentor.id}, 'decline', 'not_free', 'link')`;

  await signInAsAdministrator(page, bookingsPath(founder).replace('view=all', 'view=waiting'));
  let presses = 0;
  const press = async (locator: ReturnType<typeof page.getByRole>) => {
    presses += 1;
    await locator.click();
  };
  await press(rowOf(page, founder).first().getByText('Meera Iyer'));
  const panel = page.getByRole('dialog', { name: `Meera Iyer with ${mentor.name}` });
  for (let index = 1; index <= 12; index += 1) {
    await expect(panel).toContainText(`${index} of 12`);
    await expect(panel, 'it can be read').toContainText('Payment ID');
    if (index < 12) await press(panel.getByRole('button', { name: 'Approve' }));
  }
  await press(panel.getByRole('button', { name: 'Reject…' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Reject and refund' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(presses).toBeLessThanOrEqual(14);
  const statuses = await app.sql`
    select status, count(*)::integer as count from public.bookings where user_id = ${founder.id} group by 1 order by 1`;
  expect(statuses).toEqual([
    { status: 'confirmed', count: 11 },
    { status: 'rejected', count: 1 },
  ]);
});

test('The first booking stands in the upper 300 pixels, and no name is cut', { tag: ['@desktop', '@ci'] }, async ({
  page,
  app,
  addMentor,
  adminFixture,
}) => {
  const mentor = await addMentor();
  const name = 'Raghavendra Venkataraman';
  const founder = await adminFixture.addFounder(name);
  await sell(app, mentor, founder, 4);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsAdministrator(page, bookingsPath(founder).replace('view=all', 'view=waiting'));
  const row = rowOf(page, founder);
  const box = await row.boundingBox();
  // Two bars that a site without the demonstration does not have.
  let ofDemonstration = 0;
  for (const name of ['About this site', 'Two-step sign-in'])
    ofDemonstration += (await page.getByRole('complementary', { name, exact: true }).boundingBox())?.height ?? 0;
  expect((box?.y ?? 0) + (box?.height ?? 0) - ofDemonstration).toBeLessThanOrEqual(300);
  for (const text of [name, mentor.name]) {
    const isWhole = await row
      .getByText(text, { exact: true })
      .first()
      .evaluate(
        ({ parentElement: cell }) =>
          cell !== null && cell.scrollWidth <= cell.clientWidth + 1 && cell.scrollHeight <= cell.clientHeight + 1,
      );
    expect(isWhole, text).toBe(true);
  }
  const filters = page.getByRole('button', { name: 'Filters' });
  await expect(page.getByLabel('Status')).toBeHidden();
  await filters.click();
  await page.getByLabel('Status').selectOption('confirmed');
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await expect(page.getByText('No booking matches this.')).toBeVisible();
  await expectAccessible(page);
});
