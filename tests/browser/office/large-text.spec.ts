import { adminShell } from '#copy/office/shell.ts';
import { signInAsAdministrator, signInAsMentor, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectLargeTextFits } from '#tests/kit/browser/large-text.ts';

test('With text of twice the size no tab of the back office is wider than a phone, and no words are cut off', {
  tag: '@faults',
}, async ({ page, sql }) => {
  test.setTimeout(300_000);
  await signInAsAdministrator(page);
  const [mentor] = await sql<{ id: string }[]>`select id from public.mentors order by name limit 1`;
  const editor = [`/admin/mentors/${mentor?.id}/edit`, `/admin/mentors/${mentor?.id}/bookings`, '/google-oauth-setup'];
  const look = async (path: string) => {
    await page.goto(path);
    await expectLargeTextFits(page, path);
  };
  for (const tab of Object.keys(adminShell.tabs)) {
    await look(`/admin?tab=${tab}`);
    const views = await page
      .locator(`main nav a[href*="tab=${tab}&view="]`)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    for (const view of views) await look(new URL(view, page.url()).href);
  }
  for (const path of editor) await look(path);
});

test('With text of twice the size the dashboard and the account are no wider than a phone, and no words are cut off', {
  tag: '@faults',
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signInAsReturningFounder(page);
  for (const path of ['/dashboard', '/account']) {
    await page.goto(path);
    if (path === '/dashboard') await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeVisible();
    await expectLargeTextFits(page, path);
  }
});

test('With text of twice the size no section of the mentor’s area is wider than a phone, and no words are cut off', {
  tag: '@faults',
}, async ({ page, addMentor }) => {
  test.setTimeout(120_000);
  const { id } = await addMentor();
  await signInAsMentor(page, id);
  for (const section of ['today', 'requests', 'sessions', 'hours', 'profile', 'reviews', 'earnings', 'settings']) {
    const path = `/mentor-dashboard/${section}`;
    await page.goto(path);
    await expectLargeTextFits(page, path);
  }
});
