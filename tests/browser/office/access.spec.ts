import type { Route } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { founderOf, newPerson, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { openSections } from '#tests/kit/browser/sections.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';

const administrator = () => sharedHost().logins.admin;

test('An administrator logs in, and a visitor of the back office must', async ({ page }) => {
  allowConsoleError(/status of 400/);
  allowConsoleError(/status of 500|ERR_FAILED/);
  const setUps = watchRequests(page, (request) => request.url().endsWith('/functions/v1/set-up-administrators'));
  await page.goto('/admin');
  await expect(page.getByText('Please log in to access the admin panel.')).toBeVisible();
  await expect.poll(() => setUps.length, 'the set-up runs when the login opens').toBe(1);
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.goto('/google-oauth-setup');
  await expect(page.getByText('Authentication required. Please log in as admin.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
  await expectAccessibleAtBothWidths(page);

  const submit = page.getByRole('button', { name: 'Log in as Admin' });
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  await email.fill('nobody');
  await password.fill('12345');
  await submit.click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await email.fill(newPerson().email);
  await password.fill('123456');
  await submit.click();
  await expect(page.getByRole('alert').getByText('Invalid email or password.')).toBeVisible();
  for (const [answer, sentence] of [
    [(route) => route.fulfill({ status: 500, json: {} }), /Something went wrong on our side\. Please try again\.$/],
    [(route) => route.abort(), 'Login failed. Please try again.'],
  ] as [(route: Route) => Promise<void>, string | RegExp][]) {
    await page.route('**/auth/v1/token*', answer, { times: 1 });
    await submit.click();
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible();
  }

  await email.fill(administrator().email);
  await password.fill(administrator().password);
  await submit.click();
  await expect(page.getByText('Admin login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Manage platform mentors and bookings')).toBeVisible();
  await expect(page.getByRole('contentinfo'), 'the site’s footer').toHaveCount(0);
  const sections = await openSections(page);
  for (const [group, names] of [
    ['Core Operations', ['Bookings', 'Payments', 'Mentors', 'Applications', 'Users']],
    ['Content Management', ['Impact Stories', 'Video Testimonials', 'Podcasts', 'Partner Logos']],
    ['Tools & Testing', ['Calendar Test', 'System Health']],
  ] as const) {
    for (const name of names)
      await expect(sections.getByRole('group', { name: group }).getByRole('link', { name })).toBeVisible();
  }
  const account = page.getByRole('navigation', { name: 'Account' });
  await expect(account.getByRole('link', { name: 'View site' })).toHaveAttribute('href', '/');
  for (const name of ['My Dashboard', 'My Account']) await expect(account.getByRole('link', { name })).toBeVisible();
  await expect(account.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expectAccessible(page);
  await sections.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Users' })).toBeVisible();
  await expect(account, 'the menu closes').toBeHidden();
  // On a tablet the rail has room for signs alone, and for words under the keyboard.
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(sections).toBeVisible();
  const width = () => sections.evaluate((rail) => rail.parentElement?.clientWidth ?? 0);
  expect(await width()).toBeLessThan(60);
  await page.locator('#main').focus();
  await page.keyboard.press('Shift+Tab');
  await expect.poll(width).toBeGreaterThan(200);
  await expect(sections.getByText('Notifications')).toHaveCSS('opacity', '1');
  await page.setViewportSize(PHONE);
  expect(setUps, 'once a visit of the login page, of which there were two').toHaveLength(2);
  // The login page leads on who is signed in already.
  await page.goto('/admin-login');
  await expect(page).toHaveURL(/\/admin$/);
});

test('A founder who tries to be an administrator is refused', async ({ page, context }) => {
  allowConsoleError(/status of 40[13]/);
  const person = await signInAsNewFounder(page);
  const { token } = await founderOf(page);

  await page.goto('/admin');
  await expect(page.getByText('You do not have permission to access the admin panel.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  // A hint in the browser's storage grants nothing.
  await page.evaluate(() => sessionStorage.setItem('admin', JSON.stringify({ isAdmin: true, is_admin: true })));
  await page.goto('/google-oauth-setup');
  await expect(page.getByText('Admin privileges required.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
  await page.goto('/oauth-callback?code=4/abc&state=x');
  await expect(page).toHaveURL(/\/admin-login$/);
  await expect(page.getByText('4/abc')).toBeHidden();
  await expect(page.getByText("You don't have admin privileges")).toBeVisible();
  await expectAccessible(page);

  const headers = { apikey: sharedHost().keys.publishable, authorization: `Bearer ${token}` };
  for (const name of [
    'admin_overview',
    'list_audit_log',
    'google_token_state',
    'booking_counts',
    'list_money_findings',
    'list_refunds',
    'list_payments',
    'list_comparisons',
    'list_violations',
    'admin_health',
  ])
    expect((await page.request.post(`/rest/v1/rpc/${name}`, { headers, data: {} })).status(), name).toBe(403);
  for (const name of ['test-google-calendar', 'manual-google-oauth?action=begin']) {
    const answer = await page.request.post(`/functions/v1/${name}`, { headers, data: {} });
    expect([answer.status(), await answer.json()]).toEqual([403, { error: 'Admin privileges required.' }]);
  }
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText("You don't have admin privileges")).toBeHidden();
  await expect(page.getByRole('button', { name: 'Log in as Admin' })).toBeVisible();

  // The right password of a founder opens no session here.
  const other = await context.browser()?.newContext({ baseURL: sharedHost().url });
  const door = await other?.newPage();
  if (!other || !door) throw new Error('There is no browser');
  await door.goto('/admin-login');
  await door.getByLabel('Email', { exact: true }).fill(person.email);
  await door.getByLabel('Password', { exact: true }).fill(person.password);
  await door.getByRole('button', { name: 'Log in as Admin' }).click();
  await expect(door.getByRole('alert').getByText('You do not have admin privileges.')).toBeVisible();
  expect(await door.evaluate(() => localStorage.getItem('point-0-session'))).toBeNull();
  await other.close();
});

test('An administrator whose flag is taken away leaves the overview with the next request', {
  tag: '@desktop',
}, async ({ page, sql }) => {
  allowConsoleError(/status of 403/);
  const { email } = await signInAsNewFounder(page);
  await sql`update public.profiles set is_admin = true where email = ${email}`;
  await page.goto('/admin');
  await expect(page.getByText('Pending now')).toBeVisible();

  await sql`update public.profiles set is_admin = false where email = ${email}`;
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Admin privileges required.')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
});

test('The back office says so when it cannot find out who somebody is', { tag: '@desktop' }, async ({ page }) => {
  allowConsoleError(/status of 500/);
  await signInAsNewFounder(page);
  await page.route('**/rest/v1/profiles*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/admin');
  await expect(page.getByText('Authentication error')).toBeVisible();
  await expect(page).toHaveURL(/\/admin-login$/);
});
