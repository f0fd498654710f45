import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { startScripts } from '#tests/kit/browser/start-scripts.ts';
import { atBothWidths, DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

test('The home page makes its promise and shows ways to mentors and community', async ({ page }) => {
  const fetched = watchRequests(page);
  await page.goto('/');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Find the perfect mentor for your startup journey' }),
  ).toBeVisible();
  expect(
    fetched.filter((url) => url.includes('/rest/v1/mentors')),
    'the featured mentors come with the page',
  ).toEqual([]);
  await expect(page.getByText('Incubated at a business school')).toBeVisible();

  const featured = page.getByRole('region', { name: 'Meet Our Expert Mentors' });
  await expect(featured.getByRole('article')).toHaveCount(4);
  await expect(featured.getByRole('link', { name: 'View All Mentors' })).toHaveAttribute('href', '/mentors');
  await expect(page.getByRole('list', { name: 'Featured mentors' }).getByRole('link')).toHaveCount(3);

  for (const title of [
    'Expert Mentors',
    'Flexible Scheduling',
    'Specialized Expertise',
    'Startup Resources',
    'Learning Programs',
    'Growth Community',
    'Find Your Mentor',
    'Book a Session',
    'Meet Virtually',
    'Grow & Succeed',
  ]) {
    await expect(page.getByRole('heading', { level: 3, name: title, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();

  const community = page.getByRole('main').getByRole('link', { name: 'Join Our Community' });
  await expect(community).toHaveCount(2);
  await expect(community.first()).toHaveAttribute('target', '_blank');

  await expectNoLayoutShift(page);
  await expectAccessible(page);
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await expect(featured.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('list', { name: 'Featured mentors' }).getByRole('link')).toHaveCount(3);
  await expectNoLayoutShift(page);
  await expectAccessible(page);

  await page.getByRole('main').getByRole('link', { name: 'Find Your Mentor' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Find the Perfect Mentor' })).toBeVisible();
});

test('The eight sections of the home page stand in their order', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Trusted By',
    'Meet Our Expert Mentors',
    'Why Choose Point 0?',
    'How It Works',
    'Outreach Unplugged',
    'Video Success Stories',
    'Your point zero is one conversation away',
  ]);
  await expect(
    page.getByRole('main').getByRole('heading', { name: 'Find the perfect mentor for your startup journey' }),
  ).toBeVisible();
});

/** Which carousels' code has been asked for so far. */
function watchCarousels(page: Page): () => string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, name] = /\/assets\/(partner-logos|podcasts|video-testimonials)-/.exec(request.url()) ?? [];
    if (name && !asked.includes(name)) asked.push(name);
  });
  return () => asked;
}

declare global {
  interface Window {
    /** Lets the timers of so many milliseconds go off, now and from now on. */
    letPass?: (delayMs: number) => void;
  }
}

/** Holds the timers of the sections until the test lets their time pass. */
async function holdSectionTimers(page: Page): Promise<(delayMs: number) => Promise<void>> {
  await page.addInitScript(() => {
    const held = new Map<number, (() => void)[]>([200, 1000, 1500, 2000, 2500].map((delay) => [delay, []]));
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((callback: () => void, delay?: number, ...rest: unknown[]) => {
      const waiting = held.get(delay ?? 0);
      if (!waiting) return start(callback, delay, ...rest);
      waiting.push(callback);
      return 0;
    }) as typeof window.setTimeout;
    window.letPass = (delay) => {
      const waiting = held.get(delay) ?? [];
      held.delete(delay);
      for (const callback of waiting) callback();
    };
  });
  return (delayMs) => page.evaluate((delay) => window.letPass?.(delay), delayMs);
}

test('Carousels are in the page from the start, and their code comes in turn: partners at 200 ms, podcasts 2000, stories 2500', async ({
  page,
}) => {
  const letPass = await holdSectionTimers(page);
  const asked = watchCarousels(page);
  await page.goto('/');
  for (const name of ['Our partners', 'Podcast episodes', 'Stories of founders']) {
    await expect(page.getByRole('region', { name }).getByRole('group').first()).toBeVisible();
  }
  await waitUntilHydrated(page);
  await letPass(200);
  await expect.poll(asked).toEqual(['partner-logos']);
  await letPass(1000);
  await letPass(1500);
  await letPass(2000);
  await expect.poll(asked).toEqual(['partner-logos', 'podcasts']);
  await letPass(2500);
  await expect.poll(asked).toEqual(['partner-logos', 'podcasts', 'video-testimonials']);
});

test('The code of a carousel near the view does not wait for its time', async ({ page }) => {
  await holdSectionTimers(page);
  const asked = watchCarousels(page);
  await page.goto('/');
  await waitUntilHydrated(page);
  expect(asked()).not.toContain('video-testimonials');
  await page.getByRole('heading', { name: 'Video Success Stories' }).scrollIntoViewIfNeeded();
  await expect.poll(asked).toContain('video-testimonials');
});

test('A carousel can be scrolled before its scripts, which go on from there', async ({ page }) => {
  const letPass = await holdSectionTimers(page);
  await page.goto('/');
  const episodes = page.getByRole('region', { name: 'Podcast episodes' });
  const second = episodes.getByRole('group').nth(1);
  const left = () => second.evaluate((slide) => Math.round(slide.getBoundingClientRect().left));
  await episodes
    .getByRole('group')
    .first()
    .locator('..')
    .locator('..')
    .evaluate((row) => {
      row.scrollLeft = row.scrollWidth;
    });
  const before = await left();
  expect(before).toBeLessThan(0);
  await waitUntilHydrated(page);
  for (const delay of [200, 1000, 1500, 2000, 2500]) await letPass(delay);
  await expect(episodes.getByRole('button', { name: 'Previous' })).toBeVisible();
  expect(Math.abs((await left()) - before)).toBeLessThan(40);
});

/** Moves the mouse, at which the page asks for its scripts, and waits until its parts know their elements. */
async function waitUntilHydrated(page: Page): Promise<void> {
  await startScripts(page);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

test('Nothing on the home page moves while its sections arrive over a slow network', { tag: '@faults' }, async ({
  page,
}) => {
  await page.route(/\/(rest|assets|demo|portraits)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await page.goto('/');
    for (const [heading, carousel] of [
      ['Trusted By', 'Our partners'],
      ['Outreach Unplugged', 'Podcast episodes'],
      ['Video Success Stories', 'Stories of founders'],
    ] as const) {
      await page.getByRole('heading', { name: heading, exact: true }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('region', { name: carousel }).getByRole('group').first()).toBeVisible();
    }
    await expectNoLayoutShift(page);
  }
});

for (const [table, heading] of [
  ['partner_logos', 'Trusted By'],
  ['podcasts', 'Outreach Unplugged'],
  ['video_testimonials', 'Video Success Stories'],
] as const) {
  // One of them stands for the others, which run with the long tests.
  test(`When ${table} cannot be read, its section of the home page goes, and the rest stays`, {
    tag: table === 'partner_logos' ? '@ci' : '@faults',
  }, async ({ page }) => {
    allowConsoleError(/ERR_FAILED/);
    await page.route(new RegExp(`/rest/v1/${table}`), (route) => route.abort());
    // The browser itself reads what a page shows that was opened from another one.
    await page.goto('/wall-of-impact');
    await waitUntilHydrated(page);
    await page.getByRole('banner').getByRole('link', { name: 'Point 0', exact: true }).click();
    await expect(page.getByText('An error occurred while fetching data. Please try again.')).toBeVisible();
    // It goes while it is out of view; on a busy machine that takes a moment longer than the message.
    await expect(page.locator('[data-section]')).toHaveCount(2);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(page.getByRole('heading', { name: heading, exact: true })).toHaveCount(0);
    for (const kept of ['Trusted By', 'Outreach Unplugged', 'Video Success Stories', 'How It Works']) {
      if (kept !== heading) await expect(page.getByRole('heading', { name: kept, exact: true })).toBeVisible();
    }
    await expectNoLayoutShift(page);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('The home page without scripts reads whole, and says what needs them', async ({ page }) => {
    await page.goto('/');
    await atBothWidths(page, async () => {
      for (const heading of ['Meet Our Expert Mentors', 'Why Choose Point 0?', 'How It Works']) {
        await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      }
      for (const heading of ['Trusted By', 'Outreach Unplugged', 'Video Success Stories']) {
        const section = page.getByRole('region', { name: heading });
        await expect(section.getByRole('group').first()).toBeVisible();
        // Logos are to be read alone; videos play by scripts.
        await expect(section.locator('noscript')).toBeVisible({ visible: heading !== 'Trusted By' });
      }
    });
  });
});

test('Without featured mentors, their section of the home page shows nothing', { tag: '@ci' }, async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*mentors/);
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.route(/\/rest\/v1\/mentors/, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.getByRole('banner').getByRole('link', { name: 'Point 0', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Meet Our Expert Mentors' })).toHaveCount(0);
  await expect(page.getByText('An error occurred while fetching data.')).toHaveCount(0);
});

test('A password-recovery link that lands on the home page goes to the form', async ({ page }) => {
  await page.goto('/#type=recovery&note=kept');
  // What the hash said is read, and leaves the address bar.
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible();
});
