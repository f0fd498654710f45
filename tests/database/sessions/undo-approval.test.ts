/** An approval can be taken back while its invitations wait (docs/product/bookings.md#approval). */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;

async function approved() {
  const booking = await db.addPaidBooking();
  await db.setStatus(db.admin, booking.bookingId, 'confirmed');
  return booking;
}
const undo = (bookingId: string, person = db.admin) => db.as(person)`select public.undo_approval(${bookingId})`;
const claim = () => db.service`select * from public.claim_jobs(array['booking_confirmed'], 100)`;
/** As if the ten seconds were over. */
const wait = (bookingId: string) => sql`
  update private.outbox set run_at = now() where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
const leftOf = async (bookingId: string) => {
  const [row] = await sql`
    select (select count(*)::int from private.outbox where payload ->> 'booking_id' = ${bookingId}
        and kind <> 'booking_submitted') as jobs,
      (select count(*)::int from private.calendar_events where booking_id = ${bookingId}) as events`;
  return { ...row };
};
const SENT = { code: 'PT409', message: 'invitations_sent' };

test('an approval waits ten seconds before anybody is told, and one of the server does not', async () => {
  const { bookingId } = await approved();
  const waits = async (id: string) => {
    const [job] = await sql`
      select extract(epoch from run_at - created_at)::float as seconds from private.outbox
      where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${id}`;
    return job?.seconds;
  };
  expect(await waits(bookingId)).toBe(10);
  expect(await claim()).toEqual([]);
  const other = await db.addPaidBooking();
  await sql`update public.bookings set status = 'confirmed' where id = ${other.bookingId}`;
  expect(await waits(other.bookingId)).toBe(0);
  await claim();
});

test('an undone approval leaves a booking that waits as before, with its old answer_by and nothing to send', async () => {
  const { bookingId, slot } = await db.addPaidBooking();
  const [before] = await sql`select answer_by, status from public.bookings where id = ${bookingId}`;
  await db.setStatus(db.admin, bookingId, 'confirmed');
  await undo(bookingId);
  const [after] = await sql`select answer_by, status from public.bookings where id = ${bookingId}`;
  expect(after).toEqual(before);
  expect(await leftOf(bookingId)).toEqual({ jobs: 0, events: 0 });
  expect(await db.isBooked(slot)).toBe(true);
  await db.setStatus(db.admin, bookingId, 'confirmed');
  expect(await leftOf(bookingId)).toMatchObject({ events: 1 });
});

test('an approval whose invitations were begun stays, also after its job is done, given up or started again', async () => {
  const { bookingId } = await approved();
  await wait(bookingId);
  const [job] = await claim();
  await expect(undo(bookingId)).rejects.toMatchObject(SENT);
  await db.service`select public.fail_job(${job?.id}, ${job?.attempts}::int, 'down')`;
  await expect(undo(bookingId)).rejects.toMatchObject(SENT);
  await sql`update private.outbox set state = 'dead', finished_at = now() where id = ${job?.id}`;
  await expect(undo(bookingId)).rejects.toMatchObject(SENT);
  await db.as(db.admin)`select public.retry_calendar_event(${bookingId})`;
  await expect(undo(bookingId)).rejects.toMatchObject(SENT);
  const [again] = await sql`select attempts from private.outbox where id = ${job?.id}`;
  await db.service`select public.complete_job(${job?.id}, ${again?.attempts}::int)`;
  await expect(undo(bookingId)).rejects.toMatchObject(SENT);
  expect(await db.statusOf(bookingId)).toBe('confirmed');
});

test('whoever makes the invitations beside the worker waits for the ten seconds, and then ends the undo', async () => {
  const { bookingId } = await approved();
  const begin = async () => (await db.service`select public.begin_invitations(${bookingId}) as has`)[0]?.has;
  expect(await begin()).toBe(false);
  await wait(bookingId);
  expect(await begin()).toBe(true);
  await expect(undo(bookingId)).rejects.toMatchObject(SENT);
});

test('an undo races the worker: nothing was sent and it waits again, or it is approved and sent once', {
  tags: ['faults'],
}, async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const { bookingId } = await approved();
    await wait(bookingId);
    const [taken] = await outcomes([undo(bookingId), pause(round % 10).then(claim)]);
    const status = await db.statusOf(bookingId);
    seen.add(status);
    const [job] = await sql`
      select claimed_at is not null as "isClaimed" from private.outbox
      where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
    expect([status, job?.isClaimed], String(taken)).toEqual(
      status === 'confirmed' ? ['confirmed', true] : ['pending_admin_review', undefined],
    );
  }
  expect(seen).toEqual(new Set(['confirmed', 'pending_admin_review']));
});

test('only administrators undo, and only an approval', async () => {
  const { bookingId, founder, mentorId } = await approved();
  for (const person of [founder, await db.addFounder()]) {
    await expect(undo(bookingId, person)).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
  }
  await expect(db.setStatus(founder, bookingId, 'pending_admin_review')).rejects.toMatchObject({
    message: 'booking_transition_not_allowed',
  });
  await db.reschedule(db.admin, bookingId, await db.addSlot(mentorId, 6, '15:00', '16:00'));
  await expect(undo(bookingId)).rejects.toMatchObject({ code: 'PT409', message: 'booking_transition_not_allowed' });
  await expect(undo('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'PT404' });
});
