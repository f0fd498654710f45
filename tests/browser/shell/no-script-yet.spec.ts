/** Pages for visitors ask for no script until they are touched (docs/product/site.md#scripts). */
import type { Page } from '@playwright/test';
import { openDashboard, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { neverRest } from '#tests/kit/browser/start-scripts.ts';

/** Scripts, and the styles that come with them. */
const watchScripts = (page: Page) =>
  watchRequests(page, (request) => /\.(js|css)$/.test(new URL(request.url()).pathname));

const isHydrated = (page: Page) =>
  page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')));

async function profilePath(page: Page): Promise<string> {
  const html = await (await page.request.get('/mentors')).text();
  return /href="(\/mentors\/[a-z][a-z0-9-]+)"/.exec(html)?.[1] ?? '';
}

test('A visitor who reads for two seconds and leaves has fetched no script', async ({ page }) => {
  await neverRest(page);
  const fetched = watchScripts(page);
  for (const path of ['/', '/mentors', await profilePath(page), '/wall-of-impact', '/terms']) {
    await page.goto(path, { waitUntil: 'commit' });
    await page.waitForTimeout(2000);
    expect(fetched, path).toEqual([]);
  }
  await page.goto('about:blank');
});

test('A page that nobody touches asks for its scripts three seconds after it has loaded', { tag: '@ci' }, async ({
  page,
}) => {
  const fetched = watchScripts(page);
  await page.goto('/wall-of-impact');
  const loadedAt = performance.now();
  await expect.poll(() => fetched.length, { intervals: [50] }).toBeGreaterThan(0);
  expect(performance.now() - loadedAt).toBeGreaterThan(2500);
  await expect.poll(() => isHydrated(page)).toBe(true);
  // At rest it fetches a little more, and nothing that signed-in people alone need.
  await expect.poll(() => fetched.some((url) => url.includes('/idle-parts-'))).toBe(true);
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => /\/(signed-in|sessions|[a-z]+-area|auth\.data)-/.test(url))).toEqual([]);
});

for (const [name, touch] of [
  ['a touch', (page: Page) => page.touchscreen.tap(5, 400)],
  ['a key', (page: Page) => page.keyboard.press('Tab')],
  ['a scroll', (page: Page) => page.evaluate(() => scrollTo(0, 40))],
  ['a movement of a mouse', (page: Page) => page.mouse.move(50, 300)],
] as const) {
  test(`The scripts of a page are asked for at ${name}`, async ({ page, hasTouch }) => {
    test.skip(name === 'a touch' && !hasTouch, 'this device has none');
    await neverRest(page);
    const fetched = watchScripts(page);
    await page.goto('/wall-of-impact', { waitUntil: 'domcontentloaded' });
    expect(fetched).toEqual([]);
    await touch(page);
    await expect.poll(() => fetched.length, { timeout: 2000 }).toBeGreaterThan(0);
    await expect.poll(() => isHydrated(page)).toBe(true);
  });
}

test('What was pressed before a page had any script is done when it has them', async ({ page }) => {
  await neverRest(page);
  // Nothing has to be scrolled to.
  await page.setViewportSize({ width: 390, height: 7000 });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const play = page.getByRole('button', { name: /^Play the story of / }).first();
  await expect(play).toBeVisible();
  await page.waitForTimeout(800);
  expect(await isHydrated(page)).toBe(false);
  await play.click();
  await expect(page.locator('video[controls]')).toHaveCount(1);
});

test('A tap on a link is answered by the next page alone, whose scripts wait as well', async ({ page, hasTouch }) => {
  test.skip(!hasTouch, 'this device has no touch');
  await neverRest(page);
  const fetched = watchScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const box = await page.getByRole('main').getByRole('link', { name: 'Find a Mentor' }).first().boundingBox();
  if (!box) throw new Error('The link has no place.');
  // `tap` would scroll first.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.getByRole('heading', { level: 1, name: 'Find the Perfect Mentor' })).toBeVisible();
  expect(fetched).toEqual([]);
});

test('A touch without a network starts a page as soon as there is one, and no failure is told', async ({ page }) => {
  // Photos further down.
  allowConsoleError(/ERR_INTERNET_DISCONNECTED/);
  await neverRest(page);
  await page.goto('/wall-of-impact', { waitUntil: 'networkidle' });
  await page.context().setOffline(true);
  await page.keyboard.press('Tab');
  await page.waitForTimeout(1000);
  await expect(page.getByText('Failed to initialize. Please refresh the page.')).toBeHidden();
  await page.context().setOffline(false);
  await expect.poll(() => isHydrated(page)).toBe(true);
});

test('The pages of a person who is signed in start at once', async ({ page }) => {
  const person = await signInAsReturningFounder(page);
  await openDashboard(page, person);
  const fetched = watchScripts(page);
  await page.goto('/wall-of-impact');
  expect(fetched.length).toBeGreaterThan(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first()).toBeAttached();
});

test('A page starts at once where its address says more than its HTML', async ({ page }) => {
  const fetched = watchScripts(page);
  await page.goto(`${await profilePath(page)}?day=2020-01-01&slot=10:00-11:00`);
  expect(fetched.length).toBeGreaterThan(0);
});

test('A recovery link that ends at the home page goes on to the new password before any script', async ({ page }) => {
  await neverRest(page);
  const fetched = watchScripts(page);
  await page.route(/\/reset-password/, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>New</h1>' }));
  for (const address of ['/#type=recovery&access_token=a', '/?type=recovery']) {
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page).toHaveURL(/\/reset-password/);
  }
  await page.goto('/?type=recovery_not', { waitUntil: 'domcontentloaded' });
  await expect(page).toHaveURL('/?type=recovery_not');
  expect(fetched).toEqual([]);
});

test('What stands below the first screen is laid out when it comes near, and at once on a page that is shown again', async ({
  page,
}) => {
  await neverRest(page);
  await page.goto('/', { waitUntil: 'load' });
  const lastIsLaidOut = () =>
    page.evaluate(() => {
      const heading = [...document.querySelectorAll('.later h2')].at(-1);
      return heading?.checkVisibility({ contentVisibilityAuto: true });
    });
  expect(await lastIsLaidOut()).toBe(false);
  await page.reload({ waitUntil: 'load' });
  expect(await lastIsLaidOut()).toBe(true);
});

test('The scripts in a page for visitors are three kilobytes at most, and its data is none of them', async ({
  page,
}) => {
  for (const path of ['/', '/mentors', await profilePath(page), '/wall-of-impact']) {
    const html = await (await page.request.get(path)).text();
    const run = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code).join('');
    expect([path, run.length > 1000, run.length <= 3 * 1024]).toEqual([path, true, true]);
    expect(run).not.toContain('loaderData');
    expect(html).toMatch(/<script id="page-state" type="application\/json">[^<]*loaderData/);
  }
});
