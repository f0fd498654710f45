/**
 * kill -9 of a host at each step of a session's way. What it was asked is asked of the hosts that are left; embedded, of the
 * one that is started in its place and finds the Postgres that was left behind.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AppClient, eventually } from '../../kit/app-client.ts';
import { openTestApp, type TestApp } from '../../kit/test-app.ts';
import { type Frozen, freeze, mentorLock, orderLock, until } from '../support/freeze.ts';
import {
  aBooking,
  aPayment,
  asPerson,
  eventOf,
  expectBookedOnce,
  outcomeOf,
  verify,
  workOff,
} from '../support/till.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterEach(async () => {
  await eventually(async () => expect([...(await app.violations())]).toEqual([]));
});
afterAll(() => app?.close());

/** A host to ask and to kill, on the app's database. */
async function aDoomedHost(): Promise<{ doomed: AppClient; kill: (frozen?: Frozen) => Promise<void> }> {
  if (app.topology === 'embedded') {
    return {
      doomed: app,
      kill: async (frozen) => {
        await app.host.kill9();
        await frozen?.thaw();
        app = await app.reopen();
      },
    };
  }
  const host = await app.addHost();
  return {
    doomed: await app.at(host),
    kill: async (frozen) => {
      await host.kill9();
      await frozen?.thaw();
    },
  };
}

/** Asked of a host that dies before it answers. */
const unheard = (answer: Promise<unknown>) => {
  answer.catch(() => {});
};
/** The stand-in takes a fault up when the request arrives. */
const untilAsked = () =>
  until(
    async () => (await app.sql`select from sandbox.razorpay_faults where times_left > 0`).length === 0,
    'the provider was not asked',
  );
async function stall(operation: string): Promise<undefined> {
  const { status } = await app.fault({ operation, kind: 'delay', delay_ms: 2000 });
  expect(status).toBe(201);
}

describe('a host that is killed while a slot is held', () => {
  it.each([
    ['before the hold', (mentorId: string) => freeze(app, mentorLock(mentorId))],
    ['between the hold and the provider’s order', () => stall('order.create')],
  ])('%s: the founder asks again, pays and is booked', async (_, prepare) => {
    const { doomed, kill } = await aDoomedHost();
    const [founder, other] = [await app.addFounder(), await app.addFounder()];
    const slot = await app.addSlot();
    const frozen = await prepare(slot.mentorId);
    unheard(doomed.call('create-payment-order', app.wish(founder, slot), founder));
    await (frozen ? frozen.someoneWaits() : untilAsked());
    await kill(frozen);
    const order = await app.order(founder, slot);
    expect((await app.call('create-payment-order', app.wish(other, slot), other)).status).toBe(409);
    const proof = await app.paid(order);
    expect((await verify(app, proof, founder)).body.verified).toBe(true);
    await expectBookedOnce(app, { paymentId: proof.payment_id, order });
  });

  it('between the provider’s order and its note: the founder gets another order for the same hold', async () => {
    const { doomed, kill } = await aDoomedHost();
    const founder = await app.addFounder();
    const slot = await app.addSlot();
    const wish = app.wish(founder, slot);
    await stall('order.create');
    unheard(doomed.call('create-payment-order', wish, founder));
    await untilAsked();
    const frozen = await freeze(app, orderLock(wish.notes.booking_id));
    await frozen.someoneWaits();
    await kill(frozen);
    const order = await app.order(founder, slot);
    expect(order.booking_id).toBe(wish.notes.booking_id);
    const [kept] = await app.sql`
      select id, provider_order_id from private.payment_orders where booking_id = ${order.booking_id}`;
    expect(kept?.provider_order_id).toBe(order.id);
    expect((await app.provider(`/orders?receipt=${kept?.id}`)).body.count).toBe(2);
    const proof = await app.paid(order);
    expect((await verify(app, proof, founder)).body.verified).toBe(true);
    await expectBookedOnce(app, { paymentId: proof.payment_id, order });
  });

  it('after the order was made, before its answer: asking again gives that very order', async () => {
    const { doomed, kill } = await aDoomedHost();
    const founder = await app.addFounder();
    const slot = await app.addSlot();
    const made = await doomed.order(founder, slot);
    await kill();
    expect(await app.order(founder, slot)).toMatchObject({ id: made.id, booking_id: made.booking_id });
  });
});

describe('a host that is killed while a payment is verified', () => {
  it('while it asks the provider: asking again books', async () => {
    const { doomed, kill } = await aDoomedHost();
    const paid = await aPayment(app);
    await stall('payment.fetch');
    unheard(verify(doomed, paid.proof, paid.founder));
    await untilAsked();
    await kill();
    expect((await verify(app, paid.proof, paid.founder)).body.verified).toBe(true);
    await expectBookedOnce(app, paid);
  });

  it('in the middle of settling: asking again books', async () => {
    const { doomed, kill } = await aDoomedHost();
    const paid = await aPayment(app);
    const frozen = await freeze(app, mentorLock(paid.slot.mentorId));
    unheard(verify(doomed, paid.proof, paid.founder));
    await frozen.someoneWaits();
    await kill(frozen);
    expect((await verify(app, paid.proof, paid.founder)).body.verified).toBe(true);
    await expectBookedOnce(app, paid);
  });

  it('after settling, before its answer: asking again gives that very booking', async () => {
    const { doomed, kill } = await aDoomedHost();
    const paid = await aPayment(app);
    expect((await verify(doomed, paid.proof, paid.founder)).body.verified).toBe(true);
    await kill();
    expect((await verify(app, paid.proof, paid.founder)).body).toEqual({
      verified: true,
      booking_id: paid.order.booking_id,
    });
    await expectBookedOnce(app, paid);
  });
});

describe('a host that is killed while it takes an event', () => {
  it('before it is stored: the provider’s redelivery books', async () => {
    const { doomed, kill } = await aDoomedHost();
    const paid = await aPayment(app);
    const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const frozen = await freeze(app, 'lock table private.webhook_events in share mode');
    unheard(doomed.sendEvent(body, { id }));
    await frozen.someoneWaits();
    await kill(frozen);
    expect((await app.sendEvent(body, { id })).status).toBe(200);
    await expectBookedOnce(app, paid);
  });

  it('between storing and settling: the event’s job books, without a redelivery', async () => {
    const { doomed, kill } = await aDoomedHost();
    const paid = await aPayment(app);
    const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const frozen = await freeze(app, orderLock(paid.order.booking_id));
    unheard(doomed.sendEvent(body, { id }));
    await frozen.someoneWaits();
    await kill(frozen);
    await eventually(async () => {
      await workOff(app);
      await expectBookedOnce(app, paid);
    });
  });
});

describe('a host that is killed while it works', () => {
  it('asking the provider about an open order: the next round books', async () => {
    const { doomed, kill } = await aDoomedHost();
    const paid = await aPayment(app);
    const due = () => app.sql`
      update private.order_checks set next_check_at = now()
      where order_id = (select id from private.payment_orders where booking_id = ${paid.order.booking_id})`;
    await stall('order.payments');
    await due();
    unheard(doomed.runJobs());
    await untilAsked();
    await kill();
    await eventually(async () => {
      // Whoever died with it: it is due again in five minutes.
      await due();
      await app.runJobs();
      await expectBookedOnce(app, paid);
    });
  });

  it('after the provider made a refund, before its note: the same refund is found again', async () => {
    const { doomed, kill } = await aDoomedHost();
    const { bookingId, paymentId } = await aBooking(app);
    await stall('refund.create');
    await asPerson(app, await app.addAdministrator()).change('bookings', bookingId, { status: 'rejected' });
    unheard(doomed.runJobs());
    await untilAsked();
    const frozen = await freeze(
      app,
      `select from private.refunds where payment_id = '${paymentId}' for update`,
    );
    await frozen.someoneWaits();
    await kill(frozen);
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

  it('in the middle of a rejection: it is undone whole, and done when it is asked again', async () => {
    const { doomed, kill } = await aDoomedHost();
    const { bookingId, founder, slot, paymentId } = await aBooking(app);
    const admin = await app.addAdministrator();
    const frozen = await freeze(app, mentorLock(slot.mentorId));
    unheard(asPerson(doomed, admin).change('bookings', bookingId, { status: 'rejected' }));
    await frozen.someoneWaits();
    await kill(frozen);
    await eventually(async () => {
      const { status } = await app.readBooking(bookingId, founder);
      expect((await outcomeOf(app, paymentId))?.refunds).toBe(status === 'rejected' ? 1 : 0);
    });
    await asPerson(app, admin).change('bookings', bookingId, { status: 'rejected' });
    expect(await outcomeOf(app, paymentId)).toMatchObject({ reason: 'booking_rejected', refunds: 1 });
  });
});
