import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { formatDateFull, formatTimeRange, istTimeOfDay, istToday } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import { expectAccessible } from './accessibility.ts';
import { confirmEmail, logIn, newPerson, signUp } from './accounts.ts';
import { enter } from './booking.ts';
import { type Desk, openDesk, startIn } from './desk.ts';
import { test as base, expect } from './fixtures.ts';

const test = base.extend<{ desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  desk: async ({}, use) => {
    const desk = await openDesk();
    await use(desk);
    await desk.close();
  },
});

const LINK = 'https://meet.example/abc-defg';
const HOUR = 60;
const DAY = 24 * HOUR;

const card = (page: Page, mentorName: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: mentorName, exact: true }) });
const cancelDialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel Booking?' });

/** A returning founder: the investor form is behind them. */
async function enterAgain(page: Page, mailbox: Parameters<typeof enter>[1], desk: Desk) {
  const person = await enter(page, mailbox);
  await desk.sql`
    update public.profiles set profile_completed = true, vc_interest_submitted = true where email = ${person.email}`;
  return person;
}

test('a visitor is sent to the login, and comes back', async ({ page, mailbox }) => {
  const person = newPerson();
  await signUp(page, person);
  await confirmEmail(page, mailbox, person);
  await page.goto('/dashboard');
  await expect(page.getByText('Please log in to access your dashboard.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name}` })).toBeVisible();
});

test('a new founder: nothing yet, a booking, and its cancellation with the refund', async ({
  page,
  mailbox,
  desk,
}) => {
  test.slow();
  await enter(page, mailbox);
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Mentors' })).toHaveAttribute('href', '/mentors');
  await expect(page.getByRole('link', { name: 'Find New Mentors' })).toHaveAttribute('href', '/mentors');
  await expectAccessible(page);

  const { mentor, slot, bookingId } = await desk.buy(page);
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  await expect(page.getByText('Bookings refreshed')).toBeVisible();
  const pending = page.getByRole('region', { name: 'Pending Review' });
  await expect(pending).toContainText('Awaiting admin confirmation');
  await expect(pending).toContainText(formatDateFull(slot.date));
  await expect(pending).toContainText(`${formatTimeRange(slot.startTime, slot.endTime)} IST`);
  await expect(page.getByText('1 Under Review')).toBeVisible();
  await expect(pending).toContainText(/You can cancel until .*\d:\d\d [AP]M IST\./);
  await expectAccessible(page);

  const cancel = pending.getByRole('button', { name: `Cancel booking with ${mentor.name}` });
  await cancel.click();
  const dialog = cancelDialog(page);
  await expect(dialog).toContainText(
    'Are you sure you want to cancel this session? This action cannot be undone.',
  );
  for (const text of [mentor.name, formatDateFull(slot.date), formatInr(mentor.price), 'refunded in full'])
    await expect(dialog).toContainText(text);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  await cancel.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') requests.push(request.url());
  });
  await cancel.click();
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).dblclick();
  await expect(page.getByText('Booking cancelled. Your refund is on its way.')).toBeVisible();
  await expect(dialog).toBeHidden();
  const other = page.getByRole('region', { name: 'Other Sessions' });
  await expect(other.getByText('Cancelled')).toBeVisible();
  await expect(other.getByText(/^(Refund of )?₹[\d,]+ (on its way|refunded)$/)).toBeVisible();
  await expect(page.getByText('Under Review')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Your Sessions' })).toBeFocused();
  expect(requests).toHaveLength(1);
  await expectAccessible(page);

  // The refund is sent by a job; the card says so on the next look.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(`${formatInr(mentor.price)} refunded`)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  const [row] = await desk.sql`select status from public.bookings where id = ${bookingId}`;
  expect(row?.status).toBe('cancelled');
});

test('a returning founder finds every session in its group', async ({ page, mailbox, desk }) => {
  await enterAgain(page, mailbox, desk);
  const days = (count: number) => startIn(count * DAY);
  const note = 'Rescheduled: the mentor is travelling that day';
  const bookings = [
    { mentorName: 'Pending Late', status: 'pending_admin_review', start: days(5) },
    { mentorName: 'Pending Soon', status: 'pending_admin_review', start: days(2), ageMinutes: 5 * HOUR },
    { mentorName: 'Upcoming Late', status: 'confirmed', start: days(9), link: LINK },
    { mentorName: 'Upcoming Soon', status: 'confirmed', start: days(4) },
    { mentorName: 'Past Confirmed', status: 'confirmed', start: days(-2), link: LINK, ageMinutes: 3 * DAY },
    { mentorName: 'Past Completed', status: 'completed', start: days(-7), ageMinutes: 8 * DAY },
    { mentorName: 'Future Rejected', status: 'rejected', start: days(3) },
    { mentorName: 'Future Moved', status: 'rescheduled', start: days(6), notes: note, link: LINK },
    { mentorName: 'Future Unknown', status: 'cancelled', start: days(1) },
  ];
  for (const booking of bookings) await desk.enterBooking(page, booking);
  // The database knows six statuses; a later one may know more.
  await page.route('**/rest/v1/bookings?*', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()).map((one: { mentor_name: string; status: string }) =>
      one.mentor_name === 'Future Unknown' ? { ...one, status: 'on_hold' } : one,
    );
    await route.fulfill({ response, json: body });
  });
  await page.goto('/dashboard');

  const names = (group: string) =>
    page.getByRole('region', { name: group, exact: true }).getByRole('heading', { level: 4 });
  await expect(names('Pending Review')).toHaveText(['Pending Late', 'Pending Soon']);
  await expect(names('Upcoming Sessions')).toHaveText(['Upcoming Late', 'Upcoming Soon']);
  await expect(names('Completed Sessions')).toHaveText(['Past Confirmed', 'Past Completed']);
  await expect(names('Other Sessions')).toHaveText(['Future Moved', 'Future Rejected', 'Future Unknown']);
  await expect(page.getByRole('heading', { level: 3 })).toContainText([
    'Pending Review',
    'Upcoming Sessions',
    'Completed Sessions',
    'Other Sessions',
  ]);
  await expect(page.getByText('2 Under Review')).toBeVisible();
  await expect(page.getByText('Awaiting admin confirmation')).toHaveCount(2);
  await expect(card(page, 'Future Unknown')).toContainText('On hold');
  await expect(card(page, 'Future Moved')).toContainText(note);
  await expect(card(page, 'Future Moved').getByRole('link', { name: 'Join Meeting' })).toBeVisible();
  await expect(card(page, 'Future Rejected')).toContainText('Rejected');
  await expect(card(page, 'Past Confirmed').getByRole('link')).toHaveCount(0);
  await expect(card(page, 'Upcoming Late').getByRole('link', { name: 'Join Meeting' })).toBeVisible();
  // Older than four hours: no longer the founder's to cancel.
  await expect(card(page, 'Pending Late').getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await expect(card(page, 'Pending Soon').getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  const ticket = page.getByRole('region', { name: 'Next session' });
  await expect(ticket).toContainText('with Upcoming Soon');
  await expect(ticket).toContainText('The meeting link appears here once it is ready.');
  await expect(page.getByRole('form')).toHaveCount(0);
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(width, 'sideways scrolling').toBeLessThanOrEqual(0);
});

test('what an administrator decided meanwhile cannot be cancelled, and is shown', async ({
  page,
  mailbox,
  desk,
  expectComplaint,
}) => {
  test.slow();
  expectComplaint(/status of 409/);
  await enterAgain(page, mailbox, desk);
  const { mentor, bookingId } = await desk.buy(page);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await desk.decide(bookingId, { status: 'confirmed' });
  await cancelDialog(page).getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(
    page.getByText(
      'This booking was answered in the meantime, so it was not cancelled. Here is how it stands now.',
    ),
  ).toBeVisible();
  await expect(cancelDialog(page)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Upcoming Sessions' })).toContainText(mentor.name);
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
});

test('the database’s clock ends the window, whatever the page believes', async ({
  page,
  mailbox,
  desk,
  expectComplaint,
}) => {
  expectComplaint(/status of 409/);
  await enterAgain(page, mailbox, desk);
  const booking = { mentorName: 'Slow Clock', status: 'pending_admin_review', start: startIn(3 * DAY) };
  const id = await desk.enterBooking(page, booking);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  await desk.sql`update public.bookings set created_at = now() - interval '4 hours' where id = ${id}`;
  const dialog = cancelDialog(page);
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'This booking is more than 4 hours old, so it can no longer be cancelled here.',
  );
  await expect(dialog.getByRole('button', { name: 'Yes, cancel session' })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'No, keep it' }).click();
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
});

test('a cancellation that does not get through changes nothing and can be tried again', async ({
  page,
  mailbox,
  desk,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await enterAgain(page, mailbox, desk);
  const booking = { mentorName: 'Lost Line', status: 'pending_admin_review', start: startIn(3 * DAY) };
  const id = await desk.enterBooking(page, booking);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = cancelDialog(page);
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(
    dialog.getByText('Your booking was not cancelled. Please check your connection and try again.'),
  ).toBeVisible();
  await page.context().setOffline(false);
  const [row] = await desk.sql`select status from public.bookings where id = ${id}`;
  expect(row?.status).toBe('pending_admin_review');
  await dialog.getByRole('button', { name: 'Yes, cancel session' }).click();
  await expect(page.getByText('Booking cancelled.')).toBeVisible();
  await expect(card(page, 'Lost Line')).toContainText('Cancelled');
});

test('the offer to cancel ends while the page is open', async ({ page, mailbox, desk }) => {
  await enterAgain(page, mailbox, desk);
  await desk.enterBooking(page, {
    mentorName: 'Closing Window',
    status: 'pending_admin_review',
    start: startIn(3 * DAY),
    ageMinutes: 4 * HOUR - 10,
  });
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await page.clock.fastForward('09:00');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await page.clock.fastForward('01:05');
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
});

test('joining stands out when it is time, and is gone when it is over', async ({ page, mailbox, desk }) => {
  await enterAgain(page, mailbox, desk);
  const start = startIn(25);
  await desk.enterBooking(page, {
    mentorName: 'Meera Joshi',
    status: 'confirmed',
    start,
    minutes: 20,
    link: LINK,
  });
  await page.clock.install();
  await page.goto('/dashboard');
  const ticket = page.getByRole('region', { name: 'Next session' });
  const join = ticket.getByRole('link', { name: 'Join Meeting with Meera Joshi' });
  await expect(join).toHaveAttribute('href', LINK);
  await expect(join).toHaveAttribute('target', '_blank');
  const fill = () => join.evaluate((link) => getComputedStyle(link).backgroundColor);
  const quiet = await fill();
  await expectAccessible(page);

  const jumpTo = async (instant: number) => page.clock.pauseAt(new Date(instant));
  await jumpTo(start.getTime() - 15 * 60_000 - 2_000);
  expect(await fill()).toBe(quiet);
  await page.clock.runFor(3_000);
  await expect.poll(fill).not.toBe(quiet);
  const loud = await fill();
  // axe measures with timers, which stand still until the clock goes on.
  await page.clock.resume();
  await expectAccessible(page);

  await jumpTo(start.getTime() + 60_000);
  await expect(ticket).toContainText('Happening now');
  expect(await fill()).toBe(loud);

  await jumpTo(start.getTime() + 20 * 60_000 + 1_000);
  await expect(ticket).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Join Meeting' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
});

test('a confirmed session goes into the founder’s calendar', async ({ page, mailbox, desk }) => {
  await enterAgain(page, mailbox, desk);
  const start = startIn(3 * DAY);
  const id = await desk.enterBooking(page, {
    mentorName: 'Rao, Asha; CFO 🚀',
    status: 'confirmed',
    start,
    link: LINK,
  });
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: 'Add to calendar' }).first();
  await open.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await expectAccessible(page);

  const utc = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, '');
  const end = new Date(start.getTime() + 30 * 60_000);
  const google = new URL(
    (await menu.getByRole('menuitem', { name: 'Google Calendar' }).getAttribute('href')) ?? '',
  );
  expect(google.hostname).toBe('calendar.google.com');
  expect(google.searchParams.get('dates')).toBe(`${utc(start)}/${utc(end)}`);
  expect(google.searchParams.get('location')).toBe(LINK);
  const outlook = new URL((await menu.getByRole('menuitem', { name: 'Outlook' }).getAttribute('href')) ?? '');
  expect(outlook.hostname).toBe('outlook.live.com');
  expect(outlook.searchParams.get('startdt')).toBe(start.toISOString());

  const downloading = page.waitForEvent('download');
  await menu.getByRole('menuitem', { name: 'Download .ics file' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`point-0-session-${istToday(start)}.ics`);
  const file = (await readFile(await download.path(), 'utf8')).replaceAll(/\r\n[ \t]/g, '');
  for (const line of [
    'BEGIN:VCALENDAR',
    `UID:booking-${id}@${new URL(page.url()).hostname}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    'SUMMARY:Mentoring session with Rao\\, Asha\\; CFO 🚀',
    `URL:${LINK}`,
    'TRIGGER:-PT15M',
    'END:VCALENDAR',
  ])
    expect(file.split('\r\n')).toContain(line);
  await expect(menu).toBeHidden();

  await open.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
});

test('a decision made elsewhere shows when the founder comes back to the tab', async ({
  page,
  mailbox,
  desk,
}) => {
  await enterAgain(page, mailbox, desk);
  const { bookingId } = await desk.buy(page);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
  await desk.decide(bookingId, { status: 'confirmed', google_meet_link: LINK });

  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const reads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/bookings')) reads.push(request.url());
  });
  await page.clock.fastForward('00:30');
  await comeBack();
  await page.clock.fastForward('00:31');
  await comeBack();
  await expect(page.getByRole('region', { name: 'Next session' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Join Meeting' }).first()).toHaveAttribute('href', LINK);
  expect(reads, 'reads after 30 and after 61 seconds').toHaveLength(1);
});

test('three rows stand in while the sessions load; a failure is told and can be tried again', async ({
  page,
  mailbox,
  desk,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await enterAgain(page, mailbox, desk);
  await page.goto('/contact');
  let isBroken = true;
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rest/v1/bookings?*', async (route) => {
    await held;
    if (isBroken) await route.fulfill({ status: 500, json: { message: 'broken' } });
    else await route.continue();
  });
  await page.goto('/dashboard');
  const skeleton = page.getByRole('status').filter({ hasText: 'Loading your sessions...' });
  await expect(skeleton.locator('> div')).toHaveCount(3);
  await expectAccessible(page);
  release();
  await expect(page.getByRole('heading', { name: 'Failed to load your bookings.' })).toBeVisible();
  await expect(page.getByText('Failed to load your bookings.')).toHaveCount(2);
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
});

test('bookings of another person than the session’s are refused', async ({
  page,
  mailbox,
  desk,
  browser,
  baseURL,
}) => {
  test.slow();
  await enterAgain(page, mailbox, desk);
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const stranger = await context.newPage();
  await enter(stranger, mailbox, 'Somebody Else');
  const session = await stranger.evaluate(() => localStorage.getItem('point-0-session') ?? '');
  await context.close();
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
  await page.evaluate((stored) => localStorage.setItem('point-0-session', stored), session);
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  await expect(page.getByText('Unauthorized access to user bookings')).toBeVisible();
});

test('a log-out that fails is told', async ({ page, mailbox, expectComplaint }) => {
  // The first attempt ended the session on the server already.
  expectComplaint(/status of 403 .*logout/);
  await enter(page, mailbox);
  // A session that cannot be removed from this device is not over.
  await page.evaluate(() => {
    const { removeItem } = Storage.prototype;
    Storage.prototype.removeItem = function (key) {
      if (key !== 'point-0-session') return removeItem.call(this, key);
      Storage.prototype.removeItem = removeItem;
      throw new Error('The storage is closed');
    };
  });
  const logOut = page.getByRole('main').getByRole('button', { name: 'Log out' });
  await logOut.click();
  await expect(page.getByText('Error logging out. Please try again.')).toBeVisible();
  await logOut.click();
  await expect(page.getByText('Logged out successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test.describe('far from India', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('a session names India’s time and the founder’s own', async ({ page, mailbox, desk }) => {
    await enterAgain(page, mailbox, desk);
    const start = startIn(3 * DAY);
    await desk.enterBooking(page, { mentorName: 'Far Away', status: 'confirmed', start });
    await page.goto('/dashboard');
    const own = new Intl.DateTimeFormat('en-US', {
      weekday: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'Europe/Berlin',
    }).format(start);
    const session = card(page, 'Far Away');
    await expect(session).toContainText(formatDateFull(istToday(start)));
    const end = new Date(start.getTime() + 30 * 60_000);
    await expect(session).toContainText(`${formatTimeRange(istTimeOfDay(start), istTimeOfDay(end))} IST`);
    await expect(session).toContainText(`${own} on your clock`);
    await expectAccessible(page);
  });
});
