/** A time is held for one person, for fifteen minutes, however the request for it ends. */
import { describe, expect, it } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import type { Founder } from '../../kit/app-client.ts';
import type { Slot } from '../../kit/builders.ts';
import { until } from '../../kit/lock-barrier.ts';
import { aPayment, asPerson, expectVerified, makeCheckDue, verify } from '../../kit/payment-fixture.ts';
import { provideSharedApp } from '../../kit/suite-app.ts';

const app = provideSharedApp();

const orderRequest = (founder: Founder, slot: Slot) =>
  app.call('create-payment-order', app.orderRequest(founder, slot), founder);

describe('a hold', () => {
  it('excludes overlapping slots of forty buyers, not touching ones (failure mode: overlapping slots)', async () => {
    const first = await app.addSlot({ startTime: '10:00:00', endTime: '11:00:00' });
    const overlapping = await app.addSlot({ ...first, startTime: '10:30:00', endTime: '11:30:00' });
    const touching = await app.addSlot({ ...first, startTime: '11:30:00', endTime: '12:30:00' });
    const founders = await Promise.all(Array.from({ length: 40 }, () => app.addFounder()));
    const answers = await Promise.all(founders.map((founder, i) => orderRequest(founder, i % 2 ? first : overlapping)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([status, body.error]).toEqual([409, functionErrors.slotTaken]);
    }
    const paid = await aPayment(app, { slot: touching });
    await expectVerified(app, paid);
  });

  it('is the same when the browser, unaware, asks again (failure mode: the answer to the order lost)', {
    tags: ['faults'],
  }, async () => {
    const [founder, slot] = [await app.addFounder(), await app.addSlot()];
    await app.fault({ operation: 'order.create', kind: 'delay', delay_ms: 3000 });
    const gone = new AbortController();
    const lost = fetch(`${app.hosts[0]?.url}/functions/v1/create-payment-order`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        apikey: app.keys.publishableKey,
        authorization: `Bearer ${founder.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(app.orderRequest(founder, slot)),
    });
    const holds = () => app.sql`
        select o.provider_order_id from private.slot_claims c join private.payment_orders o on o.id = c.order_id
        where c.user_id = ${founder.id} and c.released_at is null`;
    await until(async () => (await holds()).length > 0, 'no hold');
    gone.abort();
    await expect(lost).rejects.toThrow();

    const order = await app.order(founder, slot);
    // The first request goes on without its browser, and makes an order at the provider that nobody can pay.
    await until(async () => {
      const { body } = await app.provider(`/orders?receipt=${await receiptOf(order.booking_id)}`);
      return body.count === 2;
    }, 'the first request ended with its browser');
    expect(await app.order(founder, slot)).toEqual(order);
    expect([...(await holds())]).toEqual([{ provider_order_id: order.id }]);
    await expectVerified(app, { founder, order, proof: await app.paid(order) });
  });

  it(
    'that ends unpaid is anybody’s: the next buyer has the time, and nobody is booked or charged ' +
      '(failure mode: hold expires unpaid)',
    async () => {
      const [late, next] = [await app.addFounder(), await app.addFounder()];
      const slot = await app.addSlot();
      const order = await app.order(late, slot);
      expect((await orderRequest(next, slot)).status).toBe(409);
      await app.expireHold(order.id);
      expect((await asPerson(app, late).rpc('my_holds', {})).body).toEqual([]);

      const bought = await aPayment(app, { slot });
      await expectVerified(app, bought);
      const again = await orderRequest(late, slot);
      expect([again.status, again.body.error]).toEqual([409, functionErrors.slotTaken]);
      await makeCheckDue(app, order.booking_id);
      await until(async () => {
        await app.runJobs();
        const [check] = await app.sql`
          select c.answer from private.order_checks c join private.payment_orders o on o.id = c.order_id
          where o.provider_order_id = ${order.id}`;
        return check?.answer === 'none';
      }, 'the provider was not asked');
      expect(await app.sql`select from public.bookings where id = ${order.booking_id}`).toHaveLength(0);
    },
  );
});

const receiptOf = async (bookingId: string) => {
  const [row] = await app.sql`select id from private.payment_orders where booking_id = ${bookingId}`;
  return row?.id as string;
};

describe('while somebody pays', () => {
  it('keeps the mentor; a late payment goes back (failure mode: mentor deleted during the checkout)', async () => {
    const paid = await aPayment(app);
    const admin = asPerson(app, await app.addAdministrator());
    const refused = await admin.rpc('delete_mentor', { p_id: paid.slot.mentorId });
    expect([refused.status, refused.body.message]).toEqual([409, 'mentor_has_open_payments']);

    await app.expireHold(paid.order.id);
    expect((await admin.rpc('delete_mentor', { p_id: paid.slot.mentorId })).status).toBeLessThan(300);
    const answer = await verify(app, paid.proof, paid.founder);
    expect([answer.status, answer.body]).toEqual([
      200,
      { verified: false, refund: true, error: functionErrors.refundReasons.mentor_gone },
    ]);
    await until(
      async () => (await app.provider(`/payments/${paid.paymentId}`)).body.status === 'refunded',
      'the money did not go back',
    );
  });

  it('keeps its price; who comes later is told the new one (failure mode: price changed in between)', async () => {
    const [early, late] = [await app.addFounder(), await app.addFounder()];
    const slot = await app.addSlot({ price: 7000 });
    const other = await app.addSlot({ ...slot, startTime: '15:00:00', endTime: '16:00:00' });
    const order = await app.order(early, slot);
    const admin = asPerson(app, await app.addAdministrator());
    expect((await admin.change('mentors', slot.mentorId, { price: 9000 })).status).toBe(200);

    const told = await orderRequest(late, other);
    expect([told.status, told.body.error]).toEqual([409, functionErrors.priceChanged('₹9,000')]);
    expect(await app.order(early, slot)).toEqual(order);
    const proof = await app.paid(order);
    await expectVerified(app, { founder: early, order, proof });
    const [payment] = await app.sql`select amount_paise from private.payments where id = ${proof.payment_id}`;
    expect(payment).toEqual({ amount_paise: 700_000 });
  });
});
