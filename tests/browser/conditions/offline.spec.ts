import type { Page } from '@playwright/test';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { loseNetwork } from './conditions.ts';

test.beforeEach(() => allowConsoleError(/Failed to load resource/));

const SEARCH = '**/rpc/search_mentors*';
const chip = (page: Page) => page.getByRole('link', { name: 'Fundraising' }).first();

/** The list that the chip leads to is there, and nothing had to be pressed. */
async function expectFiltered(page: Page): Promise<void> {
  await expect(page).toHaveURL('/mentors?category=Fundraising');
  await expect(page.getByRole('status').filter({ hasText: /^Showing \d+ mentors?$/ })).toBeVisible();
  await expect(chip(page)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
}

test('A filter that is chosen without a network is there when the network is back, at once and later', {
  tag: '@ci',
}, async ({ page }) => {
  // Before the code that reads data was asked for.
  await page.route('**/assets/queries-*', (route) => route.abort('internetdisconnected'));
  await page.goto('/mentors', { waitUntil: 'domcontentloaded' });
  await waitUntilHydrated(page);
  await loseNetwork(page, async () => {
    await chip(page).click();
    await page.unroute('**/assets/queries-*');
  });
  await expectFiltered(page);

  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await loseNetwork(page, () => chip(page).click());
  await expectFiltered(page);
});

test('A list that failed before the browser knew that the network was gone is asked for again when it is back', {
  tag: '@ci',
}, async ({ page }) => {
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.route(SEARCH, (route) => route.abort('internetdisconnected'));
  await chip(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.unroute(SEARCH);
  await loseNetwork(page);
  await expectFiltered(page);
});

test('A page whose code did not arrive starts when the network is back, unless something was typed', {
  tag: '@ci',
}, async ({ page }) => {
  allowConsoleError(/Failed to fetch dynamically imported module/);
  const CODE = '**/assets/entry.client-*';
  for (const isTyped of [false, true]) {
    await page.route(CODE, (route) => route.abort('internetdisconnected'));
    await page.goto('/signup', { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible();
    if (isTyped) await page.locator('input').first().fill('Asha');
    await page.unroute(CODE);
    await loseNetwork(page);
    if (isTyped) await page.waitForTimeout(500);
    await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible({ visible: isTyped });
  }
});
