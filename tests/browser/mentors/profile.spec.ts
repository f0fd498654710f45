import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { addDays, formatMonthYear, istToday } from '#rules/shell/ist.ts';
import { expectAccessible, expectAccessibleAtBothWidths } from '#tests/kit/browser/accessibility.ts';
import { findOffer, openMonths, openPicker, openProfile, waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift } from '#tests/kit/browser/layout-shift.ts';
import { goOffline } from '#tests/kit/browser/network.ts';
import { DESKTOP } from '#tests/kit/browser/widths.ts';

test('A shared profile carries its own title, picture and offer', async ({ page }) => {
  const { path, mentor } = await findOffer();
  await openProfile(page, path);
  const meta = (key: string) => page.locator(`meta[property="${key}"], meta[name="${key}"]`).getAttribute('content');
  expect(await meta('og:title')).toBe(`Book a session with ${mentor.name}, ${mentor.title}`);
  expect(await meta('twitter:title')).toBe(await meta('og:title'));
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toBe(new URL(path, page.url()).href);
  const picture = await page.request.get((await meta('og:image')) ?? '');
  expect(picture.headers()['content-type']).toMatch(/^image\//);
  const offer = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(offer.offers).toMatchObject({ price: String(mentor.price), priceCurrency: 'INR' });
});

test('A profile address with bare id or old name moves to the right one; no mentor is a 404', async ({
  page,
  request,
}) => {
  allowConsoleError(/status of 404/);
  const { path, mentor } = await findOffer();
  const bare = await request.get(`/mentors/${mentor.id.toUpperCase()}`, { maxRedirects: 0 });
  expect(bare.status()).toBe(301);
  expect(bare.headers().location).toContain(path);
  const old = await request.get(`/mentors/an-older-name-${mentor.id}?date=2026-01-01`, { maxRedirects: 0 });
  expect(old.status()).toBe(301);
  expect(old.headers().location).toContain(`${path}?date=2026-01-01`);
  for (const segment of [
    'nobody',
    `nobody-${mentor.id.replace(/^./, (first) => (first === 'f' ? 'e' : 'f'))}`,
    '%20',
  ]) {
    const response = await page.goto(`/mentors/${segment}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Mentor Not Found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to all mentors' })).toBeVisible();
  }
  await expectAccessible(page);
});

// docs/product/site.md#accessibility
test('No press of Tab stops on nothing on a profile, and the panel’s first time is within 15 presses at 1280', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  const { path } = await findOffer();
  await openProfile(page, path);
  const picker = await openPicker(page);
  const first = picker.getByRole('region', { name: 'Next free times' }).getByRole('link').first();
  await expect(first).toBeVisible();
  const stops: string[] = [];
  while (stops.length < 30 && !(await first.evaluate((link) => link === document.activeElement))) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const stop = document.activeElement;
        const { height } = stop?.getBoundingClientRect() ?? { height: 0 };
        return height > 0 ? `${stop?.tagName} ${stop?.textContent?.trim().slice(0, 30)}` : `nothing: ${stop?.id}`;
      }),
    );
  }
  expect(stops.filter((stop) => stop.startsWith('nothing'))).toEqual([]);
  expect(stops.length, stops.join('\n')).toBeLessThanOrEqual(15);
});

test('A visitor reads a profile’s tabs, shares it and goes on to the booking panel', { tag: '@ci' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { path } = await findOffer();
  await openProfile(page, path);

  // One pixel more than its box, and Firefox draws a scrollbar beside it.
  const tooTall = (list: Element) => list.scrollHeight - list.clientHeight;
  expect(await page.getByRole('tablist').first().evaluate(tooTall)).toBe(0);
  await page.getByRole('tab', { name: 'About' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel', { name: 'Expertise' })).toContainText('Specializations');
  await page.getByRole('tab', { name: 'Reviews' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toContainText('reviews');
  await expectAccessibleAtBothWidths(page);

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this mentor profile' });
  const link = dialog.getByLabel('Link to this profile');
  await expect(link).not.toBeEditable();
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await link.inputValue());
  expect(copied).toMatch(/utm_source=copy_link&utm_medium=social&utm_campaign=mentor_share$/);
  // For two seconds, by a clock that stands.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(1_900);
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible({ timeout: 2_000 });
  await page.clock.resume();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Book a Session' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Book a Session' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize(DESKTOP);
  await page.getByRole('link', { name: 'Book a Session' }).click();
  await expect(page.getByRole('complementary', { name: 'Book a Session' })).toBeFocused();
});

test('A visitor’s profile loads no code of months, paying or sharing; months open at the next free time', {
  tag: ['@desktop', '@ci'],
}, async ({ page, addMentor, sql }) => {
  const mentor = await addMentor();
  const late = addDays(istToday(new Date()), 40);
  await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select ${mentor.id}, ${late}::date + d, make_time(h, 0, 0), make_time(h + 1, 0, 0)
    from generate_series(0, 3) d, generate_series(10, 11) h`;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openProfile(page, mentorPath(mentor));
  const picker = await openPicker(page);
  await expect(picker.getByRole('region', { name: 'Next free times' }).getByRole('link')).toHaveCount(5);
  const isOfMonths = (url: string) => /\/month-choice-[\w-]+\.js$/.test(url);
  // Nor does a visitor load what is for paying, for one's own bookings and for sharing.
  const parts =
    /\/(month-choice|payment-flow|held-slot|own-side|unfinished-payment|share-dialog|supabase|auth\.data)-[\w-]+\.js$/;
  expect(asked.filter((url) => parts.test(url))).toEqual([]);
  await openMonths(picker);
  await expect(picker.getByRole('grid')).toHaveAccessibleName(formatMonthYear(late));
  expect(asked.filter(isOfMonths)).toHaveLength(1);

  const months = picker.locator('[data-mode=single]');
  const height = (await months.boundingBox())?.height;
  const next = months.getByRole('button', { name: 'Next month' });
  const previous = months.getByRole('button', { name: 'Previous month' });
  for (const button of [previous, next]) {
    while ((await button.getAttribute('aria-disabled')) !== 'true') {
      await button.click();
      expect((await months.boundingBox())?.height).toBe(height);
    }
  }
  await expectNoLayoutShift(page);
});

test('The calendar is used by keyboard: only days with slots, weeks from Monday', { tag: ['@both', '@ci'] }, async ({
  page,
}) => {
  const { path } = await findOffer();
  await openProfile(page, path);
  await expectNoLayoutShift(page);
  const picker = await openPicker(page);
  await openMonths(picker);
  await expect(picker.locator('th').first()).toHaveAttribute('aria-label', 'Monday');
  await expectAccessible(page);

  const confirm = picker.getByRole('button', { name: 'Select a Time Slot' });
  await expect(confirm).toBeDisabled();
  await picker.getByRole('gridcell', { selected: true }).getByRole('button').focus();
  await page.keyboard.press('ArrowRight');
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName(/, (slots open|fully booked)$/);
  await page.keyboard.press('Enter');
  await expect(picker.getByRole('gridcell', { selected: true }).getByRole('button')).toBeFocused();
  const free = picker.locator('input[type="radio"]:enabled');
  if ((await free.count()) > 0) {
    await free.first().focus();
    await page.keyboard.press('Space');
    await expect(free.first()).toBeChecked();
    await expect(picker.getByRole('button', { name: 'Confirm Booking' })).toBeEnabled();
  }
});

test('A profile to which a visitor comes back after a night shows the times of now', { tag: '@ci' }, async ({
  page,
  app,
  sql,
  addMentor,
}) => {
  const mentor = await addMentor();
  await app.addSlot({ mentorId: mentor.id, daysAhead: 5, startTime: '10:00', endTime: '11:00' });
  await page.clock.install();
  await openProfile(page, mentorPath(mentor));
  const time = page.getByText('10:00 AM', { exact: true });
  await expect(time).not.toHaveCount(0);
  // Over, or sold, while the tab slept.
  await sql`delete from public.mentor_availability where mentor_id = ${mentor.id}`;
  await page.clock.fastForward('08:00:00');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(time).toHaveCount(0);
});

test('Availability that cannot be loaded reads as none, with a way to ask again', async ({ page }) => {
  allowConsoleError(/Failed to load resource/);
  await page.route('**/rest/v1/rpc/mentor_slots*', (route) => route.abort());
  // Through the listing, so that the browser itself has to ask.
  await page.goto('/mentors', { waitUntil: 'networkidle' });
  await waitUntilHydrated(page);
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  const picker = await openPicker(page);
  await expect(picker.getByText('No slots are open right now.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/mentor_slots*');
  await picker.getByRole('button', { name: 'Try Again' }).click();
  await expect(picker.getByText('Pick a date')).toBeVisible();
});

test('The share dialog that was asked for without a network opens once there is one', { tag: '@faults' }, async ({
  page,
  context,
}) => {
  allowConsoleError(/Failed to load resource/);
  const { path } = await findOffer();
  await openProfile(page, path);
  await goOffline(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(
    page.locator('[data-sonner-toast]').getByText('No internet connection. Please check your network and try again.'),
  ).toBeVisible();
  await context.setOffline(false);
  const dialog = page.getByRole('dialog', { name: 'Share this mentor profile' });
  // The toast is a moment ahead of the button.
  await expect(async () => {
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('The share dialog whose code does not arrive works after the page is loaded anew', async ({ page }) => {
  allowConsoleError(/Failed to load resource/);
  const { path } = await findOffer();
  await openProfile(page, path);
  await page.route('**/assets/share-dialog-*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('An error occurred while fetching data. Please try again.')).toBeVisible();
  await page.unroute('**/assets/share-dialog-*.js');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await reloaded;
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('dialog', { name: 'Share this mentor profile' })).toBeVisible();
});

test.describe('far from India', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('A visitor far from India sees Indian times, and those of the own clock', async ({ page }) => {
    const { path } = await findOffer();
    await openProfile(page, path);
    await expectNoLayoutShift(page);
    const picker = await openPicker(page);
    await expect(picker.getByText('Times are IST; your clock is Europe/Berlin.')).toBeVisible();
    await picker.locator('input[type="radio"]:enabled').first().check();
    await expect(picker.getByText(/(AM|PM) IST is \w{3} \d{1,2}:\d{2} (AM|PM) on your clock\./)).toBeVisible();
  });
});
