import type { Page } from '@playwright/test';
import { formatDateFull, formatTimeRange, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { founderOf, logOut, signInAsReturningFounder } from '#tests/kit/browser/accounts.ts';
import { DAY, LINK, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { type ChangingSite, openChangingSite } from '#tests/kit/browser/changing-site.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { sharedHost } from '#tests/kit/browser/start-host.ts';

test.use({ serviceWorkers: 'allow', timezoneId: 'Europe/Berlin' });
test.beforeEach(() => allowConsoleError(/Failed to load resource/));

const HEADING = 'Point 0 could not be reached';

/** Waits until the page at rest has given the browser the worker. */
async function waitForWorker(page: Page): Promise<void> {
  const isActive = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
  await expect.poll(isActive).toBe(true);
}

const cachesIn = (page: Page) => page.evaluate(() => caches.keys());

test('Without a network a page says so and shows the next session; a log-out forgets it', { tag: '@ci' }, async ({
  page,
  context,
  adminFixture,
}) => {
  await signInAsReturningFounder(page);
  const start = startIn(3 * DAY);
  const end = new Date(start.getTime() + 30 * 60_000);
  const founder = await founderOf(page);
  await adminFixture.addBooking(founder, { mentorName: 'Meera Joshi', status: 'confirmed', start, link: LINK });
  await page.goto('/dashboard');
  await waitForWorker(page);
  expect(await cachesIn(page)).toContain('point-0-next-session');

  await context.setOffline(true);
  await page.goto('/mentors');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING);
  const session = page.getByRole('region', { name: 'Your next session' });
  await expect(session).toContainText(formatDateFull(istToday(start)));
  await expect(session).toContainText(`${formatTimeRange(istTimeOfDay(start), istTimeOfDay(end))} IST`);
  await expect(session).toContainText('(Europe/Berlin)');
  await expect(session).toContainText(/Booking code\s*P0-/);
  await expect(session.getByRole('link')).toHaveAttribute('href', LINK);
  await expect(session).not.toContainText('Meera');
  // The fonts are there: what is measured is what people see.
  expect(await page.evaluate(async () => (await document.fonts.ready).check('16px Figtree'))).toBe(true);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('status')).toHaveText('There is still no connection.');

  // With the network, the page that was wanted comes by itself; none of its files waits for the worker.
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find the Perfect Mentor');
  const waysOfFiles = () =>
    performance.getEntriesByType('resource').map((entry) => Reflect.get(entry, 'workerMatchedSourceType'));
  expect([...new Set(await page.evaluate(waysOfFiles))]).toEqual(['network']);

  await page.goto('/dashboard');
  await logOut(page);
  await expect(page).toHaveURL(/\/$/);
  expect(await cachesIn(page)).not.toContain('point-0-next-session');
  await context.setOffline(true);
  await page.goto('/terms');
  await expect(page.getByRole('heading')).toHaveText([HEADING]);
});

test.describe('one request for one navigation', () => {
  let site: ChangingSite;
  test.beforeEach(async () => {
    site = await openChangingSite(sharedHost().url);
  });
  test.afterEach(() => site.close());

  /** How often the host is asked for what an address shows, when a person opens it. */
  async function countRequests(page: Page, address: string, open = () => page.goto(site.url + address)) {
    site.asked.length = 0;
    const answer = await open().catch(String);
    // The twin of a request that is sent twice may arrive after the answer.
    await page.waitForTimeout(200);
    return { address, requests: site.asked.filter((asked) => asked === address).length, answer };
  }

  const isPreloadOn = (page: Page) =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return (await registration?.navigationPreload.getState())?.enabled;
    });

  const MAILED = '/auth/v1/verify?token=of-a-mail&type=signup';

  test('With the worker at work, the host sees one request for each navigation, whatever its address', {
    tag: '@ci',
  }, async ({ page }) => {
    await page.goto(site.url);
    await waitForWorker(page);
    for (const address of [
      '/',
      '/mentors',
      '/mentors?search=sales',
      '/no-such-page',
      MAILED,
      '/auth/v1/authorize?provider=google',
      '/rest/v1/mentors?select=id',
      '/storage/v1/object/public/mentor_images/none.webp',
      '/functions/v1/calendar-feed',
      '/sandbox/mailbox',
      '/.well-known/security.txt',
      '/robots.txt',
      '/placeholder.svg',
    ]) {
      expect(await countRequests(page, address)).toMatchObject({ address, requests: 1 });
    }
    await page.goto(`${site.url}/terms`);
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    expect(await countRequests(page, '/terms', () => page.reload())).toMatchObject({ requests: 1 });
    await page.goto(`${site.url}/privacy`);
    expect(await countRequests(page, '/terms', () => page.goBack())).toMatchObject({ requests: 1 });
  });

  /** What a worker of before did: the browser asks ahead, and nobody takes what was answered to a mailed link. */
  const WITH_PRELOAD = `
    addEventListener('install', (event) => event.waitUntil(skipWaiting()));
    addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload.enable()));
    addEventListener('fetch', (event) => {
      if (event.request.mode !== 'navigate' || new URL(event.request.url).pathname.startsWith('/auth/')) return;
      event.respondWith((async () => (await event.preloadResponse) ?? fetch(event.request))());
    });`;

  test('A browser that had a worker with navigation preload asks once when the new one took over', {
    tag: '@ci',
  }, async ({ page }) => {
    site.answers.set('/service-worker.js', { body: WITH_PRELOAD, type: 'text/javascript' });
    await page.goto(site.url);
    await waitForWorker(page);
    await expect.poll(() => isPreloadOn(page)).toBe(true);
    // The control: so it was, and this test can see it.
    expect(await countRequests(page, MAILED)).toMatchObject({ requests: 2 });

    site.answers.delete('/service-worker.js');
    await page.goto(site.url);
    await expect.poll(() => isPreloadOn(page)).toBe(false);
    expect(await countRequests(page, MAILED)).toMatchObject({ requests: 1 });
    expect(await countRequests(page, '/mentors')).toMatchObject({ requests: 1 });
  });
});

test.describe('a site that changes', { tag: '@faults' }, () => {
  let site: ChangingSite;
  test.beforeEach(async ({ page }) => {
    test.slow();
    site = await openChangingSite(sharedHost().url);
    await page.goto(site.url);
  });
  test.afterEach(() => site.close());

  /** What a visitor reads who knows the page, once its price has changed. */
  async function priceAfterChange(page: Page): Promise<string | null> {
    const priceOf = (price: string) => ({ body: `<h1>${price}</h1>` });
    site.answers.set('/a-price', priceOf('₹7,000'));
    for (let visit = 0; visit < 2; visit += 1) await page.goto(`${site.url}/a-price`);
    site.answers.set('/a-price', priceOf('₹9,000'));
    await page.goto(`${site.url}/a-price`);
    return page.getByRole('heading').textContent();
  }

  /** The same, for who goes back to it. */
  async function priceOnReturn(page: Page): Promise<string | null> {
    const type = 'text/html; charset=utf-8';
    // As pages are sent, which a browser may keep.
    const priceOf = (price: string) => ({ body: `<h1>${price}</h1>`, type, cache: 'public, max-age=0' });
    site.answers.set('/a-price', priceOf('₹7,000'));
    await page.goto(`${site.url}/a-price`);
    site.answers.set('/a-price', priceOf('₹9,000'));
    await page.goto(`${site.url}/terms`);
    await page.goBack();
    return page.getByRole('heading').textContent();
  }

  /** A worker that answers pages from memory, as ours must not. */
  const FORGETFUL = `
    addEventListener('fetch', (event) => {
      if (event.request.mode !== 'navigate') return;
      event.stopImmediatePropagation();
      event.respondWith((async () => {
        const cache = await caches.open('point-0-pages');
        const known = await cache.match(event.request);
        if (known) return known;
        const answer = await fetch(event.request);
        await cache.put(event.request, answer.clone());
        return answer;
      })());
    });`;

  test('A changed price is seen at the next visit, and a new release too', async ({ page, context }) => {
    await waitForWorker(page);
    expect(await priceAfterChange(page)).toBe('₹9,000');
    expect(await priceOnReturn(page)).toBe('₹9,000');

    const worker = await site.original('/service-worker.js');
    const [, version = ''] = /version:.([0-9a-f]{12})/.exec(worker) ?? [];
    expect(await cachesIn(page)).toEqual([`point-0-shell-${version}`]);
    const type = 'text/javascript';
    const next = worker.replaceAll(version, 'the-next-one').replaceAll(HEADING, 'Of the next release');
    site.answers.set('/service-worker.js', { body: next, type });
    await page.goto(site.url);
    await expect.poll(() => cachesIn(page)).toEqual(['point-0-shell-the-next-one']);
    await context.setOffline(true);
    await page.goto(`${site.url}/mentors`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Of the next release');
    await context.setOffline(false);

    // The control: with a worker that answers pages from memory, the same visitor reads the old price.
    site.answers.set('/service-worker.js', { body: FORGETFUL + worker, type });
    await page.goto(site.url);
    await expect.poll(() => cachesIn(page)).toContain(`point-0-shell-${version}`);
    expect(await priceAfterChange(page)).toBe('₹7,000');
  });

  for (const { how, change } of [
    {
      how: 'is switched off',
      change: async () => {
        const body = await site.original('/service-worker-off.js');
        site.answers.set('/service-worker.js', { body, type: 'text/javascript' });
        site.changePage = (html) => html.replace('"isSandbox":true', '"isSandbox":true,"isWorkerOff":true');
      },
    },
    {
      how: 'is gone from the site',
      change: async () => {
        site.answers.set('/service-worker.js', { status: 404, body: '' });
        // Of a release that knows no worker.
        site.changePage = (html) => html.replace('"isSandbox":true', '"isSandbox":true,"isWorkerOff":true');
      },
    },
  ]) {
    test(`A worker that ${how} leaves nothing in a browser`, async ({ page, context }) => {
      await waitForWorker(page);
      await page.evaluate(() => caches.open('point-0-next-session'));
      await change();
      await page.goto(site.url);
      const left = () =>
        page.evaluate(async () => [
          (await navigator.serviceWorker.getRegistrations()).length,
          ...(await caches.keys()),
        ]);
      await expect.poll(left, { timeout: 20_000 }).toEqual([0]);
      await page.goto(site.url);
      // As long as a page waits before it registers a worker.
      await page.waitForTimeout(4_000);
      expect(await left()).toEqual([0]);
      await context.setOffline(true);
      await expect(page.goto(`${site.url}/mentors`)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
    });
  }
});
