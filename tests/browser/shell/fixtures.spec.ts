/**
 * The fixtures guard every test. Each guard is seen to fail here, so the failures that the reporter marks are
 * expected.
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { PHONE } from '#tests/kit/browser/widths.ts';

test.describe('expected to fail', () => {
  test.fail();

  test('A test fails when its page writes an error to the console', async ({ page }) => {
    await page.evaluate(() => console.error('something is wrong'));
  });

  test('A test fails when its page throws', async ({ page }) => {
    await page.evaluate(() => setTimeout(() => document.dispatchEvent(null as never)));
    await page.waitForTimeout(100);
  });

  test('A test fails when its page asks another machine', async ({ page }) => {
    await page.evaluate(() => fetch('http://example.test/').catch(() => {}));
  });

  test('A test fails when something on its page moves by itself', async ({ page }) => {
    await page.goto('/signup');
    // What moves before the first paint is no layout shift.
    await expectNoLayoutShift(page);
    await page.evaluate(() => document.body.style.setProperty('padding-top', '50px'));
    await expectNoLayoutShift(page);
  });

  test('A test fails when axe objects to its page', async ({ page }) => {
    await page.setContent('<html lang="en"><title>Test</title><main><h1>Test</h1><img src="data:,"></main>');
    await expectAccessible(page);
  });
});

test('A test passes with an error on the console that it has allowed', async ({ page }) => {
  allowConsoleError(/something is wrong/);
  await page.evaluate(() => console.error('something is wrong'));
  expect(page.url()).toBe('about:blank');
});

test.describe('the page that tests share', () => {
  // One worker runs them one after the other.
  test.describe.configure({ mode: 'serial' });

  const leave = async (page: Page) => {
    await page.evaluate(() => {
      Object.assign(document, { cookie: 'a=1' });
      for (const storage of [localStorage, sessionStorage]) storage.setItem('a', '1');
    });
    await page.setViewportSize({ width: 500, height: 500 });
    await page.route('**/*', (route) => route.abort());
    await page.context().setOffline(true);
  };
  const changes: [string, (page: Page) => Promise<unknown>][] = [
    ['leaves its state', leave],
    ['stops the clock', (page) => page.clock.setFixedTime(0)],
    ['adds a script', (page) => page.addInitScript(() => localStorage.setItem('a', '1'))],
    ['prefers the dark', (page) => page.emulateMedia({ colorScheme: 'dark' })],
    ['closes it', (page) => page.close()],
    ['ends', async () => {}],
  ];
  for (const [end, change] of changes) {
    test(`A test finds an empty page, then ${end}`, async ({ page }) => {
      expect([page.url(), page.viewportSize()]).toEqual(['about:blank', PHONE]);
      await page.goto('/healthz');
      const state = await page.evaluate(() => ({
        stored: [document.cookie, ...Object.keys({ ...localStorage, ...sessionStorage })].join(''),
        entries: history.length,
        isDark: matchMedia('(prefers-color-scheme: dark)').matches,
        isClockStopped: Date.now() === 0,
      }));
      expect(state).toEqual({ stored: '', entries: 2, isDark: false, isClockStopped: false });
      await change(page);
    });
  }
});
