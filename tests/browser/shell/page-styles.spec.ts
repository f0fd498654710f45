import type { Page } from '@playwright/test';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { neverRest } from '#tests/kit/browser/start-scripts.ts';

const SCRIPTS = /\/assets\/.*\.js$/;

/** Every style of every element and of what is drawn before and after it; custom properties are not drawn. */
function readStyles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // These run on their own, so two readings differ.
    for (const animation of document.getAnimations()) animation.cancel();
    return [...document.body.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].map((pseudo) => {
        const style = getComputedStyle(element, pseudo);
        const values = [...style].filter((name) => !name.startsWith('--')).map((name) => style.getPropertyValue(name));
        return `${element.tagName} ${element.getAttribute('class')} ${pseudo}: ${values.join(';')}`;
      }),
    );
  });
}

async function expectAllStylesChangeNothing(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => document.fonts.ready);
  const before = await readStyles(page);
  expect(before.length).toBeGreaterThan(100);
  // As lib/page/all-styles.ts does it.
  await page.evaluate(() => {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = document.getElementById('critical-css')?.dataset.rest ?? '';
    document.head.append(sheet);
    return new Promise((resolve) => sheet.addEventListener('load', resolve));
  });
  expect(await readStyles(page)).toEqual(before);
}

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
] as const) {
  test.describe(`Before any script, in the ${colorScheme}`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });
    test.beforeEach(async ({ page }) => {
      allowConsoleError(/Failed to load resource/);
      // A page that fails to start says so, which changes its styles.
      await neverRest(page);
      await page.route(SCRIPTS, (route) => route.abort());
    });

    test('the profile and the list of mentors have all styles that they use', { tag: '@faults' }, async ({ page }) => {
      await expectAllStylesChangeNothing(page, '/mentors');
      await page.goto('/mentors');
      const profile = await page.getByRole('main').locator('a[href^="/mentors/"]').first().getAttribute('href');
      await expectAllStylesChangeNothing(page, profile ?? '');
    });

    test('every other page for visitors has all styles that it uses', { tag: '@faults' }, async ({ page }) => {
      test.slow();
      for (const address of [
        '/wall-of-impact',
        '/share-your-story',
        '/join-as-mentor',
        '/about-us',
        '/project-point-0',
      ]) {
        await expectAllStylesChangeNothing(page, address);
      }
      for (const address of ['/terms', '/privacy', '/refunds', '/contact', '/no-such-page']) {
        await expectAllStylesChangeNothing(page, address);
      }
    });
  });
}

test('only a page that the server draws whole leaves out styles, so that none is drawn without them', async ({
  request,
}) => {
  const hasAll = async (address: string) => !(await (await request.get(address)).text()).includes('data-rest="');
  for (const address of ['/login', '/signup', '/reset-password', '/admin-login', '/dashboard', '/admin']) {
    expect([address, await hasAll(address)]).toEqual([address, true]);
  }
  for (const address of ['/', '/mentors', '/wall-of-impact', '/terms', '/no-such-page']) {
    expect([address, await hasAll(address)]).toEqual([address, false]);
  }
});
