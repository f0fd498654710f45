import type { Page } from '@playwright/test';
import { choiceQuery } from '#rules/mentors/mentor-path.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateFull, formatDateShort, formatTime } from '#rules/shell/ist.ts';
import { addPerson, logIn } from '#tests/kit/browser/accounts.ts';
import { dayLink, findOffer, type Offer, timeOf, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { expect, test } from '#tests/kit/browser/fixtures.ts';
import { DESKTOP, PHONE } from '#tests/kit/browser/widths.ts';

const panelOf = (page: Page) => page.locator('#booking');

/** Follows the link of the offer's day, which opens the page with its slots. */
async function followDay(page: Page, { slot }: Offer): Promise<void> {
  const panel = panelOf(page);
  if (!(await dayLink(panel, slot.date).isVisible())) await panel.getByText('More days').click();
  await dayLink(panel, slot.date).click();
  await expect(page).toHaveURL(new RegExp(`\\?day=${slot.date}$`));
  await expect(panel.getByRole('group', { name: formatDateFull(slot.date) })).toBeVisible();
}

test('Without scripts a visitor reads a profile, chooses a slot and takes it through the log-in (first tap)', {
  tag: '@ci',
}, async ({ browser, baseURL, page, sql }) => {
  const offer = await findOffer();
  const { path, mentor, slot } = offer;
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '', viewport: PHONE });
  const plain = await context.newPage();
  await plain.goto(`${path}?utm_source=whatsapp`);
  await expect(plain).toHaveTitle(`Book a session with ${mentor.name}, ${mentor.title}`);
  await expect(plain.getByRole('heading', { level: 1, name: mentor.name })).toBeVisible();
  await expect(plain.getByText(/^Next: /)).toBeVisible();

  await test.step('each tab', async () => {
    const panels = { About: 'What to expect', Expertise: 'Specializations', Reviews: 'reviews' };
    for (const [name, text] of Object.entries(panels)) {
      await plain.getByRole('tab', { name }).click();
      await expect(plain.getByRole('tabpanel', { name })).toContainText(text);
      await expect(plain.getByRole('tabpanel').filter({ visible: true })).toHaveCount(1);
    }
  });

  await test.step('sharing', async () => {
    await plain.locator('summary', { hasText: 'Share' }).click();
    const links = plain.getByRole('link', { name: /^Share / });
    await expect(links).toHaveText(['Share on WhatsApp', 'Share on LinkedIn', 'Share by e-mail']);
    await expect(links.first()).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=.*utm_source%3Dwhatsapp/);
    await plain.locator('summary', { hasText: 'Share' }).click();
  });

  await test.step('beside the profile, a next free time is a day and a slot in one press', async () => {
    await plain.setViewportSize(DESKTOP);
    const panel = panelOf(plain);
    await expect(panel.getByRole('button', { name: 'Select a Time Slot' })).toBeVisible();
    await panel.getByRole('region', { name: 'Next free times' }).getByRole('link').first().click();
    await expect(panel.getByRole('radio', { checked: true })).toHaveCount(1);
    await expect(panel.getByRole('button', { name: 'Confirm Booking' })).toBeVisible();
  });

  await test.step('what there is not is said, above the times that there are', async () => {
    await plain.setViewportSize(PHONE);
    await plain.goto(`${path}?day=2026-02-31&slot=now`);
    await expect(panelOf(plain).getByText('This link asks for a day or a time that does not exist.')).toBeVisible();
    await panelOf(plain).getByRole('link', { name: 'Close' }).click();
    await expect(panelOf(plain)).toBeHidden();
    await plain.goto(`${path}?${choiceQuery({ date: slot.date, startTime: '03:07', endTime: '03:11' })}&step=confirm`);
    await expect(plain.getByRole('alert')).toHaveText('This slot can no longer be booked. Please choose another time.');
  });

  const login = await test.step('on a phone, a day and a slot lead to the log-in', async () => {
    await plain.goto(path);
    await plain.getByRole('button', { name: 'Select a Time Slot' }).click();
    await followDay(plain, offer);
    await panelOf(plain)
      .getByRole('radio', { name: timeOf(slot), exact: true })
      .check();
    await panelOf(plain).getByRole('button', { name: 'Confirm Booking' }).click();
    await expect(plain).toHaveURL(/\/login\?/);
    return plain.url();
  });
  await context.close();

  await test.step('after logging in that slot is to be confirmed, and nothing is held yet', async () => {
    const person = await addPerson();
    await page.goto(login);
    await logIn(page, person);
    const dialog = page.getByRole('dialog', { name: 'Confirm Booking' });
    await expect(dialog).toContainText(formatDateFull(slot.date));
    await expect(dialog).toContainText(timeOf(slot));
    // A price in an address counts for nothing.
    await page.goto(`${path}?${choiceQuery(slot)}&step=confirm&price=1&amount=1`);
    await expect(dialog).toContainText(formatInr(mentor.price));
    await expect(page).toHaveURL(new RegExp(`${path}\\?.*slot=`));
    await expect(page).not.toHaveURL(/step=|login/);
    const [made] = await sql`
      select count(*)::int as orders from private.payment_orders o join auth.users u on u.id = o.user_id
      where u.email = ${person.email}`;
    expect(made?.orders).toBe(0);
  });
});

test('A tab, a day and a slot that are pressed while scripts are loading do what they say, once (first tap)', {
  tag: '@ci',
}, async ({ page }) => {
  const offer = await findOffer();
  const { path, slot } = offer;
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForTimeout(800);
  const panel = panelOf(page);
  const reviews = page.getByRole('tabpanel', { name: 'Reviews' });
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(reviews).toBeVisible();
  await page.getByRole('button', { name: 'Select a Time Slot' }).click();
  await followDay(page, offer);
  await panel.getByRole('radio', { name: timeOf(slot), exact: true }).check();

  letGo();
  await waitUntilHydrated(page);
  const picker = page.getByRole('dialog', { name: 'Book a Session' });
  await expect(picker.getByRole('radio', { name: timeOf(slot), exact: true })).toBeChecked();
  await expect(page.locator('[data-bottom-bar]')).toContainText(
    `${formatDateShort(slot.date)}, ${formatTime(slot.startTime)}`,
  );
  await picker.getByRole('button', { name: 'Confirm Booking' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Login Required' })).toBeVisible();
});
