import { signInAsAdministrator, signInAsMentor, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectLargeTextFits } from '#tests/kit/browser/large-text.ts';

const TABS = [
  'overview',
  'bookings',
  'bookings&view=all',
  'payments',
  'payments&view=all',
  'payments&view=refunds',
  'payments&view=nights',
  'payouts',
  'mentors',
  'mentors&view=changes',
  'mentors&view=categories',
  'mentors&view=holidays',
  'reviews',
  'applications',
  'users',
  'impact-stories',
  'video-testimonials',
  'podcasts',
  'partner-logos',
  'search-words',
  'calendar-test',
  'system-health',
  'audit-log',
  'notifications',
];

test('With text of twice the size no tab of the back office is wider than a phone, and no words are cut off', {
  tag: '@faults',
}, async ({ page, sql }) => {
  test.setTimeout(300_000);
  await signInAsAdministrator(page);
  const [mentor] = await sql<{ id: string }[]>`select id from public.mentors order by name limit 1`;
  const editor = [`/admin/mentors/${mentor?.id}/edit`, `/admin/mentors/${mentor?.id}/bookings`, '/google-oauth-setup'];
  for (const path of [...TABS.map((tab) => `/admin?tab=${tab}`), ...editor]) {
    await page.goto(path);
    await expectLargeTextFits(page, path);
  }
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
