import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { findOffer, openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, allowExternalRequest, expect, test } from '#tests/kit/browser/fixtures.ts';
import { isPhone } from '#tests/kit/browser/widths.ts';
import { inYear } from '#tests/kit/in-year.ts';

const MENTOR = /\/rest\/v1\/mentors\?.*id=eq\./;
const REVIEWS = /\/rest\/v1\/mentor_reviews/;

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

test('The profile of a mentor without specializations, reviews and bio says so in each tab', async ({ page }) => {
  await changeMentor(page, { specializations: [], reviews: 0, bio: '' });
  await page.route(REVIEWS, (route) => route.fulfill({ json: [] }));
  await openFromListing(page);
  await expect(page.getByRole('tabpanel', { name: 'About' })).toContainText('What to expect');
  await tab(page, 'Expertise');
  await expect(page.getByText('No specializations listed for this mentor.')).toBeVisible();
  await tab(page, 'Reviews');
  await expect(page.getByText('No reviews yet for this mentor.')).toBeVisible();
  await expectAccessible(page);
});

test('Written reviews are shown with author, stars, date and whether they are demonstrations', async ({ page }) => {
  await page.route(REVIEWS, (route) =>
    route.fulfill({
      json: [
        {
          id: '1',
          author: 'Farah Sheikh',
          rating: 4,
          comment: 'We left with a plan.\nAnd a <b>date</b>.',
          created_at: '2026-11-02T20:00:00+00:00',
          isDemonstration: true,
        },
        {
          id: '2',
          author: 'Ravi',
          rating: 5,
          comment: '',
          created_at: '2026-10-02T08:00:00+00:00',
          isDemonstration: false,
        },
      ],
    }),
  );
  await openFromListing(page);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await tab(page, 'Reviews');
  const reviews = page.getByRole('tabpanel', { name: 'Reviews' }).getByRole('listitem');
  await expect(reviews).toHaveCount(2);
  await expect(reviews.first()).toContainText('Farah Sheikh');
  await expect(reviews.first()).toContainText('Rated 4 out of 5');
  await expect(reviews.first()).toContainText(`Tue 3 Nov${inYear(2026)}`);
  await expect(reviews.first()).toContainText('And a <b>date</b>.');
  await expect(reviews.first()).toContainText('Demonstration review');
  await expect(reviews.last()).not.toContainText('Demonstration review');
  await expectAccessible(page);
});

test('Where only the number of reviews is known, two sample reviews stand in and say so', async ({ page }) => {
  await changeMentor(page, { reviews: 128, rating: 4.9 });
  await page.route(REVIEWS, (route) => route.fulfill({ json: [] }));
  await openFromListing(page);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await tab(page, 'Reviews');
  const panel = page.getByRole('tabpanel', { name: 'Reviews' });
  await expect(panel).toContainText('128 reviews');
  await expect(panel).toContainText('Rated 4.9 out of 5');
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await expect(panel.getByText('Sample review')).toHaveCount(2);
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

test('A mentor’s profile that cannot be loaded says so and tries again', async ({ page }) => {
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
