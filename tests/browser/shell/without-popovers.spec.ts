import type { BrowserContext } from '@playwright/test';
import { findOffer, pathWithChoice, timeOf } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';

const POLYFILL = /\/assets\/pop[ox]ver-[^/]+\.js$/;

/**
 * As in a browser of before popovers, such as iOS 16.4: under another name everywhere, this one knows neither the
 * attribute nor the methods, nor the selector.
 */
async function forgetPopovers(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const type = route.request().resourceType();
    if (!['document', 'script', 'stylesheet'].includes(type)) return route.fallback();
    const response = await route.fetch({ url: route.request().url().replace('popxver', 'popover') });
    const body = (await response.text()).replaceAll('popover', 'popxver').replaceAll('Popover', 'Popxver');
    await route.fulfill({ response, body });
  });
}

test('Where a browser has no popovers, menu, filters and booking open and close all the same, also when pressed before scripts', {
  tag: '@ci',
}, async ({ browser, baseURL }) => {
  test.slow();
  // The rules of the page allow inline scripts by their text, which is another here.
  const options = { baseURL: baseURL ?? '', viewport: PHONE, hasTouch: true, isMobile: true, bypassCSP: true };
  const context = await browser.newContext({ ...options, serviceWorkers: 'block', reducedMotion: 'reduce' });
  await forgetPopovers(context);
  const page = await context.newPage();
  const polyfills: string[] = [];
  page.on('request', (request) => POLYFILL.test(request.url()) && polyfills.push(request.url()));

  let start = () => {};
  const isStart = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await isStart;
    await route.fallback();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const menu = page.locator('#menu');
  const openMenu = page.getByRole('button', { name: 'Open menu' });
  await expect(openMenu).toBeVisible();
  await expect(menu).toBeHidden();
  await openMenu.click();
  start();
  await expect(menu.getByRole('link', { name: 'Wall of Impact' })).toBeVisible();
  expect(polyfills).toHaveLength(1);
  const { width, height } = PHONE;
  expect(await menu.boundingBox(), 'over the page, not inside the header').toMatchObject({ y: 0, height });
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await openMenu.click();
  await menu.getByRole('link', { name: 'Mentors', exact: true }).click();
  await expect(page).toHaveURL(/\/mentors$/);
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: /^Filters/ }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await expect(filters).toBeVisible();
  expect((await filters.boundingBox())?.width).toBe(width);
  await filters.getByLabel('Expertise').selectOption({ index: 1 });
  await filters.getByRole('button', { name: /^Show (\d+ )?mentors?$/ }).click();
  await expect(filters).toBeHidden();
  await expect(page).toHaveURL(/category=/);

  const offer = await findOffer();
  await page.goto(offer.path, { waitUntil: 'networkidle' });
  const panel = page.getByRole('dialog', { name: 'Book a Session' });
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  await expect(panel).toBeInViewport();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  await page.goto(pathWithChoice(offer), { waitUntil: 'networkidle' });
  await expect(page.getByText(timeOf(offer.slot)).first()).toBeAttached();
  await page.getByRole('button', { name: 'Confirm Booking' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible();
  // What the page still fetches, such as a picture of a page that was left, ends with it.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test('A browser with popovers loads nothing for those without', async ({ page }) => {
  const polyfills: string[] = [];
  page.on('request', (request) => POLYFILL.test(request.url()) && polyfills.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(polyfills).toEqual([]);
});
