import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { firstName } from '#rules/people/first-name.ts';
import { formatMoment, istTimeOfDay, istToday, slotStart } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { card, DAY, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('A founder books again from a completed session in at most four taps, and a mentor who is unlisted has no link', {
  tag: ['@both', '@ci'],
}, async ({ page, addMentor, sql }) => {
  test.slow();
  await signInAsReturningFounder(page);
  const mentor = await addMentor();
  const founder = await founderOf(page);
  const start = startIn(-2 * DAY);
  const bookingId = randomUUID();
  await sql`
    insert into public.bookings (id, mentor_id, mentor_name, date, start_time, end_time, status, user_id)
    values (${bookingId}, ${mentor.id}, ${mentor.name}, ${istToday(start)}, ${istTimeOfDay(start)},
      ${istTimeOfDay(new Date(start.getTime() + 1_800_000))}, 'completed', ${founder.id})`;
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select ${mentor.id}, private.today() + day, '10:00', '11:00' from unnest('{6,3,4,5}'::int[]) day`;
  const slots = await sql<{ date: string; startTime: string; endTime: string }[]>`
    select date::text, start_time::text as "startTime", end_time::text as "endTime"
    from public.mentor_availability where mentor_id = ${mentor.id} order by date limit 3`;
  const action = `Book again with ${firstName(mentor.name)}`;
  const profile = mentorPath(mentor);

  await page.goto('/dashboard');
  const session = card(page, mentor.name);
  const times = session.getByRole('list', { name: `The next free times of ${mentor.name}` }).getByRole('link');
  await expect(times).toHaveText(slots.map((slot) => `${formatMoment(slotStart(slot))} IST`));
  await expect(session.getByRole('link', { name: mentor.name, exact: true })).toHaveAttribute('href', profile);
  await expect(session.getByRole('link', { name: action })).toHaveAttribute('href', profile);
  await atBothWidths(page, () => expectAccessibleInBothThemes(page));

  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  const [, second] = slots;
  await tap(times.nth(1));
  await expect(page).toHaveURL(`${profile}?${second && choiceQuery(second)}`);
  await tap(page.getByRole('button', { name: 'Confirm Booking' }));
  const proceed = page
    .getByRole('dialog', { name: 'Confirm Booking' })
    .getByRole('button', { name: 'Proceed to Payment' });
  await tap(proceed);
  await expect(page.getByRole('dialog', { name: 'Complete your booking payment' })).toBeVisible();
  expect(taps, 'taps up to "Proceed to Payment"').toBeLessThanOrEqual(4);

  await page.goto(`/sessions/${bookingId}`);
  const facts = page.getByRole('region', { name: 'Session', exact: true });
  await expect(facts.getByRole('link', { name: mentor.name, exact: true })).toHaveAttribute('href', profile);
  await expect(facts.getByRole('link', { name: action })).toHaveAttribute('href', profile);
  await expect(facts.getByRole('list', { name: `The next free times of ${mentor.name}` })).toBeVisible();
  await expectAccessible(page);

  // A mentor who has left keeps a profile, but cannot be booked.
  await sql`update public.mentors set listing_state = 'left' where id = ${mentor.id}`;
  await page.reload();
  await expect(facts).toContainText(mentor.name);
  await expect(facts.getByRole('link', { name: /Test Mentor|Book again/ })).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(session.getByRole('link', { name: /^Open session/ })).toBeVisible();
  await expect(session.getByRole('link', { name: /^Test Mentor|Book again/ })).toHaveCount(0);
});
