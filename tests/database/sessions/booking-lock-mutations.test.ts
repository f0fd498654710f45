/**
 * Negative controls: a lock of the sessions' functions is taken away in a database of its own, two people act at the
 * same moment, and what the lock is for must go wrong. With the lock, the same acts end well.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseFixture, openDatabaseFixture } from '#tests/kit/database-fixture.ts';
import { untilBlockedOr } from '#tests/kit/lock-barrier.ts';

let db: DatabaseFixture;
beforeEach(async () => {
  db = await openDatabaseFixture();
});
afterEach(() => db.close());

/** Writes a function anew without the piece of it that is given. */
async function without(name: string, piece: string): Promise<void> {
  const [row] = await db.sql`select pg_get_functiondef(${name}::regproc) as source`;
  const source = String(row?.source);
  expect(source).toContain(piece);
  await db.sql.unsafe(source.replace(piece, ''));
}

/** Starts `second` while what `first` did is not committed yet, and commits once the second one waits for it. */
async function whileOpen(person: string, first: string, second: () => Promise<unknown>): Promise<unknown> {
  let later: Promise<unknown> = Promise.resolve();
  let isThrough = false;
  await db.actAs(person, async (sql) => {
    await sql.unsafe(first);
    later = second().finally(() => {
      isThrough = true;
    });
    later.catch(() => {});
    await untilBlockedOr(db.sql, () => isThrough);
    return [];
  });
  return later;
}

test('a hold that is given back while it is paid: the payment waits, and has its time', async () => {
  const founder = await db.addFounder();
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  const order = await db.order(founder, slot);
  const settled = await whileOpen(founder, `select public.release_hold('${order.bookingId}')`, () => db.settle(order));
  expect(settled).toMatchObject({ outcome: 'booked' });
  expect(await db.violations()).toEqual([]);
  const claims = await db.sql`
    select order_id from private.slot_claims where booking_id = ${order.bookingId} and released_at is null`;
  // Without the lock on the order, the booking itself would have claimed the time anew, for no order.
  expect(claims).toEqual([{ order_id: order.orderId }]);
});

describe('two reviews of one mentor at the same moment', () => {
  async function race() {
    const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
    const other = await db.addFounder();
    const slot = await db.addSlot(mentorId, 4, '12:00', '13:00');
    const second = await db.buy(other, slot);
    await db.setStatus(db.admin, second.bookingId, 'confirmed');
    await db.startIn(second.bookingId, -48);
    await db.completeSessions();
    // The figures before any review are on record, so that the two do not meet there.
    await db.sql`select private.refresh_mentor_rating(${mentorId})`;
    await whileOpen(founder, `select public.submit_review('${bookingId}', 5)`, () =>
      db.submitReview(other, second.bookingId, 2),
    );
    return db.mentorOf(mentorId);
  }

  test('both count, because the mentor is locked', async () => {
    expect(await race()).toEqual({ rating: 3.5, reviews: 2 });
  });

  test('one would be lost if it were not', async () => {
    await without('private.refresh_mentor_rating', ' for no key update');
    expect(await race()).toEqual({ rating: 2, reviews: 1 });
  });
});

describe('a no-show that is recorded while its founder reviews', () => {
  async function race() {
    const { founder, bookingId } = await db.addPaidBookingIn(-3, 'completed');
    const ended = await whileOpen(db.admin, `select public.record_incident('${bookingId}', 'mentor_no_show')`, () =>
      db.submitReview(founder, bookingId).then(
        () => 'written',
        (error) => error.message,
      ),
    );
    const reviews = await db.sql`
      select from private.session_reviews s join public.bookings b on b.id = s.booking_id where b.status = 'cancelled'`;
    return [ended, reviews.length];
  }

  test('is seen, because the booking is locked', async () => {
    expect(await race()).toEqual(['session_not_held', 0]);
  });

  test('would not be if it were not: a refunded session with a review', async () => {
    await without('public.submit_review', ' for update');
    expect(await race()).toEqual(['written', 1]);
  });
});

test('a cancelled session whose refund was forgotten is noticed', async () => {
  const { bookingId } = await db.addPaidBookingIn(30);
  await db.sql.unsafe(`
      create or replace function private.queue_refund(p_payment_id text, p_reason text) returns void
      language sql set search_path = '' as 'select'`);
  await db.recordIncident(bookingId, 'mentor_cancels');
  expect(await db.violations()).toEqual(['dead_booking_not_refunded']);
});
