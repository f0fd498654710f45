/** A captured payment is settled once, whoever reports it, however slowly, and in whatever company. */
import { describe, expect, it } from 'vitest';
import { eventually } from '../../kit/app-client.ts';
import { mentorLock, openLockBarrier, orderLock } from '../../kit/lock-barrier.ts';
import {
  aPayment,
  asPerson,
  eventOf,
  expectBookedOnce,
  expectRefunded,
  expectVerified,
  verify,
} from '../../kit/payment-fixture.ts';
import { provideSharedApp } from '../../kit/suite-app.ts';

const app = provideSharedApp();

describe('a settlement', () => {
  it('that takes longer than the provider waits is answered all the same, and its redelivery changes ' +
    'nothing (failure mode: slow handler and redelivery)', { tags: ['faults'] }, async () => {
    const paid = await aPayment(app);
    const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const barrier = await openLockBarrier(app, orderLock(paid.order.booking_id));
    const startedAt = performance.now();
    const first = app.sendEvent(body, { id });
    await barrier.waitForBlocked();
    const answers = await Promise.all([first, app.sendEvent(body, { id }), app.sendEvent(body, { id })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(performance.now() - startedAt).toBeLessThan(5000);
    await barrier.release();
    await eventually(async () => {
      await app.sql`
          update private.outbox set run_at = now() where key = ${`webhook_event:${id}`} and state = 'ready'`;
      await app.runJobs();
      await expectBookedOnce(app, paid);
    });
    expect((await app.sendEvent(body, { id })).status).toBe(200);
    await expectBookedOnce(app, paid);
  });

  it('of two captures at once: one booking, one refund (failure mode: second capture on one order)', async () => {
    const founder = await app.addFounder();
    const slot = await app.addSlot();
    const order = await app.order(founder, slot);
    const ids: string[] = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      ids.push((await app.pay(order.id, 'authorized')).body.razorpay_payment_id);
    }
    const bodies: string[] = [];
    for (const id of ids) {
      await app.provider(`/payments/${id}/capture`, { amount: order.amount, currency: 'INR' });
      bodies.push((await eventOf(app, id, 'payment.captured')).body);
    }
    const barrier = await openLockBarrier(app, mentorLock(slot.mentorId));
    const sent = bodies.map((body) => app.sendEvent(body));
    await barrier.waitForBlocked(2);
    await barrier.release();
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200]);
    const outcomes = await app.sql`
        select p.booking_id as booking, r.reason,
          (select count(*)::int from public.bookings b where b.id = p.booking_id) as bookings
        from private.payments p left join private.refunds r on r.payment_id = p.id
        where p.id in ${app.sql(ids)} order by p.booking_id nulls last`;
    expect([...outcomes]).toEqual([
      { booking: order.booking_id, reason: null, bookings: 1 },
      { booking: null, reason: 'order_already_paid', bookings: 0 },
    ]);
  });

  it(
    'that forgot the refund is refused whole by the database, and done when it is asked again ' +
      '(failure mode: a settlement that forgets the outcome)',
    async () => {
      const late = await aPayment(app);
      await app.expireHold(late.order.id);
      const quick = await aPayment(app, { slot: late.slot });
      await verify(app, quick.proof, quick.founder);
      const [queue] = await app.sql`
        select pg_get_functiondef(oid) as source from pg_proc
        where proname = 'queue_refund' and pronamespace = 'private'::regnamespace`;
      await app.sql.unsafe(queue?.source.replace(/as \$function\$[\s\S]*\$function\$/i, 'as $f$ begin end $f$'));
      try {
        const answer = await verify(app, late.proof, late.founder);
        expect([answer.status, answer.body.verified]).toEqual([503, undefined]);
        expect(await app.sql`select from private.payments where id = ${late.paymentId}`).toHaveLength(0);
        expect([...(await app.violations())]).toEqual([]);
      } finally {
        await app.sql.unsafe(queue?.source);
      }
      expect((await verify(app, late.proof, late.founder)).body).toMatchObject({ verified: false, refund: true });
      await expectRefunded(app, late.paymentId, 'slot_taken');
    },
  );

  it(
    'marks the slots of a mentor that is saved at that very moment (failure mode: availability ' +
      're-saved during the checkout)',
    async () => {
      const paid = await aPayment(app);
      const admin = asPerson(app, await app.addAdministrator());
      // The sale has marked the calendar and cannot end yet: its booking refers to the founder's row.
      const { id: founderId } = paid.founder;
      const barrier = await openLockBarrier(app, `select from public.profiles where id = '${founderId}' for update`);
      const sale = verify(app, paid.proof, paid.founder);
      await barrier.waitForBlocked();
      const saved = admin.add('mentor_availability', {
        mentor_id: paid.slot.mentorId,
        date: paid.slot.date,
        start_time: '10:30:00',
        end_time: '11:30:00',
      });
      // It waits for the sale's lock of the mentor; without one it is done at once, and marked as free.
      await Promise.race([saved, barrier.waitForBlocked(2)]);
      await barrier.release();
      expect([(await sale).body.verified, (await saved).status]).toEqual([true, 201]);
      await expectBookedOnce(app, paid);
      const overlapping = { ...paid.slot, startTime: '10:30:00' };
      expect(await app.readSlot(overlapping, paid.founder)).toMatchObject({ is_booked: true });
    },
  );

  it(
    'keeps the slot of a mentor whose times were deleted and entered anew during the checkout ' +
      '(failure mode: availability re-saved during the checkout)',
    async () => {
      const paid = await aPayment(app);
      const admin = asPerson(app, await app.addAdministrator());
      const { mentorId, date, startTime, endTime } = paid.slot;
      expect((await admin.remove(`mentor_availability?mentor_id=eq.${mentorId}`)).status).toBeLessThan(300);
      const slots = { mentor_id: mentorId, date, start_time: startTime, end_time: endTime };
      expect((await admin.add('mentor_availability', slots)).status).toBe(201);
      await expectVerified(app, paid);
      expect(await app.readSlot(paid.slot, paid.founder)).toMatchObject({ is_booked: true });
    },
  );
});
