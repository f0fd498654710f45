/**
 * The fixtures guard every test. Each guard is seen to fail here, so the failures that the reporter marks are
 * expected.
 */
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';

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
