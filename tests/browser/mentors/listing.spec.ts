import type { Page } from '@playwright/test';
import { ANY_PRICE } from '#rules/mentors/filter.ts';
import { type FilterableMentor, filterMentors, type MentorFilter } from '#rules/mentors/search.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { DESKTOP } from '#tests/kit/browser/widths.ts';

const LIST_CALL = /\/rest\/v1\/rpc\/search_mentors/;
const CATEGORIES_CALL = /\/rest\/v1\/categories/;

const cards = (page: Page) => page.getByRole('article');
const searchBox = (page: Page) => page.getByPlaceholder('Search by name or expertise...');
const chip = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name });
const badge = (page: Page, label: string) => page.getByRole('link', { name: `Remove filter: ${label}` });
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

/** The page answers to clicks from here on. */
async function openListing(page: Page, path = '/mentors'): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
}

/** The whole catalogue, as any visitor may read it. */
async function readCatalogue(page: Page): Promise<FilterableMentor[]> {
  return page.evaluate(async () => {
    const env = JSON.parse(document.getElementById('public-env')?.textContent ?? '{}');
    const columns = 'name,title,expertise,specializations,companies,price,categories(name)';
    const query = `select=${columns}&listing_state=eq.listed`;
    const answer = await fetch(`/rest/v1/mentors?${query}`, { headers: { apikey: env.supabaseAnonKey } });
    const rows: (Omit<FilterableMentor, 'categories'> & { categories: { name: string }[] })[] = await answer.json();
    return rows.map(({ categories, ...mentor }) => ({ ...mentor, categories: categories.map(({ name }) => name) }));
  });
}

/**
 * The listing shows exactly the mentors that the rule finds. Other tests add mentors and take them away again: then the
 * page is read anew.
 */
async function expectMatches(page: Page, filter: Partial<MentorFilter>): Promise<void> {
  const find = async () =>
    filterMentors(await readCatalogue(page), { search: '', category: '', priceRange: ANY_PRICE, ...filter });
  let found = await find();
  await expect(async () => {
    const count = found.length === 1 ? 'Showing 1 mentor' : `Showing ${found.length} mentors`;
    try {
      await expect(page.getByText(count, { exact: true })).toBeVisible({ timeout: 5_000 });
    } catch (error) {
      await page.reload();
      await waitUntilHydrated(page);
      found = await find();
      throw error;
    }
  }).toPass({ timeout: 30_000 });
  await expect(cards(page)).toHaveCount(Math.min(found.length, 8));
  const names = found.map(({ name }) => name);
  // As many mentors as before may still be those of before.
  const others = async () =>
    (await cards(page).getByRole('heading').allInnerTexts()).filter((name) => !names.includes(name));
  await expect.poll(others).toEqual([]);
}

async function choosePrice(page: Page, label: string): Promise<void> {
  if (!isPhone(page)) {
    await page.getByLabel('Price Range').selectOption(label);
    return;
  }
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Price Range').selectOption(label);
  await sheet.getByRole('button', { name: /^Show (\d+ )?mentors?$/ }).click();
  await expect(sheet).toBeHidden();
}

test('A visitor reads the list of mentors eight at a time', { tag: '@ci' }, async ({ page }) => {
  const fetched = watchRequests(page);
  await openListing(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Find the Perfect Mentor' })).toBeVisible();
  expect(
    fetched.filter((url) => url.includes('/rest/')),
    'the first results come with the page',
  ).toEqual([]);
  await expectNoLayoutShift(page);
  await expectMatches(page, {});
  await expectAccessible(page);
  const end = page.getByText(/^Showing all \d+ mentors$/);

  const release = Promise.withResolvers<void>();
  await page.route(LIST_CALL, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(page.getByText('Loading more mentors...')).toBeVisible();
  release.resolve();
  // Where the end of the list is in view already, the next eight are asked for at once.
  await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(16);

  // From here on, scrolling to the end of the page is enough.
  await expect(async () => {
    await page.evaluate(() => {
      // At the end already, nothing would move.
      window.scrollBy(0, -60);
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    await expect(end).toBeVisible({ timeout: 500 });
  }).toPass();
  // Other tests add mentors and take them away again.
  const total = Number(/\d+/.exec((await end.textContent()) ?? '')?.[0]);
  expect(total).toBeGreaterThan(24);
  await expect(cards(page)).toHaveCount(total);
  await expect(page.getByRole('link', { name: 'Load More' })).toHaveCount(0);
  expect(
    new Set(await cards(page).getByRole('heading').getByRole('link').allInnerTexts()).size,
    'each mentor once',
  ).toBe(total);

  // A reload further down would keep its place, and ask for more at once.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.setViewportSize(DESKTOP);
  await openListing(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Find the Perfect Mentor' })).toBeVisible();
  await expectNoLayoutShift(page);
  await expectMatches(page, {});
  await expectAccessible(page);
});

test('A mentor who joins or leaves the list while it is read is shown once, and the list ends', async ({ page }) => {
  await openListing(page);
  await page.route(LIST_CALL, async (route) => {
    const answer = await route.fetch();
    const first = await route.fetch({ url: route.request().url().replace('p_offset=8', 'p_offset=0') });
    const rows = [(await first.json())[0], (await answer.json())[0]].map((row) => ({ ...row, total: 10 }));
    await route.fulfill({ json: rows });
  });
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(page.getByText('Showing all 9 mentors')).toBeVisible();
  await expect(page.getByText('Showing 9 mentors')).toBeVisible();
  await expect(cards(page)).toHaveCount(9);
  await expect(page.getByRole('link', { name: 'Load More' })).toHaveCount(0);
});

test('A mentor’s card tells what a founder chooses by, and is one link', async ({ page }) => {
  await openListing(page);
  const card = cards(page).first();
  const name = (await card.getByRole('heading').textContent()) ?? '';
  await expect(card.getByRole('link', { name, exact: true })).toHaveCount(1);
  await expect(card).toContainText(/Rated \d\.\d out of 5/);
  await expect(card).toContainText(/\d+ reviews/);
  await expect(card.getByRole('list', { name: 'Next free times' }).getByRole('link').first()).toHaveText(
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2} \d{1,2}:\d{2} [AP]M$/,
  );
  await expect(card).toContainText(/₹[\d,]+( · (30|45|60) min)?\s*per session/);

  const slots = page.waitForRequest(/\/rest\/v1\/rpc\/mentor_slots_preview/);
  await card.getByRole('heading').getByRole('link').focus();
  await slots;

  // The link covers the card, so that it takes the click wherever it falls.
  await card.getByText('Book Now').click({ force: true });
  await page.waitForURL(/\/mentors\/[a-z-]+-[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('Filters narrow the list of mentors, stand as badges, and in the address', { tag: '@ci' }, async ({ page }) => {
  await openListing(page);

  await chip(page, 'Fundraising').click();
  await expect(page).toHaveURL('/mentors?category=Fundraising');
  await expect(chip(page, 'Fundraising')).toHaveAttribute('aria-current', 'true');
  await expect(badge(page, 'Fundraising')).toBeVisible();
  await expectMatches(page, { category: 'Fundraising' });

  await choosePrice(page, 'Up to 3,500');
  await expect(page).toHaveURL('/mentors?category=Fundraising&price=0-3500');
  await expectMatches(page, { category: 'Fundraising', priceRange: [0, 3_500] });
  await expectAccessible(page);

  await badge(page, 'Fundraising').click();
  await expect(page).toHaveURL('/mentors?price=0-3500');
  await expectMatches(page, { priceRange: [0, 3_500] });

  await searchBox(page).fill('  SALES ');
  await expect(page).toHaveURL('/mentors?q=SALES&price=0-3500');
  await expectMatches(page, { search: 'sales', priceRange: [0, 3_500] });
  await expect(badge(page, '“SALES”')).toBeVisible();

  await page.reload();
  await expectMatches(page, { search: 'sales', priceRange: [0, 3_500] });
  await expect(searchBox(page)).toHaveValue('SALES');
  await expectNoLayoutShift(page);

  // A desktop has the price beside the search, a phone in a sheet.
  await page.setViewportSize(DESKTOP);
  await page.reload();
  await expect(searchBox(page)).toHaveValue('SALES');
  await expectNoLayoutShift(page);
  await choosePrice(page, '3,500-7,000');
  await expect(page).toHaveURL('/mentors?q=SALES&price=3500-7000');
  await expectMatches(page, { search: 'sales', priceRange: [3_500, 7_000] });
  await expectAccessible(page);
});

test('A chosen category chip leads back to all mentors, and so does Back', { tag: '@ci' }, async ({ page }) => {
  await openListing(page);
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(cards(page).nth(15)).toBeAttached();
  // Reaching the button may have come near enough to the end to load once more.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByText('Loading more mentors...')).toHaveCount(0);
  const left = await cards(page).count();

  await chip(page, 'Growth').click();
  await expectMatches(page, { category: 'Growth' });
  // Typing adds nothing to the history, however many letters it takes.
  await searchBox(page).pressSequentially('a');
  await expect(page).toHaveURL('/mentors?q=a&category=Growth');
  await searchBox(page).pressSequentially('r');
  await expect(page).toHaveURL('/mentors?q=ar&category=Growth');
  await expectMatches(page, { search: 'ar', category: 'Growth' });

  await page.goBack();
  await expect(page).toHaveURL('/mentors');
  await expect(searchBox(page)).toHaveValue('');
  await expect(cards(page), 'as many as were left').toHaveCount(left);

  await page.goForward();
  await expect(searchBox(page)).toHaveValue('ar');
  await chip(page, 'Growth').click();
  await expect(page).toHaveURL('/mentors?q=ar');
  await expectMatches(page, { search: 'ar' });
});

// docs/product/mentors.md#listing
test('At 1280 by 900 the list of mentors shows names and prices of its first row, and only Clear Filters once scripts run', {
  tag: ['@desktop', '@ci'],
}, async ({ page, sql }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  // The tallest card of the row has an answer time; the nightly count of another test may take it away.
  await expect(async () => {
    await sql`update public.mentors set answers_within = 6 where name = 'Ananya Deshpande'`;
    await page.goto('/mentors');
    await expect(cards(page).first()).toContainText('Usually answers within 6 h', { timeout: 2000 });
  }).toPass();
  const show = page.getByRole('button', { name: /^Show (\d+ )?mentors?$/ });
  await expect(show, 'before scripts the form has its button').toBeVisible();
  for (const mentor of await cards(page)
    .all()
    .then((all) => all.slice(0, 4))) {
    await expect(mentor.getByRole('heading')).toBeInViewport({ ratio: 1 });
    await expect(mentor.getByText(/^₹[\d,]+$/)).toBeInViewport({ ratio: 1 });
  }
  const placeOf = async (label: string) => (await page.getByLabel(label).boundingBox())?.x;
  const before = await placeOf('Price Range');
  await waitUntilHydrated(page);
  await expect(show).toBeHidden();
  await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeVisible();
  expect(await placeOf('Price Range'), 'the choices stay where they were').toBe(before);
});

test('On a phone the button of the filters’ sheet says how many mentors it shows', async ({ page }) => {
  test.skip(!isPhone(page));
  await openListing(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Expertise').selectOption('Sales');
  await expect(page).toHaveURL(/category=Sales/);
  await expect(async () => {
    const said = (await page.getByText(/^Showing \d+ mentors?$/).textContent()) ?? '';
    const button = sheet.getByRole('button', { name: said.replace('Showing', 'Show'), exact: true });
    await expect(button).toBeVisible({ timeout: 500 });
  }).toPass();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^Show \d+ mentors?$/ }).click();
  await expect(sheet).toBeHidden();
});

test('Clear Filters drops all filters of the list of mentors', async ({ page }) => {
  await openListing(page, '/mentors?q=a&category=Sales&price=0-3500');
  if (isPhone(page)) {
    await expect(page.getByRole('button', { name: 'Filters' })).toContainText('2');
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await expect(sheet.getByLabel('Expertise')).toHaveValue('Sales');
    await expectAccessible(page);
    await sheet.getByRole('link', { name: 'Clear Filters' }).click();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  } else {
    await page.getByRole('link', { name: 'Clear Filters' }).click();
    await expect(page.getByLabel('Expertise')).toHaveValue('');
    await expect(page.getByLabel('Expertise').locator('option').first()).toHaveText('All Expertise');
    await expect(page.getByRole('link', { name: 'Clear Filters' })).toBeDisabled();
  }
  await expect(page).toHaveURL('/mentors');
  await expectMatches(page, {});
});

test('A list of mentors that nobody matches says so, offers to clear filters', async ({ page }) => {
  await openListing(page, '/mentors?q=quantum-basket-weaving');
  await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search term.')).toBeVisible();
  await expectNoLayoutShift(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL('/mentors');
  await expectMatches(page, {});
});

test('A catalogue without mentors says that the first ones are being added, and offers no filters to clear', {
  tag: '@ci',
}, async ({ page }) => {
  await openListing(page, '/');
  await page.route(LIST_CALL, (route) => route.fulfill({ json: [] }));
  await page.getByRole('link', { name: 'Find a Mentor' }).first().click();
  await expect(page.getByRole('heading', { name: 'Our first mentors are being added.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear All Filters' })).toHaveCount(0);
  await expectAccessible(page);
});

test('The list of mentors, opened from another page, says that it loads', { tag: '@ci' }, async ({ page }) => {
  await openListing(page, '/');
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(LIST_CALL, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Find a Mentor' }).first().click();
  await expect(page.getByText('Loading mentors...')).toBeVisible();
  await expectAccessible(page);
  letGo();
  await expectMatches(page, {});
});

test('A list of mentors that fails says so, and Try Again starts afresh', { tag: '@ci' }, async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*search_mentors/);
  await openListing(page);
  await page.route(LIST_CALL, (route) =>
    route.fulfill({ status: 500, json: { message: 'The database is resting.', code: '57014' } }),
  );
  await chip(page, 'Sales').click();
  await expect(page.getByRole('heading', { name: 'Error loading mentors' })).toBeVisible();
  await expect(page.getByText('The server answered with an error. Please try again in a moment.')).toBeVisible();
  await expect(page.getByText('The database is resting.')).toBeHidden();
  await expectAccessible(page);
  await page.unroute(LIST_CALL);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page).toHaveURL('/mentors');
  await expectMatches(page, {});
});

test('Filters that are set within a tenth of a second all hold', { tag: '@desktop' }, async ({ page }) => {
  await openListing(page);
  await page.evaluate(() => {
    const choose = (name: string, value: string) => {
      const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`);
      if (!select) throw new Error(`There is no select of ${name}.`);
      select.value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    };
    choose('category', 'Sales');
    choose('price', '3500-7000');
  });
  await expect(page).toHaveURL('/mentors?category=Sales&price=3500-7000');
  await expectMatches(page, { category: 'Sales', priceRange: [3_500, 7_000] });
  await page.evaluate(() => {
    document.querySelector<HTMLAnchorElement>('a[aria-label="Remove filter: Sales"]')?.click();
    const links = document.querySelectorAll<HTMLAnchorElement>('nav[aria-label=Categories] a');
    [...links].find((link) => link.textContent === 'Technology')?.click();
  });
  await expect(page).toHaveURL('/mentors?category=Technology&price=3500-7000');
  // Back leads to the list that was seen.
  await page.goBack();
  await expect(page).toHaveURL('/mentors?category=Sales&price=3500-7000');
});

test('When more mentors cannot be loaded, those that are there stay', async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*search_mentors/);
  await openListing(page);
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(page.getByText('The next mentors could not be loaded. Please try again.')).toBeVisible();
  await expect(cards(page)).toHaveCount(8);
  await page.unroute(LIST_CALL);
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect(cards(page)).toHaveCount(16);
});

test('Without the categories of the database, the fixed eight stand in', { tag: '@ci' }, async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*categories/);
  await openListing(page, '/');
  await page.route(CATEGORIES_CALL, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  const refused = page.waitForResponse(CATEGORIES_CALL);
  await page.getByRole('link', { name: 'Find a Mentor' }).first().click();
  await refused;
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveText([
    'Legal & Compliance',
    'Fundraising',
    'Marketing & Branding',
    'Product Development',
    'Operations',
    'Sales',
    'Technology',
    'Growth',
  ]);
  await expect(page.getByText('An error occurred while fetching data.')).toHaveCount(0);
});

test('A shared list of mentors carries its own tags and one canonical address', async ({ page }) => {
  await openListing(page, '/mentors?category=Sales&price=3500-7000');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/mentors$/);
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.*\/og\/default\.png$/);
  await expect(page.locator('meta[name="twitter:card"]')).toHaveAttribute('content', 'summary_large_image');
  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(facts['@type']).toBe('ItemList');
  await expect(cards(page).first().getByRole('heading')).toHaveText(facts.itemListElement[0].name);
});
