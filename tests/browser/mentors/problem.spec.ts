/** "Describe your problem" above the list of mentors. */
import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

const PROBLEM = 'I need to raise a seed round: my pitch deck and my valuation do not convince investors.';

const line = (page: Page) => page.getByText('Not sure whom to ask? Describe your problem.');
const box = (page: Page) => page.getByLabel('Your problem');
const send = (page: Page) => page.getByRole('button', { name: 'Find three mentors' });

// All tests ask from one address, which may ask thirty times a minute; one of them changes that limit.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ sql }) => sql`delete from private.submission_counts where key like 'problem:%'`);

async function expectNothingSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

async function expectReasons(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Mentors for your problem' })).toBeVisible();
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('article') });
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) {
    const name = await card.getByRole('heading').textContent();
    await expect(card.getByText(`Why ${name}:`)).toBeVisible();
    await expect(card.locator('dt').first()).toHaveText(/^(Expertise|Specialisation|Category|About|A review)$/);
    await expect(card.locator('mark').first()).toBeVisible();
  }
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled });

    test(`${javaScriptEnabled ? 'With' : 'Without'} scripts a founder describes a problem above the filters, and reads why three mentors fit`, {
      tag: '@ci',
    }, async ({ page }) => {
      allowConsoleError(/status of 422/);
      const addresses: string[] = [];
      page.on('request', (request) => addresses.push(request.url()));
      await page.goto('/mentors');
      await expect(box(page)).toBeHidden();
      if (javaScriptEnabled) await waitUntilHydrated(page);
      await line(page).click();
      await send(page).click();
      await expect(page.getByText('Please write at least 20 characters.')).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Describe your problem' })).toBeVisible();
      if (javaScriptEnabled) await waitUntilHydrated(page);
      await box(page).fill('x'.repeat(501));
      await send(page).click();
      await expect(page.getByText('Please keep it to 500 characters.')).toBeVisible();
      if (javaScriptEnabled) await waitUntilHydrated(page);
      await box(page).fill(PROBLEM);
      const posted = page.waitForResponse((response) => response.request().method() === 'POST');
      await send(page).click();
      expect((await posted).headers()['cache-control']).toBe('no-store');
      await expectReasons(page);
      await expect(box(page)).toHaveValue(PROBLEM);
      expect(new URL(page.url()).search).toBe('');
      expect(addresses.join()).not.toContain('valuation');

      if (javaScriptEnabled) await waitUntilHydrated(page);
      await box(page).fill('qqqq wwww zzzz uuuu xxxx yyyy');
      await send(page).click();
      await expect(
        page.getByText('We found no mentor for these words. These mentors are often recommended.'),
      ).toBeVisible();
      await expect(page.getByRole('main').getByRole('article')).toHaveCount(3);
      await expect(page.getByRole('link', { name: 'Ask us', exact: true })).toHaveAttribute('href', '/ask-us');
      await page.getByRole('link', { name: 'View All Mentors' }).click();
      await expect(page).toHaveURL('/mentors');
    });
  });
}

test('The form of a problem and its answer are readable at both widths and in both themes, and no browser keeps the text', {
  tag: '@ci',
}, async ({ page }) => {
  await page.goto('/mentors');
  await line(page).click();
  await atBothWidths(page, async () => {
    await expectAccessible(page);
    await expectNothingSideways(page);
  });
  await box(page).fill(PROBLEM);
  await send(page).click();
  await expectReasons(page);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await waitUntilHydrated(page);
  await expectReasons(page);
  await atBothWidths(page, () => expectNothingSideways(page));
  await expectAccessibleInBothThemes(page);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('valuation');
});

test('A problem that gets no answer says so, or asks to wait, and keeps the text', async ({ page, sql }) => {
  allowConsoleError(/status of 429/);
  await page.goto('/mentors/match');
  const limit = (most: number) => sql`update private.submission_limits set most = ${most} where form = 'problem'`;
  await limit(0);
  try {
    await box(page).fill(PROBLEM);
    await send(page).click();
    await expect(page.getByText('Please wait a minute.')).toBeVisible();
    await expect(box(page)).toHaveValue(PROBLEM);
  } finally {
    await limit(30);
  }
  await send(page).click();
  await expectReasons(page);
});
