import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { findOffer, openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, allowExternalRequest, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths, isPhone } from '#tests/kit/browser/widths.ts';
import { inYear } from '#tests/kit/in-year.ts';

const MENTOR = /\/rest\/v1\/mentors\?.*id=eq\./;
const RATINGS = /\/rest\/v1\/rpc\/mentor_ratings/;
const NONE = { rating: null, count: 0, reviews: [] };

/** What founders said of the mentor whose profile is read. */
const answerRatings = (page: Page, ratings: { sessions?: object; carried?: object }) =>
  page.route(RATINGS, (route) =>
    route.fulfill({
      json: { sessions: { ...NONE, ...ratings.sessions }, carried: { ...NONE, written: 0, ...ratings.carried } },
    }),
  );

/** The browser, not the server, reads what a profile that is opened from the listing shows. */
async function openFromListing(page: Page): Promise<void> {
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
}

/** From now on the mentor whose profile is read has these values. */
async function changeMentor(page: Page, changes: Record<string, unknown>): Promise<void> {
  await page.route(MENTOR, async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...changes })) });
  });
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

test('The profile of a mentor without specializations, reviews and bio says so in each tab', { tag: '@ci' }, async ({
  page,
}) => {
  await changeMentor(page, { specializations: [], reviews: 0, bio: '' });
  await answerRatings(page, {});
  await openFromListing(page);
  await expect(page.getByRole('tabpanel', { name: 'About' })).toContainText('What to expect');
  await tab(page, 'Expertise');
  await expect(page.getByText('No specializations listed for this mentor.')).toBeVisible();
  await tab(page, 'Reviews');
  await expect(page.getByText('No reviews yet for this mentor.')).toBeVisible();
  await expectAccessible(page);
});

test('Written reviews are shown with author, stars, date and whether they are demonstrations', async ({ page }) => {
  const reviews = [
    {
      id: '1',
      author: 'Farah Sheikh',
      rating: 4,
      comment: 'We left with a plan.\nAnd a <b>date</b>.',
      created_at: '2026-11-02T20:00:00+00:00',
      is_demonstration: true,
      reply: null,
    },
    {
      id: '2',
      author: 'Ravi',
      rating: 5,
      comment: '',
      created_at: '2026-10-02T08:00:00+00:00',
      is_demonstration: false,
      reply: 'Thank you, Ravi.',
    },
  ];
  await answerRatings(page, { sessions: { rating: 4.5, count: 2, reviews } });
  await openFromListing(page);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await tab(page, 'Reviews');
  const shown = page.getByRole('region', { name: 'From sessions here' }).getByRole('listitem');
  await expect(shown).toHaveCount(2);
  await expect(shown.first()).toContainText('Farah Sheikh');
  await expect(shown.first()).toContainText('Rated 4 out of 5');
  await expect(shown.first()).toContainText(`Tue 3 Nov${inYear(2026)}`);
  await expect(shown.first()).toContainText('And a <b>date</b>.');
  await expect(shown.first()).toContainText('Demonstration review');
  await expect(shown.last()).not.toContainText('Demonstration review');
  await expect(shown.last()).toContainText('Thank you, Ravi.');
  await expect(page.getByRole('heading', { name: 'Carried over' })).toBeHidden();
  await expectAccessible(page);
});

test('Where only the number of reviews is known, two sample reviews stand in and say so', async ({ page }) => {
  await answerRatings(page, { carried: { rating: 4.9, count: 128 } });
  await openFromListing(page);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await tab(page, 'Reviews');
  const panel = page.getByRole('tabpanel', { name: 'Reviews' });
  await expect(panel).toContainText('No reviews from sessions here yet.');
  await expect(panel).toContainText('4.9 from 128 reviews from before Point 0. 0 of them are written out here.');
  const samples = panel.getByRole('region', { name: 'Carried over' });
  await expect(samples.getByRole('listitem')).toHaveCount(2);
  await expect(samples.getByText('Sample review')).toHaveCount(2);
});

test('Reviews that cannot be loaded say so and are asked for again', async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*mentor_ratings/);
  await page.route(RATINGS, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await openFromListing(page);
  await tab(page, 'Reviews');
  const panel = page.getByRole('tabpanel', { name: 'Reviews' });
  await expect(panel).toContainText('We could not load this part.');
  await page.unroute(RATINGS);
  await panel.getByRole('button', { name: 'Try Again' }).click();
  await expect(panel.getByRole('heading', { name: 'From sessions here' })).toBeVisible();
});

test('Every review is read, ten more with each press; first those from sessions here, then those carried over', async ({
  page,
  addMentor,
  sql,
}) => {
  const mentor = await addMentor();
  await sql`update public.mentors set rating = 4.8, reviews = 40 where id = ${mentor.id}`;
  await sql`
    insert into public.mentor_reviews (mentor_id, author_name, rating, comment, is_of_session, created_at)
    select ${mentor.id}, case when n <= 12 then 'Founder ' || n else 'Earlier ' || n end, 4, '', n <= 12,
      now() - n * interval '1 hour' from generate_series(1, 23) n`;
  await sql`
    insert into private.session_reviews (booking_id, review_id)
    select gen_random_uuid(), r.id from public.mentor_reviews r where r.mentor_id = ${mentor.id} and r.is_of_session`;
  await page.goto(`/mentors/${mentor.id}`);
  await expect(page.getByText('12 from sessions here, 40 carried over')).toBeVisible();
  const offer = JSON.parse((await page.locator('script[type="application/ld+json"]').last().textContent()) ?? '{}');
  expect(offer.aggregateRating).toMatchObject({ ratingValue: '4.0', reviewCount: 12 });
  expect(offer.review).toHaveLength(10);
  await tab(page, 'Reviews');
  const region = (name: string) => page.getByRole('region', { name });
  await expect(region('From sessions here')).toContainText('12 reviews');
  await expect(region('Carried over')).toContainText(
    '4.8 from 40 reviews from before Point 0. 11 of them are written out here.',
  );
  await region('From sessions here').getByRole('button', { name: 'Show more reviews' }).click();
  await expect(region('From sessions here').getByRole('listitem')).toHaveCount(12);
  await expect(region('From sessions here').getByText('Founder 12')).toBeVisible();
  await expect(region('From sessions here').getByRole('button')).toHaveCount(0);
  await region('Carried over').getByRole('button', { name: 'Show more reviews' }).click();
  await expect(region('Carried over').getByRole('listitem')).toHaveCount(11);
  await expectAccessibleAtBothWidths(page);
});

test('A mentor’s profile that is slow shows its skeleton first', async ({ page }) => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(MENTOR, async (route) => {
    await held;
    await route.continue();
  });
  await openFromListing(page);
  await expect(page.getByRole('status').filter({ hasText: 'Loading the profile...' })).toBeAttached();
  await expectAccessibleAtBothWidths(page);
  letGo();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(page).toHaveTitle(/^Book a session with /);
});

test('A mentor’s profile that cannot be loaded says so and tries again', { tag: '@ci' }, async ({ page }) => {
  allowConsoleError(/500 \(Internal Server Error\).*mentors/);
  await page.route(MENTOR, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await openFromListing(page);
  await expect(page.getByRole('heading', { name: 'Mentor Not Found' })).toBeVisible();
  await expect(page.getByText('Failed to load mentor data')).toBeVisible();
  await expectAccessible(page);
  await page.unroute(MENTOR);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
});

test('An address without a mentor says what is missing, and leads to the list', async ({ page }) => {
  allowConsoleError(/status of 404/);
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  expect((await page.goto('/mentors/%20'))?.status()).toBe(404);
  await expect(page.getByText('Mentor ID is required')).toBeVisible();
  expect((await page.goto('/mentors/nobody'))?.status()).toBe(404);
  await expect(page.getByText('The mentor you are looking for does not exist.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to all mentors' }).click();
  await expect(page).toHaveURL('/mentors');
});

test('Mentors’ photos that do not load become the placeholder', async ({ page }) => {
  allowConsoleError(/Failed to load resource.*portraits/);
  await page.route('**/portraits/**', (route) => route.abort());
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  const photo = page.getByRole('article').first().locator('img');
  await expect(photo).toHaveAttribute('src', '/placeholder.svg');
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  const portrait = page.getByRole('img', { name: /^Portrait of / });
  await expect(portrait).toHaveAttribute('src', '/placeholder.svg');
});

test('A mentor’s photo from the storage is asked for with its cache parameter', async ({ page }) => {
  const stored = '/storage/v1/object/public/mentor_images/story.svg';
  await changeMentor(page, { image: stored });
  await page.route(`**${stored}*`, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  const asked = page.waitForRequest(`**${stored}*`);
  await openFromListing(page);
  expect(new URL((await asked).url()).search).toBe('?cache=3600');
});

test('A profile link that cannot be copied is selected, to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) },
    });
  });
  const { path } = await findOffer();
  await openProfile(page, path);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this mentor profile' });
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Failed to copy link')).toBeVisible();
  const field = dialog.getByLabel('Link to this profile');
  await expect(field).toBeFocused();
  const selected = await field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  );
  expect(selected).toBe(await field.inputValue());
  await expect(dialog.getByRole('button', { name: 'Copied' })).toHaveCount(0);
  await expectAccessible(page);
});

test('Sharing a profile on LinkedIn opens in a tab of its own', async ({ page, context }) => {
  allowExternalRequest(/^https:\/\/www\.linkedin\.com\//);
  await context.route('https://www.linkedin.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>LinkedIn</title>' }),
  );
  const { path } = await findOffer();
  await openProfile(page, path);
  await page.getByRole('button', { name: 'Share' }).click();
  const opened = context.waitForEvent('page');
  await page
    .getByRole('dialog', { name: 'Share this mentor profile' })
    .getByRole('button', { name: 'Share on LinkedIn' })
    .click();
  const tab = await opened;
  await expect(page.getByText('Opening LinkedIn share dialog')).toBeVisible();
  await tab.waitForURL(/linkedin\.com/);
  const shared = new URL(new URL(tab.url()).searchParams.get('url') ?? '');
  expect(shared.pathname).toBe(path);
  expect(shared.search).toBe('?utm_source=linkedin&utm_medium=social&utm_campaign=mentor_share');
});

test('The share dialog of a profile offers a phone’s own share sheet as well', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: async (what: ShareData) => document.documentElement.setAttribute('data-shared', what.url ?? ''),
    });
  });
  const { path } = await findOffer();
  await openProfile(page, path);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this mentor profile' });
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  const more = dialog.getByRole('button', { name: 'More ways to share' });
  if (!isPhone(page)) return expect(more).toHaveCount(0);
  await more.click();
  await expect(page.locator('html')).toHaveAttribute('data-shared', /utm_source=share_sheet&utm_medium=social/);
  await expectAccessible(page);
});

test('A mentor without reviews has no rating, and one without a price no price and no way to book', async ({
  page,
  addMentor,
  sql,
}) => {
  const mentor = await addMentor();
  await sql`update public.mentors set rating = 4.5, price = 0 where id = ${mentor.id}`;
  await atBothWidths(page, async () => {
    await page.goto(`/mentors/${mentor.id}`);
    await expect(page.getByText('This mentor cannot be booked yet.').filter({ visible: true })).toBeVisible();
    await expect(page.getByText('No reviews yet', { exact: true })).toBeVisible();
    await expect(page.getByText('4.5')).toHaveCount(0);
    await expect(page.getByText('₹0')).toHaveCount(0);
    for (const name of ['Book a Session', 'Select a Time Slot'])
      for (const role of ['button', 'link'] as const) await expect(page.getByRole(role, { name })).toHaveCount(0);
    await page.goto(`/mentors?q=${encodeURIComponent(mentor.name)}`);
    const card = page.getByRole('article').filter({ hasText: mentor.name });
    await expect(card).toContainText('0 reviews');
    await expect(card).not.toContainText('4.5');
    await expect(card).not.toContainText('₹');
  });
});
