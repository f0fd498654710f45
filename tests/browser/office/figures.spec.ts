import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';
import { IDLE_HEALTH } from '#tests/kit/health.ts';
import { inYear } from '#tests/kit/in-year.ts';

// The tests share their host, so the states are given.
const HEALTH = '**/rest/v1/rpc/admin_health';
const PROMISE = '**/rest/v1/rpc/promise_with_cases';
const COUNT = '**/rest/v1/rpc/count_figures';

const figures = (
  counted_at: string | null,
  promise_counted_at: string | null,
  waiting_since: string | null = null,
) => ({ counted_at, promise_counted_at, waiting_since });
const NO_FIGURES = { requests: null, sessions: null, refunds: null, check_ins: null };
const EMPTY_REPORT = {
  counted_at: null,
  from: null,
  to: null,
  refund_days: 5,
  fewest: 20,
  figures: NO_FIGURES,
  months: [],
  rows: [],
  cases: [],
};

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh' }).click();

/** A gate for answers: they wait until it is opened. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, open: resolve };
}

test('System Health says when the figures were counted, and “Count now” shows the new time and keeps the focus', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  allowConsoleError(/status of 403/);
  let given = figures('2026-11-20T21:00:00Z', '2026-11-20T21:20:00Z');
  await page.route(PROMISE, (route) => route.fulfill({ json: EMPTY_REPORT }));
  await page.route(HEALTH, (route) =>
    route.fulfill({ json: { ...IDLE_HEALTH, checked_at: '2026-11-22T09:20:00Z', figures: given } }),
  );
  await signInAsAdministrator(page, '/admin?tab=system-health');
  const check = row(page, 'Figures');
  // The promise was counted 36 hours ago, the counters longer.
  await expect(check).toContainText('Needs attention');
  await expect(check).toContainText(
    'We have not counted for more than 36 hours. Check that the worker runs, or count now.',
  );
  await expect(check).toContainText(
    `Counters: Sat 21 Nov${inYear(2026)}, 2:30 AM IST · Promise: Sat 21 Nov${inYear(2026)}, 2:50 AM IST`,
  );
  await atBothWidths(page, () => expectAccessible(page));

  given = figures(null, null, '2026-11-22T04:00:00Z');
  await refresh(page);
  await expect(check).toContainText('Nothing yet');
  await expect(check).toContainText('We count for the first time tonight.');
  await expect(check).toContainText('Counters not counted yet · Promise not counted yet');
  given = figures(null, null);
  await refresh(page);
  await expect(check).toContainText('Needs attention');

  const button = check.getByRole('button', { name: 'Count now' });
  await page.route(COUNT, (route) => route.fulfill({ status: 403, json: { code: '42501', message: 'not_allowed' } }));
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('We could not count now. Please check your connection and try again.')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(check).toContainText('Counters not counted yet');

  const counting = gate();
  let counts = 0;
  await page.route(COUNT, async (route) => {
    counts += 1;
    await counting.wait;
    given = figures('2026-11-22T09:19:00Z', '2026-11-22T09:19:00Z');
    await route.fulfill({ json: given });
  });
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  counting.open();
  await expect(page.getByText(`Counted Sun 22 Nov${inYear(2026)}, 2:49 PM IST.`)).toBeVisible();
  await expect(check).toContainText('Good');
  await expect(check).toContainText('We count what everybody reads about the site each night.');
  await expect(check).toContainText(
    `Counters: Sun 22 Nov${inYear(2026)}, 2:49 PM IST · Promise: Sun 22 Nov${inYear(2026)}, 2:49 PM IST`,
  );
  await expect(button).not.toHaveAttribute('aria-busy');
  await expect(button).toBeFocused();
  expect(counts).toBe(1);
});

test('System Health shows the promise with few cases, and behind each figure its cases with their bookings', {
  tag: ['@desktop', '@ci'],
}, async ({ page }) => {
  allowConsoleError(/status of 500/);
  const bookingId = randomUUID();
  const report = {
    ...EMPTY_REPORT,
    counted_at: '2026-11-20T21:20:00Z',
    from: '2026-08-23',
    to: '2026-11-20',
    figures: {
      ...NO_FIGURES,
      requests: { cases: 19, kept: 18, percent: 94, unanswered: 1, unanswered_refunded: 1, half_within_hours: 3 },
      sessions: { cases: 20, kept: 15, percent: 75, mentor_missed: 2, founder_missed: 1, cancelled: 2 },
    },
    months: [{ month: '2026-11', ...NO_FIGURES, requests: { cases: 2, kept: 1, percent: 50 } }],
  };
  const cases: Record<string, string[]> = {
    requests: ['in_time', 'late', 'unanswered', 'unanswered_refunded'],
    sessions: ['held', 'mentor_missed', 'founder_missed', 'cancelled', 'open'],
    refunds: ['in_time', 'late'],
    check_ins: [],
  };
  const loading = gate();
  const listing = gate();
  let isBroken = true;
  await page.route(HEALTH, (route) =>
    route.fulfill({ json: { ...IDLE_HEALTH, checked_at: '2026-11-21T10:00:00Z', figures: figures(null, null) } }),
  );
  await page.route(PROMISE, async (route) => {
    const { p_figure: figure, p_limit: limit } = route.request().postDataJSON();
    await (figure ? listing : loading).wait;
    if (isBroken) return route.fulfill({ status: 500, json: {} });
    if (!figure) return route.fulfill({ json: report });
    expect(limit).toBe(50);
    const rows = cases[figure]?.map((outcome, index) => ({
      booking_id: figure === 'refunds' ? null : index === 0 ? bookingId : randomUUID(),
      code: figure === 'refunds' ? null : `AB2C${index}`,
      mentor: 'Asha Rao',
      at: `2026-11-20T0${9 - index}:30:00Z`,
      outcome,
    }));
    return route.fulfill({ json: { ...report, cases: rows } });
  });
  await signInAsAdministrator(page, '/admin?tab=system-health');
  await expect(page.getByRole('status', { name: 'Loading the promise…' })).toBeVisible();
  loading.open();
  await expect(page.getByText('The promise could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();

  const list = page.getByRole('list', { name: 'Promise', exact: true });
  await expect(
    page.getByText('You see what everybody reads, also with few cases. We record who reads the cases behind a figure.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the public page' })).toHaveAttribute('href', '/our-promise');
  const figure = (name: RegExp) => list.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const requests = figure(/^94 % of paid requests answered in time$/);
  await expect(requests).toContainText('Half are answered within 3 hours');
  await expect(requests).toContainText('1 ended unanswered, all refunded in full');
  await expect(requests).toContainText('Not public: fewer than 20 cases');
  const sessions = figure(/^75 % of confirmed sessions took place$/);
  await expect(sessions).not.toContainText('Not public');
  await expect(figure(/^Refunds that left us in time$/)).toContainText('Nothing to count');
  await expect(page.getByRole('heading', { name: /^November/ })).toBeVisible();

  const show = (topic: string) => page.getByRole('button', { name: `Latest cases: ${topic}` });
  const rows = (topic: string) => page.getByRole('list', { name: `Latest cases: ${topic}` }).getByRole('listitem');
  await show('Paid requests answered in time').click();
  await expect(page.getByRole('status', { name: 'Loading the cases…' })).toBeVisible();
  isBroken = true;
  listing.open();
  await expect(page.getByText('The cases could not be loaded.')).toBeVisible();
  await expectAccessible(page);
  isBroken = false;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(rows('Paid requests answered in time')).toHaveCount(4);
  const texts = await rows('Paid requests answered in time').allInnerTexts();
  for (const [index, words] of [
    'Answered in time',
    'Answered late',
    'Unanswered, not refunded in full yet',
    'Unanswered, refunded in full',
  ].entries()) {
    expect(texts[index]).toContain(words);
  }
  const first = rows('Paid requests answered in time').first();
  await expect(first).toContainText('Asha Rao');
  await expect(first).toContainText(`Fri 20 Nov${inYear(2026)}, 3:00 PM IST`);
  await expect(first.getByRole('link', { name: 'AB2C0' })).toHaveAttribute(
    'href',
    `/admin?tab=bookings&booking=${bookingId}`,
  );

  await show('Confirmed sessions that took place').click();
  for (const words of [
    'Took place',
    'Missed by the mentor',
    'Missed by the founder',
    'Cancelled',
    'Not completed yet',
  ]) {
    await expect(rows('Confirmed sessions that took place').filter({ hasText: words })).toHaveCount(1);
  }
  await show('Refunds that left us in time').click();
  await expect(rows('Refunds that left us in time').first()).toContainText('Payment without a booking');
  await expect(rows('Refunds that left us in time').first()).toContainText('Left us in time');
  await expect(rows('Refunds that left us in time').last()).toContainText('Did not leave us in time');
  await show('Founders whom the session helped').click();
  await expect(figure(/^Founders whom the session helped$/)).toContainText('No cases yet.');
  await atBothWidths(page, () => expectAccessible(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await atBothWidths(page, () => expectAccessible(page));

  // The address keeps what is open, for the way back from a booking.
  await show('Confirmed sessions that took place').click();
  await expect(rows('Confirmed sessions that took place')).toHaveCount(0);
  await page.reload();
  await expect(rows('Paid requests answered in time')).toHaveCount(4);
  await expect(show('Paid requests answered in time')).toHaveAttribute('aria-expanded', 'true');
  await expect(show('Confirmed sessions that took place')).toHaveAttribute('aria-expanded', 'false');

  cases.check_ins = ['helped', 'not_helped', 'silent'];
  await refresh(page);
  await show('Founders whom the session helped').click();
  await show('Founders whom the session helped').click();
  for (const words of ['It helped', 'It did not help', 'No answer']) {
    await expect(rows('Founders whom the session helped').filter({ hasText: words })).toHaveCount(1);
  }
});
