import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { founderOf, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import {
  buyOffer,
  chooseSlot,
  findOffer,
  openPicker,
  openProfile,
  paymentDialog,
  proceedToPayment,
} from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath, waitForWall } from '#tests/kit/browser/impact-stories.ts';
import { enlargeText, expectNothingCut, findBrokenWords } from '#tests/kit/browser/large-text.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const WIDTHS = [360, 390, 768, 1280];
const PROFILE = 'a profile';
/** Every page that a visitor can open. */
const PAGES = [
  '/',
  '/mentors',
  '/mentors?q=no-mentor-has-this-name',
  PROFILE,
  '/wall-of-impact',
  '/project-point-0',
  '/about-us',
  '/terms',
  '/privacy',
  '/refunds',
  '/contact',
  '/join-as-mentor',
  '/login',
  '/signup',
  '/reset-password',
  '/reset-password#token_hash=made-up',
  '/confirm-email#token_hash=made-up',
  '/confirm-email/change#token_hash=made-up',
  '/admin-login',
  '/mentors/no-such-mentor',
  '/no-such-page',
];

const NAME = 'Lakshmi Venkataraghavan';
const nameOf = (page: Page) => page.getByRole('heading', { level: 1 });

async function openPage(page: Page, path: string): Promise<void> {
  if (path.includes('no-such')) allowConsoleError(/Failed to load resource/);
  if (path !== PROFILE) {
    await page.goto(path, { waitUntil: 'networkidle' });
    return;
  }
  await page.goto(`/mentors?q=${NAME}`);
  await page.getByRole('article').getByRole('link', { name: NAME }).click();
  await expect(nameOf(page)).toHaveText(NAME);
  await page.waitForLoadState('networkidle');
}

/** What comes into view last has arrived, and may be measured. */
async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 600) {
      scrollTo(0, top);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState('networkidle');
}

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: width < 768 ? 844 : 900 });

/** What asks for the width of its column is drawn a frame after the window changed. */
const expectNoBrokenWords = (page: Page, selector: string, where: string) =>
  expect.poll(() => findBrokenWords(page, selector), where).toEqual([]);

/** How an element is drawn: two that are to be told apart differ in it. */
const lookOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, color, borderTopColor, borderTopWidth } = getComputedStyle(node);
    return { backgroundColor, color, border: `${borderTopWidth} ${borderTopColor}` };
  });

async function expectTold(chosen: Locator, other: Locator): Promise<void> {
  const [look, otherLook] = [await lookOf(chosen), await lookOf(other)];
  expect(look.backgroundColor, 'the ground of what is chosen').not.toBe(otherLook.backgroundColor);
  expect(look.color, 'the letters of what is chosen').not.toBe(look.backgroundColor);
}

/** Nothing that looks like a button is without an edge, and the focus is drawn. */
async function expectEdges(page: Page): Promise<void> {
  const bare = await page
    .locator('button:visible, a.bg-accent:visible')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => getComputedStyle(button).borderTopWidth === '0px')
        .map((button) => button.textContent || button.getAttribute('aria-label')),
    );
  expect(bare, `buttons without an edge on ${page.url()}`).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus-visible')).toHaveCSS('outline-style', 'solid');
}

test('A name stays in one piece and no text is cut on a phone with text of twice the size', { tag: '@ci' }, async ({
  page,
}) => {
  await openPage(page, PROFILE);
  // The narrowest columns: a small phone, a tablet, and the widths at which a column more stands beside it.
  for (const width of [360, 390, 768, 800, 1024, 1100, 1176]) {
    await resize(page, width);
    await expectNoBrokenWords(page, 'h1', `${width} px`);
  }
  await page.setViewportSize(PHONE);
  await enlargeText(page);
  await expectNothingCut(page);
  await expectNoBrokenWords(page, 'h1', 'large text');
});

test('The order of the list opens within a small phone, and with text of twice the size', { tag: '@ci' }, async ({
  page,
}) => {
  const expectWithin = async (path: string, width: number, isLarge = false) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(path);
    if (isLarge) await enlargeText(page);
    const button = page.locator('summary', { hasText: 'Sort by' });
    await button.click();
    const box = await page.getByRole('link', { name: 'Price: low to high' }).boundingBox();
    expect(box?.x, `the left edge at ${path}, ${width} px`).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? width), `the right edge at ${path}, ${width} px`).toBeLessThanOrEqual(width);
    const heightOf = async (selector: string) => (await button.locator(selector).boundingBox())?.height ?? 0;
    expect(await heightOf('> span > span'), 'the words within their button').toBeLessThanOrEqual(
      await heightOf('> span'),
    );
  };
  await expectWithin('/mentors?q=fund', 320);
  await expectWithin('/mentors?free=week&sort=rating', 360);
  await expectWithin('/mentors?q=fund', 390, true);
});

test('With the colours of a person’s own one sees which day, slot, tab and category is chosen', { tag: '@ci' }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const offer = await findOffer();
  await openProfile(page, offer.path);
  const tab = (name: string) => page.getByRole('tab', { name });
  await expectTold(tab('About'), tab('Reviews'));
  await expectEdges(page);
  const picker = await openPicker(page);
  const days = picker.getByRole('list', { name: 'Pick a date' }).locator('visible=true');
  await expectTold(days.locator('a[aria-current=date]'), days.locator('a:not([aria-current])').first());
  const times = picker.locator('label:visible:has(:enabled[type=radio])');
  await times.first().click();
  await expectTold(times.first(), picker.getByRole('button', { name: 'Confirm Booking' }));

  await page.goto('/mentors?category=Fundraising', { waitUntil: 'networkidle' });
  const category = (name: string) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name });
  await expectTold(category('Fundraising'), category('Growth'));
});

test('With the colours of a person’s own a switch has its knob, on and off', { tag: '@ci' }, async ({ page }) => {
  await signInAsNewFounder(page);
  await page.goto('/account#notifications');
  await page.emulateMedia({ forcedColors: 'active' });
  const control = page.getByRole('switch').first();
  const colours = () =>
    control.evaluate((element) =>
      [element, element.firstElementChild ?? element].map((part) => getComputedStyle(part).backgroundColor),
    );
  for (const isOn of [true, false]) {
    if ((await control.getAttribute('aria-checked')) !== String(isOn)) await control.click();
    await expect(control).toHaveAttribute('aria-checked', String(isOn));
    await expect(async () => {
      const [ground, knob] = await colours();
      expect(knob, `the knob of a switch that is ${isOn ? 'on' : 'off'}`).not.toBe(ground);
    }).toPass({ timeout: 3_000 });
  }
});

test.describe('Every public page', { tag: ['@desktop', '@faults'] }, () => {
  for (const path of PAGES) {
    test(`${path} satisfies axe in both themes at every width`, async ({ page }) => {
      test.setTimeout(240_000);
      await openPage(page, path);
      for (const width of WIDTHS) {
        await test.step(`${width} px`, async () => {
          await resize(page, width);
          await readToTheEnd(page);
          await expectAccessibleInBothThemes(page);
        });
      }
    });

    test(`${path} is no wider than the screen and cuts no text when text is twice as large`, async ({ page }) => {
      test.setTimeout(120_000);
      await resize(page, 390);
      await openPage(page, path);
      await enlargeText(page);
      for (const width of [390, 360]) {
        await resize(page, width);
        await readToTheEnd(page);
        await expectNothingCut(page);
      }
      await expectNoBrokenWords(page, 'h1, h2, article :is(h2, h3)', path);
    });

    test(`${path} has edges and a visible focus with a person’s own colours`, async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await openPage(page, path);
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await expectEdges(page);
      }
    });
  }

  test('Names as long as they come break nowhere at any width, or where no column could hold them', async ({
    page,
    sql,
    newAuthor,
    addImpactStory,
    addMentor,
  }) => {
    test.setTimeout(240_000);
    const mentor = await addMentor();
    const author = newAuthor();
    await addImpactStory({ author, isApproved: true });
    const story = (await sql`select id from public.impact_stories where name = ${author}`)[0]?.id;
    const names = [
      { name: 'Padmanabhan Venkatasubramanian', fits: true },
      { name: 'Chandrashekhar Mukhopadhyay-Bandopadhyay', fits: true },
      { name: 'Venkatanarasimharajuvaripeta', fits: false },
    ];
    const rename = async (mentorName: string, authorName: string) => {
      await sql`update public.mentors set name = ${mentorName} where id = ${mentor.id}`;
      // Among the newest, whatever other tests have added.
      await sql`update public.impact_stories set name = ${authorName}, created_at = now() where id = ${story}`;
    };
    try {
      for (const { name, fits } of names) {
        await rename(name, name);
        await waitForWall(page.request, name);
        for (const path of [`/mentors/${mentor.id}`, `/mentors?q=${name}`, uncachedWallPath()]) {
          await page.goto(path, { waitUntil: 'networkidle' });
          const heading = page.getByRole('heading', { name, exact: true });
          await expect(heading).toBeVisible();
          await heading.evaluate((element) => element.setAttribute('data-name', ''));
          for (const width of [...WIDTHS, 800, 1024, 1100, 1176]) {
            await resize(page, width);
            if (fits) await expectNoBrokenWords(page, '[data-name]', `${path} at ${width}`);
            await expectNothingCut(page);
          }
        }
      }
    } finally {
      // The fixtures remove what has the names that they gave.
      await rename(mentor.name, author);
    }
  });

  test('The way to a booking, with text of twice the size and with a person’s own colours', async ({ page, app }) => {
    test.setTimeout(240_000);
    await signInAsNewFounder(page);
    const offer = await findOffer();
    await page.setViewportSize(PHONE);
    await openProfile(page, offer.path);
    await page.emulateMedia({ forcedColors: 'active' });
    await enlargeText(page);
    const picker = await openPicker(page);
    await expect(picker.getByRole('radio').first()).toBeVisible();
    await expectNothingCut(page);
    await picker.getByRole('button', { name: 'Close' }).click();
    await expect(picker).toBeHidden();
    await chooseSlot(page, offer);
    await expectNothingCut(page);
    await expectEdges(page);
    await proceedToPayment(page);
    await expectNothingCut(page);
    await expectEdges(page);
    await paymentDialog(page).getByRole('button', { name: 'Cancel' }).click();

    const founder = await founderOf(page);
    const booking = await buyOffer(app, founder, await findOffer());
    for (const path of [`/booking-success/${booking}`, `/sessions/${booking}`]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await enlargeText(page);
      await readToTheEnd(page);
      await expectNothingCut(page);
      await expectEdges(page);
    }
  });
});
