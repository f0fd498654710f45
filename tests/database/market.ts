/** A database with mentors, slots, founders and orders, in a few words a story. */
import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { createTestDatabase } from '../kit/database.ts';

export interface Slot {
  mentorId: string;
  date: string;
  startTime: string;
  endTime: string;
}

export interface Order {
  orderId: string;
  bookingId: string;
  amountPaise: number;
  providerOrderId: string;
}

export interface Settlement {
  outcome: 'booked' | 'refund';
  bookingId: string | null;
  reason: string | null;
}

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** `sql` is the superuser's; every call of the product's functions goes through the service role. */
export async function openMarket() {
  const database = await createTestDatabase();
  const { sql } = database;
  const service = postgres(database.url, {
    max: 20,
    onnotice: () => {},
    connection: { role: 'service_role' },
  });

  async function addFounder(): Promise<string> {
    const id = randomUUID();
    await sql`insert into auth.users (id, email) values (${id}, ${`${id.slice(0, 8)}@startup.example`})`;
    return id;
  }

  async function addMentor(price = 3500): Promise<string> {
    const [row] = await sql`
      insert into public.mentors (name, title, expertise, price) values ('Dev Mentor', 'Partner', 'Sales', ${price})
      returning id`;
    return row?.id;
  }

  /** @param daysAhead 0 is today in India */
  async function addSlot(
    mentorId: string,
    daysAhead: number,
    startTime: string,
    endTime: string,
  ): Promise<Slot> {
    const [row] = await sql`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${mentorId}, private.today() + ${daysAhead}::int, ${startTime}, ${endTime})
      returning date::text`;
    return { mentorId, date: row?.date, startTime, endTime };
  }

  async function hold(
    userId: string,
    slot: Slot,
    bookingId: string = randomUUID(),
    via: postgres.ISql = service,
  ) {
    const [row] = await via`
      select * from public.create_payment_order(
        ${userId}, ${slot.mentorId}, ${bookingId}, ${slot.date}::date, ${slot.startTime}::time, ${slot.endTime}::time)`;
    if (!row) throw new Error('create_payment_order returned no row');
    return row as {
      order_id: string;
      booking_id: string;
      amount_paise: number;
      currency: string;
      mentor_name: string;
      provider_order_id: string | null;
      expires_at: Date;
    };
  }

  async function order(userId: string, slot: Slot): Promise<Order> {
    const held = await hold(userId, slot);
    const providerOrderId = held.provider_order_id ?? `order_${held.order_id.replaceAll('-', '')}`;
    await service`select public.attach_provider_order(${held.order_id}, ${providerOrderId})`;
    return {
      orderId: held.order_id,
      bookingId: held.booking_id,
      amountPaise: held.amount_paise,
      providerOrderId,
    };
  }

  async function settle(
    { providerOrderId, amountPaise }: Order,
    payment: { id?: string; amountPaise?: number; currency?: string } = {},
  ): Promise<Settlement> {
    const [row] = await service`
      select * from public.settle_payment(
        ${providerOrderId}, ${payment.id ?? `pay_${providerOrderId}`}, ${payment.amountPaise ?? amountPaise},
        ${payment.currency ?? 'INR'})`;
    return { outcome: row?.outcome, bookingId: row?.booking_id, reason: row?.reason };
  }

  async function buy(userId: string, slot: Slot) {
    const paid = await order(userId, slot);
    const settlement = await settle(paid);
    return { ...paid, settlement, paymentId: `pay_${paid.providerOrderId}` };
  }

  /** As if the hold had been made `minutes` minutes earlier than its end. */
  async function expireHold({ orderId }: Order): Promise<void> {
    await sql`
      update private.slot_claims set expires_at = now() - interval '1 minute'
      where order_id = ${orderId} and kind = 'hold' and released_at is null`;
  }

  async function violations(): Promise<string[]> {
    const rows = await sql`select rule, subject, detail from private.invariant_violations order by 1, 2`;
    return rows.map((row) => row.rule);
  }

  async function refundsOf(paymentId: string) {
    return sql`
      select r.amount_paise, r.reason, r.state, count(j.id)::int as jobs
      from private.refunds r
      left join private.outbox j on j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text
      where r.payment_id = ${paymentId}
      group by r.id`;
  }

  async function isBooked(slot: Slot): Promise<boolean> {
    const [row] = await sql`
      select is_booked from public.mentor_availability
      where mentor_id = ${slot.mentorId} and date = ${slot.date}::date and start_time = ${slot.startTime}::time`;
    return row?.is_booked;
  }

  return {
    sql,
    service,
    url: database.url,
    addFounder,
    addMentor,
    addSlot,
    hold,
    order,
    settle,
    buy,
    expireHold,
    violations,
    refundsOf,
    isBooked,
    async close() {
      await service.end({ timeout: 1 });
      await database.drop();
    },
  };
}
