/** A database of the suite's own, with what people do to it: founders who pay, administrators who decide. */
import { randomUUID } from 'node:crypto';
import { addMinutes } from 'date-fns/addMinutes';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import { type BookingStatus, claimsOf, createBuilders, type Slot } from './builders.ts';
import { reserveTestDatabase, type TestDatabase } from './database.ts';

export interface Order {
  orderId: string;
  bookingId: string;
  amountPaise: number;
  providerOrderId: string;
}

interface Settlement {
  outcome: 'booked' | 'refund';
  bookingId: string | null;
  reason: string | null;
}

/** A slot as the database knows it. */
type SlotTime = Pick<Slot, 'mentorId' | 'date' | 'startTime' | 'endTime'>;

export type DatabaseFixture = Omit<ReturnType<typeof reserveDatabaseFixture>, 'create'>;

/** A fixture of the suite's own: opened before its first test, closed after its last. */
export function provideFixture<T extends { close(): unknown }>(open: () => T | Promise<T>): T {
  const fixture: Partial<T> = {};
  beforeAll(async () => {
    Object.assign(fixture, await open());
  });
  afterAll(() => fixture.close?.());
  return fixture as T;
}

/**
 * The suite's own database: made before its first test, dropped after its last. Its parts can be taken at once.
 *
 * @param statements are run in it before the tests
 */
export function provideTestDatabase(statements = '', options: { migrated?: boolean } = {}): TestDatabase {
  const { create, ...database } = reserveTestDatabase(options);
  beforeAll(async () => {
    await create();
    if (statements) await database.sql.unsafe(statements);
  });
  afterAll(() => database.drop());
  return database;
}

/**
 * As provideTestDatabase, with what people do.
 *
 * @param options.hasAdministrator `false` leaves out the account `admin`, for suites that count accounts
 * @param options.checksInvariants `true` fails each test that leaves an invariant violated
 */
export function provideDatabase(
  options: { hasAdministrator?: boolean; checksInvariants?: boolean } = {},
): DatabaseFixture {
  const { create, ...db } = reserveDatabaseFixture();
  beforeAll(() => create(options));
  if (options.checksInvariants) {
    afterEach(async () => {
      expect(await db.violations()).toEqual([]);
    });
  }
  afterAll(() => db.close());
  return db;
}

/** As provideDatabase, for a test that breaks its database and needs one of its own. */
export async function openDatabaseFixture(): Promise<DatabaseFixture> {
  const { create, ...db } = reserveDatabaseFixture();
  await create();
  return db;
}

/** `sql` is the superuser's; every call of the product's functions goes through the service role. */
function reserveDatabaseFixture() {
  const database = reserveTestDatabase();
  const { sql } = database;
  const service = postgres(database.url, { max: 20, onnotice: () => {}, connection: { role: 'service_role' } });
  const builders = createBuilders(sql);
  /** The administrator's id. */
  const admin = randomUUID() as string;

  const addFounder = async (): Promise<string> => (await builders.addPerson()).id;

  const addMentor = async (price = 3500): Promise<string> =>
    (await builders.addMentor({ name: 'Dev Mentor', price })).id;

  /** @param daysAhead 0 is today in India */
  const addSlot = (mentorId: string, daysAhead: number, startTime: string, endTime: string): Promise<Slot> =>
    builders.addSlot({ mentorId, daysAhead, startTime, endTime });

  /** Runs statements as any signed-in person; `isGrantedAll` as where a host grants every column of bookings. */
  function actAs<T>(
    userId: string,
    act: (sql: postgres.TransactionSql) => Promise<T>,
    { isGrantedAll = false } = {},
  ): Promise<T> {
    return sql.begin(async (transaction) => {
      if (isGrantedAll) await transaction`grant all on table public.bookings to authenticated`;
      const claims = claimsOf(userId);
      await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
      await transaction`set local role authenticated`;
      return act(transaction);
    }) as Promise<T>;
  }

  /** Runs one statement as any signed-in person: as(founder)`select …`. */
  function as(userId: string) {
    const run = (template: TemplateStringsArray, ...values: postgres.ParameterOrFragment<never>[]) =>
      actAs<postgres.RowList<postgres.Row[]>>(userId, (transaction) => transaction(template, ...values));
    return Object.assign(run, { unsafe: (query: string) => actAs(userId, (by) => by.unsafe(query)) });
  }

  async function hold(userId: string, slot: SlotTime, bookingId: string = randomUUID(), via: postgres.ISql = service) {
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

  async function order(userId: string, slot: SlotTime): Promise<Order> {
    const held = await hold(userId, slot);
    const providerOrderId = held.provider_order_id ?? `order_${held.order_id.replaceAll('-', '')}`;
    await service`select public.attach_provider_order(${held.order_id}, ${providerOrderId})`;
    return { orderId: held.order_id, bookingId: held.booking_id, amountPaise: held.amount_paise, providerOrderId };
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

  async function buy(userId: string, slot: SlotTime) {
    const paid = await order(userId, slot);
    const settlement = await settle(paid);
    return { ...paid, settlement, paymentId: `pay_${paid.providerOrderId}` };
  }

  async function addPaidBooking() {
    const founder = await addFounder();
    const mentorId = await addMentor();
    const slot = await addSlot(mentorId, 3, '10:00', '11:00');
    const { bookingId, paymentId, providerOrderId } = await buy(founder, slot);
    return { founder, mentorId, slot, bookingId, paymentId, providerOrderId };
  }

  /** Moves a booking to start this many hours from now, past every rule: half an hour, or what its day has left. */
  function startIn(bookingId: string, hours: number): Promise<void> {
    const start = new Date(Date.now() + hours * 3_600_000);
    const time = istTimeOfDay(start);
    return builders.moveBooking(bookingId, {
      date: istToday(start),
      startTime: time < '23:58' ? time : '23:58',
      endTime: time < '23:30' ? istTimeOfDay(addMinutes(start, 30)) : '23:59',
    });
  }

  async function setStatus(userId: string, bookingId: string, status: BookingStatus) {
    const [person] = await sql`select is_admin from public.profiles where id = ${userId}`;
    // Administrators give a reason; others may try.
    if (status === 'rejected' && person?.is_admin) {
      return as(userId)`
        select id from public.bookings, public.reject_booking(id, 'mentor_not_available') where id = ${bookingId}`;
    }
    return as(userId)`update public.bookings set status = ${status} where id = ${bookingId} returning id`;
  }

  return {
    sql,
    service,
    url: database.url,
    admin,
    addFounder,
    addMentor,
    addSlot,
    /** A booking in any status and of any age, without a payment. */
    async addBooking(options: { owner: string; status?: BookingStatus; ageMinutes?: number }) {
      const slot = await addSlot(await addMentor(), 3, '10:00', '11:00');
      const { id } = await builders.addBooking(options.owner, { ...options, slot });
      return { id, slot, mentorId: slot.mentorId };
    },
    addPaidBooking,
    /** A paid booking that starts this many hours from now; its end has passed where that is at least one hour ago. */
    async addPaidBookingIn(hours: number, status: BookingStatus = 'confirmed') {
      const booking = await addPaidBooking();
      if (status !== 'pending_admin_review') await setStatus(admin, booking.bookingId, 'confirmed');
      if (status === 'completed') await setStatus(admin, booking.bookingId, 'completed');
      await startIn(booking.bookingId, hours);
      return booking;
    },
    as,
    actAs,
    hold,
    order,
    settle,
    buy,
    /** A paid booking that was rejected, with its refund. */
    async addRejectedBooking() {
      const booking = await addPaidBooking();
      await setStatus(admin, booking.bookingId, 'rejected');
      const [row] = await sql`select id from private.refunds where payment_id = ${booking.paymentId}`;
      return { ...booking, refundId: row?.id as string };
    },
    /** As if the hold had ended a minute ago. */
    async expireHold({ orderId }: Order): Promise<void> {
      await sql`
        update private.slot_claims set expires_at = now() - interval '1 minute'
        where order_id = ${orderId} and kind = 'hold' and released_at is null`;
    },
    startIn,
    backdate: builders.backdate,
    setStatus,
    reschedule(userId: string, bookingId: string, slot: SlotTime, reason = 'Mentor travels') {
      return as(userId)`
      update public.bookings
      set date = ${slot.date}::date, start_time = ${slot.startTime}::time, end_time = ${slot.endTime}::time,
        status = 'rescheduled', notes = ${`Rescheduled: ${reason}`}
      where id = ${bookingId} returning id`;
    },
    /** @param requestedAt when the founder asked for it */
    previewRefund(bookingId: string, incident: string, person = admin, requestedAt: Date | null = null) {
      return as(person)`
      select * from public.preview_refund(
        ${bookingId}, ${incident}, ${requestedAt?.toISOString() ?? null}::timestamptz)`;
    },
    recordIncident(
      bookingId: string,
      incident: string,
      options: {
        expected?: string;
        to?: SlotTime;
        reason?: string;
        by?: string;
        requestedAt?: Date;
        expectedAgreement?: boolean;
      } = {},
    ) {
      const { expected = null, to, reason = null, requestedAt, expectedAgreement = null } = options;
      return as(options.by ?? admin)`
      select * from public.record_incident(
        ${bookingId}, ${incident}, ${expected}, ${to?.date ?? null}::date, ${to?.startTime ?? null}::time,
        ${to?.endTime ?? null}::time, ${reason}, ${requestedAt?.toISOString() ?? null}::timestamptz,
        ${expectedAgreement}::boolean)`;
    },
    submitReview(founder: string, bookingId: string, rating = 5, comment = 'Helped.') {
      return as(founder)`select * from public.submit_review(${bookingId}, ${rating}, ${comment})`;
    },
    async completeSessions(via: postgres.ISql = service): Promise<number> {
      const [row] = await via`select public.complete_sessions() as count`;
      return row?.count;
    },
    async statusOf(bookingId: string): Promise<string> {
      const [row] = await sql`select status from public.bookings where id = ${bookingId}`;
      return row?.status;
    },
    async mentorOf(mentorId: string) {
      const [row] = await sql`select rating::float as rating, reviews from public.mentors where id = ${mentorId}`;
      return row as { rating: number; reviews: number };
    },
    async violations(): Promise<string[]> {
      const rows = await sql`select rule, subject, detail from private.invariant_violations order by 1, 2`;
      return rows.map((row) => row.rule);
    },
    async refundsOf(paymentId: string) {
      return sql`
        select r.amount_paise, r.reason, r.state, count(j.id)::int as jobs
        from private.refunds r
        left join private.outbox j on j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text
        where r.payment_id = ${paymentId}
        group by r.id`;
    },
    async isBooked(slot: SlotTime): Promise<boolean> {
      const [row] = await sql`
        select is_booked from public.mentor_availability
        where mentor_id = ${slot.mentorId} and date = ${slot.date}::date and start_time = ${slot.startTime}::time`;
      return row?.is_booked;
    },
    async create({ hasAdministrator = true }: { hasAdministrator?: boolean } = {}) {
      await database.create();
      if (hasAdministrator) await builders.addPerson({ id: admin, isAdministrator: true });
    },
    async close() {
      await service.end({ timeout: 1 });
      await database.drop();
    },
  };
}

/** How each attempt ended: 'done', or the SQLSTATE and code of its refusal. */
export async function outcomes(attempts: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : `${one.reason.code} ${one.reason.message}`));
}
