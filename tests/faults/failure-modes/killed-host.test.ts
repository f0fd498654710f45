/**
 * kill -9 of a host at each step of a session's topology. What it was asked is asked of the hosts that are left;
 * embedded, of the one that is started in its place and finds the Postgres that was left behind.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AppClient, eventually } from '../../kit/app-client.ts';
import { type LockBarrier, mentorLock, openLockBarrier, orderLock, until } from '../../kit/lock-barrier.ts';
import {
  aBooking,
  aPayment,
  asPerson,
  drainJobs,
  eventOf,
  expectBookedOnce,
  expectVerified,
  makeCheckDue,
  outcomeOf,
  verify,
} from '../../kit/payment-fixture.ts';
import { openTestApp, type TestApp } from '../../kit/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(async () => {
  await eventually(async () => expect([...(await app.violations())]).toEqual([]));
});
afterAll(() => app?.close());

/** A host to ask and to kill, on the app's database. */
async function addHostToKill(): Promise<{ target: AppClient; kill: (barrier?: LockBarrier) => Promise<void> }> {
  if (app.topology === 'embedded') {
    return {
      target: app,
      kill: async (barrier) => {
        await app.host.kill9();
        await barrier?.release();
        app = await app.reopen();
      },
    };
  }
  const host = await app.addHost();
  return {
    target: await app.at(host),
    kill: async (barrier) => {
      await host.kill9();
      await barrier?.release();
    },
  };
}

/** Asked of a host that dies before it answers. */
const ignoreAnswer = (answer: Promise<unknown>) => {
  answer.catch(() => {});
};
/** The stand-in takes a fault up when the request arrives. */
const untilProviderIsCalled = () =>
  until(
    async () => (await app.sql`select from sandbox.razorpay_faults where times_left > 0`).length === 0,
    'the provider was not asked',
  );
async function delayProvider(operation: string): Promise<undefined> {
  const { status } = await app.fault({ operation, kind: 'delay', delay_ms: 2000 });
  expect(status).toBe(201);
}

describe('a host that is killed while a slot is held', () => {
  it.each([
    [
      'before the hold: the founder asks again, pays and is booked',
      (mentorId: string) => openLockBarrier(app, mentorLock(mentorId)),
    ],
    [
      'between the hold and the provider’s order: the founder asks again, pays and is booked',
      () => delayProvider('order.create'),
    ],
  ])('%s (failure mode: kill -9 of the host at every step)', { tags: ['faults'] }, async (_, prepare) => {
    const { target, kill } = await addHostToKill();
    const [founder, other] = [await app.addFounder(), await app.addFounder()];
    const slot = await app.addSlot();
    const barrier = await prepare(slot.mentorId);
    ignoreAnswer(target.call('create-payment-order', app.orderRequest(founder, slot), founder));
    await (barrier ? barrier.waitForBlocked() : untilProviderIsCalled());
    await kill(barrier);
    const order = await app.order(founder, slot);
    expect((await app.call('create-payment-order', app.orderRequest(other, slot), other)).status).toBe(409);
    await expectVerified(app, { founder, order, proof: await app.paid(order) });
  });

  it('between the provider’s order and its note: the founder gets another order for the same hold ' +
    '(failure mode: kill -9 of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const founder = await app.addFounder();
    const slot = await app.addSlot();
    const orderRequest = app.orderRequest(founder, slot);
    await delayProvider('order.create');
    ignoreAnswer(target.call('create-payment-order', orderRequest, founder));
    await untilProviderIsCalled();
    const barrier = await openLockBarrier(app, orderLock(orderRequest.notes.booking_id));
    await barrier.waitForBlocked();
    await kill(barrier);
    const order = await app.order(founder, slot);
    expect(order.booking_id).toBe(orderRequest.notes.booking_id);
    const [kept] = await app.sql`
      select id, provider_order_id from private.payment_orders where booking_id = ${order.booking_id}`;
    expect(kept?.provider_order_id).toBe(order.id);
    expect((await app.provider(`/orders?receipt=${kept?.id}`)).body.count).toBe(2);
    await expectVerified(app, { founder, order, proof: await app.paid(order) });
  });

  it('after the order was made, before its answer: asking again gives that very order, which is paid and booked with its ' +
    'brief (failure mode: kill -9 of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const founder = await app.addFounder();
    const slot = await app.addSlot();
    const brief = { question: 'How do I price a <b>pilot</b> & whom do I ask?' };
    const request = { ...app.orderRequest(founder, slot), brief };
    const { body: made } = await target.call('create-payment-order', request, founder);
    await kill();
    // Asked by a browser that has lost what was typed.
    const order = await app.order(founder, slot);
    expect(order).toMatchObject({ id: made.id, booking_id: made.booking_id });
    await expectVerified(app, { founder, order, proof: await app.paid(order) });
    const [stored] = await app.sql`
      select s.question from public.session_briefs s join public.bookings b on b.id = s.booking_id
      where b.id = ${order.booking_id}`;
    expect(stored).toEqual(brief);
  });
});

describe('a host that is killed while a payment is verified', () => {
  it('while it asks the provider: asking again books (failure mode: kill -9 of the host at every step)', {
    tags: ['faults'],
  }, async () => {
    const { target, kill } = await addHostToKill();
    const paid = await aPayment(app);
    await delayProvider('payment.fetch');
    ignoreAnswer(verify(target, paid.proof, paid.founder));
    await untilProviderIsCalled();
    await kill();
    await expectVerified(app, paid);
  });

  it('in the middle of settling: asking again books (failure mode: kill -9 of the host at every step)', {
    tags: ['faults'],
  }, async () => {
    const { target, kill } = await addHostToKill();
    const paid = await aPayment(app);
    const barrier = await openLockBarrier(app, mentorLock(paid.slot.mentorId));
    ignoreAnswer(verify(target, paid.proof, paid.founder));
    await barrier.waitForBlocked();
    await kill(barrier);
    await expectVerified(app, paid);
  });

  it('after settling, before its answer: asking again gives that very booking (failure mode: kill -9 ' +
    'of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const paid = await aPayment(app);
    expect((await verify(target, paid.proof, paid.founder)).body.verified).toBe(true);
    await kill();
    expect((await verify(app, paid.proof, paid.founder)).body).toEqual({
      verified: true,
      booking_id: paid.order.booking_id,
    });
    await expectBookedOnce(app, paid);
  });
});

describe('a host that is killed while it takes an event', () => {
  it('before it is stored: the provider’s redelivery books (failure mode: kill -9 of the host at every step)', {
    tags: ['faults'],
  }, async () => {
    const { target, kill } = await addHostToKill();
    const paid = await aPayment(app);
    const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const barrier = await openLockBarrier(app, 'lock table private.webhook_events in share mode');
    ignoreAnswer(target.sendEvent(body, { id }));
    await barrier.waitForBlocked();
    await kill(barrier);
    expect((await app.sendEvent(body, { id })).status).toBe(200);
    await expectBookedOnce(app, paid);
  });

  it('between storing and settling: the event’s job books, without a redelivery (failure mode: kill -9 ' +
    'of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const paid = await aPayment(app);
    const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const barrier = await openLockBarrier(app, orderLock(paid.order.booking_id));
    ignoreAnswer(target.sendEvent(body, { id }));
    await barrier.waitForBlocked();
    await kill(barrier);
    await eventually(async () => {
      await drainJobs(app);
      await expectBookedOnce(app, paid);
    });
  });
});

describe('a host that is killed while it works', () => {
  it('asking the provider about an order: the next round books (failure mode: kill -9 of the host at every step)', {
    tags: ['faults'],
  }, async () => {
    const { target, kill } = await addHostToKill();
    const paid = await aPayment(app);
    const due = () => makeCheckDue(app, paid.order.booking_id);
    await delayProvider('order.payments');
    await due();
    ignoreAnswer(target.runJobs());
    await untilProviderIsCalled();
    await kill();
    await eventually(async () => {
      // The check of the killed host is due again in five minutes.
      await due();
      await app.runJobs();
      await expectBookedOnce(app, paid);
    });
  });

  it('after the provider made a refund, before its note: the same refund is found again (failure mode: ' +
    'kill -9 of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const { bookingId, paymentId } = await aBooking(app);
    await delayProvider('refund.create');
    await asPerson(app, await app.addAdministrator()).reject(bookingId);
    ignoreAnswer(target.runJobs());
    await untilProviderIsCalled();
    const barrier = await openLockBarrier(
      app,
      `select from private.refunds where payment_id = '${paymentId}' for update`,
    );
    await barrier.waitForBlocked();
    await kill(barrier);
    await eventually(async () => {
      // As if the lease of the one who died had ended.
      await app.sql`
        update private.outbox set run_at = now()
        where kind = 'refund' and state = 'ready' and payload ->> 'payment_id' = ${paymentId}`;
      await app.runJobs();
      expect(await outcomeOf(app, paymentId)).toMatchObject({ state: 'processed', refunds: 1 });
    });
    const { body } = await app.provider(`/payments/${paymentId}/refunds`);
    expect(body.items).toMatchObject([{ status: 'processed', amount: 700_000 }]);
  });

  it('in the middle of the end of an unanswered booking: the next round ends it, once (failure mode: ' +
    'kill -9 of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const { bookingId, founder, slot, paymentId } = await aBooking(app);
    const barrier = await openLockBarrier(app, mentorLock(slot.mentorId));
    await app.backdate(bookingId, 24);
    ignoreAnswer(target.runJobs());
    await barrier.waitForBlocked();
    await kill(barrier);
    await eventually(async () => {
      await app.runJobs();
      expect(await outcomeOf(app, paymentId)).toMatchObject({ state: 'processed', refunds: 1 });
    });
    expect(await app.readBooking(bookingId, founder)).toMatchObject({
      status: 'rejected',
      decision_cause: 'unanswered',
    });
  });

  it('in the middle of a rejection: it is undone whole, and done when it is asked again (failure mode: ' +
    'kill -9 of the host at every step)', { tags: ['faults'] }, async () => {
    const { target, kill } = await addHostToKill();
    const { bookingId, founder, slot, paymentId } = await aBooking(app);
    const admin = await app.addAdministrator();
    const barrier = await openLockBarrier(app, mentorLock(slot.mentorId));
    ignoreAnswer(asPerson(target, admin).reject(bookingId));
    await barrier.waitForBlocked();
    await kill(barrier);
    await eventually(async () => {
      const { status } = await app.readBooking(bookingId, founder);
      expect((await outcomeOf(app, paymentId))?.refunds).toBe(status === 'rejected' ? 1 : 0);
    });
    await asPerson(app, admin).reject(bookingId);
    expect(await outcomeOf(app, paymentId)).toMatchObject({ reason: 'booking_rejected', refunds: 1 });
  });
});
