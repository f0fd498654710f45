import type { Locator, Page } from '@playwright/test';
import { signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { findOffer, openPicker, pathWithChoice, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { startScripts } from '#tests/kit/browser/start-scripts.ts';
import { DESKTOP } from '#tests/kit/browser/widths.ts';

/** What a person presses, and what that opens. */
interface Step {
  does: string;
  press: (page: Page) => Promise<void>;
  opens: (page: Page) => Locator;
}

const press = (role: 'button' | 'link' | 'tab', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).filter({ visible: true }).first().click();
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const text = (sentence: string | RegExp) => (page: Page) => page.getByText(sentence).first();

const MENU: Step = { does: 'the menu', press: press('button', 'Open menu'), opens: dialog('Menu') };
const inSection = (name: string, does: string): Step => ({
  does,
  press: (page) => page.getByRole('heading', { name }).scrollIntoViewIfNeeded(),
  opens: (page) => page.getByRole('region', { name }).getByRole('group').first(),
});
const HOME: Step[] = [
  inSection('Trusted By', 'the partners'),
  inSection('Outreach Unplugged', 'the podcasts'),
  inSection('Video Success Stories', 'the video stories'),
];
const LIST: Step[] = [
  { does: 'a category', press: press('link', 'Fundraising'), opens: text(/^Showing \d+ mentors?$/) },
  { does: 'more mentors', press: press('link', 'Load More'), opens: (page) => page.getByRole('article').nth(8) },
  {
    does: 'a search without a result',
    press: async (page) => {
      await page.getByPlaceholder('Search by name or expertise...').fill('zzzzzz');
      await page.keyboard.press('Enter');
    },
    opens: text('No mentors found'),
  },
];
const PROFILE: Step[] = [
  { does: 'sharing', press: press('button', 'Share'), opens: dialog(/Share/) },
  { does: 'a tab', press: press('tab', 'Reviews'), opens: (page) => page.getByRole('tabpanel', { name: 'Reviews' }) },
  {
    does: 'a day and a slot',
    press: async (page) => {
      const picker = await openPicker(page);
      const times = picker.getByRole('radio', { disabled: false });
      for (const day of await picker.getByRole('group', { name: 'Pick a date' }).getByRole('link').all()) {
        if (await times.count()) break;
        await day.click();
      }
      await times.first().check();
    },
    opens: (page) => page.getByRole('radio', { checked: true }).filter({ visible: true }),
  },
  {
    does: 'the months',
    press: async (page) => (await openPicker(page)).getByText('More days').click(),
    opens: (page) => page.getByRole('grid'),
  },
];
const CONFIRMED: Step[] = [
  { does: 'the confirmation of a visitor', press: press('button', 'Confirm Booking'), opens: dialog('Login Required') },
];
const WALL: Step[] = [
  { does: 'the form of a story', press: press('button', 'Share your story'), opens: dialog(/story/i) },
];
const FORM: Step[] = [
  {
    does: 'an empty form',
    press: press('button', /^(Submit|Send|Share|Apply)/),
    opens: (page) => page.getByRole('alert').first(),
  },
];

/**
 * Names each visible element whose drawing all styles of the product would change now, before the page has them. The
 * sheet is added and taken away within one task, so nothing else changes between the two readings.
 */
function lackingStyles(page: Page, css: string): Promise<string[]> {
  return page.evaluate((text) => {
    for (const animation of document.getAnimations()) animation.cancel();
    const elements = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility());
    const read = () =>
      elements.map((element) => {
        const style = getComputedStyle(element);
        return [...style].filter((name) => !name.startsWith('--')).map((name) => [name, style.getPropertyValue(name)]);
      });
    const before = read();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    const after = read();
    document.adoptedStyleSheets = [];
    return elements.flatMap((element, index) => {
      const changed = before[index]?.filter(([, value], at) => after[index]?.[at]?.[1] !== value).map(([name]) => name);
      return changed?.length ? [`${element.tagName} ${element.getAttribute('class')}: ${changed.slice(0, 5)}`] : [];
    });
  }, css);
}

/** Opens the page with all its styles held back, lets them come, and does each step. */
async function expectStyledThroughout(page: Page, address: string, steps: readonly Step[]): Promise<void> {
  const file = /data-rest="([^"]+)"/.exec(await (await page.request.get(address)).text())?.[1] ?? '';
  const css = await (await page.request.get(file)).text();
  for (const { does, press, opens } of steps) {
    await test.step(does, async () => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route(`**${file}`, async (route) => {
        await held;
        await route.continue().catch(() => {});
      });
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      // The page asks for its scripts and styles, and React waits for the styles.
      await startScripts(page);
      await page.waitForTimeout(600);
      expect(await lackingStyles(page, css), `${does}, before all styles have come`).toEqual([]);
      letGo();
      await waitUntilHydrated(page);
      await press(page);
      await expect(opens(page)).toBeVisible();
      expect(await lackingStyles(page, css), `${does}, afterwards`).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
}

for (const { where, viewport } of [{ where: 'on a phone' }, { where: 'on a desktop', viewport: DESKTOP }]) {
  test.describe(`With slow styles, ${where}`, () => {
    test.use(viewport ? { viewport, isMobile: false, hasTouch: false } : {});
    const isPhone = !viewport;

    test(`nothing that a visitor opens is drawn before its styles are there ${where}`, { tag: '@faults' }, async ({
      page,
    }) => {
      test.slow();
      const { path, ...offer } = await findOffer();
      const filters: Step = { does: 'filters', press: press('button', 'Filters'), opens: dialog('Filters') };
      await expectStyledThroughout(page, '/', isPhone ? [MENU, ...HOME] : HOME);
      await expectStyledThroughout(page, '/mentors', isPhone ? [MENU, filters, ...LIST] : LIST);
      await expectStyledThroughout(page, path, PROFILE);
      await expectStyledThroughout(page, pathWithChoice({ path, ...offer }), CONFIRMED);
      await expectStyledThroughout(page, '/wall-of-impact', WALL);
      // What is missing is answered by the page itself.
      allowConsoleError(/status of 422/);
      for (const form of ['/share-your-story', '/join-as-mentor']) await expectStyledThroughout(page, form, FORM);
    });

    test(`nothing that a founder opens on a profile is drawn before its styles are there ${where}`, {
      tag: isPhone ? '@ci' : '@faults',
    }, async ({ page }) => {
      test.slow();
      const offer = await findOffer();
      await signInAsNewFounder(page);
      await expectStyledThroughout(page, pathWithChoice(offer), [
        { does: 'the confirmation', press: press('button', 'Confirm Booking'), opens: dialog('Confirm Booking') },
      ]);
    });
  });
}
