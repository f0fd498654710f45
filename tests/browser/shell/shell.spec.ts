import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { goOffline } from '#tests/kit/browser/network.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';

const FAILED_LOAD = /Failed to load resource/;
const OFFLINE = 'No internet connection. Please check your network and try again.';

const offlineNotice = (page: Page) => page.getByRole('banner').getByText(OFFLINE);

/** A link of the header, from its menu on a phone. */
async function follow(page: Page, name: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('link', { name, exact: true }).click();
  } else {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click();
  }
}

test('An address without a page says so and leads home', async ({ page }) => {
  allowConsoleError(FAILED_LOAD);
  const answer = await page.goto('/no-such-page', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText("Oops! The page you're looking for doesn't exist.")).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Find the perfect mentor for your startup journey' }),
  ).toBeVisible();
});

test('Each page starts at its top, focused; Back returns to where one was', async ({ page }) => {
  await page.goto('/terms', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.evaluate(() => scrollTo(0, 1500));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/terms$/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
});

test('Without a network an alert says so, and nothing that was typed is lost to a link', { tag: '@faults' }, async ({
  page,
  context,
}) => {
  await page.goto('/signup', { waitUntil: 'networkidle' });
  // At once: what a page fetches when it is at rest cannot arrive any more.
  await context.setOffline(true);
  await expect(offlineNotice(page)).toBeVisible();
  await context.setOffline(false);
  await page.getByLabel('Full Name').fill('Asha Rao');
  await goOffline(page);
  await expect(offlineNotice(page)).toBeVisible();
  await expectAccessibleAtBothWidths(page);

  await page
    .getByRole('main')
    .getByRole('link', { name: /^log in$/i })
    .click();
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText(OFFLINE)).toBeVisible();
  await expect(page).toHaveURL(/\/signup$/);
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');

  await context.setOffline(false);
  await expect(offlineNotice(page)).toBeHidden();
  await expect(page.getByText('You are back online.')).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^log in$/i })
    .click();
  await expect(page).toHaveURL(/\/login/);
});

test('A page whose scripts do not arrive can be read and says what to do', { tag: '@ci' }, async ({ page }) => {
  allowConsoleError(FAILED_LOAD);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/dashboard');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Failed to initialize. Please refresh the page.');
  await expect(page.getByText('Initializing application...')).toBeHidden();

  await page.goto('/mentors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find the Perfect Mentor');
  await expect(alert).toContainText('Failed to initialize. Please refresh the page.');
  await expectAccessible(page);

  await page.unroute('**/assets/*.js');
  await alert.getByRole('link', { name: 'Reload the page' }).click();
  await waitUntilHydrated(page);
  await expect(alert).toBeHidden();
});

test('A page whose code does not arrive is drawn by the server: nobody stays where they were, or is sent round in circles', {
  tag: '@ci',
}, async ({ page }) => {
  allowConsoleError(/Failed to (load resource|fetch dynamically imported module)/);
  const PROFILE = '**/assets/mentor-profile-*.js';
  await openProfile(page, '/mentors');
  await page.route(PROFILE, (route) => route.abort());
  const link = page.getByRole('article').getByRole('link').first();
  const path = (await link.getAttribute('href')) ?? '';

  // What is only fetched ahead leaves the page alone, with what was typed on it.
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  const failed = page.waitForEvent('requestfailed');
  await link.focus();
  await failed;
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);

  await link.click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('alert').filter({ hasText: 'Please refresh the page' })).toBeVisible();
  await page.unroute(PROFILE);
  await page.goBack();
  await waitUntilHydrated(page);
  await link.click();
  await expect(page).toHaveURL(path);

  // The log-in sends a signed-in person on by itself.
  await signInAsNewFounder(page);
  let asked = 0;
  await page.route('**/assets/dashboard-*.js', (route) => {
    asked += 1;
    return route.abort();
  });
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('alert').filter({ hasText: 'Please refresh the page' })).toBeVisible();
  await page.waitForTimeout(500);
  expect(asked).toBeLessThan(4);
});

test('The application says that it starts', async ({ page }) => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await started;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByText('Initializing application...')).toBeVisible();
  start();
  await expect(page).toHaveURL(/\/login/);
});

test('A page that breaks becomes an alert, while the rest of the site works', async ({ page }) => {
  allowConsoleError(/TypeError|Minified React error/);
  await page.route('**/rest/v1/rpc/search_mentors**', (route) =>
    route.fulfill({ json: [{ id: 'x', name: null, total: 1 }] }),
  );
  await page.goto('/contact', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await follow(page, 'Mentors');
  await expect(page.getByRole('alert')).toContainText('This part of the page stopped working.');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});
