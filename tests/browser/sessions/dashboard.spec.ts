import { formatDateShort } from '#rules/shell/ist.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import {
  addPerson,
  founderOf,
  logIn,
  openDashboard,
  signInAsNewFounder,
  signInAsReturningFounder,
} from '#tests/kit/browser/accounts.ts';
import { card, DAY, HOUR, LINK, startIn } from '#tests/kit/browser/admin-fixture.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { watchRequests } from '#tests/kit/browser/network.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';

test('A visitor of the dashboard is sent to the login, and comes back', async ({ page }) => {
  const person = await addPerson();
  await page.goto('/dashboard');
  await expect(page.getByText('Please log in to access your dashboard.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name}` })).toBeVisible();
});

test('A returning founder finds every session in its group', { tag: '@ci' }, async ({ page, adminFixture }) => {
  await signInAsReturningFounder(page);
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
  for (const booking of bookings) await adminFixture.addBooking(await founderOf(page), booking);
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
  await expect(card(page, 'Past Confirmed').getByRole('link', { name: 'Join Meeting' })).toHaveCount(0);
  await expect(card(page, 'Upcoming Late').getByRole('link', { name: 'Join Meeting' })).toBeVisible();
  // Older than four hours: no longer the founder's to cancel.
  await expect(card(page, 'Pending Late').getByRole('button', { name: 'Cancel booking' })).toBeVisible();
  await expect(card(page, 'Pending Soon').getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  const ticket = page.getByRole('region', { name: 'Next session' });
  await expect(ticket).toContainText('with Upcoming Soon');
  await expect(ticket).toContainText('The meeting link appears here once it is ready.');
  await expect(page.getByRole('form')).toHaveCount(0);
  await atBothWidths(page, async () => {
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(width, 'sideways scrolling').toBeLessThanOrEqual(0);
  });
});

test('The button that reads the bookings again keeps the focus, and reads them once at a time', async ({ page }) => {
  await signInAsReturningFounder(page);
  await page.goto('/dashboard');
  const refresh = page.getByRole('button', { name: 'Refresh Bookings' });
  await expect(refresh).toBeEnabled();
  let reads = 0;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/bookings?*', async (route) => {
    reads += 1;
    await held;
    await route.continue();
  });
  await refresh.press('Enter');
  await expect(refresh).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(refresh).toBeFocused();
  answer();
  await expect(page.getByText('Bookings refreshed')).toBeVisible();
  await expect(refresh).toBeEnabled();
  await expect(refresh).toBeFocused();
  expect(reads).toBe(1);
});

// docs/product/bookings.md#dashboard
test('A founder with 25 bookings sees the newest five of each group that is over, and all after one press', {
  tag: '@ci',
}, async ({ page, adminFixture }) => {
  await signInAsReturningFounder(page);
  const founder = await founderOf(page);
  const add = (mentorName: string, status: string, days: number) =>
    adminFixture.addBooking(founder, {
      mentorName,
      status,
      start: startIn(days * DAY),
      // A request that is older than a day is ended by the scheduler.
      ageMinutes: days < 0 ? (2 - days) * DAY : 0,
    });
  await add('Pending One', 'pending_admin_review', 3);
  await add('Upcoming One', 'confirmed', 5);
  for (let n = 1; n <= 15; n += 1) await add(`Completed ${n}`, 'completed', -7 * n);
  for (let n = 1; n <= 8; n += 1) await add(`Cancelled ${n}`, 'cancelled', 5 + n);
  await page.goto('/dashboard');

  const completed = page.getByRole('region', { name: 'Completed Sessions' });
  const other = page.getByRole('region', { name: 'Other Sessions' });
  await expect(completed.getByRole('heading', { level: 4 })).toHaveText([1, 2, 3, 4, 5].map((n) => `Completed ${n}`));
  await expect(other.getByRole('heading', { level: 4 })).toHaveCount(5);
  await expect(other.getByRole('button', { name: 'Show all 8' })).toBeVisible();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height, 'pixels that the page is high at 390').toBeLessThan(5500);
  await expectAccessible(page);

  await completed.getByRole('button', { name: 'Show all 15' }).click();
  await expect(completed.getByRole('heading', { level: 4 })).toHaveCount(15);
  await expect(completed.getByRole('button', { name: /^Show all/ })).toHaveCount(0);
  const sixth = completed.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Completed 6' }) });
  await expect(sixth.locator(':focus'), 'the focus goes to the first card that came').toHaveCount(1);
  await expect(other.getByRole('heading', { level: 4 })).toHaveCount(5);
});

test('The times that were offered with a rejection stand on the dashboard and lead into booking them', {
  tag: '@ci',
}, async ({ page, app, addMentor, adminFixture }) => {
  await signInAsReturningFounder(page);
  const { bookingId, mentor: asked } = await adminFixture.buyBooking(await founderOf(page));
  const mentor = await addMentor();
  const free = await app.addSlot({ mentorId: mentor.id, daysAhead: 4, startTime: '10:00:00', endTime: '11:00:00' });
  const sold = await app.addSlot({ mentorId: mentor.id, daysAhead: 5, startTime: '10:00:00', endTime: '11:00:00' });
  await adminFixture.rejectBooking(
    bookingId,
    [free, sold].map(({ date, startTime, endTime }) => ({
      mentor_id: mentor.id,
      date,
      start_time: startTime,
      end_time: endTime,
    })),
  );
  await buyOffer(app, await app.addFounder(), { mentor: { ...mentor, title: '', price: 3500 }, slot: sold, path: '' });
  await page.goto('/dashboard');
  const times = card(page, asked.name).getByRole('list', { name: 'Other times we can offer you' });
  await expect(times.getByRole('listitem'), 'a time that was sold is not offered').toHaveCount(1);
  await expect(times).toContainText(mentor.name);
  await expectAccessible(page);
  await times.getByRole('link', { name: `${mentor.name} ${formatDateShort(free.date)} 10:00 AM – 11:00 AM` }).click();
  await expect(page).toHaveURL(new RegExp(`${mentor.id}\\?day=${free.date}&slot=10%3A00-11%3A00`));
  await expect(page.getByRole('heading', { level: 1, name: mentor.name })).toBeVisible();
});

test('A decision made elsewhere shows when the founder comes back to the tab', { tag: '@ci' }, async ({
  page,
  adminFixture,
}) => {
  await signInAsReturningFounder(page);
  const { bookingId } = await adminFixture.buyBooking(await founderOf(page));
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByText('Awaiting admin confirmation')).toBeVisible();
  await adminFixture.changeBooking(bookingId, { status: 'confirmed', google_meet_link: LINK });

  const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const reads = watchRequests(page, (request) => request.url().includes('/rest/v1/bookings'));
  await page.clock.fastForward('00:30');
  await comeBack();
  await page.clock.fastForward('00:31');
  await comeBack();
  await expect(page.getByRole('region', { name: 'Next session' })).toBeVisible();
  // The worker, which makes the calendar event of an approved session, may have put its own link there by now.
  await expect(page.getByRole('link', { name: 'Join Meeting' }).first()).toHaveAttribute('href', /^https:\/\/meet\./);
  expect(reads, 'reads after 30 and after 61 seconds').toHaveLength(1);
});

test('Three rows stand in while the sessions load; a failure is told and can be tried again', {
  tag: '@faults',
}, async ({ page }) => {
  allowConsoleError(/Failed to load resource/);
  await signInAsReturningFounder(page);
  await page.goto('/contact');
  let isBroken = true;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
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

test('A dashboard whose answers get lost on the line says so, and can be read again', { tag: '@ci' }, async ({
  page,
}) => {
  await signInAsNewFounder(page);
  // A limit of 30 seconds is 2 here.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(ms / 15);
  });
  await page.route(/\/(rest|auth)\/v1\//, () => {});
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Failed to load your bookings.' })).toBeVisible();
  await page.unroute(/\/(rest|auth)\/v1\//);
  await page.getByRole('button', { name: 'Try Again' }).last().click();
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
});

test('Sessions appear together with their briefs, so that no button moves away under a finger', { tag: '@ci' }, async ({
  page,
  adminFixture,
}) => {
  await signInAsReturningFounder(page);
  const booking = { mentorName: 'Farida Khan', status: 'confirmed', start: startIn(3 * DAY) };
  await adminFixture.addBooking(await founderOf(page), booking);
  const session = card(page, booking.mentorName).getByRole('link', { name: 'Open session' });
  const brief = card(page, booking.mentorName).getByRole('button', { name: /^Say what you want to leave with/ });
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const words = document.querySelector('main')?.textContent ?? '';
      if (words.includes('Open session')) seen.push(words.includes('Say what you want to leave with'));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/dashboard');
  await expect(brief).toBeVisible();
  expect(await page.evaluate('seen'), 'whether the brief was there, whenever the session was').not.toContain(false);

  // The sessions are shown although their briefs take long.
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/session_briefs?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(session).toBeVisible();
  await expect(brief).toHaveCount(0);
  answer();
  await expect(brief).toBeVisible();
});

test('Bookings of another person than the session’s are refused', async ({ page, browser, baseURL }) => {
  test.slow();
  await openDashboard(page, await signInAsReturningFounder(page));
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const stranger = await context.newPage();
  await signInAsNewFounder(stranger, 'Somebody Else');
  const session = await stranger.evaluate(() => localStorage.getItem('point-0-session') ?? '');
  await context.close();
  await expect(page.getByText('You have no sessions yet.')).toBeVisible();
  await page.evaluate((stored) => localStorage.setItem('point-0-session', stored), session);
  await page.getByRole('button', { name: 'Refresh Bookings' }).click();
  await expect(page.getByText('Unauthorized access to user bookings')).toBeVisible();
});

test('A founder whose log-out fails is told', async ({ page }) => {
  // The first attempt ended the session on the server already.
  allowConsoleError(/status of 403 .*logout/);
  await openDashboard(page, await signInAsNewFounder(page));
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

test('The first screen of the dashboard asks for each of its data once', async ({ page, adminFixture }) => {
  await signInAsReturningFounder(page);
  await adminFixture.addBooking(await founderOf(page), {
    mentorName: 'Asked Once',
    status: 'confirmed',
    start: startIn(3 * DAY),
    link: LINK,
  });
  const reads = watchRequests(page, (request) => request.url().includes('/rest/v1/'));
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Next session' })).toContainText('Asked Once');
  await expect(card(page, 'Asked Once')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(reads.map((address) => new URL(address).pathname)).toEqual(
    expect.arrayContaining(['/rest/v1/bookings', '/rest/v1/session_briefs', '/rest/v1/rpc/my_account_state']),
  );
  expect(reads.filter((address, at) => reads.indexOf(address) !== at)).toEqual([]);
});
