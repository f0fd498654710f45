import { randomUUID } from 'node:crypto';
import type { AppClient, Founder } from '#tests/kit/app-client.ts';
import type { Slot } from '#tests/kit/builders.ts';
import { inParallel } from './in-parallel.ts';

const SECONDS = 8;
const LANES = 8;
const MENTORS = 40;
const DAYS = 60;
/** Enough for both measurements: a person begins at most twenty orders a day. */
const FOUNDERS = 600;

/** Bookings per second from the request to the row: over HTTP as a browser does it, and with the same SQL alone. */
export async function measureBookings(app: AppClient) {
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
    { lanes: LANES, seconds: SECONDS },
  );

  const http = await inParallel(
    async (turn) => {
      const slot = slots.pop();
      if (!slot) return false;
      const founder = founderOf(turn);
      const order = await app.order(founder, slot);
      const { body } = await app.call('verify-payment', await app.paid(order), founder);
      if (body.verified !== true) throw new Error(`not verified: ${JSON.stringify(body)}`);
    },
    { lanes: LANES, seconds: SECONDS },
  );
  return { sql, http };
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
