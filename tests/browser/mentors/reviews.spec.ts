import { randomUUID } from 'node:crypto';
import { istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { card, DAY, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

test('A founder reviews a session once, everybody reads it, and a moderator may take it away', { tag: '@ci' }, async ({
  page,
  addMentor,
  sql,
}) => {
  test.slow();
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  const mentor = await addMentor();
  const start = startIn(-2 * DAY);
  await sql`
    insert into public.bookings (id, mentor_id, mentor_name, date, start_time, end_time, status, user_id)
    values (${randomUUID()}, ${mentor.id}, ${mentor.name}, ${istToday(start)}, ${istTimeOfDay(start)},
      ${istTimeOfDay(new Date(start.getTime() + 1_800_000))}, 'completed', ${(await founderOf(page)).id})`;
  await page.goto('/dashboard');

  const session = card(page, mentor.name);
  await expect(session.getByRole('link', { name: `Open session with ${mentor.name}`, exact: true })).toBeVisible();
  await session.getByRole('button', { name: `Something went wrong? , session with ${mentor.name}` }).click();
  const problem = page.getByRole('dialog', { name: 'Did something go wrong?' });
  await expect(problem).toContainText('If your mentor did not come, or our platform failed');
  await expect(problem.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', /What%20happened/);
  await problem.getByRole('button', { name: 'Close' }).last().click();
  await expect(problem).toBeHidden();

  const leave = session.getByRole('button', { name: `Leave a review of your session with ${mentor.name}` });
  const dialog = page.getByRole('dialog', { name: 'How was your session?' });
  const send = dialog.getByRole('button', { name: 'Send review' });
  const comment = dialog.getByLabel('Comment (optional)');
  await leave.press('Enter');
  await send.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Please choose from 1 to 5 stars.');
  await expect(dialog.getByRole('radio', { name: '1 star, poor', exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Space');
  for (let star = 2; star <= 4; star += 1) await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: '4 stars, very good' })).toBeChecked();
  await expect(dialog.getByText('Very good', { exact: true })).toBeVisible();
  await comment.fill('🚀'.repeat(2001));
  await expect(dialog.getByText('2,001 of 2,000')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText('Please keep your comment to 2,000 characters.');
  await comment.fill('Found the hole in my funnel.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(leave).toBeFocused();

  // What was typed is still there, also after a reload.
  await page.reload();
  await leave.click();
  await expect(comment).toHaveValue('Found the hole in my funnel.');
  await page.route('**/rpc/submit_review', (route) => route.abort());
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Your review was not sent. Please check your connection and try again.',
  );
  await page.unroute('**/rpc/submit_review');
  await send.click();
  await expect(page.getByText('Thank you. Your review is on the mentor’s profile.')).toBeVisible();
  await expect(dialog).toBeHidden();
  // "Test Mentor 1a2b": both the message and the card lead to the next session with the mentor.
  await expect(page.getByRole('button', { name: 'Book again with Test' })).toBeVisible();
  await expect(session.getByRole('link', { name: 'Book again with Test' })).toBeVisible();
  await expect(session.getByText('4 stars')).toBeAttached();
  await expect(session).toContainText('Found the hole in my funnel.');
  await expect(leave).toHaveCount(0);
  await expectAccessible(page);

  await page.goto(`/mentors/${mentor.id}`);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  const reviews = page.getByRole('tabpanel', { name: 'Reviews' });
  await expect(reviews).toContainText('Asha R.');
  await expect(reviews).toContainText('Found the hole in my funnel.');
  await expect(reviews).toContainText('1 review');
  await expect(reviews).toContainText('4.0');

  await sql`delete from public.mentor_reviews where mentor_id = ${mentor.id}`;
  await page.route('**/rpc/my_session_reviews', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('Your reviews could not be loaded');
  await page.unroute('**/rpc/my_session_reviews');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(session).toContainText('Our team removed your review from the profile.');
});
