import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts();
const prices = async (page: Page) =>
  (await page.getByText(/^₹[\d,]+$/).allInnerTexts()).map((price) => Number(price.replace(/\D/g, '')));
const badge = (page: Page, label: string) => page.getByRole('link', { name: `Remove filter: ${label}` });
const menu = (page: Page, text: string) => page.locator('summary').filter({ hasText: text });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Not later than what the page of the listing does by itself. */
async function openListing(page: Page, path = '/mentors'): Promise<void> {
  await page.goto(path);
  await waitUntilHydrated(page);
}

// docs/product/mentors.md#search-and-filters
test('On a phone a visitor filters by two languages on the sheet, which says how many mentors it shows', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openListing(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByText('Any Language').click();
  await sheet.getByRole('checkbox', { name: 'Malayalam' }).check();
  await expect(page).toHaveURL('/mentors?lang=ml');
  await sheet.getByRole('checkbox', { name: 'Hindi' }).check();
  await expect(page).toHaveURL('/mentors?lang=hi,ml');
  await expect(sheet.getByText('Hindi, Malayalam')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^Show \d+ mentors?$/ }).click();
  await expect(sheet).toBeHidden();
  await expect(badge(page, 'Hindi')).toBeVisible();
  await badge(page, 'Malayalam').click();
  await expect(page).toHaveURL('/mentors?lang=hi');
});

test('At most five languages can be chosen, and the sixth waits', { tag: '@ci' }, async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openListing(page, '/mentors?lang=en,hi,bn,mr,te');
  await menu(page, 'English, Hindi').click();
  await expect(page.getByText('You can choose up to 5.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Tamil' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Bengali' }).uncheck();
  await expect(page.getByRole('checkbox', { name: 'Tamil' })).toBeEnabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: 'Tamil' })).toBeHidden();
  await expect(menu(page, 'English, Hindi')).toBeFocused();
});

test('Sorting and "Free this week" take one press each, and Clear Filters keeps the order', { tag: '@ci' }, async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  await openListing(page);
  await menu(page, 'Sort by').click();
  await expect(page.getByRole('link', { name: 'Recommended' })).toHaveAttribute('aria-current', 'true');
  await link(page, 'Price: low to high').click();
  await expect(page).toHaveURL('/mentors?sort=price');
  await expect(menu(page, 'Sort by: Price: low to high')).toBeVisible();
  await expect(async () => {
    const sorted = await prices(page);
    expect(sorted).toHaveLength(8);
    expect(sorted).toEqual([...sorted].sort((a, b) => a - b));
  }).toPass();
  await link(page, 'Free this week').click();
  await expect(page).toHaveURL('/mentors?free=week&sort=price');
  await expect(badge(page, 'Free this week')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page);
  await link(page, 'Clear Filters').click();
  await expect(page).toHaveURL('/mentors?sort=price');
  for (const [choice, address] of [
    ['Soonest available', 'soonest'],
    ['Price: high to low', '-price'],
    ['Rating', 'rating'],
  ] as const) {
    await menu(page, 'Sort by').click();
    await link(page, choice).click();
    await expect(page).toHaveURL(`/mentors?sort=${address}`);
  }
});

test('A shared link and Back restore search, filters and sort, and a change shows eight mentors again', async ({
  page,
}) => {
  await openListing(page, '/mentors?lang=en&sort=rating');
  await page.getByRole('link', { name: 'Load More' }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(8);
  await link(page, 'Free this week').click();
  await expect(page).toHaveURL('/mentors?lang=en&free=week&sort=rating');
  await expect.poll(() => cards(page).count()).toBeLessThanOrEqual(8);
  await page.goBack();
  await expect(page).toHaveURL('/mentors?lang=en&sort=rating');
  await expect(badge(page, 'English')).toBeVisible();
  await expect(badge(page, 'Free this week')).toHaveCount(0);
});

test('Unknown languages, times and orders of an address count as not set', async ({ page }) => {
  await page.goto('/mentors?lang=xx&free=month&sort=name');
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0);
  await expect(menu(page, 'Sort by: Recommended')).toBeVisible();
});

test('A card’s next times lead into the booking with the time chosen', async ({ page }) => {
  await openListing(page, '/mentors?free=week');
  const times = cards(page).first().getByRole('list', { name: 'Next free times' }).getByRole('link');
  await expect(times).not.toHaveCount(0);
  expect(await times.count()).toBeLessThanOrEqual(3);
  const [time] = ((await times.first().textContent()) ?? '').match(/\d+:\d\d [AP]M/) ?? [];
  const box = await times.first().boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  await times.first().click();
  await expect(page).toHaveURL(/\/mentors\/[^?]+\?day=\d{4}-\d\d-\d\d&slot=\d\d(:|%3A)\d\d-\d\d(:|%3A)\d\d$/);
  // The bar of a phone names the chosen time, and its button leads on.
  await expect(page.getByText(new RegExp(`, ${time}$`))).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
});

test.describe('what a search means', () => {
  test('A search of founders’ own words says what is related and what was misspelt', async ({ page }) => {
    await page.goto('/mentors?q=investor');
    await expect(page.getByText(/^Related: .+/).first()).toBeVisible();
    await page.goto('/mentors?q=fundrasing');
    await expect(page.getByText('Showing results for “fundraising”')).toBeVisible();
    await expectAccessible(page);
  });

  test('The first mentor who only contains the search stands below a line that says so', async ({ page, sql }) => {
    const [word] = await sql`
      select substr(word, 2, 5) as part from private.search_vocabulary
      where char_length(word) > 8 and word ~ '^[a-z]+$' and not exists (
        select from private.search_vocabulary v where v.word like substr(search_vocabulary.word, 2, 5) || '%'
      ) limit 1`;
    await page.goto(`/mentors?q=${word?.part}`);
    const line = page.getByText(`Also contains “${word?.part}”`);
    await expect(line).toHaveCount(1);
    await page.goto(`/mentors?q=${word?.part}&sort=rating`);
    await expect(cards(page).first()).toBeVisible();
    await expect(line).toHaveCount(0);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Without scripts a visitor filters by languages, asks for free times and sorts, and keeps each by the others', {
    tag: '@ci',
  }, async ({ page }) => {
    await page.goto('/mentors');
    await menu(page, 'Sort by').click();
    await link(page, 'Price: high to low').click();
    await expect(page).toHaveURL('/mentors?sort=-price');
    await link(page, 'Free this week').click();
    await expect(page).toHaveURL('/mentors?free=week&sort=-price');
    await page.getByRole('button', { name: 'Filters' }).click();
    await menu(page, 'Any Language').click();
    await page.getByRole('checkbox', { name: 'English' }).check();
    await page.getByRole('checkbox', { name: 'Hindi' }).check();
    await page.getByRole('button', { name: 'Show mentors' }).click();
    await expect(page).toHaveURL(/lang=en&lang=hi/);
    for (const label of ['English', 'Hindi', 'Free this week']) await expect(badge(page, label)).toBeVisible();
    await expect(menu(page, 'Sort by: Price: high to low')).toBeVisible();
    const found = await names(page);
    expect(found.length).toBeGreaterThan(0);
    await badge(page, 'Hindi').click();
    await expect(page).toHaveURL('/mentors?lang=en&free=week&sort=-price');
    await page.getByRole('button', { name: 'Filters' }).click();
    await link(page, 'Clear Filters').click();
    await expect(page).toHaveURL('/mentors?sort=-price');
  });

  test('Without scripts a search that finds nobody shows who comes near, and leads to the form that asks us', async ({
    page,
    sql,
  }) => {
    allowConsoleError(/status of 422/);
    await page.goto('/mentors?q=zebra&category=Sales&price=0-3500&lang=ml');
    await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
    const near = page.getByRole('region', { name: 'Close to what you asked' });
    await expect(near.getByRole('article')).toHaveCount(3);
    await expect(near.getByText(/^Often recommended, free on (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d/)).toHaveCount(3);
    await expect(page.getByText('Tell us what you need. A person answers within 24 hours.')).toBeVisible();
    await link(page, 'Ask us').click();
    await expect(page).toHaveURL('/ask-us?q=zebra&category=Sales&price=0-3500&lang=ml');
    await expect(page.getByLabel('What do you need help with?')).toHaveValue('zebra');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(page.getByText('Please write at least 10 characters.')).toBeVisible();
    await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'You looked for' }).getByRole('listitem')).toHaveText([
      '“zebra”',
      'Sales',
      '₹ Up to 3,500',
      'Malayalam',
    ]);
    await page.getByLabel('What do you need help with?').fill('Who sells zebra toys to schools?');
    await page.getByLabel('Email').fill('no-scripts@startup.example');
    await page.getByRole('button', { name: 'Send request' }).click();
    await expect(
      page.getByText('Thank you. We write to no-scripts@startup.example within 24 hours, Monday to Saturday.'),
    ).toBeVisible();
    const rows = await sql`
      delete from private.mentor_requests where email = 'no-scripts@startup.example' returning text, filters`;
    expect([...rows]).toEqual([
      {
        text: 'Who sells zebra toys to schools?',
        filters: { search: 'zebra', category: 'Sales', price: '0-3500', languages: 'ml' },
      },
    ]);
  });
});

test('Who comes near a search is read when a filter leaves nobody, with one reason each', async ({ page }) => {
  await openListing(page, '/mentors?lang=en');
  const calls = watchRequests(page, (request) => /nearest_mentors/.test(request.url()));
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).getByLabel('Price Range').selectOption('Up to 3,500');
  await page.keyboard.press('Escape');
  await page.getByPlaceholder('Search by name or expertise...').fill('Ananya');
  await expect(page.getByRole('heading', { name: 'Close to what you asked' })).toBeVisible();
  await expect(page.getByText('Matches “Ananya”, outside your price range').first()).toBeVisible();
  expect(calls).toHaveLength(1);
  await expectAccessible(page);
});

test('Each mentor who comes near a search has the reason that is true of them', async ({ page, sql }) => {
  const mark = `Quexo${randomUUID().replace(/[^a-f]/g, '')}`;
  await sql`
    insert into public.mentors (name, title, expertise, bio, image, price, rating, languages)
    select ${`${mark} Rao`}, 'Founder', 'Toys', ${`Once sold bells in ${mark}town.`}, image, 9000, 4, '{en}'
    from public.mentors where is_demonstration limit 1`;
  try {
    for (const [query, reason] of [
      ['price=0-3500', `Matches “${mark}”, outside your price range`],
      ['category=Sales', `Matches “${mark}”, in another category`],
      ['lang=ml', `Matches “${mark}”, speaks other languages`],
      ['free=week', `Matches “${mark}”, not free this week`],
    ]) {
      await page.goto(`/mentors?q=${mark}&${query}`);
      const near = page.getByRole('region', { name: 'Close to what you asked' }).getByRole('article');
      await expect(near.first()).toContainText(`${mark} Rao`);
      await expect(near.first().getByText(reason ?? '', { exact: true })).toBeVisible();
    }
    const word = `${mark}town`.toLowerCase();
    await page.goto(`/mentors?q=${word}+zebra`);
    await expect(page.getByText(`Matches “${word}” in the profile`)).toBeVisible();
    await expectAccessible(page);
  } finally {
    await sql`delete from public.mentors where name = ${`${mark} Rao`}`;
  }
});

test('Where nearby mentors cannot be read, the list says so and tries again', async ({ page }) => {
  allowConsoleError(/status of 404/);
  await openListing(page);
  await page.route('**/rpc/nearest_mentors*', (route) => route.fulfill({ status: 404, json: { message: 'gone' } }));
  await page.getByPlaceholder('Search by name or expertise...').fill('zebra');
  await expect(page.getByText('We could not load this part.')).toBeVisible({ timeout: 15_000 });
  await page.unroute('**/rpc/nearest_mentors*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('region', { name: 'Close to what you asked' }).getByRole('article')).toHaveCount(3);
});
