/**
 * What people really bring, one entry a condition. Each journey (journeys.ts) runs under each of them. How to add one:
 * CONTRIBUTING.md, "A condition".
 */
import type { BrowserContext, Page } from '@playwright/test';
import { paymentDialog } from '#tests/kit/browser/booking-flow.ts';
import { setDeviceClock } from '#tests/kit/browser/device-clock.ts';
import { expect } from '#tests/kit/browser/fixtures.ts';
import { scanMail } from '#tests/kit/browser/mail-scanner.ts';
import { MISSING_IN_OLDEST } from '#tests/kit/browser/missing-in-oldest.ts';
import type { Condition } from './condition.ts';
import { addExtensions, deleteMethods, denyStorage, type TranslationWay, translate } from './init-scripts.ts';
import { leaveAndComeBack } from './left-and-back.ts';

const CHECKOUT = '**/checkout.js';

/** Takes the network away for four seconds, in which the person does something. */
export async function loseNetwork(page: Page, act?: () => Promise<unknown>): Promise<void> {
  await page.context().setOffline(true);
  await act?.();
  await page.waitForTimeout(OFFLINE_MS);
  expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  await page.context().setOffline(false);
}

const OFFLINE_MS = 4_000;
const OFFLINE = [/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/];

export const CONDITIONS: readonly Condition[] = [
  {
    name: 'with the service worker at work',
    why: 'a worker that asks beside the browser uses up links that work once',
    quick: true,
    needs: 'worker',
    prepare: async (_context, page) => {
      await page.goto('/terms');
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
        await navigator.serviceWorker.ready;
      });
    },
    isAtWork: (page) =>
      expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated'),
  },
  ...(['moves the text', 'replaces the text'] as const).map(translated),
  ...[
    { name: 'two hours ahead', minutes: 120 },
    { name: '56 minutes ahead', minutes: 56 },
    { name: 'five and a half hours ahead', minutes: 330 },
    { name: 'two hours behind', minutes: -120 },
    { name: 'a day behind', minutes: -24 * 60 },
  ].map(onClock),
  {
    name: 'in one of the oldest browsers',
    why: 'a method that it lacks ends the page',
    quick: true,
    // A script brings popovers where a browser has no part of them (without-popovers.spec.ts); this one keeps the rest.
    prepare: (context) =>
      context.addInitScript(
        deleteMethods,
        MISSING_IN_OLDEST.filter((path) => !path.endsWith('Popover')),
      ),
    isAtWork: async (page) => expect(await page.evaluate(() => 'canParse' in URL || 'groupBy' in Map)).toBe(false),
    afterwards: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Something went wrong')).toHaveCount(0);
    },
  },
  {
    name: 'with mail that is scanned',
    why: 'programs open each link of a mail before the person does, some with a browser',
    onMail: async (mail, page) => {
      const browser = page.context().browser();
      expect(browser && (await scanMail(browser, mail))).not.toHaveLength(0);
    },
  },
  {
    name: 'after each page was left and come back to',
    why: 'the browser shows the page as it was left, disabled buttons and all',
    needs: 'kept pages',
    onArrival: leaveAndComeBack,
  },
  {
    name: 'without a network for four seconds, at once',
    why: 'what failed before the code of the page was there was never asked for again',
    onArrival: (page) => loseNetwork(page),
    allows: OFFLINE,
  },
  {
    name: 'without a network for four seconds, later',
    why: 'what failed while it was away was never asked for again',
    onArrival: async (page) => {
      await page.waitForLoadState();
      await loseNetwork(page);
    },
    allows: OFFLINE,
  },
  {
    name: 'where the browser keeps nothing',
    why: 'a privacy setting makes each use of a storage throw',
    keepsNothing: true,
    prepare: (context) => context.addInitScript(denyStorage),
    isAtWork: async (page) =>
      expect(await page.evaluate(() => [typeof localStorage]).catch(String)).toContain('SecurityError'),
    // React Router's own script for the scroll position, which says so.
    allows: [/SecurityError: Access to sessionStorage is denied/],
    without: {
      Google: 'the secret of the sign-in has nowhere to wait for the way back',
      approve: 'the test leaves the session in the storage',
    },
  },
  {
    name: 'with extensions in the page',
    why: 'they add nodes and attributes before React reads the page',
    prepare: (context) => context.addInitScript(addExtensions),
    // 1Password's node beside a field is there before React reads the form.
    // The test leaves a session on an answer of the host, whose rules allow no style.
    allows: [/Minified React error #418/, /Applying inline style violates/],
    isAtWork: async (page) => {
      await expect(page.locator('grammarly-desktop-integration')).toBeAttached();
      await expect(page.locator('html')).toHaveAttribute('data-darkreader-mode');
    },
  },
  {
    name: 'with a checkout script that is blocked once',
    why: 'a filter or a bad line keeps the provider’s script away',
    onCheckout: async (page) => {
      await page.route(CHECKOUT, (route) => route.abort(), { times: 1 });
      await paymentDialog(page)
        .getByRole('button', { name: /^Pay ₹/ })
        .click();
      await expect(page.getByText(/Failed to load payment gateway/).first()).toBeVisible();
    },
    allows: [/checkout\.js/],
    without: {
      Google: 'nothing is paid',
      find: 'nothing is paid',
      'save and ask': 'nothing is paid',
      answer: 'nothing is paid',
      'check-in': 'nothing is paid',
      approve: 'nothing is paid',
    },
  },
];

function translated(way: TranslationWay): Condition {
  return {
    name: `on a page whose translation ${way}`,
    why: 'React changes texts that are no longer where it put them',
    quick: way === 'replaces the text',
    prepare: (context) => context.addInitScript(translate, way),
    isAtWork: async (page) => {
      expect(await page.locator('font > font').count()).toBeGreaterThan(5);
      expect(await page.locator('[translate="no"] font').count()).toBe(0);
    },
    // A page that was translated before React read it is drawn anew.
    allows: [/Minified React error #418/],
  };
}

function onClock({ name, minutes }: { name: string; minutes: number }): Condition {
  const renewals = new WeakMap<BrowserContext, string[]>();
  return {
    name: `on a clock ${name}`,
    why: 'a device’s clock decides nothing',
    quick: minutes === 120,
    prepare: async (context) => {
      const asked: string[] = [];
      renewals.set(context, asked);
      context.on(
        'request',
        (request) => request.url().includes('grant_type=refresh_token') && asked.push(request.url()),
      );
      await setDeviceClock(context, minutes * 60_000);
    },
    isAtWork: async (page) => {
      // A session that a test leaves in the storage is renewed once.
      expect(renewals.get(page.context())?.length, 'renewals').toBeLessThanOrEqual(1);
      const ahead = (await page.evaluate(() => Date.now())) - Date.now();
      expect(Math.abs(ahead / 60_000 - minutes)).toBeLessThan(1);
    },
  };
}
