import { beforeAll, expect, test } from 'vitest';
import { checkReadiness } from '#host/http/readiness.ts';
import { silentLog } from '#host/log.ts';
import { projectPaths } from '#host/project-paths.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { provideCalendarOwner } from '../google/index.ts';
import { createLedger } from '../razorpay/ledger.ts';
import { createSandboxTables } from '../schema.ts';
import type { DemoLogins } from './accounts.ts';
import { seedDemonstration } from './demonstration.ts';

const database = provideTestDatabase();
const dataDir = suiteDirectory();
let logins: DemoLogins;
const seed = () => seedDemonstration({ sql: database.sql, dataDir, log: silentLog });

/** Everything that the back office shows, counted. */
async function counts() {
  const [row] = await database.sql`
    select (select count(*)::int from public.profiles) as people,
      (select count(*)::int from public.bookings) as bookings,
      (select count(*)::int from private.payments) as payments, (select count(*)::int from private.outbox) as jobs,
      (select count(*)::int from public.mentor_applications) as applications,
      (select count(*)::int from public.mentor_reviews) as reviews,
      (select count(*)::int from private.audit_log) as changes`;
  return row;
}

beforeAll(async () => {
  await createSandboxTables(database.sql);
  await provideCalendarOwner(database.sql, { clientId: 'a client', refreshToken: 'a token' });
  logins = await seed();
});

test('there are bookings in every state, from ten weeks ago to two weeks ahead', async () => {
  const rows = await database.sql`select status, count(*)::int as count from public.bookings group by status`;
  const byStatus = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  expect(byStatus).toEqual({
    pending_admin_review: 4,
    confirmed: 6,
    completed: 23,
    rescheduled: 2,
    rejected: 5,
    cancelled: 3,
  });
  const [span] = await database.sql`
    select min(date) - private.today() as first, max(date) - private.today() as last,
      count(*) filter (where created_at > now())::int as "madeLater",
      count(*) filter (where lower(during) < created_at)::int as "soldLate",
      count(*) filter (where status in ('pending_admin_review', 'rescheduled') and lower(during) < now())::int
        as missed,
      count(*) filter (where status = 'completed' and upper(during) > now())::int as "closedEarly"
    from public.bookings`;
  expect(span).toMatchObject({ madeLater: 0, soldLate: 0, missed: 0, closedEarly: 0 });
  expect(span?.first).toBeLessThan(-55);
  expect(span?.last).toBeGreaterThan(7);
  const refunds = await database.sql`select state, count(*)::int as count from private.refunds group by 1 order by 1`;
  expect([...refunds]).toEqual([
    { state: 'pending', count: 1 },
    { state: 'processed', count: 6 },
    { state: 'queued', count: 1 },
  ]);
});

test('money, claims and calendar agree, and the host is ready', async () => {
  const { sql } = database;
  expect(await sql`select * from private.invariant_violations`).toHaveLength(0);
  const { root: dataDir, migrations } = projectPaths;
  expect(await checkReadiness({ sql, migrations, dataDir, isDeep: true })).toMatchObject({
    isReady: true,
    checks: { invariantViolations: 0, deadJobs: 1 },
  });
  const events = await sql`
    select c.state, count(*)::int as count, count(b.google_meet_link)::int as links, count(e.id)::int as kept
    from private.calendar_events c join public.bookings b on b.id = c.booking_id
    left join sandbox.google_events e on e.id = c.event_id and e.starts_at = lower(b.during)
    group by 1 order by 1`;
  expect([...events]).toEqual([
    { state: 'created', count: 30, links: 30, kept: 30 },
    { state: 'failed', count: 1, links: 0, kept: 0 },
  ]);
});

test('one alarm opens: the job of the event that the calendar never got was given up', async () => {
  await database.sql`select private.watch()`;
  const alarms = await database.sql`select kind, last_value::int as value from private.alarms where closed_at is null`;
  expect([...alarms]).toEqual([{ kind: 'job_dead', value: 1 }]);
});

test('the worker finds nothing to do about the past, and only the invited mentor is written to', async () => {
  await database.sql`update private.calendar_events set planned_at = planned_at - interval '1 day'`;
  await database.sql`select public.plan_calendar_jobs()`;
  const due = await database.sql`
    select kind from private.outbox where state = 'ready' and run_at <= now() or kind = 'email'`;
  expect([...due]).toEqual([{ kind: 'mentor_invitation' }]);
  const waiting = await database.sql`
    select distinct j.kind, b.status from private.outbox j
    left join public.bookings b on b.id::text = j.payload ->> 'booking_id' and lower(b.during) > now()
    where j.state = 'ready'
      and j.kind not in ('mentor_invitation', 'sweep_files', 'check_audit_chain', 'compare_money', 'apply_retention',
        'count_figures', 'count_promise')
    order by j.kind, b.status`;
  expect([...waiting]).toEqual([
    { kind: 'booking_reminder', status: 'confirmed' },
    { kind: 'booking_reminder', status: 'rescheduled' },
    // On days that are still to come.
    { kind: 'check_in', status: null },
    { kind: 'refund', status: null },
  ]);
});

test('the provider knows the payments: one that waits for review can be refunded', async () => {
  const { sql } = database;
  const [booking] = await sql<{ payment: string; amount: number }[]>`
    select y.id as payment, y.amount_paise as amount from public.bookings b join private.payments y
      on y.booking_id = b.id
    where b.status = 'pending_admin_review' limit 1`;
  const refund = await createLedger(sql).createRefund({
    paymentId: booking?.payment ?? '',
    amount: booking?.amount,
    speed: 'normal',
    receipt: null,
    notes: {},
    idempotencyKey: null,
  });
  expect(refund.status).toBe('processed');
});

test('every account is invented: an address without a mailbox and a mark; but for those whose logins are printed, no password', async () => {
  const founders = await database.sql`
    select u.email, p.phone from auth.users u join public.profiles p on p.id = u.id
    where u.encrypted_password is null and u.raw_app_meta_data @> '{"is_demonstration": true}'`;
  expect(founders).toHaveLength(12);
  const everybody = await database.sql`
    select p.email, p.phone, u.raw_app_meta_data -> 'is_demonstration' as mark
    from public.profiles p join auth.users u on u.id = p.id`;
  expect(everybody).toHaveLength(16);
  for (const { email, phone, mark } of everybody) {
    expect(mark).toBe(true);
    expect(email).toMatch(/@example\.com$/);
    expect(phone ?? '+91 00000 01000').toMatch(/^\+91 00000 \d{5}$/);
  }
});

test('the founder whose login is printed has a session behind, one with its link ahead, and one waiting', async () => {
  const sessions = await database.sql`
    select b.status, b.google_meet_link is not null as "hasLink", lower(b.during) > now() as "isAhead"
    from public.bookings b join public.profiles p on p.id = b.user_id
    where p.email = ${logins.founder.email} order by b.created_at`;
  expect([...sessions]).toEqual([
    { status: 'completed', hasLink: true, isAhead: false },
    { status: 'confirmed', hasLink: true, isAhead: true },
    { status: 'pending_admin_review', hasLink: false, isAhead: true },
  ]);
});

test('the mentor whose login is printed has hours, three requests, past sessions, two months of earnings and a payout', async () => {
  const { sql } = database;
  const [mentor] = await sql`
    select m.id, m.name, m.session_minutes,
      (select count(*)::int from public.mentor_availability a where a.mentor_id = m.id and a.source = 'rule') as times,
      (select count(*)::int from public.mentor_time_off t where t.mentor_id = m.id) as "timeOff",
      (select count(*)::int from public.bookings b where b.mentor_id = m.id and b.status = 'pending_admin_review')
        as requests,
      (select count(*)::int from public.session_briefs s join public.bookings b on b.id = s.booking_id
        where b.mentor_id = m.id and b.status = 'pending_admin_review') as briefs,
      (select count(*)::int from public.bookings b where b.mentor_id = m.id and b.status = 'completed') as held,
      (select count(distinct date_trunc('month', l.at at time zone 'Asia/Kolkata'))::int
        from private.mentor_ledger l where l.mentor_id = m.id) as months,
      (select count(*)::int from private.mentor_payouts y where y.mentor_id = m.id) as payouts
    from public.mentors m join public.mentor_private p on p.mentor_id = m.id
    join public.profiles o on o.id = p.user_id
    where o.email = ${logins.mentor.email}`;
  expect(mentor).toMatchObject({ name: 'Ananya Deshpande', session_minutes: 45, timeOff: 1, requests: 3, briefs: 2 });
  expect(mentor).toMatchObject({ held: 3, payouts: 1 });
  expect(mentor?.times).toBeGreaterThan(20);
  expect(mentor?.months).toBeGreaterThanOrEqual(2);
  const invitations = await sql`select state, email from private.mentor_invitations`;
  expect([...invitations]).toEqual([{ state: 'open', email: logins.invitedMentor.email }]);
});

test('the overview has something in nearly every week, and one failure', async () => {
  const [row] = await database.sql`select public.admin_overview(11) as overview`;
  const { weeks, ...now } = row?.overview ?? {};
  expect(weeks.filter((week: { bookings: number }) => week.bookings >= 2).length).toBeGreaterThanOrEqual(9);
  expect(now).toMatchObject({ pending_now: 4 });
  expect(await database.sql`select kind from public.list_failures()`).toEqual([{ kind: 'booking_confirmed' }]);
  expect(now.next_answer_hours).toBeGreaterThan(0);
  expect(now.next_answer_hours).toBeLessThan(12);
  expect(now.median_approval_hours).toBeGreaterThan(2);
  expect(now.median_approval_hours).toBeLessThan(14);
});

test('the audit log tells it in the order in which it happened', async () => {
  const changes = await database.sql`
    select l.at, p.name as actor from private.audit_log l left join public.profiles p on p.id = l.actor order by l.id`;
  expect(changes.length).toBeGreaterThan(60);
  const times = changes.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times.at(-1)).toBeLessThan(Date.now());
  expect(new Set(changes.map(({ actor }) => actor))).toContain('Joseph Tirkey');
});

test('what the transaction had to fill in later is consistent with the rest', async () => {
  const [odd] = await database.sql`
    select
      (select count(*)::int from private.slot_claims where released_at < created_at or expires_at is not null)
        as claims,
      (select count(*)::int from private.refunds r join private.payments y on y.id = r.payment_id
        where r.created_at < y.captured_at or r.created_at > now()) as refunds,
      (select count(*)::int from private.outbox where created_at > now() or finished_at < created_at
        or finished_at > now())
        as jobs,
      (select count(*)::int from public.bookings b join private.payment_orders o on o.booking_id = b.id
        where b.created_at < o.created_at
          or b.created_at < (select p.created_at from public.profiles p where p.id = b.user_id))
        as bookings,
      (select count(*)::int from public.mentor_reviews r
        join private.review_authors a on a.review_id = r.id
        join public.bookings b on b.user_id = a.user_id and b.mentor_id = r.mentor_id and b.status = 'completed'
          and r.created_at > upper(b.during))
        as reviews`;
  expect(odd).toEqual({ claims: 0, refunds: 0, jobs: 0, bookings: 0, reviews: 5 });
});

test('a second start adds nothing', async () => {
  const before = await counts();
  await seed();
  expect(await counts()).toEqual(before);
});
