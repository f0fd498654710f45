/** An unanswered booking ends by itself, with the full refund (docs/product/bookings.md#deadlines). */
import { beforeAll, describe, expect, test } from 'vitest';
import { APPROVAL_ENDS_MS, answerBy } from '#rules/sessions/booking.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;
let colleague: string;
beforeAll(async () => {
  colleague = await db.addFounder();
  await sql`update public.profiles set is_admin = true where id = ${colleague}`;
});

const end = async (via = db.service): Promise<number> => {
  const [row] = await via`select public.end_unanswered_bookings() as count`;
  return row?.count;
};
const jobsOf = async (bookingId: string) => {
  const rows = await sql`
    select kind from private.outbox where payload ->> 'booking_id' = ${bookingId} and kind <> 'booking_submitted'
    order by created_at, kind`;
  return rows.map(({ kind }) => kind);
};
const causeOf = async (bookingId: string) => {
  const [row] = await sql`select status, decision_cause from public.bookings where id = ${bookingId}`;
  return [row?.status, row?.decision_cause];
};
/** As if its time for an answer had ended this many seconds ago. */
const overdue = async (bookingId: string, seconds = 1) => {
  await db.backdate(bookingId, 24 + seconds / 3600);
};

test('the time for an answer is the database’s and that of rules/, and no client sets it', async () => {
  for (const hours of [3, 20, 30, 72]) {
    const { bookingId, founder } = await db.addPaidBooking();
    await sql`update public.bookings set status = status where id = ${bookingId}`;
    await db.startIn(bookingId, hours);
    const [row] =
      await sql`select created_at, lower(during) as starts, answer_by from public.bookings where id = ${bookingId}`;
    expect(row?.answer_by).toEqual(answerBy(row?.created_at, row?.starts));
    for (const person of [founder, db.admin]) {
      await expect(
        db.actAs(
          person,
          (by) => by`update public.bookings set answer_by = now() + interval '9 days' where id = ${bookingId}`,
          { isGrantedAll: true },
        ),
      ).rejects.toMatchObject({ code: '42501', message: 'booking_column_protected' });
    }
  }
});

test('an unanswered booking is rejected and refunded once, its time is free, and the audit log says System', async () => {
  const { bookingId, paymentId, slot } = await db.addPaidBooking();
  await db.backdate(bookingId, 23.9);
  expect(await end()).toBe(0);
  await overdue(bookingId);
  expect(await end()).toBe(1);
  expect(await end()).toBe(0);
  expect(await causeOf(bookingId)).toEqual(['rejected', 'unanswered']);
  expect(await db.refundsOf(paymentId)).toEqual([
    { amount_paise: 350_000, reason: 'booking_rejected', state: 'queued', jobs: 1 },
  ]);
  expect(await jobsOf(bookingId)).toEqual(['booking_rejected']);
  expect(await db.isBooked(slot)).toBe(false);
  const [entry] = await db.as(db.admin)`
    select actor_name, changes from public.list_audit_log() where row_id = ${bookingId}`;
  expect(entry).toMatchObject({
    actor_name: null,
    changes: { status: ['pending_admin_review', 'rejected'], decision_cause: [null, 'unanswered'] },
  });
});

test('a pending booking whose session has begun ends in the same way', async () => {
  const { bookingId, paymentId } = await db.addPaidBooking();
  await db.startIn(bookingId, -1);
  expect(await end()).toBe(1);
  expect(await causeOf(bookingId)).toEqual(['rejected', 'unanswered']);
  expect(await db.refundsOf(paymentId)).toHaveLength(1);
});

test('two workers end forty bookings of eight mentors once each, and wait for no one who decides', async () => {
  const mentors = await Promise.all(Array.from({ length: 8 }, () => db.addMentor()));
  const booked = [];
  for (let at = 0; at < 40; at += 1) {
    const slot = await db.addSlot(mentors[at % 8] as string, 3 + Math.floor(at / 8), '10:00', '11:00');
    booked.push(await db.buy(await db.addFounder(), slot));
  }
  for (const { bookingId } of booked) await overdue(bookingId);
  const [held, ...others] = booked;
  await sql.begin(async (deciding) => {
    await deciding`select from public.bookings where id = ${held?.bookingId ?? ''} for update`;
    const counts = await Promise.all([end(), end(), end()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(39);
  });
  expect(await end()).toBe(1);
  for (const { bookingId, paymentId } of others) {
    expect(await db.refundsOf(paymentId)).toMatchObject([{ jobs: 1 }]);
    expect(await jobsOf(bookingId)).toEqual(['booking_rejected']);
  }
});

test('one booking that cannot end does not keep the others', async () => {
  const [stuck, other] = [await db.addPaidBooking(), await db.addPaidBooking()];
  for (const { bookingId } of [stuck, other]) await overdue(bookingId);
  const [claim] = await sql`select id from private.slot_claims where booking_id = ${stuck.bookingId}`;
  await sql.unsafe(`
    create function private.refuse_release() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$;
    create trigger refuse_release before update on private.slot_claims for each row
      when (old.id = '${claim?.id}') execute function private.refuse_release();`);
  expect(await end()).toBe(1);
  expect(await causeOf(other.bookingId)).toEqual(['rejected', 'unanswered']);
  expect(await causeOf(stuck.bookingId)).toEqual(['pending_admin_review', null]);
  await sql`drop function private.refuse_release cascade`;
  expect(await end()).toBe(1);
});

test('an approval races the end twenty times: one of them wins whole', () => raceTheEnd(20));

test('an approval races the end a hundred times: one of them wins whole', { tags: ['faults'] }, () => raceTheEnd(100));

async function raceTheEnd(rounds: number): Promise<void> {
  let approved = 0;
  const mentorId = await db.addMentor();
  for (let round = 0; round < rounds; round += 1) {
    const slot = await db.addSlot(
      mentorId,
      3 + Math.floor(round / 10),
      `${8 + (round % 10)}:00`,
      `${9 + (round % 10)}:00`,
    );
    const { bookingId, paymentId } = await db.buy(await db.addFounder(), slot);
    await overdue(bookingId);
    const acts = [() => db.setStatus(db.admin, bookingId, 'confirmed'), () => end()];
    // The first approval has no rival, so that both outcomes are seen on a busy machine too.
    if (round === 0) await acts[0]?.();
    else await outcomes((round % 2 ? acts : acts.toReversed()).map((act) => act()));
    await end();
    const isApproved = (await db.statusOf(bookingId)) === 'confirmed';
    if (isApproved) approved += 1;
    expect(await causeOf(bookingId)).toEqual(isApproved ? ['confirmed', null] : ['rejected', 'unanswered']);
    expect(await db.refundsOf(paymentId)).toHaveLength(isApproved ? 0 : 1);
    expect(await db.isBooked(slot)).toBe(isApproved);
  }
  expect(approved).toBeGreaterThan(0);
}

test('a session that starts in less than 15 minutes is approved by nobody, in no way', async () => {
  const { bookingId, slot, mentorId } = await db.addPaidBooking();
  await db.startIn(bookingId, APPROVAL_ENDS_MS / 3_600_000 - 0.02);
  const late = { code: 'PT409', message: 'too_late' };
  await expect(db.setStatus(db.admin, bookingId, 'confirmed')).rejects.toMatchObject(late);
  await expect(sql`update public.bookings set status = 'confirmed' where id = ${bookingId}`).rejects.toMatchObject(
    late,
  );
  await db.startIn(bookingId, -0.1);
  await expect(db.setStatus(db.admin, bookingId, 'confirmed')).rejects.toMatchObject(late);
  // Another time approves it after all.
  const later = await db.addSlot(mentorId, 5, '15:00', '16:00');
  expect(await db.reschedule(db.admin, bookingId, later)).toHaveLength(1);
  expect(slot.date).not.toBe(later.date);
});

describe('without the round that ends them', () => {
  test('a booking 16 minutes late is seen by System Health and breaks a promise', async () => {
    const { bookingId } = await db.addPaidBooking();
    await overdue(bookingId, 14 * 60);
    const health = async () => (await db.as(db.admin)`select public.admin_health() as health`)[0]?.health;
    expect(await health()).toMatchObject({ unanswered_bookings: 0, violations: 0 });
    await overdue(bookingId, 16 * 60);
    expect(await health()).toMatchObject({ unanswered_bookings: 1, violations: 1 });
    expect(await db.violations()).toEqual(['booking_unanswered']);
    await end();
  });

  test('an unanswered one without its refund breaks a promise', async () => {
    const { bookingId, paymentId } = await db.addPaidBooking();
    await overdue(bookingId);
    await end();
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`;
      await transaction`delete from private.refunds where payment_id = ${paymentId}`;
    });
    expect(await db.violations()).toEqual(['dead_booking_not_refunded', 'unanswered_not_refunded']);
    await sql`select private.queue_refund(${paymentId}, 'booking_rejected')`;
  });
});

test('only the server ends bookings', async () => {
  for (const person of [await db.addFounder(), db.admin, colleague]) {
    await expect(db.as(person)`select public.end_unanswered_bookings()`).rejects.toMatchObject({ code: '42501' });
  }
});
