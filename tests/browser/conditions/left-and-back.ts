import { expect, type Page } from '@playwright/test';
import config from '../../../playwright.config.ts';

const launch = config.use?.launchOptions;

/** A Chromium that keeps pages as they were left. Playwright's own flag would win over the second. */
export const KEEPS_PAGES = {
  ...launch,
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
  args: [...(launch?.args ?? []), '--enable-bfcache'],
};

/** Remembers that the page came back as it was left. */
export async function watchReturn(page: Page): Promise<void> {
  await page.evaluate(() => addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted })));
}

/** Back to a page that is watched. It is not loaded again, so that no event tells when it is there. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' });
  // The page that is left can still be the one that answers, and its context ends meanwhile.
  await expect(async () => {
    expect(await page.evaluate(() => Reflect.get(window, 'persisted')), 'the page was kept').toBe(true);
  }).toPass({ timeout: 20_000 });
}

/** Leaves the page for another one and comes back to it. */
export async function leaveAndComeBack(page: Page): Promise<void> {
  await page.waitForLoadState();
  await watchReturn(page);
  await page.goto('/healthz');
  await goBack(page);
}
