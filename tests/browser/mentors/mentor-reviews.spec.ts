import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';

/** Nothing scrolls sideways at any width. */
async function expectNothingSideways(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ ...size, width });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      `${width}`,
    ).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(size);
}

test('A mentor answers a review in public and reports another, which an administrator removes', {
  tag: '@faults',
}, async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/reviews');
  await expect(page.getByText('No reviews yet. Founders can leave one after a session.')).toBeVisible();
  await expectAccessible(page);
  await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, comment, created_at) values
      (${mentor.id}, 'Asha R.', 5, 'Found the hole in my funnel.', now()),
      (${mentor.id}, 'Ravi K.', 1, 'His home address is 1 Lake Road.', now() - interval '1 day')`;
  await sql`update public.mentors set rating = 3.0, reviews = 2 where id = ${mentor.id}`;
  await page.reload();
  const asha = page.getByRole('article', { name: 'Asha R.' });
  await asha.getByRole('button', { name: 'Reply to Asha R.' }).click();
  await asha.getByRole('button', { name: 'Publish reply' }).click();
  await expect(asha.getByText('Please write 1 to 1,000 characters.')).toBeVisible();
  await asha.getByLabel('Your public reply').fill('Thank you, Asha.');
  await expectAccessible(page);
  // What was typed stays through a reload.
  await page.reload();
  await asha.getByRole('button', { name: 'Reply to Asha R.' }).click();
  await expect(asha.getByLabel('Your public reply')).toHaveValue('Thank you, Asha.');
  await asha.getByRole('button', { name: 'Publish reply' }).click();
  await expect(asha.getByText(`Reply from ${mentor.name}`)).toBeVisible();

  const ravi = page.getByRole('article', { name: 'Ravi K.' });
  await ravi.getByRole('button', { name: 'Report this review of Ravi K.' }).click();
  const report = page.getByRole('dialog', { name: 'Report this review' });
  await report.getByRole('radio', { name: 'Other' }).check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(report.getByText('Please write 5 to 500 characters.')).toBeVisible();
  await expectAccessible(page);
  await report.getByRole('radio', { name: 'Private information' }).check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(ravi.getByText('Reported. Our team will check it.')).toBeVisible();
  await page.getByLabel('Show').selectOption({ label: '5 stars' });
  await expect(ravi).toHaveCount(0);
  await expect(asha).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNothingSideways(page);

  await page.goto(`/mentors/${mentor.id}`);
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByText(`Reply from ${mentor.name}`)).toBeVisible();
  await expect(page.getByText('Thank you, Asha.')).toBeVisible();
  await expect(page.getByText('His home address is 1 Lake Road.')).toBeVisible();
  await expectAccessible(page);

  await signInAsAdministrator(page, '/admin?tab=reviews');
  const reported = page.getByRole('article', { name: `Review of ${mentor.name}` });
  await expect(reported.getByText('Private information')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectNothingSideways(page);
  await reported.getByRole('button', { name: 'Remove review of Ravi K.' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove review' }).click();
  await expect(page.getByText('Review removed')).toBeVisible();
  await expect(reported).toHaveCount(0);

  await page.goto(`/admin/mentors/${mentor.id}/bookings`);
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByRole('button', { name: `Remove reply of ${mentor.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove reply' }).click();
  await expect(page.getByText('Reply removed')).toBeVisible();
  await expect(reviews.getByText('The reply is removed.')).toBeVisible();
});
