/** The end of an unanswered booking, the undo of an approval, and what founders change themselves, over HTTP. */
import { beforeAll, expect, it } from 'vitest';
import { eventually, type Founder } from '../../kit/app-client.ts';
import { openBookingFixture } from '../../kit/booking-fixture.ts';
import type { Slot } from '../../kit/builders.ts';
import { mentorLock, openLockBarrier } from '../../kit/lock-barrier.ts';
import { aBooking, asPerson, expectBookedOnce, outcomeOf } from '../../kit/payment-fixture.ts';
import { provideSharedApp } from '../../kit/suite-app.ts';

const app = provideSharedApp();
let admin: Founder;
beforeAll(async () => {
  admin = await app.administrator();
});
const fixture = openBookingFixture(app);
const approve = (bookingId: string) => asPerson(app, admin).change('bookings', bookingId, { status: 'confirmed' });
const undo = (bookingId: string) => asPerson(app, admin).rpc('undo_approval', { p_booking_id: bookingId });
/** As if the ten seconds of an approval were over. */
const endUndo = (bookingId: string) => app.sql`
  update private.outbox set run_at = now()
  where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
const bookingOf = async (bookingId: string) => {
  const [row] = await app.sql`select status, decision_cause as cause from public.bookings where id = ${bookingId}`;
  return [row?.status, row?.cause];
};
const timeOf = ({ date, startTime, endTime }: Slot) => ({ p_date: date, p_start_time: startTime, p_end_time: endTime });

/** An approved session in three days, whose mentor offers the same time on other days. */
async function anApprovedBooking() {
  const booking = await aBooking(app);
  await app.sql`update public.bookings set status = 'confirmed' where id = ${booking.bookingId}`;
  return booking;
}
const moveTo = (booking: Awaited<ReturnType<typeof aBooking>>, to: Slot) =>
  asPerson(app, booking.founder).rpc('move_session', {
    p_booking_id: booking.bookingId,
    p_seen_date: booking.slot.date,
    p_seen_start_time: booking.slot.startTime,
    ...timeOf(to),
  });

it(
  'what nobody answers ends once, whoever looks, and each side gets one e-mail (failure modes: nobody answers; two ' +
    'workers end a booking)',
  async () => {
    const booking = await fixture.addBooking({ isPaid: true });
    const { id } = booking;
    await fixture.waitForMails(id, ['submitted:founder:0', 'submitted:mentor:0']);
    await app.backdate(id, 24);
    await Promise.all([app.runJobs(), app.runJobs(), app.runJobs()]);
    await fixture.waitForMails(id, ['unanswered:founder:0', 'unanswered:mentor:0']);
    expect(await bookingOf(id)).toEqual(['rejected', 'unanswered']);
    const [payment] = await app.sql`select id from private.payments where booking_id = ${id}`;
    await fixture.atLast(async () => {
      expect(await outcomeOf(app, payment?.id)).toMatchObject({ state: 'processed', reason: 'booking_rejected' });
    });
    expect((await app.provider(`/payments/${payment?.id}/refunds`)).body.count).toBe(1);
    expect(await fixture.mailKeysOf(id)).toEqual([
      'submitted:founder:0',
      'submitted:mentor:0',
      'unanswered:founder:0',
      'unanswered:mentor:0',
    ]);
    const [mail] = (await fixture.mailsOf(id)).filter(({ key }) => key === 'unanswered:founder:0');
    expect(mail?.subject).toBe('Your booking was not confirmed in time');
    expect(mail?.text.replace(/\s+/g, ' ')).toContain(
      `We did not confirm your session with ${booking.mentorName} in time. That is our fault, not yours. We will refund ` +
        '₹7,000 in full.',
    );
  },
);

it('an approval races the end: one of them is the truth (failure mode: approve races the end)', {
  tags: ['faults'],
}, async () => {
  for (let round = 0; round < 4; round += 1) {
    const { bookingId, paymentId } = await aBooking(app);
    await app.backdate(bookingId, 24);
    const [approval] = await Promise.all([approve(bookingId), app.runJobs()]);
    await eventually(async () => expect((await bookingOf(bookingId))[0]).not.toBe('pending_admin_review'));
    const isApproved = (await bookingOf(bookingId))[0] === 'confirmed';
    expect([200, 409]).toContain(approval?.status);
    expect(approval?.status).toBe(isApproved ? 200 : 409);
    expect(await outcomeOf(app, paymentId)).toMatchObject({ refunds: isApproved ? 0 : 1 });
  }
});

it('an undo races the worker: nothing is sent, or everything once (failure mode: undo races the worker)', {
  tags: ['faults'],
}, async () => {
  for (let round = 0; round < 4; round += 1) {
    const { id } = await fixture.addBooking({ isPaid: true });
    expect((await approve(id)).status).toBe(200);
    await endUndo(id);
    const [taken] = await Promise.all([undo(id), app.runJobs()]);
    const isTaken = (await bookingOf(id))[0] === 'pending_admin_review';
    expect([taken?.status, taken?.body?.message]).toEqual(isTaken ? [204, undefined] : [409, 'invitations_sent']);
    if (isTaken) {
      await app.runJobs();
      expect((await fixture.mailKeysOf(id)).filter((key) => key.startsWith('confirmed'))).toEqual([]);
      expect((await fixture.googleOf(id)).events).toEqual([]);
    } else {
      await fixture.waitForMails(id, ['confirmed:founder:0', 'confirmed:mentor:0']);
      expect((await fixture.googleOf(id)).events).toHaveLength(1);
    }
  }
});

it('an approval that is taken back at once sends nothing, and can be made again (failure mode: undo)', async () => {
  const { id } = await fixture.addBooking({ isPaid: true });
  await approve(id);
  // What an administrator's browser may ask for beside the worker waits as well.
  const { body } = await app.call('create-google-meet-event', { bookingId: id }, admin);
  expect(body).toMatchObject({ success: false });
  expect((await undo(id)).status).toBe(204);
  await app.runJobs();
  expect((await fixture.googleOf(id)).events).toEqual([]);
  expect((await approve(id)).status).toBe(200);
  await endUndo(id);
  await fixture.waitForMails(id, ['confirmed:founder:0', 'confirmed:mentor:0']);
  expect((await undo(id)).body.message).toBe('invitations_sent');
});

it('a founder who cancels in two tabs is refunded once (failure mode: founder cancels twice)', async () => {
  const { bookingId, founder, paymentId, slot } = await anApprovedBooking();
  const barrier = await openLockBarrier(app, mentorLock(slot.mentorId));
  const cancel = () =>
    asPerson(app, founder).rpc('cancel_session', { p_booking_id: bookingId, p_expected_refund: 'full' });
  const answers = [cancel(), cancel(), cancel()];
  await barrier.waitForBlocked(1);
  await barrier.release();
  expect((await Promise.all(answers)).map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, 'full']));
  expect(await outcomeOf(app, paymentId)).toMatchObject({ refunds: 1, reason: 'booking_cancelled' });
});

it('a founder’s move and a purchase at once: one has the time (failure mode: founder moves onto a sold slot)', async () => {
  const moved = await anApprovedBooking();
  const wanted = await app.addSlot({ ...moved.slot, daysAhead: 8 });
  const buyer = await app.addFounder();
  const barrier = await openLockBarrier(app, mentorLock(moved.slot.mentorId));
  const answers = [moveTo(moved, wanted), app.call('create-payment-order', app.orderRequest(buyer, wanted), buyer)];
  await barrier.waitForBlocked(2);
  await barrier.release();
  const [move, purchase] = await Promise.all(answers);
  expect([move?.status, purchase?.status].map((status) => status === 409).toSorted()).toEqual([false, true]);
  await expectBookedOnce(app, moved);
  expect((await bookingOf(moved.bookingId))[0]).toBe(move?.status === 204 ? 'rescheduled' : 'confirmed');
});

it(
  'a founder’s move and an administrator’s rejection of it at once leave one time (failure mode: founder moves while ' +
    'an administrator cancels)',
  async () => {
    const moved = await anApprovedBooking();
    const wanted = await app.addSlot({ ...moved.slot, daysAhead: 8 });
    const cancel = asPerson(app, admin).rpc('record_incident', {
      p_booking_id: moved.bookingId,
      p_what: 'mentor_cancels',
      p_expected_refund: 'full',
      p_expected_agreement: false,
    });
    const [move, cancelled] = await Promise.all([moveTo(moved, wanted), cancel]);
    expect(cancelled.status).toBe(200);
    expect([204, 409]).toContain(move.status);
    expect(await outcomeOf(app, moved.paymentId)).toMatchObject({ refunds: 1 });
    expect((await app.readSlot(wanted, moved.founder)).is_booked).toBe(false);
  },
);
