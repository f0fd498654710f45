/** Short, former and canonical addresses of mentors, and the pages of categories. */
import type { APIRequestContext, Page } from '@playwright/test';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/kit/browser/accessibility.ts';
import { signInAsMentor } from '#tests/kit/browser/accounts.ts';
import { openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths, DESKTOP } from '#tests/kit/browser/widths.ts';

async function expectNothingSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

const cards = (page: Page) => page.getByRole('article');
const canonical = (page: Page) => page.locator('link[rel=canonical]');

/** Follows nothing: the first answer says where the address leads. */
async function move(request: APIRequestContext, path: string): Promise<[number, string | null]> {
  const answer = await request.get(path, { maxRedirects: 0 });
  const { location } = answer.headers();
  return [answer.status(), location === undefined ? null : location.replace(/^https?:\/\/[^/]+/, '')];
}

test('Every former address of a mentor moves once to the present one, and keeps its query', async ({
  request,
  page,
  addMentor,
  mentorName,
  sql,
}) => {
  const mentor = await addMentor();
  const slugs = [mentor.slug];
  for (const name of ['Second', 'Third', 'Last']) {
    const [row] = await sql`
      update public.mentors set name = ${`${mentorName} ${name}`} where id = ${mentor.id} returning slug`;
    slugs.push(row?.slug);
  }
  const path = mentorPath({ id: mentor.id, slug: slugs.at(-1) ?? '' });
  const former = [
    ...slugs,
    ...slugs.slice(0, -1).map((slug) => `${slug}-${mentor.id}`),
    mentor.id,
    mentor.id.toUpperCase(),
    `anything-${mentor.id}`,
    (slugs[0] ?? '').toUpperCase(),
    // As people copy it out of a sentence, or type what was said.
    `${slugs.at(-1)}.`,
    `${slugs.at(-1)}-${mentor.id}),`,
    (slugs[0] ?? '').replaceAll('-', '%20'),
  ];
  for (const segment of former) {
    expect(await move(request, `/mentors/${segment}?day=2026-01-01&utm_source=mail`), segment).toEqual([
      301,
      `${path}?day=2026-01-01&utm_source=mail`,
    ]);
  }
  expect(await move(request, path)).toEqual([200, null]);

  await openProfile(page, `/mentors/${slugs[0]}?utm_source=mail`);
  await expect(page).toHaveURL(`${path}?utm_source=mail`);
  await expect(canonical(page)).toHaveAttribute('href', new URL(path, page.url()).href);
  const offer = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(offer.url).toBe(new URL(path, page.url()).href);
});

test('Within the site a mentor’s short and former addresses are replaced in the history', async ({
  page,
  addMentor,
  sql,
}) => {
  const mentor = await addMentor();
  const [renamed] = await sql`
    update public.mentors set name = ${`${mentor.name} Again`} where id = ${mentor.id} returning slug`;
  const path = mentorPath({ id: mentor.id, slug: renamed?.slug });
  await page.goto('/mentors');
  await waitUntilHydrated(page);
  for (const address of [`/mentors/${mentor.slug}?utm_source=x`, `/mentors/${mentor.slug}-${mentor.id}`]) {
    // A link as a person pastes it into a page of ours.
    await page.evaluate((to) => {
      const link = document.createElement('a');
      link.href = to;
      history.pushState(history.state, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, address);
    await expect(page).toHaveURL(new RegExp(`${path}(\\?utm_source=x)?$`));
    await expect(page.getByRole('heading', { level: 1, name: mentor.name })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/mentors');
  }
});

test('Mentors with the names of pages, of pictures and of other scripts, and two of one name, have addresses that work', async ({
  request,
  page,
  addMentor,
  mentorName,
  sql,
}) => {
  const paths: string[] = [];
  for (const name of ['Category', 'Saved', '🚀', 'अनन्या', mentorName, mentorName]) {
    const { id } = await addMentor();
    const [row] = await sql`update public.mentors set name = ${name} where id = ${id} returning slug`;
    try {
      const path = mentorPath({ id, slug: row?.slug });
      expect(await move(request, `/mentors/${row?.slug}`), name).toEqual([301, path]);
      expect(await move(request, path), name).toEqual([200, null]);
      paths.push(row?.slug);
    } finally {
      // The fixture deletes mentors of its own name.
      await sql`update public.mentors set name = ${mentorName} where id = ${id}`;
    }
  }
  expect(new Set(paths).size).toBe(paths.length);
  allowConsoleError(/status of 404/);
  expect((await page.goto('/mentors/nobody-of-this-name'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Mentor Not Found' })).toBeVisible();
});

test('The share dialog and the mentor’s Profile show the short link, which leads to the profile', {
  tag: '@ci',
}, async ({ page, addMentor }) => {
  const mentor = await addMentor();
  const short = new RegExp(`^[^/]+/mentors/${mentor.slug}$`);
  await openProfile(page, mentorPath(mentor));
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this mentor profile' });
  await expect(dialog.getByText('Short link, easy to say and print:')).toBeVisible();
  const text = await dialog.getByText(short).textContent();
  await atBothWidths(page, async () => {
    await expectAccessible(page);
    await expectNothingSideways(page);
  });
  await page.goto(`http://${text}`);
  await expect(page).toHaveURL(mentorPath(mentor));

  await signInAsMentor(page, mentor.id);
  await page.goto('/mentor-dashboard/profile');
  await expect(page.getByText('Short link, easy to say and print:')).toBeVisible();
  await expect(page.getByText(short)).toBeVisible();
  await atBothWidths(page, () => expectNothingSideways(page));
  await expectAccessibleInBothThemes(page);
});

test('A category has a page of its mentors with its own title, and links to the other categories', {
  tag: ['@both', '@ci'],
}, async ({ page, request }) => {
  await page.goto('/mentors/category/legal-and-compliance');
  await expect(page.getByRole('heading', { level: 1, name: 'Legal & Compliance mentors' })).toBeVisible();
  await expect(page).toHaveTitle('Legal & Compliance mentors · Point 0');
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^Incorporation, contracts, .* sessions/,
  );
  await expect(canonical(page)).toHaveAttribute('href', /\/mentors\/category\/legal-and-compliance$/);
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
  await expect(page.getByText(/^\d+ mentors$/)).toBeVisible();
  const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(facts.name).toBe('Legal & Compliance mentors');
  const chips = page.getByRole('navigation', { name: 'Categories' });
  await expect(chips.getByRole('link', { name: 'Legal & Compliance' })).toHaveAttribute('aria-current', 'page');
  await expect(chips.getByRole('link')).toHaveCount(8);
  await expectAccessibleInBothThemes(page);
  await expectNothingSideways(page);

  // A filter is added to the category, which stays.
  await waitUntilHydrated(page);
  const all = await cards(page).count();
  await page.getByPlaceholder('Search by name or expertise...').fill('zzz nobody');
  await expect(page).toHaveURL('/mentors/category/legal-and-compliance?q=zzz+nobody');
  await expect(page.getByText('No mentors found')).toBeVisible();
  await page.getByRole('link', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL('/mentors/category/legal-and-compliance');
  await expect(cards(page)).toHaveCount(all);

  await chips.getByRole('link', { name: 'Fundraising' }).click();
  await expect(page).toHaveURL('/mentors/category/fundraising');
  await expect(page.getByRole('heading', { level: 1, name: 'Fundraising mentors' })).toBeVisible();
  await expect(page).toHaveTitle('Fundraising mentors · Point 0');
  await expect(page.getByText(/^\d+ mentors$/)).toBeVisible();

  expect(await move(request, '/mentors/category')).toEqual([301, '/mentors']);
  expect(await move(request, '/mentors/category/Sales?price=0-3500')).toEqual([
    301,
    '/mentors/category/sales?price=0-3500',
  ]);
  for (const written of ['sales/', 'sales.', 'SALES']) {
    expect(await move(request, `/mentors/category/${written}`), written).toEqual([301, '/mentors/category/sales']);
  }
  allowConsoleError(/status of 404/);
  expect((await page.goto('/mentors/category/no-such-thing'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('A category without mentors says so, leads to all mentors, and is not for search engines', { tag: '@ci' }, async ({
  page,
  request,
  categoryName,
  sql,
}) => {
  const [made] = await sql`insert into public.categories (name) values (${`${categoryName} & Co`}) returning id, slug`;
  const [renamed] = await sql`
    update public.categories set name = ${`${categoryName} Later`} where id = ${made?.id} returning slug`;
  expect(made?.slug).toMatch(/-and-co$/);
  expect(await move(request, `/mentors/category/${made?.slug}?q=a`)).toEqual([
    301,
    `/mentors/category/${renamed?.slug}?q=a`,
  ]);
  await page.goto(`/mentors/category/${renamed?.slug}`);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { name: 'No mentors found' })).toBeVisible();
  await atBothWidths(page, async () => {
    await expectAccessible(page);
    await expectNothingSideways(page);
  });
  await page.getByRole('link', { name: 'Clear All Filters' }).click();
  await expect(page).toHaveURL('/mentors');
});

test('A list that is filtered by a category alone names the category’s page as its canonical address', async ({
  page,
}) => {
  for (const [query, path] of [
    ['?category=Sales', '/mentors/category/sales'],
    ['?category=Sales&page=2', '/mentors/category/sales'],
    ['?category=Sales&price=0-3500', '/mentors'],
    ['?q=a', '/mentors'],
    ['?category=Nothing', '/mentors'],
  ]) {
    await page.goto(`/mentors${query}`);
    expect(new URL((await canonical(page).getAttribute('href')) ?? '').pathname, query).toBe(path);
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: DESKTOP });

  test('Without scripts the page of a category is searched and paged within the category', async ({ page }) => {
    await page.goto('/mentors/category/sales');
    const all = await cards(page).count();
    await page.getByPlaceholder('Search by name or expertise...').fill('a');
    await page.getByRole('button', { name: 'Show mentors' }).click();
    await expect(page).toHaveURL(/\/mentors\/category\/sales\?q=a/);
    await expect(page.getByRole('heading', { level: 1, name: 'Sales mentors' })).toBeVisible();
    expect(await cards(page).count()).toBeLessThanOrEqual(all);
  });
});

test('The sitemap names only addresses that answer 200 and are their own canonical', { tag: '@ci' }, async ({
  request,
}) => {
  test.slow();
  const text = await (await request.get('/sitemap.xml')).text();
  const entries = [...text.matchAll(/<loc>([^<]+)<\/loc>(<lastmod>)?/g)].map(([, address = '', dated]) => ({
    path: new URL(address).pathname,
    isDated: dated !== undefined,
  }));
  expect(entries.filter(({ path }) => path.startsWith('/mentors/category/')).length).toBe(8);
  for (const { path, isDated } of entries) {
    expect([path, isDated]).toEqual([path, path.startsWith('/mentors/')]);
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status()]).toEqual([path, 200]);
    const [, href = ''] = /<link[^>]* rel="canonical" href="([^"]+)"/.exec(await answer.text()) ?? [];
    expect(new URL(href).pathname, path).toBe(path);
  }
});
