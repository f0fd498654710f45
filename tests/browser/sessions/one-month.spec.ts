import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import type { AppClient } from '#tests/kit/app-client.ts';
import {
  administratorToken,
  forgetSession,
  founderOf,
  logIn,
  signInAsAdministrator,
  signInAsMentor,
  signInAsNewFounder,
} from '#tests/kit/browser/accounts.ts';
import { buyOffer } from '#tests/kit/browser/booking-flow.ts';
import { test as base, expect } from '#tests/kit/browser/fixtures.ts';
import { uncachedWallPath, waitForWall } from '#tests/kit/browser/impact-stories.ts';
import { linkIn, type Mail } from '#tests/kit/browser/mailbox.ts';
import { shareHost } from '#tests/kit/browser/start-host.ts';
import { holdSession, letDaysPass, makeCheckInDue } from '#tests/kit/held-session.ts';
import { startTestHost } from '#tests/kit/host.ts';

/** On a host of its own: what other tests book at the same moment would be in the figures. */
const test = base.extend<object, { ownHost: undefined }>({
  ownHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    async ({}, use) => {
      const host = await startTestHost({ web: true });
      await shareHost(host);
      await use(undefined);
      await host.stop();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
});

// docs/product/outcomes.md#the-public-promise
test('A month of a founder, from a paid session to check-ins, a story and a refund, is in the figures of the next morning', {
  tag: '@ci',
}, async ({ page, app, sql, addMentor, mailbox }) => {
  const person = await signInAsNewFounder(page, 'Asha Rao');
  const founder = await founderOf(page);
  const mentor = await addMentor();
  const slot = await app.addSlot({ mentorId: mentor.id, daysAhead: 4 });
  const bookingId = await buyOffer(app, founder, { mentor: { ...mentor, title: '', price: 3500 }, slot, path: '' });
  const block = (name: string) => page.getByRole('region', { name });
  const card = page.getByRole('article').filter({ hasText: 'Schools pay us' });
  let mentorEmail = '';
  const name = `After a session with ${mentor.name}`;

  await test.step('the session takes place, and the mentor shares a summary a day later', async () => {
    await holdSession(app, bookingId, 1);
    // Paid and approved in the morning of that day.
    await sql.begin(async (by) => {
      await by`set local session_replication_role = replica`;
      await by`
        update public.bookings
        set created_at = lower(during) - interval '6 hours', answer_by = lower(during) - interval '2 hours'
        where id = ${bookingId}`;
      await by`
        update private.request_outcomes o
        set starts_at = lower(b.during), ended_at = lower(b.during) - interval '5 hours'
        from public.bookings b where b.id = o.booking_id and b.id = ${bookingId}`;
    });
    ({ email: mentorEmail } = await signInAsMentor(page, mentor.id));
    await sql`update public.mentor_private set email = ${mentorEmail} where mentor_id = ${mentor.id}`;
    await page.goto(`/sessions/${bookingId}`);
    await block('Summary').getByLabel('What did you agree on?').fill('Ask each school for twenty thousand rupees.');
    await block('Summary').getByRole('button', { name: 'Share with Asha Rao' }).click();
    await expect(page.getByText('Shared. Asha Rao gets an e-mail.')).toBeVisible();
    const mail = await mailbox.waitFor(person.email, /^Summary of your session with /);
    expect(mail.text).toContain('Ask each school for twenty thousand rupees.');
    await forgetSession(page);
  });

  await test.step('the founder answers three check-ins by the links of their e-mails', async () => {
    for (const { day, passed, answer } of [
      { day: 7, passed: 6, answer: 'No' },
      { day: 30, passed: 23, answer: 'Partly' },
      // A day less: the figures are of the last 90 days, and midnight may come before the test ends.
      { day: 90, passed: 59, answer: 'Yes' },
    ]) {
      await letDaysPass(app, bookingId, passed);
      await makeCheckInDue(app, bookingId, day);
      const [row] = await sql`select private.today() - date as ago from public.bookings where id = ${bookingId}`;
      let mail: Mail | undefined;
      await expect(async () => {
        mail = (await mailbox.list(person.email)).find(({ text }) =>
          text.includes(`You met ${mentor.name} ${row?.ago} days ago.`),
        );
        expect(mail).toBeDefined();
      }).toPass();
      await page.goto(linkIn(mail as Mail, new RegExp(`a=${answer.toLowerCase()}`)));
      await expect(page.getByRole('radio', { name: answer, exact: true })).toBeChecked();
      await page.getByLabel('What changed?').fill(`Schools pay us after ${day} days`);
      await page.getByRole('button', { name: 'Save my answer' }).click();
      await expect(page.getByText('Thank you. Your answer is saved.')).toBeVisible();
      // The first press on the page has said so before: leaving it now could end what the button has begun.
      await expect
        .poll(() => sql`select answer, change from private.check_ins where booking_id = ${bookingId} and day = ${day}`)
        .toEqual([{ answer: answer.toLowerCase(), change: `Schools pay us after ${day} days` }]);
    }
  });

  await test.step('the founder shares a story that begins with the latest answer', async () => {
    await page.goto('/login');
    await logIn(page, person);
    await page.goto(`/sessions/${bookingId}`);
    const story = block('Your impact story');
    await story.getByRole('button', { name: 'Share it as an impact story' }).click();
    await expect(story.getByLabel('Your story')).toHaveValue('Schools pay us after 90 days');
    await story.getByLabel(/^I agree that Point 0 publishes this story/).check();
    await story.getByLabel(`If ${mentor.name} agrees, name ${mentor.name} with the story.`).check();
    await story.getByRole('button', { name: 'Send story for review' }).click();
    await expect(story).toContainText('Waiting for review');
  });

  await test.step('an administrator approves it', async () => {
    await signInAsAdministrator(page, '/admin?tab=impact-stories&status=pending');
    const pending = page.getByRole('listitem').filter({ hasText: 'Schools pay us' });
    await expect(pending).toContainText('Verified session');
    await pending.getByRole('button', { name: /^Approve/ }).click();
    await expect(page.getByText('Story approved successfully')).toBeVisible();
    await forgetSession(page);
  });

  await test.step('the mentor agrees by the link of the e-mail, and the wall shows mark and name', async () => {
    const mail = await mailbox.waitFor(mentorEmail, /^May we name you with Asha R\.'s story\?$/);
    await page.goto(linkIn(mail, /Yes, name me/));
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Save my answer' }).click();
    await expect(page.getByText('Thank you. Your answer is saved: your name stands with the story.')).toBeVisible();
    await waitForWall(page.request, name);
    await page.goto(uncachedWallPath());
    await expect(card.getByText('Verified session', { exact: true })).toBeVisible();
    await expect(card.getByRole('link', { name })).toBeVisible();
  });

  const figure = (title: RegExp) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  // Not the whole page: it lists its months once one of them has enough cases, which depends on today's date.
  const last90Days = block('The last 90 days');
  await test.step('the figures of the next morning have it', async () => {
    await addOtherSessions(sql, mentor, 19);
    await countAtNight(app);
    expect(await readCounts(sql, bookingId)).toEqual({
      counters: { mentors: 1, founders: 1, sessions_held: 20, verified_stories: 1 },
      ownDay: { requests: 1, answered_in_time: 1, sessions: 1, held: 1, mentor_missed: 0 },
      days: { requests: 20, answered_in_time: 20, sessions: 20, held: 20, mentor_missed: 0 },
      checkIns: { asked: 20, answered: 20, helped: 19 },
      refunds: { refunds: 0, refunds_in_time: 0 },
    });
    await openPromise(page, '100 % of confirmed sessions took place');
    await expect(figure(/^100 % of paid requests answered in time$/)).toContainText('20 requests were due.');
    await expect(figure(/^100 % of confirmed sessions took place$/)).toContainText(
      '20 sessions were confirmed. Missed by the mentor: 0. Missed by the founder: 0. Cancelled: 0.',
    );
    await expect(figure(/^95 % of founders said the session helped$/)).toContainText('20 answered of 20 asked');
    await expect(last90Days.getByText('Too few yet')).toHaveCount(1);
  });

  await test.step('a refund takes the mark and the name away', async () => {
    const { status, body } = await app.rest('rpc/record_incident', {
      by: { token: await administratorToken() },
      body: {
        p_booking_id: bookingId,
        p_what: 'mentor_no_show',
        p_expected_refund: 'full',
        p_expected_agreement: false,
      },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await waitForWall(page.request, name, false);
    await page.goto(uncachedWallPath());
    await expect(card).toBeVisible();
    await expect(card.getByText('Verified session')).toHaveCount(0);
    const refund = async () => (await sql`select state from private.refunds`)[0]?.state;
    await expect.poll(refund).toBe('processed');
  });

  await test.step('the figures of a morning six days later have that too', async () => {
    await sql`
      update private.refunds
      set created_at = created_at - interval '6 days', processed_at = processed_at - interval '6 days'`;
    await countAtNight(app);
    expect(await readCounts(sql, bookingId)).toEqual({
      counters: { mentors: 1, founders: 1, sessions_held: 19, verified_stories: 0 },
      ownDay: { requests: 1, answered_in_time: 1, sessions: 1, held: 0, mentor_missed: 1 },
      days: { requests: 20, answered_in_time: 20, sessions: 20, held: 19, mentor_missed: 1 },
      checkIns: { asked: 20, answered: 20, helped: 19 },
      refunds: { refunds: 1, refunds_in_time: 1 },
    });
    await openPromise(page, '95 % of confirmed sessions took place');
    await expect(figure(/^95 % of confirmed sessions took place$/)).toContainText(
      '20 sessions were confirmed. Missed by the mentor: 1. Missed by the founder: 0. Cancelled: 0.',
    );
    await expect(figure(/^100 % of paid requests answered in time$/)).toContainText('20 requests were due.');
    await expect(figure(/^95 % of founders said the session helped$/)).toContainText('20 answered of 20 asked');
    await expect(last90Days.getByText('Too few yet'), 'one refund alone is not published').toHaveCount(1);
  });
});

/** Other founders' sessions of two months ago, answered and held; one of their check-ins of a month ago says No. */
async function addOtherSessions(sql: Sql, mentor: { id: string; name: string }, count: number): Promise<void> {
  await sql.begin(async (by) => {
    await by`set local session_replication_role = replica`;
    await by`
      with booked as (
        insert into public.bookings
          (mentor_id, mentor_name, date, start_time, end_time, status, created_at, answer_by)
        select ${mentor.id}, ${mentor.name}, private.today() - 60, '10:00', '11:00', 'completed',
          now() - interval '64 days', now() - interval '63 days'
        from generate_series(1, ${count}::int) returning *
      ), answered as (
        insert into private.request_outcomes (booking_id, is_demonstration, starts_at, ended_at, ended_by)
        select b.id, false, lower(b.during), b.created_at + interval '1 hour', 'person' from booked b
      ), paid as (
        insert into private.payments (id, order_id, amount_paise, currency, booking_id, captured_at)
        select 'pay_' || b.id, b.id, 350000, 'INR', b.id, b.created_at from booked b
      )
      insert into private.check_ins (booking_id, day, due_at, state, answer)
      select b.id, 30, lower(b.during) + interval '30 days', 'answered',
        case when row_number() over () = 1 then 'no' else 'yes' end
      from booked b`;
  });
}

/** The night comes at once, and the worker counts. */
async function countAtNight({ sql, runJobs }: AppClient): Promise<void> {
  const [{ began } = {}] = await sql`select clock_timestamp()::text as began`;
  await sql`
    update private.outbox set run_at = now()
    where kind in ('count_figures', 'count_promise') and state = 'ready'`;
  await runJobs();
  await expect
    .poll(async () => {
      const [row] = await sql`
        select (select counted_at > ${began}::timestamptz from public.public_counters) as figures,
          (select max(counted_at) > ${began}::timestamptz from public.promise_days) as promise`;
      return row;
    })
    .toEqual({ figures: true, promise: true });
}

/** What was counted: of all days together, and of the day of one booking. */
async function readCounts(sql: Sql, bookingId: string) {
  const sums = sql`
    sum(requests)::int as requests, sum(answered_in_time)::int as answered_in_time, sum(sessions)::int as sessions,
    sum(held)::int as held, sum(mentor_missed)::int as mentor_missed`;
  const [[counters], [ownDay], [days], [checkIns], [refunds]] = await Promise.all([
    sql`select mentors, founders, sessions_held, verified_stories from public.public_counters`,
    sql`
      select ${sums} from public.promise_days
      where day = (select b.date from public.bookings b where b.id = ${bookingId})`,
    sql`select ${sums} from public.promise_days`,
    sql`
      select sum(asked)::int as asked, sum(answered)::int as answered, sum(helped)::int as helped
      from public.promise_days`,
    sql`select sum(refunds)::int as refunds, sum(refunds_in_time)::int as refunds_in_time from public.promise_days`,
  ]);
  return { counters, ownDay, days, checkIns, refunds };
}

/** Opens the promise once it says a sentence: what it reads is up to three seconds old. */
async function openPromise(page: Page, sentence: string): Promise<void> {
  await expect(async () => {
    await page.goto(`/our-promise?at=${randomUUID()}`);
    await expect(page.getByRole('heading', { name: sentence })).toBeVisible({ timeout: 500 });
  }).toPass();
}
