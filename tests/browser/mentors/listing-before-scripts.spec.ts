import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { KEEP_PRESS } from '#features/shell/start/before-start-scripts.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { newPerson } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath } from '#tests/kit/browser/impact-stories.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { startScripts } from '#tests/kit/browser/start-scripts.ts';

const cards = (page: Page) => page.getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allInnerTexts();
const searchBox = (page: Page) => page.getByPlaceholder('Search by name or expertise...');
const badge = (page: Page, label: string) => page.getByRole('link', { name: `Remove filter: ${label}` });
const sheet = (page: Page) => page.locator('#filters');
const menu = (page: Page) => page.locator('#menu');
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('Without scripts a visitor searches, filters, clears and pages the list, and opens the menu', {
    tag: '@ci',
  }, async ({ page }) => {
    await page.goto('/mentors');
    await expect(cards(page)).toHaveCount(8);
    const first = await names(page);
    await searchBox(page).fill('a');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(sheet(page)).toBeVisible();
    await expect(sheet(page).getByRole('button', { name: 'Close' })).toBeFocused();
    await sheet(page).getByLabel('Expertise').selectOption('Sales');
    await sheet(page).getByLabel('Price Range').selectOption('3,500-7,000');
    await sheet(page).getByRole('button', { name: 'Show mentors' }).click();
    await expect(page).toHaveURL('/mentors?q=a&category=Sales&price=3500-7000');
    await expect(page.getByText(/^Showing \d+ mentors?$/)).toBeVisible();
    await expect(searchBox(page)).toHaveValue('a');
    await badge(page, '₹ 3,500-7,000').click();
    await expect(page).toHaveURL('/mentors?q=a&category=Sales');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(sheet(page).getByLabel('Expertise')).toHaveValue('Sales');
    await link(page, 'Clear Filters').click();
    await expect(page).toHaveURL('/mentors');

    await link(page, 'Load More').click();
    await expect(page).toHaveURL('/mentors?page=2');
    await expect(page).toHaveTitle('Find the Perfect Mentor for your startup, page 2 · Point 0');
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/mentors\?page=2$/);
    await expect(cards(page)).toHaveCount(8);
    expect(
      (await names(page)).filter((name) => first.includes(name)),
      'other mentors',
    ).toEqual([]);
    await link(page, 'Show earlier mentors').click();
    await expect(page).toHaveURL('/mentors');
    expect(await names(page)).toEqual(first);

    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu(page).getByRole('link', { name: 'Log In' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.locator('noscript')).toBeVisible();
  });
});

test('A page of the list of mentors that is not there leads to the first, and a senseless one is the first', async ({
  request,
}) => {
  const open = (query: string) => request.get(`/mentors?${query}`, { maxRedirects: 0 });
  const behind = await open('q=a&page=900');
  expect([behind.status(), behind.headers().location]).toEqual([302, '/mentors?q=a']);
  for (const page of ['0', '-1', '1e9', 'two', '99999999999999999999', '%00']) {
    const answer = await open(`page=${page}&utm_source=mail`);
    expect(answer.status(), page).toBe(200);
    expect(await answer.text(), page).toContain('href="/mentors?page=2"');
  }
});

/** The files wait until the returned function is called. */
async function holdBack(page: Page, files: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

async function isAttached(page: Page): Promise<void> {
  // A page asks for its scripts when it is touched.
  await startScripts(page);
  await page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__reactProps')));
}

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  return async () => {
    release();
    await isAttached(page);
    // What the page would do again, it would do soon.
    await page.waitForTimeout(300);
  };
}

test('While its scripts are still on the way, the list of mentors does what is pressed, once', { tag: '@ci' }, async ({
  page,
}) => {
  const start = await openWithoutScripts(page, '/mentors');
  const lists = watchRequests(page, (request) => /search_mentors/.test(request.url()));
  const first = await names(page);
  await link(page, 'Load More').click();
  await expect(page).toHaveURL('/mentors?page=2');
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Fundraising' }).click();
  await expect(page).toHaveURL('/mentors?category=Fundraising');
  await badge(page, 'Fundraising').click();
  await expect(page).toHaveURL('/mentors');

  // Typed and chosen, not sent: both hold when the scripts have come, and the sheet stays.
  await searchBox(page).pressSequentially('a');
  await page.getByRole('button', { name: 'Filters' }).click();
  await sheet(page).getByLabel('Price Range').selectOption('3,500-7,000');
  await start();
  await expect(page).toHaveURL('/mentors?q=a&price=3500-7000');
  await expect(badge(page, '₹ 3,500-7,000')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  // The list that is on its way out is dimmed.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByLabel('Expertise').selectOption('Sales');
  await expect(page).toHaveURL('/mentors?q=a&category=Sales&price=3500-7000');
  await dialog.getByRole('link', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/mentors');
  await expect(searchBox(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused();
  await expect.poll(() => names(page)).toEqual(first);
  expect(lists.length, 'each list is asked for once').toBeLessThanOrEqual(3);
});

const QUERIES = '**/assets/queries-*.js';

test('The list of mentors is attached without the code that reads data, and what is pressed waits for it', async ({
  page,
}) => {
  const release = await holdBack(page, QUERIES);
  const lists = watchRequests(page, (request) => /search_mentors/.test(request.url()));
  await page.goto('/mentors', { waitUntil: 'commit' });
  await isAttached(page);
  const first = await names(page);
  // A click would scroll there first, at which the list loads more by itself.
  await link(page, 'Load More').dispatchEvent('click');
  await page.waitForTimeout(300);
  await expect(page, 'the link has no page of its own any more').toHaveURL('/mentors');
  await expect(cards(page)).toHaveCount(8);
  release();
  await expect(cards(page)).toHaveCount(16);
  expect((await names(page)).slice(0, 8)).toEqual(first);
  await page.waitForTimeout(300);
  expect(lists, 'once').toHaveLength(1);
});

test('A filter that is chosen before the code that reads data is there filters when it has come', async ({ page }) => {
  const release = await holdBack(page, QUERIES);
  await page.goto('/mentors', { waitUntil: 'commit' });
  await isAttached(page);
  const pages = watchRequests(page, (request) => request.isNavigationRequest());
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Fundraising' }).click();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL('/mentors');
  release();
  await expect(page).toHaveURL('/mentors?category=Fundraising');
  await expect(badge(page, 'Fundraising')).toBeVisible();
  expect(pages, 'no page of the server').toEqual([]);
});

test('Where the code that reads data does not arrive, what leads on loads its page from the server', {
  tag: '@ci',
}, async ({ page }) => {
  allowConsoleError(/Failed to load resource/);
  await page.route(QUERIES, (route) => route.abort());
  await page.goto('/mentors', { waitUntil: 'commit' });
  await isAttached(page);
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to initialize. Please refresh the page.' }),
  ).toBeVisible();
  await link(page, 'Load More').dispatchEvent('click');
  await expect(page.getByText('The next mentors could not be loaded. Please try again.')).toBeVisible();
  await expect(link(page, 'Load More')).toBeVisible();
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: 'Fundraising' }).click();
  await expect(page).toHaveURL('/mentors?category=Fundraising');
  await expect(badge(page, 'Fundraising')).toBeVisible();
  await isAttached(page);
  await cards(page).first().getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/mentors\/[a-z]/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await isAttached(page);
  const pages = watchRequests(page, (request) => request.isNavigationRequest());
  await page.waitForTimeout(2000);
  expect(pages, 'it stays').toEqual([]);
});

test('What is typed and sent at sign-up before the scripts came is sent once by them, and no password is in an address', async ({
  page,
}) => {
  const person = newPerson();
  const start = await openWithoutScripts(page, '/signup');
  const signUps = watchRequests(page, (request) => /auth\/v1\/signup/.test(request.url()));
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.getByLabel('Full Name').fill(person.name);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).press('Enter');
  await start();
  await expect(page.getByRole('button', { name: 'Resend Confirmation Email' })).toBeVisible();
  expect(signUps).toHaveLength(1);
  expect(addresses.filter((address) => /correct/.test(address))).toEqual([]);
});

test('Without scripts the form to sign up says so, and sends no password in an address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/signup');
  expect(await page.content()).toContain('This part of the page needs JavaScript.');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  const sent = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole('button', { name: 'Create Account' }).click();
  expect((await sent).url()).not.toContain('correct');
  await context.close();
});

test('A menu that was opened before the scripts came stays open, and Back closes it then', async ({ page }) => {
  const start = await openWithoutScripts(page, '/about-us');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu(page)).toBeVisible();
  await start();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.goBack();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL('/about-us');
  // With the keyboard one leaves it to the page, which it would cover.
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu(page).getByRole('link', { name: 'Admin', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(menu(page)).toBeHidden();
});

test('A button that is pressed before the scripts came is pressed for the visitor, once', async ({ page, sql }) => {
  const mark = randomUUID().slice(0, 8);
  await sql`
    insert into public.impact_stories (name, experience, is_approved, created_at)
    select 'Older ' || ${mark} || ' ' || n, 'It worked.', true, now() - interval '9 years' - n * interval '1 day'
    from generate_series(1, 40) n`;
  try {
    const start = await openWithoutScripts(page, uncachedWallPath());
    await expect(cards(page)).toHaveCount(12);
    const more = page.getByRole('button', { name: 'Show More Stories' });
    await more.click();
    await more.click();
    await start();
    await expect(cards(page)).toHaveCount(24);
    await page.waitForTimeout(300);
    await expect(cards(page), 'once').toHaveCount(24);
  } finally {
    await sql`delete from public.impact_stories where name like ${`Older ${mark} %`}`;
  }
});

/** How often each control is pressed, by the script and by the test, when React comes after `presses`. */
async function pressesWith(page: Page, script: string, presses: string[]): Promise<Record<string, number>> {
  await page.goto('about:blank');
  await page.setContent(
    '<button id="one" type="button">1</button><button id="other" type="button">2</button><a id="link" href="#x">3</a>' +
      '<button id="opener" type="button" popovertarget="p">4</button><div id="p" popover style="inset:auto 0 0 auto">5</div>' +
      '<form action="#"><button id="submit">6</button></form><details><summary id="summary">7</summary>8</details>',
  );
  await page.addScriptTag({ content: script });
  for (const id of presses) await page.locator(`#${id}`).click();
  return page.evaluate(async () => {
    const counts: Record<string, number> = {};
    for (const control of document.querySelectorAll<HTMLElement>('button, a, summary')) {
      control.addEventListener('click', () => {
        counts[control.id] = (counts[control.id] ?? 0) + 1;
      });
      Object.assign(control, { __reactProps$x: {} });
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
    return counts;
  });
}

test('A kept press is repeated once, is the last one, and none of what the browser did by itself', {
  tag: '@ci',
}, async ({ page }) => {
  expect(await pressesWith(page, KEEP_PRESS, ['one', 'one', 'other', 'one'])).toEqual({ one: 1 });
  expect(await pressesWith(page, KEEP_PRESS, ['one', 'other'])).toEqual({ other: 1 });
  for (const native of ['link', 'opener', 'submit', 'summary']) {
    expect(await pressesWith(page, KEEP_PRESS, ['one', native]), native).toEqual({});
  }
  // Negative control: a script that does not forget the press repeats it again and again.
  const forgetful = KEEP_PRESS.replace('clearInterval(i);i=kept=0;', '');
  expect(forgetful).not.toBe(KEEP_PRESS);
  expect((await pressesWith(page, forgetful, ['one'])).one).toBeGreaterThan(1);
});
