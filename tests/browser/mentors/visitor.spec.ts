import type { Page, Request } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';

const AVAILABILITY = /\/rest\/v1\/rpc\/mentor_slots_preview/;

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts();
const searchBox = (page: Page) => page.getByPlaceholder('Search by name or expertise...');
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name });

async function openListing(page: Page, path = '/mentors'): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
}

/** The requests that `pattern` matches, from now on. */
function listen(page: Page, pattern: RegExp): Request[] {
  const heard: Request[] = [];
  page.on('request', (request) => {
    if (pattern.test(request.url())) heard.push(request);
  });
  return heard;
}

/** Points at a card, or touches it, without opening it. */
async function pointAt(page: Page, index: number): Promise<void> {
  const card = cards(page).nth(index);
  await card.scrollIntoViewIfNeeded();
  if (isPhone(page)) await card.dispatchEvent('touchstart');
  else await card.hover();
}

test('A visitor browses, narrows the list, shares it, opens a mentor, returns', { tag: ['@main', '@ci'] }, async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.getByRole('link', { name: 'Find a Mentor' }).first().click();
  await expect(page.getByRole('heading', { name: 'Find the Perfect Mentor' })).toBeVisible();
  await expect(cards(page)).toHaveCount(8);

  await chip(page, 'Fundraising').click();
  await expect(page).toHaveURL('/mentors?category=Fundraising');
  await searchBox(page).fill('seed');
  await expect(page).toHaveURL('/mentors?q=seed&category=Fundraising');
  await expect(page.getByRole('status').filter({ hasText: /^Showing \d+ mentors?$/ })).toBeVisible();
  await expect(page.locator('ul[aria-busy=true]')).toHaveCount(0);
  const found = await names(page);
  expect(found.length).toBeGreaterThan(0);

  // Another visitor opens the address, in dark colours.
  const guest = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: page.viewportSize(),
    colorScheme: 'dark',
  });
  const shared = await guest.newPage();
  await shared.goto(page.url(), { waitUntil: 'networkidle' });
  await waitUntilHydrated(shared);
  await expect(searchBox(shared)).toHaveValue('seed');
  await expect(chip(shared, 'Fundraising')).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => names(shared)).toEqual(found);
  await expectAccessibleAtBothWidths(shared);

  const [first = ''] = found;
  await shared.getByRole('article').getByRole('link', { name: first, exact: true }).click();
  await expect(shared.getByRole('heading', { level: 1, name: first })).toBeVisible();
  await expectAccessibleAtBothWidths(shared);
  await shared.goBack();
  await expect(shared).toHaveURL('/mentors?q=seed&category=Fundraising');
  await expect(searchBox(shared)).toHaveValue('seed');
  await expect.poll(() => names(shared)).toEqual(found);
  await guest.close();
});

test('Back from a profile finds the list as long as it was, and where it was', async ({ page }) => {
  await openListing(page);
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(cards(page).nth(15)).toBeAttached();
  const card = cards(page).nth(11);
  await card.scrollIntoViewIfNeeded();
  // Reaching the card may have come near enough to the end to load once more.
  await expect(page.getByText('Loading more mentors...')).toHaveCount(0);
  const count = await cards(page).count();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(300);
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(cards(page)).toHaveCount(count);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await expect(card).toBeInViewport();
  await expect(card.getByRole('heading')).toHaveText(name);
});

test('Pointing at a mentor’s card reads the availability ahead, and the profile opens with it', {
  tag: '@both',
}, async ({ page }) => {
  await openListing(page);
  const asked = listen(page, AVAILABILITY);
  const read = page.waitForResponse(AVAILABILITY);
  await pointAt(page, 0);
  await (await read).finished();
  const query = new URL(asked[0]?.url() ?? '').searchParams;
  const href = (await cards(page).first().getByRole('heading').getByRole('link').getAttribute('href')) ?? '';
  expect(query.get('p_mentor_ids')).toBe(`{${href.slice(-36)}}`);

  // The profile's own question hangs: the slots are there all the same.
  await page.route('**/rest/v1/rpc/mentor_slots?*', () => {});
  await cards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  if (isPhone(page)) await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  await expect(page.getByText('Pick a date')).toBeVisible();
  await expect(page.locator('input[type="radio"]').first()).toBeAttached();
  expect(asked).toHaveLength(1);
});

test('Sweeping over many cards costs few requests, the same card again none', { tag: ['@desktop', '@ci'] }, async ({
  page,
}) => {
  await openListing(page);
  const asked = listen(page, AVAILABILITY);
  const box = await cards(page).first().boundingBox();
  const last = await cards(page).nth(3).boundingBox();
  if (!box || !last) throw new Error('The first row of cards is not drawn.');
  const y = box.y + 60;
  // Passing over a card makes no request.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.mouse.move(box.x + 5, y);
  await page.clock.runFor(100);
  await page.mouse.move(5, 5);
  await page.clock.runFor(1_000);
  expect(asked).toHaveLength(0);
  await page.mouse.move(box.x + 5, y);
  // Over the first row and back, several times, resting at both ends.
  for (let round = 0; round < 3; round++) {
    await page.mouse.move(last.x + last.width - 5, y, { steps: 8 });
    await page.clock.runFor(160);
    await page.mouse.move(box.x + 5, y, { steps: 8 });
    await page.clock.runFor(160);
  }
  await page.mouse.move(last.x + 5, y);
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const href = (await cards(page).nth(3).getByRole('heading').getByRole('link').getAttribute('href')) ?? '';
  await expect.poll(() => asked.some((request) => request.url().includes(href.slice(-36)))).toBe(true);
  expect(asked.length).toBeLessThanOrEqual(3);

  const before = asked.length;
  await page.mouse.move(5, 5);
  await cards(page).nth(3).getByRole('heading').getByRole('link').focus();
  const other = page.waitForRequest(AVAILABILITY);
  await cards(page).nth(4).getByRole('heading').getByRole('link').focus();
  await other;
  expect(asked.length, 'only the other card asks').toBe(before + 1);
});

test('Availability that cannot be read ahead is told to the console and to nobody else', async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*mentor_slots_preview/);
  await openListing(page);
  await page.route(AVAILABILITY, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning');
  await pointAt(page, 0);
  expect((await warning).text()).toContain('The availability of mentors could not be read');
  await expect(page.getByText('An error occurred while fetching data. Please try again.')).toHaveCount(0);
  await cards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  if (isPhone(page)) await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  await expect(page.getByText('Pick a date')).toBeVisible();
});

test('A search for emoji, right-to-left text, SQL, wildcards or a script is one like any other', {
  tag: '@faults',
}, async ({ page }) => {
  for (const typed of ['🚀🦄', 'مرحبا \u202eabc', '%_\\', '<script>alert(1)</script>', `"'; drop table mentors; --`]) {
    await openListing(page);
    await searchBox(page).fill(typed);
    await expect(page.getByRole('heading', { name: 'No mentors found' }), typed).toBeVisible();
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(typed);
    expect(new URL(page.url()).searchParams.get('q')).toBe(typed);
    await page.reload({ waitUntil: 'networkidle' });
    await expect(searchBox(page)).toHaveValue(typed);
    await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
  }
});

test('A search of 100 KB is cut to what anybody would type', async ({ page }) => {
  await openListing(page);
  await searchBox(page).fill('🚀'.repeat(25_000));
  await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
  // The field itself takes 100 code units: 50 rockets.
  expect(new URL(page.url()).searchParams.get('q')).toBe('🚀'.repeat(50));
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, 'nothing hangs over the edge').toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

test('A listing address that makes no sense shows what it can', async ({ page }) => {
  await openListing(page, '/mentors?q=%00%07&price=0-1&category=all&page=7');
  await expect(page.getByText(/^Showing \d+ mentors$/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0);

  await openListing(page, '/mentors?category=Alchemy%00');
  await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
  await page.getByRole('link', { name: 'Remove filter: Alchemy' }).click();
  await expect(page).toHaveURL('/mentors');
  await expect(cards(page)).toHaveCount(8);
});
