import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { functionErrors, functionsCopy } from '#copy/functions.ts';
import { signPayment } from '#functions/_shared/razorpay.ts';
import { eventually, type Founder, openShop, type Shop } from '#tests/kit/app-client.ts';
import { startTestHost, type TestHost } from '#tests/kit/host.ts';
import { openTestShop, type TestShop } from '#tests/kit/test-app.ts';

let shop: TestShop;
let founder: Founder;
let other: Founder;

beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  expect(await shop.violations()).toEqual([]);
  await shop?.close();
});
beforeEach(async () => {
  founder = await shop.addFounder();
  other = await shop.addFounder();
});

const verify = (body: unknown, by: Founder | undefined = founder) => shop.call('verify-payment', body, by);

/** A proof that only the provider's secret can make, about any order and payment. */
async function signed(orderId: string, paymentId: string) {
  const signature = await signPayment({ orderId, paymentId }, shop.keys.razorpay.keySecret);
  return { payment_id: paymentId, order_id: orderId, signature, booking_id: null };
}

async function paymentsOf(orderId: string): Promise<string[]> {
  const { body } = await shop.provider(`/orders/${orderId}/payments`);
  return body.items.map(({ id }: { id: string }) => id);
}

describe('verify-payment', () => {
  it('books the session, readable by its owner alone', async () => {
    const slot = await shop.addSlot();
    const order = await shop.order(founder, slot);
    const { status, body } = await verify(await shop.paid(order));
    expect([status, body]).toEqual([200, { verified: true, booking_id: order.booking_id }]);
    expect(await shop.readBooking(order.booking_id, founder)).toMatchObject({
      id: order.booking_id,
      mentor_id: slot.mentorId,
      mentor_name: slot.mentorName,
      date: slot.date,
      start_time: slot.startTime,
      end_time: slot.endTime,
      status: 'pending_admin_review',
      user_id: founder.id,
    });
    expect(await shop.readBooking(order.booking_id, other)).toBeUndefined();
    expect(await shop.readSlot(slot, other)).toMatchObject({ is_booked: true });
  });

  it('needs no booking id', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const { body } = await verify({ ...(await shop.paid(order)), booking_id: null });
    expect(body).toEqual({ verified: true, booking_id: order.booking_id });
  });

  it('takes a booking id in capitals for the same', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const { body } = await verify({
      ...(await shop.paid(order)),
      booking_id: order.booking_id.toUpperCase(),
    });
    expect(body).toEqual({ verified: true, booking_id: order.booking_id });
  });

  it('gives 16 callers at once, and a late one, the same answer and makes one booking', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    const answers = await Promise.all(Array.from({ length: 16 }, () => verify(proof)));
    answers.push(await verify(proof));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, { verified: true, booking_id: order.booking_id }]);
    }
    const [counts] = await shop.sql`
      select
        (select count(*)::int from public.bookings where user_id = ${founder.id}) as bookings,
        (select count(*)::int from private.payments where id = ${proof.payment_id}) as payments`;
    expect(counts).toEqual({ bookings: 1, payments: 1 });
  });

  it('books a payment that arrives after the hold, while the time is still free', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    await shop.expireHold(order.id);
    expect((await verify(proof)).body).toEqual({ verified: true, booking_id: order.booking_id });
  });

  it('gives the money back when the slot was sold meanwhile', async () => {
    const slot = await shop.addSlot();
    const late = await shop.order(founder, slot);
    const proof = await shop.paid(late);
    await shop.expireHold(late.id);
    const quick = await shop.order(other, slot);
    expect((await verify(await shop.paid(quick), other)).body.verified).toBe(true);

    const refused = { verified: false, refund: true, error: functionErrors.refundReasons.slot_taken };
    const answers = await Promise.all([verify(proof), verify(proof), verify(proof)]);
    for (const { status, body } of answers) expect([status, body]).toEqual([200, refused]);

    await eventually(async () => {
      expect((await shop.provider(`/payments/${proof.payment_id}`)).body.status).toBe('refunded');
      const [refund] = await shop.sql`select * from private.refunds where payment_id = ${proof.payment_id}`;
      expect(refund).toMatchObject({ state: 'processed', reason: 'slot_taken', amount_paise: 700_000 });
    });
    expect((await shop.provider(`/payments/${proof.payment_id}/refunds`)).body.count).toBe(1);
    expect((await verify(proof)).body).toMatchObject({ verified: false, refund: true });
    expect(await shop.readBooking(late.booking_id, founder)).toBeUndefined();
  });

  it('books nothing for money that has gone back already', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    expect((await shop.provider(`/payments/${proof.payment_id}/refund`, {})).status).toBe(200);
    const { status, body } = await verify(proof);
    expect([status, body]).toEqual([
      200,
      { verified: false, refund: true, error: functionErrors.alreadyRefunded },
    ]);
    expect(await shop.readBooking(order.booking_id, founder)).toBeUndefined();
  });

  it('gives a captured payment of another amount back', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    await shop.sql`update sandbox.razorpay_payments set amount = 100 where id = ${proof.payment_id}`;
    expect((await verify(proof)).body).toEqual({
      verified: false,
      refund: true,
      error: functionErrors.refundReasons.amount_mismatch,
    });
    await eventually(async () => {
      expect((await shop.provider(`/payments/${proof.payment_id}`)).body.status).toBe('refunded');
    });
  });
});

describe('verify-payment refuses', () => {
  it('a forged signature', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    const forged = await signPayment({ orderId: order.id, paymentId: proof.payment_id }, 'a guessed secret');
    for (const signature of [forged, '0'.repeat(64), 'x', proof.signature.slice(0, -1)]) {
      const { status, body } = await verify({ ...proof, signature });
      expect([status, body]).toEqual([400, { verified: false, error: functionErrors.signatureMismatch }]);
    }
    expect(await shop.readBooking(order.booking_id, founder)).toBeUndefined();
    expect((await verify(proof)).body.verified).toBe(true);
  });

  it("another person's order", async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const { status, body } = await verify(await shop.paid(order), other);
    expect([status, body]).toEqual([403, { verified: false, error: functionErrors.orderOfAnother }]);
    expect(await shop.readBooking(order.booking_id, founder)).toBeUndefined();
  });

  it('a payment of another order, even one with a true signature', async () => {
    const cheap = await shop.order(founder, await shop.addSlot({ price: 1500 }));
    const dear = await shop.order(founder, await shop.addSlot({ price: 12_000 }));
    const { payment_id, signature } = await shop.paid(cheap);
    expect((await verify({ payment_id, signature, order_id: dear.id })).body.error).toBe(
      functionErrors.signatureMismatch,
    );
    const { status, body } = await verify(await signed(dear.id, payment_id));
    expect([status, body]).toEqual([400, { verified: false, error: functionErrors.paymentOfAnotherOrder }]);
    expect(await shop.readBooking(dear.booking_id, founder)).toBeUndefined();
  });

  it('a failed payment', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    await shop.pay(order.id, 'failed');
    const [failed = ''] = await paymentsOf(order.id);
    const { status, body } = await verify(await signed(order.id, failed));
    expect([status, body]).toEqual([400, { verified: false, error: functionErrors.paymentNotCompleted }]);
  });

  it('a payment that does not exist', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const { status, body } = await verify(await signed(order.id, 'pay_00000000000000'));
    expect([status, body]).toEqual([400, { verified: false, error: functionErrors.paymentNotFound }]);
  });

  it('an unknown order, and another booking', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    const unknown = await verify({ ...proof, order_id: 'order_00000000000000' });
    expect([unknown.status, unknown.body.error]).toEqual([404, functionErrors.orderNotFound]);
    const elsewhere = await verify({ ...proof, booking_id: crypto.randomUUID() });
    expect([elsewhere.status, elsewhere.body.error]).toEqual([400, functionErrors.orderOfAnotherBooking]);
  });

  it('strangers and nonsense', async () => {
    const proof = await shop.paid(await shop.order(founder, await shop.addSlot()));
    const anonymous = await shop.call('verify-payment', proof);
    expect([anonymous.status, anonymous.body]).toEqual([401, { error: functionsCopy.loginRequired }]);
    for (const [body, field] of [
      [{ ...proof, payment_id: 7 }, 'payment_id'],
      [{ ...proof, order_id: '../orders' }, 'order_id'],
      [{ ...proof, signature: null }, 'signature'],
      [{ ...proof, booking_id: 'not-a-uuid' }, 'booking_id'],
    ] as const) {
      const answer = await verify(body);
      expect([answer.status, answer.body.error]).toEqual([400, functionErrors.invalidField(field)]);
    }
    expect((await verify('x'.repeat(10_000_000))).status).toBe(413);
  });
});

describe('verify-payment asks to try again', () => {
  it('when the provider is down, without a verdict', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const proof = await shop.paid(order);
    for (const status of [500, 503, 429, 401]) {
      await shop.fault({ operation: 'payment.fetch', kind: 'fail', status });
      const answer = await verify(proof);
      expect([answer.status, answer.body]).toEqual([503, { error: functionErrors.providerUnreachable }]);
    }
    expect((await verify(proof)).body.verified).toBe(true);
  });

  it('while the bank has not confirmed', async () => {
    const order = await shop.order(founder, await shop.addSlot());
    const { body: proof } = await shop.pay(order.id, 'authorized');
    const claim = await signed(order.id, proof.razorpay_payment_id);
    const { status, body } = await verify(claim);
    expect([status, body]).toEqual([503, { error: functionErrors.paymentPending }]);
    await shop.provider(`/payments/${proof.razorpay_payment_id}/capture`, {
      amount: 700_000,
      currency: 'INR',
    });
    expect((await verify(claim)).body.verified).toBe(true);
  });
});

it('loses nothing when the host is killed between payment and verification', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'point-0-killed-host-'));
  const first = await startTestHost({ dataDir });
  let second: TestHost | undefined;
  let counter: Shop | undefined;
  try {
    const before = await openShop(first);
    const buyer = await before.addFounder();
    const order = await before.order(buyer, await before.addSlot());
    const proof = await before.paid(order);
    await before.close();
    await first.kill9();

    second = await startTestHost({ dataDir });
    counter = await openShop(second);
    expect((await counter.call('verify-payment', proof, buyer)).body).toEqual({
      verified: true,
      booking_id: order.booking_id,
    });
    expect(await counter.readBooking(order.booking_id, buyer)).toMatchObject({ id: order.booking_id });
    expect(await counter.violations()).toEqual([]);
  } finally {
    await counter?.close();
    await first.stop();
    await second?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
