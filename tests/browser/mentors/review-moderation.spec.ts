import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { claimsOf } from '#tests/kit/builders.ts';

test('An administrator removes a review, and the rating goes back', { tag: '@ci' }, async ({
  page,
  adminFixture,
  addMentor,
  sql,
}) => {
  allowConsoleError(/Failed to load resource/);
  const mentor = await addMentor();
  const page1 = `/admin/mentors/${mentor.id}/bookings`;
  await signInAsAdministrator(page, page1);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await expect(reviews).toContainText('This mentor has no written reviews.');
  await expect(reviews).toContainText('No rating yet');

  await sql`update public.mentors set rating = 4.0, reviews = 4 where id = ${mentor.id}`;
  const founder = await adminFixture.addFounder('Ravi Kumar');
  const [booking] = await sql`
    insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time, status, user_id)
    values (${mentor.id}, ${mentor.name}, private.today() - 3, '10:00', '11:00', 'completed', ${founder.id})
    returning id`;
  await sql.begin(async (sql) => {
    const claims = JSON.stringify(claimsOf(founder.id));
    await sql`select set_config('request.jwt.claims', ${claims}, true)`;
    await sql`select public.submit_review(${booking?.id}, 1, 'Buy my course instead.')`;
  });
  await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, is_demonstration)
    values (${mentor.id}, 'Ruchi Z.', 5, true)`;
  await page.reload();
  await expect(reviews).toContainText('3.4 from 5 reviews');
  await expect(reviews).toContainText('Buy my course instead.');
  await expect(reviews).toContainText('Demonstration');
  await expectAccessible(page);

  const remove = reviews.getByRole('button', { name: /^Remove the review of Ravi K\.,/ });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Remove this review?' });
  await expect(dialog).toContainText('Ravi K. cannot write another one about this session.');
  await page.route('**/rest/v1/mentor_reviews*', (route) => route.fulfill({ status: 503, json: {} }));
  await dialog.getByRole('button', { name: 'Remove review' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The review was not removed.');
  await expectAccessible(page);
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Remove review' }).click();
  await expect(page.getByText('Review removed')).toBeVisible();
  await expect(reviews).toContainText('4.0 from 4 reviews');
  await expect(remove).toHaveCount(0);
  await expect(reviews).toContainText('Ruchi Z.');
});
