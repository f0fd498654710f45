/** What the journeys under a wrong clock (tests/browser/conditions/) do not see. */
import type { BrowserContext } from '@playwright/test';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import {
  addPerson,
  founderOf,
  logIn,
  openDashboard,
  SESSION_KEY,
  signInAsReturningFounder,
} from '#tests/kit/browser/accounts.ts';
import { LINK, startOfSessionUnderWay } from '#tests/kit/browser/admin-fixture.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { moveDeviceClock, setDeviceClock } from '#tests/kit/browser/device-clock.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Five seconds as the browser counts them; what it asks for is seen a moment later. */
const PAUSE_MS = 4_500;
const RENEWAL = '**/auth/v1/token?grant_type=refresh_token';

/** When each renewal was asked for by any page of the browser, in milliseconds. */
function watchRenewals(context: BrowserContext): number[] {
  const times: number[] = [];
  context.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) times.push(performance.now());
  });
  return times;
}

test('No public page is drawn anew on a device whose clock is in another year', { tag: '@ci' }, async ({
  page,
  context,
  addMentor,
}) => {
  const mentor = await addMentor();
  await setDeviceClock(context, 366 * 24 * HOUR_MS);
  // The fixture fails on an error on the console, which React writes where its text is not the server's.
  for (const address of ['/', '/mentors', mentorPath(mentor), '/wall-of-impact', '/about-us']) {
    await page.goto(address);
    await waitUntilHydrated(page);
  }
});

test('A person whose clock is two hours fast logs in, comes back and opens a second tab without one renewal', {
  tag: '@ci',
}, async ({ page, context }) => {
  const person = await addPerson('Meera Nair');
  const renewals = watchRenewals(context);
  await setDeviceClock(context, 2 * HOUR_MS);
  await logIn(page, person);
  await openDashboard(page, person);
  await page.goto('/mentors');
  await expect(page.getByRole('heading', { name: 'Find the Perfect Mentor' })).toBeVisible();
  const other = await context.newPage();
  await openDashboard(other, person);
  // The storm was a hundred each second.
  await page.waitForTimeout(3000);
  expect(renewals).toEqual([]);
});

for (const [clock, wrongByMs] of [
  ['two hours fast', 2 * HOUR_MS],
  ['a day slow', -24 * HOUR_MS],
] as const) {
  test(`A session that is under way is shown as that on a device whose clock is ${clock}`, async ({
    page,
    context,
    adminFixture,
  }) => {
    await signInAsReturningFounder(page);
    await adminFixture.addBooking(await founderOf(page), {
      mentorName: 'Meera Joshi',
      status: 'confirmed',
      start: startOfSessionUnderWay(-5),
      minutes: 60,
      link: LINK,
    });
    await setDeviceClock(context, wrongByMs);
    const renewals = watchRenewals(context);
    await page.goto('/dashboard');
    const ticket = page.getByRole('region', { name: 'Next session' });
    await expect(ticket).toContainText('Happening now');
    await expect(ticket.getByRole('link', { name: 'Join Meeting with Meera Joshi' })).toHaveAttribute('href', LINK);
    // The page that finds the session knows nothing of the clock yet; the next one does.
    expect(renewals.length).toBeLessThanOrEqual(1);
    await page.reload();
    await expect(ticket).toContainText('Happening now');
    expect(renewals.length).toBeLessThanOrEqual(1);
  });
}

test('A clock that is set while two tabs are open costs each one renewal at most, five seconds apart', {
  tag: '@faults',
}, async ({ page, context }) => {
  test.slow();
  // A tab that may not renew yet reads as a visitor at the moment of the change, is refused, and asks again.
  allowConsoleError(/status of 401/);
  const person = await addPerson('Meera Nair');
  await setDeviceClock(context, 0);
  await logIn(page, person);
  await openDashboard(page, person);
  const other = await context.newPage();
  await openDashboard(other, person);
  const renewals = watchRenewals(context);
  for (const wrongByMs of [2 * HOUR_MS, -24 * HOUR_MS]) {
    for (const tab of [page, other]) {
      await moveDeviceClock(tab, wrongByMs);
      await tab.evaluate(() => window.dispatchEvent(new Event('sessionDoubted')));
    }
    await page.waitForTimeout(8000);
  }
  expect(renewals.length).toBeLessThanOrEqual(2);
  for (const [index, time] of renewals.slice(1).entries())
    expect(time - (renewals[index] ?? 0)).toBeGreaterThan(PAUSE_MS);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Meera Nair' })).toBeVisible();
});

test('After three renewals that bring nothing new none is asked for, the person is told, and the mentors can be read', {
  tag: '@ci',
}, async ({ page, context }) => {
  test.slow();
  const renewals = watchRenewals(context);
  await signInAsReturningFounder(page);
  await page.goto('/healthz');
  // What Auth answers is two hours old whenever it is asked, and the server takes it all the same.
  const { stale, token } = await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    const [head, payload, signature] = session.access_token.split('.');
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const old = btoa(JSON.stringify({ ...claims, iat: claims.iat - 7200, exp: claims.exp - 7200 }));
    const access_token = [head, old.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), signature].join('.');
    const aged = { ...session, access_token, expires_at: session.expires_at - 7200 };
    localStorage.setItem(key, JSON.stringify(aged));
    return { stale: aged, token: session.access_token };
  }, SESSION_KEY);
  await page.route(/\/(rest|auth)\/v1\//, (route) => {
    const headers = route.request().headers();
    const isStale = headers.authorization === `Bearer ${stale.access_token}`;
    return route.continue({ headers: { ...headers, ...(isStale && { authorization: `Bearer ${token}` }) } });
  });
  await page.route(RENEWAL, (route) => route.fulfill({ json: stale, headers: { date: new Date().toUTCString() } }));
  await page.goto('/mentors');
  const told = page.getByText("Your device's clock seems to be wrong. Please set it, and reload this page.");
  for (let left = 8; left > 0 && !(await told.isVisible()); left -= 1) {
    await page.evaluate(() => window.dispatchEvent(new Event('sessionDoubted')));
    await page.waitForTimeout(3000);
  }
  await expect(told).toBeVisible();
  await page.getByRole('main').locator('a[href^="/mentors/"]').first().click();
  await expect(page).toHaveURL(/\/mentors\/.+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForTimeout(6000);
  expect(renewals).toHaveLength(3);
  for (const [index, time] of renewals.slice(1).entries())
    expect(time - (renewals[index] ?? 0)).toBeGreaterThan(PAUSE_MS);
});
