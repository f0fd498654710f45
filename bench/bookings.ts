import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import type { Slot } from '#tests/kit/builders.ts';
import type { TestHost } from '#tests/kit/host.ts';
import { inParallel } from './in-parallel.ts';

const SECONDS = 8;
const LANES = 8;
const MENTORS = 40;
const DAYS = 60;
/** Enough for both measurements: a person begins at most twenty orders a day. */
const FOUNDERS = 600;

/**
 * Bookings per second from the request to the row: over HTTP as a browser does it, and with the same SQL alone; then, while
 * these leave more jobs than one worker does at once, jobs per second. Also the bytes that the database grows by with a
 * booking, and the jobs that one of the demonstration had.
 */
export async function measureBookings(host: TestHost, app: AppClient) {
  const [demonstration] = await app.sql<{ jobs: number }[]>`
    select count(*)::float / (select count(*) from public.bookings) as jobs from private.outbox where kind <> 'email'`;
  const founders = await Promise.all(Array.from({ length: FOUNDERS }, () => app.addFounder()));
  const slots = await addSlots(app);
  const founderOf = (turn: number) => founders[turn % founders.length] as Founder;

  const sql = await inParallel(
    async (turn) => {
      const slot = slots.pop();
      if (!slot) return false;
      return app.sql.begin(async (transaction) => {
        const [order] = await transaction`
          select * from public.create_payment_order(${founderOf(turn).id}, ${slot.mentorId}, ${randomUUID()},
            ${slot.date}::date, ${slot.startTime}::time, ${slot.endTime}::time)`;
        const providerOrderId = `order_${order?.order_id}`;
        await transaction`select public.attach_provider_order(${order?.order_id}, ${providerOrderId})`;
        const paymentId = `pay_${randomUUID()}`;
        await transaction`
          select * from public.settle_payment(${providerOrderId}, ${paymentId}, ${order?.amount_paise}, 'INR')`;
      });
    },
    { host, lanes: LANES, seconds: SECONDS },
  );

  // What these bookings leave to do must not be done, and counted, while others are measured.
  await app.sql`update private.outbox set run_at = now() + interval '1 hour' where state = 'ready'`;
  const sizeBefore = await sizeOf(app);
  const bookingsBefore = await countOf(app);
  const http = await inParallel(
    async (turn) => {
      const slot = slots.pop();
      if (!slot) return false;
      const founder = founderOf(turn);
      const order = await app.order(founder, slot);
      const { body } = await app.call('verify-payment', await app.paid(order), founder);
      if (body.verified !== true) throw new Error(`not verified: ${JSON.stringify(body)}`);
    },
    { host, lanes: LANES, seconds: SECONDS },
  );
  const bytes = ((await sizeOf(app)) - sizeBefore) / ((await countOf(app)) - bookingsBefore);
  await app.sql`update private.outbox set run_at = now() where state = 'ready'`;
  return { sql, http, bytes, jobsOfOne: demonstration?.jobs ?? 0, jobs: await measureJobs(app) };
}

async function sizeOf(app: AppClient): Promise<number> {
  const [row] = await app.sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`;
  return Number(row?.bytes);
}

async function countOf(app: AppClient): Promise<number> {
  const [row] = await app.sql<{ count: number }[]>`select count(*)::int as count from public.bookings`;
  return row?.count ?? 0;
}

async function measureJobs(app: AppClient): Promise<number> {
  const done = async () => {
    const [row] = await app.sql<{ done: number; waiting: number }[]>`
      select count(*) filter (where state = 'done')::int as done,
        count(*) filter (where state = 'ready' and run_at <= now())::int as waiting
      from private.outbox`;
    return row ?? { done: 0, waiting: 0 };
  };
  const before = await done();
  const startedAt = performance.now();
  await wait(SECONDS * 1000);
  const after = await done();
  if (after.waiting === 0) throw new Error('The worker had nothing left to do: its speed is not known.');
  return (after.done - before.done) / ((performance.now() - startedAt) / 1000);
}

async function addSlots(app: AppClient): Promise<Slot[]> {
  const rows = await app.sql`
    with mentor as (
      insert into public.mentors (name, title, expertise, price, min_notice_minutes)
      select 'Bench Mentor ' || n, 'Partner', 'Sales', 3500, 120 from generate_series(1, ${MENTORS}) n returning id
    )
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select mentor.id, private.today() + day, make_time(hour, 0, 0), make_time(hour + 1, 0, 0)
    from mentor, generate_series(1, ${DAYS}) day, generate_series(8, 19) hour
    returning mentor_id, date::text, start_time, end_time`;
  return rows.map((row) => ({
    mentorId: row.mentor_id,
    mentorName: 'Bench Mentor',
    price: 3500,
    date: row.date,
    startTime: row.start_time,
    endTime: row.end_time,
  }));
}
