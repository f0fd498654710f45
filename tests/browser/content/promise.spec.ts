import { randomUUID } from 'node:crypto';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import { expectAccessible } from '#tests/kit/browser/accessibility.ts';
import { signInAsAdministrator } from '#tests/kit/browser/accounts.ts';
import { waitUntilHydrated } from '#tests/kit/browser/booking-flow.ts';
import { setDeviceClock } from '#tests/kit/browser/device-clock.ts';
import { allowConsoleError, expect, test } from '#tests/kit/browser/fixtures.ts';
import { expectNoLayoutShift, recordLayoutShifts } from '#tests/kit/browser/layout-shift.ts';
import { atBothWidths } from '#tests/kit/browser/widths.ts';
import { addRealMentor } from '#tests/kit/real-mentor.ts';

// Two of them write the days of the promise.
test.describe.configure({ mode: 'serial' });

/** Not the page that the host keeps for everybody; what it reads is up to three seconds old. */
const at = (path: string) => `${path}?at=${randomUUID()}`;
const address = () => at('/our-promise');

test('The promise says “Too few yet” until there are twenty cases, and then each figure with its cases', {
  tag: '@ci',
}, async ({ page, request, sql }) => {
  const html = async () => (await request.get(address())).text();
  await addRealMentor(sql);
  await sql`delete from public.promise_days`;
  await expect.poll(html).toContain('We count for the first time tonight.');
  await page.goto(address());
  await expect(page.getByText('Too few yet')).toHaveCount(4);
  await expect(page.getByText('No month has 20 cases of one kind yet.')).toBeVisible();
  await atBothWidths(page, () => expectAccessible(page));

  // Thirty days, each with one case of three kinds; few check-ins.
  await sql`
    insert into public.promise_days (
      day, is_demonstration, requests, answered_in_time, unanswered, unanswered_refunded, answer_hours, sessions, held,
      mentor_missed, founder_missed, cancelled, refunds, refunds_in_time, asked, answered, helped)
    select private.today() - n, false, 1, (n > 1)::int, (n = 1)::int, (n = 1)::int,
      array_cat(array[(n > 1)::int, 0], array_fill(0, array[23])), 1, (n > 3)::int, (n = 3)::int, (n = 2)::int,
      (n = 1)::int, 1, 1, (n < 29)::int, (n < 26)::int, (n < 21)::int
    from generate_series(1, 30) n`;
  await expect.poll(html).toContain('96 %');
  await page.goto(address());
  const card = (name: RegExp) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const requests = card(/^96 % of paid requests answered in time$/);
  await expect(requests).toContainText('Half are answered within 1 hour');
  await expect(requests).toContainText('1 ended unanswered, all refunded in full');
  await expect(card(/^90 % of confirmed sessions took place$/)).toContainText(
    '30 sessions were confirmed. Missed by the mentor: 1. Missed by the founder: 1. Cancelled: 1.',
  );
  await expect(card(/^100 % of refunds left us within 5 days$/)).toContainText('30 refunds were due.');
  await expect(card(/^80 % of founders said the session helped$/)).toContainText('25 answered of 28 asked');
  await expect(page.getByRole('heading', { name: 'How we count' })).toBeVisible();
  await expect(page.getByText(/^Counted|Counted /).first()).toBeVisible();
  await atBothWidths(page, () => expectAccessible(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);

  const csv = decodeURIComponent(
    (await page.getByRole('link', { name: 'Download the daily rows (CSV)' }).getAttribute('href')) ?? '',
  );
  const rows = csv.split('\r\n').filter((line) => /^(requests|sessions|refunds|check_ins),/.test(line));
  expect(rows.filter((row) => Number(row.split(',')[3]) < 20)).toEqual([]);
  expect(rows.filter((row) => row.startsWith('requests,'))).toHaveLength(1);

  // On a device in another year React would write an error on the console, at which the test fails, and draw the page anew.
  await setDeviceClock(page, 366 * 24 * 3_600_000);
  await page.goto(address());
  await waitUntilHydrated(page);
  await expect(page.getByText(/^Counted|Counted /).first()).toBeVisible();
  await sql`delete from public.promise_days`;
});

test('A promise that cannot be read says so, and is asked for again', async ({ page }) => {
  allowConsoleError(/ERR_FAILED.*rpc\/promise/);
  await page.goto('/refunds');
  await waitUntilHydrated(page);
  await page.route('**/rest/v1/rpc/promise*', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Our promise' }).click();
  await expect(page.getByText('We could not load this part.')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/promise*');
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'The last 90 days' })).toBeVisible();
});

test('“How It Works” on the home page leads to the promise', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'See how we keep our word' }).click();
  await expect(page).toHaveURL('/our-promise');
  await expect(page.getByRole('heading', { name: 'Our promise', level: 1 })).toBeVisible();
});

test('An administrator counts now, and reads what the database answers', { tag: '@ci' }, async ({ page, sql }) => {
  await sql`delete from public.promise_days`;
  await signInAsAdministrator(page, '/admin?tab=system-health');
  const check = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Figures', exact: true }) });
  await expect(check).toContainText('Promise not counted yet');
  await expect(page.getByText('No month has a case yet.')).toBeVisible();
  await check.getByRole('button', { name: 'Count now' }).click();
  await expect(page.getByText(/^Counted .* IST\.$/)).toBeVisible();
  await expect(check).toContainText('Good');
  await expect(page.getByText(/^\w+, \d+ \w+ \d+ to .*\. Counted .*\.$/)).toBeVisible();
  const list = page.getByRole('list', { name: 'Promise', exact: true });
  for (const button of await list.getByRole('button').all()) await button.click();
  await expect(list.getByText('No cases yet.').or(list.getByRole('list'))).toHaveCount(4);
  await sql`delete from public.promise_days`;
});

type Counters = { mentors: number; founders: number; sessions: number; stories: number };

test('The home page says “500+” up to 500 and the figure from 501 on, the list of mentors and the wall from 1 on', {
  tag: '@ci',
}, async ({ page, context, request, sql }) => {
  const html = async (path: string) => (await (await request.get(at(path))).text()).replaceAll('<!-- -->', '');
  /** Whether the page that the server renders says this. */
  const says = async (path: string, text: string) => (await html(path)).includes(text);
  const store = async ({ mentors, founders, sessions, stories }: Counters) => {
    await sql`delete from public.public_counters`;
    await sql`
      insert into public.public_counters (mentors, founders, sessions_held, verified_stories, is_demonstration, counted_at)
      values (${mentors}, ${founders}, ${sessions}, ${stories}, false, now())`;
  };
  const claims = () => page.locator('dl').filter({ hasText: 'expert mentors' }).locator('dd').allTextContents();
  await recordLayoutShifts(context);
  await addRealMentor(sql);

  await store({ mentors: 500, founders: 500, sessions: 0, stories: 0 });
  await expect.poll(() => says('/mentors', 'sessions held')).toBe(false);
  await page.goto(at('/'));
  expect(await claims()).toEqual(['500+', '500+']);

  await store({ mentors: 501, founders: 1_23_456, sessions: 1, stories: 1 });
  await expect.poll(() => says('/', '>501<'), 'in the HTML').toBe(true);
  await page.goto(at('/'));
  await waitUntilHydrated(page);
  expect(await claims()).toEqual(['501', '1,23,456']);
  await expectNoLayoutShift(page);
  await atBothWidths(page, () => expectAccessible(page));

  await expect.poll(() => says('/mentors', '501 mentors · 1 session held')).toBe(true);
  await page.goto(at('/mentors'));
  await waitUntilHydrated(page);
  await expect(page.getByText('501 mentors · 1 session held')).toBeVisible();
  await expectNoLayoutShift(page);
  await expect.poll(() => says('/wall-of-impact', '1 verified story')).toBe(true);
  await page.goto(at('/wall-of-impact'));
  await waitUntilHydrated(page);
  await expect(page.getByText('1 verified story', { exact: true })).toBeVisible();
  await expectNoLayoutShift(page);

  await store({ mentors: 1, founders: 2, sessions: 1_234, stories: 12 });
  await expect.poll(() => says('/mentors', '1 mentor · 1,234 sessions held')).toBe(true);
  await expect.poll(() => says('/wall-of-impact', '12 verified stories')).toBe(true);

  // From another page the browser asks for the figures itself.
  await store({ mentors: 502, founders: 503, sessions: 2, stories: 2 });
  await expect.poll(() => says('/', '>502<')).toBe(true);
  await page.goto(at('/about-us'));
  await waitUntilHydrated(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Find a Mentor' }).click();
  await expect(page.getByText('502 mentors · 2 sessions held')).toBeVisible();

  await sql`update public.public_counters set counted_at = now() - interval '8 days'`;
  await expect.poll(() => says('/', '>502<'), 'a count that is eight days old').toBe(false);
  await expect.poll(() => says('/', '>500+<')).toBe(true);
  await expect.poll(() => says('/mentors', 'sessions held')).toBe(false);
  await expect.poll(() => says('/wall-of-impact', 'verified stories')).toBe(false);
});

test('A mentor’s card and profile say how soon the mentor usually answers', { tag: '@ci' }, async ({
  page,
  request,
  sql,
}) => {
  const [mentor] = await sql`
    select id, slug, name from public.mentors where name = 'Ananya Deshpande'`;
  await sql`update public.mentors set answers_within = null`;
  await sql`update public.mentors set answers_within = 6 where id = ${mentor?.id}`;
  const says = async (path: string) => {
    const text = (await (await request.get(path)).text()).replaceAll('<!-- -->', '');
    return text.split('Usually answers within 6 h').length - 1;
  };
  const listing = `/mentors?search=${encodeURIComponent(mentor?.name)}`;
  await expect.poll(() => says(`${listing}&at=${randomUUID()}`)).toBe(1);
  await page.goto(listing);
  await waitUntilHydrated(page);
  await expect(page.getByRole('article').filter({ hasText: 'Usually answers within 6 h' })).toHaveCount(1);
  await expect.poll(() => says(at(mentorPath({ id: mentor?.id, slug: mentor?.slug })))).toBe(1);
  await page.goto(at(mentorPath({ id: mentor?.id, slug: mentor?.slug })));
  await waitUntilHydrated(page);
  await expect(page.getByText('Usually answers within 6 h')).toBeVisible();
});
