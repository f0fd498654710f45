import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator, signInAsNewFounder } from '#tests/kit/browser/accounts.ts';
import { openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { enlargeText } from '#tests/kit/browser/large-text.ts';
import { atBothWidths, DESKTOP, isPhone, PHONE } from '#tests/kit/browser/widths.ts';

const MAIN = [
  ['Home', '/'],
  ['Mentors', '/mentors'],
  ['Project Point 0', '/project-point-0'],
  ['Wall of Impact', '/wall-of-impact'],
  ['About Us', '/about-us'],
] as const;

/** What leads anywhere from the top of a page: the header, or the side menu of a phone. */
async function openNavigation(page: Page) {
  if (!isPhone(page)) return page.getByRole('banner');
  await page.getByRole('banner').getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

test('A visitor finds every area from the top of a page', { tag: '@ci' }, async ({ page }) => {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await openProfile(page, '/contact');
    const navigation = await openNavigation(page);
    for (const [name, href] of [
      ...MAIN,
      ['Log In', '/login'],
      ['Admin', '/admin-login'],
      ['Sign Up', '/signup'],
    ] as const) {
      await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
    for (const name of ['My Dashboard', 'Admin Dashboard']) {
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    }
    await expectAccessible(page);
    await navigation.getByRole('link', { name: 'About Us', exact: true }).click();
    await expect(page).toHaveURL(/\/about-us$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('Back closes the menu of a phone first, and leads to the page before only then', async ({ page }) => {
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const open = page.getByRole('banner').getByRole('button', { name: 'Open menu' });
  // A new page of the browser's, so that there is nothing of the site before it.
  await page.goto('about:blank');
  await openProfile(page, '/about-us');
  await expect(await openNavigation(page)).toBeVisible();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(page).toHaveURL(/\/about-us$/);

  await (await openNavigation(page)).getByRole('link', { name: 'Wall of Impact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wall of Impact' })).toBeVisible();
  const place = () => page.evaluate(() => history.state.idx);
  const before = await place();
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await expect(await openNavigation(page)).toBeVisible();
    await close();
    await expect(menu).toHaveCount(0);
    await expect(open).toBeFocused();
    await expect.poll(place, 'the menu leaves nothing in the history').toBe(before);
    await expect(page).toHaveURL(/\/wall-of-impact$/);
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/about-us$/);
  await expect(page.getByRole('heading', { level: 1, name: 'We stand where founders start' })).toBeVisible();
});

test('The footer leads to help and policies; the community and the chat open beside the page', async ({ page }) => {
  await page.goto('/about-us');
  const footer = page.getByRole('contentinfo');
  await atBothWidths(page, async () => {
    for (const [name, href] of [
      ['Find a Mentor', '/mentors'],
      ['Join as a Mentor', '/join-as-mentor'],
      ['Project Point 0', '/project-point-0'],
      ['Terms and Conditions', '/terms'],
      ['Privacy Policy', '/privacy'],
      ['Cancellations & Refunds', '/refunds'],
      ['Our promise', '/our-promise'],
      ['Contact Us', '/contact'],
    ] as const) {
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
    }
    await expect(footer.getByText('Mon-Sat 10 AM - 6 PM IST')).toBeVisible();
    await expect(footer.getByText(/, India$/)).toBeVisible();
    await expect(footer.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
    for (const link of [
      footer.getByRole('link', { name: /^Join Our Community/ }),
      page.getByRole('link', { name: "Need help? We're here! (opens in a new tab)" }),
    ]) {
      await expect(link).toHaveAttribute('href', /^https:/);
      await expect(link).toHaveAttribute('target', '_blank');
    }
  });
});

test('The chat button says what it is for, is a tab in the margin where it would cover a text, and forms have none', {
  tag: '@ci',
}, async ({ page }) => {
  const chat = page.getByRole('link', { name: /^Need help\?/ });
  const tooltip = page.getByText("Need help? We're here!", { exact: true });
  for (const path of ['/login', '/join-as-mentor', '/contact']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(chat).toHaveCount(0);
  }
  await page.goto('/about-us');
  const width = async () => (await chat.boundingBox())?.width;
  // Until the page is at rest, and from then on wherever a text or a control is below it.
  expect(await width()).toBe(16);
  await expect(tooltip).toHaveCSS('opacity', '0');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(width).toBe(52);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(width).toBe(16);
  await chat.focus();
  await expect.poll(width).toBe(52);
  await atBothWidths(page, () => expect(tooltip).toHaveCSS('opacity', '1'));
});

test('The chat button is whole on the screen and covers no control, on phones, tablets and desktops and with large text', {
  tag: '@faults',
}, async ({ page }) => {
  const chat = page.getByRole('link', { name: /^Need help\?/ });
  for (const path of ['/', '/mentors', '/about-us']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await waitUntilHydrated(page);
    for (const isLarge of [false, true]) {
      if (isLarge) await enlargeText(page);
      for (const viewport of [PHONE, { width: 768, height: 1024 }, DESKTOP]) {
        await page.setViewportSize(viewport);
        await page.evaluate(() => scrollTo(0, 300));
        await page.waitForTimeout(600);
        const box = await chat.boundingBox();
        const how = `${path} at ${viewport.width} px${isLarge ? ' with large text' : ''}`;
        expect((box?.x ?? 0) + (box?.width ?? 0), how).toBeLessThanOrEqual(await page.evaluate(() => innerWidth));
        expect(await chat.evaluate(findBelow), how).toEqual([]);
      }
    }
  }
});

/** Runs in the browser: the controls and texts below an element. */
function findBelow(chat: Element): string[] {
  const { left, right, top, bottom } = chat.getBoundingClientRect();
  const isBelow = (box: DOMRect) => box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  const found: string[] = [];
  for (const one of document.querySelectorAll('main a[href], main button, main input, main select, footer a[href]')) {
    if (one.checkVisibility({ visibilityProperty: true }) && isBelow(one.getBoundingClientRect())) {
      // A carousel's slides go on beyond the window.
      if (!one.closest('[aria-roledescription=carousel]')) found.push(one.textContent ?? '');
    }
  }
  return found;
}

test('A founder who signed in finds dashboard and log-out, no link for administrators', { tag: '@ci' }, async ({
  page,
}) => {
  await signInAsNewFounder(page);
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await openProfile(page, '/contact');
    if (isPhone(page)) {
      const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard', exact: true });
      await expect(dashboard).toHaveAttribute('href', '/dashboard');
      // With text of twice the size the menu alone has it, and the header is no wider than the screen.
      const large = await page.addStyleTag({ content: 'html { font-size: 200% }' });
      await expect(dashboard).toBeHidden();
      await expect(page.getByRole('banner').getByRole('button', { name: 'Open menu' })).toBeInViewport({ ratio: 1 });
      expect(await page.getByRole('banner').evaluate((header) => header.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
      await large.evaluate((style) => (style as HTMLElement).remove());
    }
    const navigation = await openNavigation(page);
    await expect(navigation.getByRole('link', { name: 'My Dashboard' })).toHaveAttribute('href', '/dashboard');
    for (const name of ['Admin Dashboard', 'Admin', 'Log In', 'Sign Up']) {
      await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0);
    }
    await expect(navigation.getByRole('button', { name: 'Log Out' })).toBeVisible();
  }
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect((await openNavigation(page)).getByRole('link', { name: 'Log In', exact: true })).toBeVisible();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize(DESKTOP);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In', exact: true })).toBeVisible();
});

test('An administrator also finds the Admin Dashboard in the navigation', { tag: '@ci' }, async ({ page }) => {
  await signInAsAdministrator(page, '/contact');
  await waitUntilHydrated(page);
  const link = (await openNavigation(page)).getByRole('link', { name: 'Admin Dashboard' });
  await expect(link).toHaveAttribute('href', '/admin');
  await page.setViewportSize(DESKTOP);
  await page.reload();
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin');
  // The narrowest width with all links in the header, and a tablet, where the menu has the person's links: none is pushed past the edge.
  for (const [width, last] of [
    [1024, 'Log Out'],
    [768, 'Open menu'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    for (const [name] of MAIN) {
      await expect(banner.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
    await expect(banner.getByRole('button', { name: last })).toBeInViewport({ ratio: 1 });
  }
});

test('A page without a description of its own carries the site’s', async ({ page }) => {
  await page.goto('/login');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /We are your Point 0/);
});
