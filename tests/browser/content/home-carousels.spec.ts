import type { Locator, Page } from '@playwright/test';
import { expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowExternalRequest, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const PARTNERS = 'Our partners';
const EPISODES = 'Podcast episodes';
const STORIES = 'Stories of founders';

const CONTENT = /\/rest\/v1\/(podcasts|video_testimonials|partner_logos)\?/;

/** The home page shows the demonstration's content alone, and nothing that other tests publish for a moment. */
async function showDemoContentAlone(page: Page): Promise<void> {
  await page.route(CONTENT, async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({
      response,
      json: rows.filter((row) => Object.values(row).some((value) => String(value).startsWith('/demo/'))),
    });
  });
}

test.beforeEach(({ page }) => showDemoContentAlone(page));

/** The home page as the browser draws it: the server's may show what other tests publish for a moment. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/wall-of-impact');
  await waitUntilHydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Point 0', exact: true }).click();
  await expect(page).toHaveURL('/');
}

const carousel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Comes to a carousel's section and waits for its slides. */
async function reach(page: Page, name: string): Promise<Locator> {
  const headings: Record<string, string> = {
    [PARTNERS]: 'Trusted By',
    [EPISODES]: 'Outreach Unplugged',
    [STORIES]: 'Video Success Stories',
  };
  await page.getByRole('heading', { name: headings[name], exact: true }).scrollIntoViewIfNeeded();
  const found = carousel(page, name);
  await expect(found.getByRole('group').first()).toBeVisible();
  await found.scrollIntoViewIfNeeded();
  return found;
}

const isSeen = (slide: Locator) =>
  slide.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return left > -40 && right < innerWidth + 40;
  });

test('The slides of a carousel are named by place, and move by buttons and keys', { tag: '@ci' }, async ({ page }) => {
  await openHome(page);
  const episodes = await reach(page, EPISODES);
  await expect(episodes).toHaveAttribute('aria-roledescription', 'carousel');
  await expect(episodes.getByRole('group', { name: '1 of 6' })).toHaveAttribute('aria-roledescription', 'slide');
  await expect(episodes.getByRole('group')).toHaveCount(6);

  const last = episodes.getByRole('group', { name: '6 of 6' });
  const first = episodes.getByRole('group', { name: '1 of 6' });
  expect(await isSeen(last)).toBe(false);
  await expect(episodes.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  await episodes.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => isSeen(first)).toBe(false);
  await episodes.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(() => isSeen(first)).toBe(true);

  await episodes.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('End');
  await expect.poll(() => isSeen(last)).toBe(true);
  await page.keyboard.press('Home');
  await expect.poll(() => isSeen(first)).toBe(true);
  await page.setViewportSize(DESKTOP);
  await expect.poll(() => isSeen(last)).toBe(false);
  await page.keyboard.press('End');
  await expect.poll(() => isSeen(last)).toBe(true);
  await expect.poll(() => isSeen(first)).toBe(false);
  await page.keyboard.press('Home');
  await expect.poll(() => isSeen(first)).toBe(true);
  await page.setViewportSize(PHONE);

  await first.getByRole('button', { name: /^Play: / }).focus();
  await page.keyboard.press('ArrowRight');
  const second = episodes.getByRole('group', { name: '2 of 6' });
  await expect(second.getByRole('button', { name: /^Play: / })).toBeFocused();
  await expect.poll(() => isSeen(second)).toBe(true);
});

test('Tabbing through a carousel brings each slide into view, however slow the phone, and leads out at the end', {
  tag: '@ci',
}, async ({ page }) => {
  await openHome(page);
  const stories = await reach(page, STORIES);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  // Other tests add theirs at the same time.
  const count = await stories.getByRole('group').count();
  await stories
    .getByRole('group', { name: `1 of ${count}` })
    .getByRole('button')
    .focus();
  for (let place = 2; place <= count; place++) {
    await page.keyboard.press('Tab');
    const slide = stories.getByRole('group', { name: `${place} of ${count}` });
    await expect(slide.getByRole('button')).toBeFocused();
    await expect.poll(() => isSeen(slide)).toBe(true);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'Find Your Mentor' })).toBeFocused();
});

test('A swipe moves the row of a carousel', { tag: '@ci' }, async ({ page, hasTouch }) => {
  await openHome(page);
  const episodes = await reach(page, EPISODES);
  const first = episodes.getByRole('group', { name: '1 of 6' });
  const box = await first.boundingBox();
  if (!box) throw new Error('the slide has no place');
  const from = { x: box.x + box.width * 0.8, y: box.y + box.height * 0.75 };
  if (hasTouch) {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: from.y }] });
    await touch('touchStart', from.x);
    for (let step = 1; step <= 8; step++) await touch('touchMove', from.x - step * 30);
    await touch('touchEnd');
  } else {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 240, from.y, { steps: 8 });
    await page.mouse.up();
  }
  await expect.poll(() => isSeen(first)).toBe(false);
  await expectNoLayoutShift(page);
});

test('For people who want less motion the partners’ logos stand still and need no pause', async ({ page }) => {
  await openHome(page);
  const partners = await reach(page, PARTNERS);
  // Eight of the demonstration, and perhaps one that another test adds.
  await expect(partners.getByRole('group').nth(7)).toBeAttached();
  await expect(partners.getByRole('img', { name: 'Tarini Seed Fund' })).toBeVisible();
  await expect(partners.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(partners.getByRole('button', { name: 'Pause the movement' })).toHaveCount(0);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  const placeOf = (partners: Locator) =>
    partners
      .getByRole('group')
      .first()
      .evaluate((slide) => Math.round(slide.getBoundingClientRect().left));

  test('The partners’ logos go round by themselves until they are paused', { tag: '@faults' }, async ({ page }) => {
    await openHome(page);
    const partners = await reach(page, PARTNERS);
    const start = await placeOf(partners);
    await expect.poll(() => placeOf(partners)).not.toBe(start);

    const pause = partners.getByRole('button', { name: 'Pause the movement' });
    await pause.focus();
    await page.keyboard.press('Enter');
    await expect(partners.getByRole('button', { name: 'Start the movement' })).toBeFocused();
    // Away from the carousel nothing but the pause holds it.
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await expectStill(page, () => placeOf(partners));

    await partners.getByRole('button', { name: 'Start the movement' }).click();
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await page.mouse.move(0, 0);
    const held = await placeOf(partners);
    await expect.poll(() => placeOf(partners)).not.toBe(held);
  });

  test('The partners’ logos rest while they have the focus or are pointed at', {
    tag: ['@desktop', '@faults'],
  }, async ({ page }) => {
    await openHome(page);
    const partners = await reach(page, PARTNERS);
    await partners.getByRole('button', { name: 'Next' }).focus();
    await expectStill(page, () => placeOf(partners));
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    await partners.scrollIntoViewIfNeeded();
    await partners.getByRole('group').first().hover({ force: true });
    await expectStill(page, () => placeOf(partners));
  });

  /** Longer than the 3.5 seconds in which the row would have moved, once what is under way has come to rest. */
  async function expectStill(page: Page, place: () => Promise<number>) {
    let rest = Number.NaN;
    await expect
      .poll(async () => {
        const before = rest;
        rest = await place();
        return rest === before;
      })
      .toBe(true);
    await page.waitForTimeout(4200);
    expect(await place()).toBe(rest);
  }
});

test('A podcast episode plays from YouTube only once somebody asks for it', { tag: '@ci' }, async ({ page }) => {
  const asked = watchRequests(page);
  await openHome(page);
  const episodes = await reach(page, EPISODES);
  await expect(
    episodes.getByRole('heading', { name: 'The first cheque: what a seed investor writes down after you leave' }),
  ).toBeVisible();
  await expect(episodes.getByRole('link', { name: /Watch on YouTube: The first cheque/ })).toHaveAttribute(
    'target',
    '_blank',
  );
  expect(asked.filter((url) => /\/\/[^/]*(youtube|ytimg)/.test(url))).toEqual([]);

  allowExternalRequest(/^https:\/\/www\.youtube-nocookie\.com\/embed\/DEMO-EP-006\?autoplay=1&rel=0$/);
  await episodes.getByRole('button', { name: /^Play: The first cheque/ }).click();
  const player = episodes.locator('iframe');
  await expect(player).toHaveAttribute('src', 'https://www.youtube-nocookie.com/embed/DEMO-EP-006?autoplay=1&rel=0');
  await expect(player).toHaveAttribute('title', /^The first cheque.*\(YouTube\)$/);
  await expect(player).toHaveAttribute('allow', /autoplay; encrypted-media; fullscreen/);
  await expect(player).toBeFocused();
  await expect.poll(() => asked.some((url) => url.includes('DEMO-EP-006'))).toBe(true);
});

test('Pages may frame the player without cookies, and no other of YouTube’s', async ({ request }) => {
  const policy = (await request.get('/')).headers()['content-security-policy'] ?? '';
  const frames = /frame-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? [];
  expect(frames.filter((source) => source.includes('youtu'))).toEqual(['https://www.youtube-nocookie.com']);
});

test('Video stories play in place, one at a time, and none is fetched before', { tag: '@ci' }, async ({ page }) => {
  const asked = watchRequests(page);
  await openHome(page);
  const stories = await reach(page, STORIES);
  const film = (name: string) => stories.getByLabel(`The story of ${name}`, { exact: true });
  const isPaused = (name: string) => film(name).evaluate((video) => (video as HTMLVideoElement).paused);
  await expect(film('Ritika Solanki')).toHaveAttribute('preload', 'none');
  await expect(film('Ritika Solanki')).toHaveAttribute('playsinline');
  await expect(stories.locator('img[src="/demo/stories/ritika-solanki.webp"]')).toBeVisible();
  await expect(film('Ritika Solanki')).not.toHaveAttribute('controls');
  expect(asked.filter((url) => url.endsWith('.mp4'))).toEqual([]);

  await stories.getByRole('button', { name: 'Play the story of Ritika Solanki' }).click();
  await expect(film('Ritika Solanki')).toHaveAttribute('controls');
  await expect(film('Ritika Solanki')).toBeFocused();
  await expect.poll(() => isPaused('Ritika Solanki')).toBe(false);
  await stories.getByRole('button', { name: 'Play the story of Moses Khongwir' }).click();
  await expect.poll(() => isPaused('Moses Khongwir')).toBe(false);
  expect(await isPaused('Ritika Solanki')).toBe(true);

  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => isPaused('Moses Khongwir')).toBe(true);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`The home page with all its carousels is accessible in ${colorScheme} colours`, {
    tag: colorScheme === 'dark' ? '@faults' : '@ci',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await openHome(page);
    for (const name of [PARTNERS, EPISODES, STORIES]) await reach(page, name);
    await expectAccessibleAtBothWidths(page);
  });
}
