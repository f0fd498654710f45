import type { Page } from '@playwright/test';
import { DEFAULT_CHOICES, retentionTable } from '#rules/people/retention.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths, DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const PAGES = [
  { path: '/project-point-0', link: 'Project Point 0', from: 'header', heading: 'Everything starts at a point' },
  { path: '/about-us', link: 'About Us', from: 'header', heading: 'We stand where founders start' },
  { path: '/terms', link: 'Terms and Conditions', from: 'footer', heading: 'Terms and Conditions' },
  { path: '/privacy', link: 'Privacy Policy', from: 'footer', heading: 'Privacy Policy' },
  { path: '/refunds', link: 'Cancellations & Refunds', from: 'footer', heading: 'Cancellations & Refunds' },
  { path: '/our-promise', link: 'Our promise', from: 'footer', heading: 'Our promise' },
  { path: '/contact', link: 'Contact Us', from: 'footer', heading: 'Contact Us' },
] as const;

const POLICIES = ['/terms', '/privacy', '/refunds'];

for (const { path, link, from, heading } of PAGES) {
  test(`The page ${path} opens from the ${from}, complete and accessible, dark too`, { tag: '@ci' }, async ({
    page,
  }) => {
    await page.goto('/signup');
    if (from === 'header') {
      // A desktop's header has the link itself, a phone's has it in the menu.
      await page.setViewportSize(DESKTOP);
      const inHeader = page.getByRole('banner').getByRole('link', { name: link, exact: true });
      await expect(inHeader).toHaveAttribute('href', path);
      await page.setViewportSize(PHONE);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: link, exact: true }).click();
    } else {
      await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click();
    }
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading]);
    await expectHeadingsInOrder(page);
    await atBothWidths(page, async () => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
  });

  test(`The page ${path} comes whole from the server`, async ({ request, baseURL }) => {
    const html = await (await request.get(path)).text();
    expect(html).toContain(`>${heading.replace('&', '&amp;')}</h1>`);
    expect(html).toContain(`rel="canonical" href="${baseURL}${path}"`);
    expect(html).toMatch(/<meta name="description" content="[^"]{60,200}"/);
    expect(html).toContain('property="og:title"');
    const sitemap = await (await request.get('/sitemap.xml')).text();
    expect(sitemap).toContain(`${path}</loc>`);
  });
}

test('The page of refunds has the refund rules literally', async ({ page }) => {
  await page.goto('/refunds');
  const main = page.getByRole('main');
  for (const rule of [
    'Reschedule at least 24 hours ahead.',
    'Under 12 hours before the session, it is not refundable.',
    'at the mentor’s discretion',
    'For a mentor no-show you choose between a full refund and a free reschedule.',
    'If a platform technical issue keeps you from meeting',
    'A user no-show gives no refund.',
    'you can cancel it yourself within 4 hours of creating it, and you receive a full refund',
    'A rejected booking is refunded in full, always.',
    'Payments are made in Indian rupees (INR) through Razorpay',
    'Cancellations, too, are allowed up to 24 hours before the session.',
    'who reviews it within 24 hours',
    // What the dashboard offers (docs/product/bookings.md#changes-by-founders).
    'A booking that nobody answers in time ends by itself, with the same refund.',
    'On your dashboard, press “Change or cancel” and choose another free time of your mentor.',
    'What counts for these times is when you ask, not when we answer.',
  ]) {
    await expect(main, rule).toContainText(rule);
  }
  const outcomes = page.getByRole('table', { name: 'What happens to your payment' });
  for (const [what, then] of [
    ['Your booking is rejected', 'Full refund'],
    ['You cancel a pending booking within 4 hours of making it', 'Full refund'],
    ['You cancel a confirmed session at least 24 hours ahead', 'Full refund'],
    ['You ask to cancel between 24 and 12 hours ahead', 'Full refund, if your mentor agrees'],
    ['Your mentor cancels', 'Full refund or a free reschedule'],
    ['Your mentor does not appear', 'Full refund or a free reschedule'],
    ['A technical issue of our platform stops the session', 'Full refund or a free reschedule'],
    ['You do not appear', 'No refund'],
  ] as const) {
    const row = outcomes.getByRole('row').filter({ has: page.getByRole('rowheader', { name: what }) });
    await expect(row.getByRole('cell')).toContainText(then);
  }
});

test('The terms repeat the refund rules; the privacy policy says no card data is kept', async ({ page }) => {
  await page.goto('/terms');
  const main = page.getByRole('main');
  for (const rule of [
    'A pending booking may be cancelled by its owner within 4 hours of creation, with a full refund.',
    'Rejected bookings are refunded in full.',
    'Reschedule at least 24 hours ahead. Under 12 hours is not refundable and is at the mentor’s discretion.',
    'A mentor no-show or a platform technical issue gives a full refund or a free reschedule.',
    'A user no-show gives no refund.',
    'An administrator approves or rejects it within 24 hours.',
    'Prices are in Indian rupees (INR)',
  ]) {
    await expect(main, rule).toContainText(rule);
  }
  await main.getByRole('link', { name: 'Privacy Policy' }).first().click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(main).toContainText('Payments are handled by Razorpay; no card data is stored with us.');
});

test('The privacy policy says what the forms without an account keep, how long, and how senders are counted', async ({
  page,
}) => {
  await page.goto('/privacy');
  const main = page.getByRole('main');
  const kept = main.getByRole('table', { name: 'Data that we keep, and what for' });
  for (const row of [
    /^Mentor applications: name, phone number, e-mail address if you give one, LinkedIn profile, when you applied, and what we decided/,
    /^Impact stories: the name that you give, your text, a photo if you add one, and when you sent it/,
  ]) {
    await expect(kept.getByRole('row', { name: row })).toBeVisible();
  }
  for (const fact of [
    'Before a story is approved only our administrators can read it.',
    'With the count stands no address, only a keyed hash of it',
    'The counts are deleted soon after the hour or the day is over.',
    'You may take a mentor application back earlier: write to us, and we delete it.',
    'To see, correct or delete what you sent, write to our support address',
    'A photo whose story was never sent is deleted after a day.',
    'What you type into a form stays in its tab until you send it or close the tab',
  ]) {
    await expect(main, fact).toContainText(fact);
  }
  const forms = main.getByRole('region', { name: 'Forms without an account' });
  await expect(forms.getByRole('link', { name: 'Join as a Mentor' })).toHaveAttribute('href', '/join-as-mentor');
  await expect(forms.getByRole('link', { name: 'Wall of Impact' })).toHaveAttribute('href', '/wall-of-impact');
});

test('The privacy policy says how long each kind of data is kept, and how to use one’s rights', async ({ page }) => {
  await page.goto('/privacy');
  const main = page.getByRole('main');
  const table = main.getByRole('table', { name: 'How long we keep which data, and what happens then' });
  await expect(table.getByRole('columnheader')).toHaveText(['Data', 'Kept for', 'Then']);
  const rows = await table
    .getByRole('row')
    .evaluateAll((all) =>
      all.slice(1).map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
    );
  // The nightly job reads the same rules.
  const plain = (text: string) => text.replaceAll('**', '');
  expect(rows).toEqual(retentionTable(DEFAULT_CHOICES).map((row) => row.map(plain)));
  expect(rows).toContainEqual([
    'Bookings, payments and refunds: amounts, dates and numbers',
    '8 years after the end of the financial year, because tax law requires it',
    'deleted',
  ]);
  const rights = main.getByRole('region', { name: 'Your rights' });
  await expect(rights).toContainText('Download my data gives you a file with everything that we keep about you');
  await expect(rights.getByRole('link', { name: 'your account' })).toHaveAttribute('href', '/account');
  await expect(main.getByRole('region', { name: 'Founders under 18' })).toContainText(
    'Founders under 18 cannot have an account',
  );
  for (const path of ['/privacy', '/contact']) {
    await page.goto(path);
    await expect(main).toContainText('We answer within 30 days.');
    await expect(main).toContainText(
      'If our answer does not satisfy you, you may complain to the Data Protection Board of India.',
    );
  }
  await page.goto('/privacy');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('The contact page says when and how to write', async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main).toContainText('Monday–Saturday 10 AM–6 PM IST');
  await expect(main).toContainText('response within 24 hours');
  await expect(main).toContainText('mention URGENT in the subject');
  await expect(main.getByRole('link', { name: 'Write an urgent e-mail' })).toHaveAttribute(
    'href',
    /^mailto:[^?]+\?subject=URGENT/,
  );
});

test('The page about us has the mission, the founders’ letter and the ways to reach us', async ({ page }) => {
  await page.goto('/about-us');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Our mission' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'A letter from the founders' })).toBeVisible();
  const contacts = main.getByRole('region', { name: 'How to reach us' });
  await expect(contacts.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact');
});

test('The page of the project says its goal and leads to the community', async ({ page }) => {
  await page.goto('/project-point-0');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Our mission' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Our approach' })).toBeVisible();
  await expect(main).toContainText('10,000+ students across 5+ cities');
  const community = main.getByRole('link', { name: 'Join Our Community (opens in a new tab)' }).first();
  await expect(community).toHaveAttribute('target', '_blank');
  await main.getByRole('link', { name: 'Find a Mentor' }).first().click();
  await expect(page).toHaveURL(/\/mentors$/);
});

for (const path of POLICIES) {
  test(`The policy ${path} is dated, has contents and prints as text alone`, async ({ page }) => {
    await page.goto(path);
    await waitUntilHydrated(page);
    await expect(page.getByText('In effect from Tuesday, 24 November 2026')).toBeVisible();
    const fold = page.getByRole('group').filter({ hasText: 'On this page' });
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await fold.locator('summary').click();
    const links = await contents.getByRole('link').all();
    const targets = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(targets.length).toBeGreaterThan(7);
    for (const target of targets) {
      await expect(page.locator(new URL(target ?? '', 'http://site').hash), target ?? '').toHaveCount(1);
    }

    const chosen = links[4];
    const name = (await chosen?.textContent()) ?? '';
    await chosen?.click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
    await expect(page.getByRole('region', { name, exact: true })).toBeFocused();
    expect(new URL(page.url()).hash).toBe(new URL(targets[4] ?? '', 'http://site').hash);
    await expect(contents).toBeHidden();

    // On a desktop the contents stand beside the text.
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await waitUntilHydrated(page);
    await contents.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
    await expect(page.getByRole('region', { name, exact: true })).toBeFocused();
    expect(new URL(page.url()).hash).toBe(new URL(targets[4] ?? '', 'http://site').hash);
    await expect(contents.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'location');

    await page.setViewportSize(PHONE);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    // Paper is white: the text is dark on it.
    await expect(page.locator('body')).toHaveCSS('color', 'rgb(28, 25, 23)');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Print this page' })).toBeHidden();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  });
}

async function expectHeadingsInOrder(page: Page): Promise<void> {
  const headings = page.getByRole('main').getByRole('heading');
  const levels = await headings.evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  expect(levels[0]).toBe(1);
  levels.forEach((level, index) => {
    expect(level, 'no heading skips a level').toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
  });
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}
