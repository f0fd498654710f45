import { beforeEach, expect, it } from 'vitest';
import { functionErrors, functionsCopy } from '#copy/shell/functions.ts';
import { signPayment } from '#functions/_shared/money/razorpay.ts';
import { eventually, type Founder } from '#tests/kit/app-client.ts';
import { expectAnswer, expectError } from '#tests/kit/expect-answer.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';
import { openTestApp } from '#tests/kit/test-app.ts';

const app = provideSharedApp();
let founder: Founder;
let other: Founder;

beforeEach(async () => {
  founder = await app.addFounder();
  other = await app.addFounder();
});

const verify = (body: unknown, by: Founder | undefined = founder) => app.call('verify-payment', body, by);

/** An answer that is final. */
const expectRefusal = (answer: Awaited<ReturnType<typeof verify>>, status: number, error: string) =>
  expectAnswer(answer, status, { verified: false, error });

/** A proof that only the provider's secret can make, about any order and payment. */
async function signed(orderId: string, paymentId: string) {
  const signature = await signPayment({ orderId, paymentId }, app.keys.razorpay.keySecret);
  return { payment_id: paymentId, order_id: orderId, signature, booking_id: null };
}

async function paymentsOf(orderId: string): Promise<string[]> {
  const { body } = await app.provider(`/orders/${orderId}/payments`);
  return body.items.map(({ id }: { id: string }) => id);
}

it('verify-payment books the session, readable by its owner alone (failure mode: verification only)', async () => {
  const slot = await app.addSlot();
  const order = await app.order(founder, slot);
  expectAnswer(await verify(await app.paid(order)), 200, { verified: true, booking_id: order.booking_id });
  expect(await app.readBooking(order.booking_id, founder)).toMatchObject({
    id: order.booking_id,
    mentor_id: slot.mentorId,
    mentor_name: slot.mentorName,
    date: slot.date,
    start_time: slot.startTime,
    end_time: slot.endTime,
    status: 'pending_admin_review',
    user_id: founder.id,
  });
  expect(await app.readBooking(order.booking_id, other)).toBeUndefined();
  expect(await app.readSlot(slot, other)).toMatchObject({ is_booked: true });
});

it('verify-payment needs no booking id', async () => {
  const order = await app.order(founder, await app.addSlot());
  const { body } = await verify({ ...(await app.paid(order)), booking_id: null });
  expect(body).toEqual({ verified: true, booking_id: order.booking_id });
});

it('verify-payment takes a booking id in capitals for the same', async () => {
  const order = await app.order(founder, await app.addSlot());
  const { body } = await verify({ ...(await app.paid(order)), booking_id: order.booking_id.toUpperCase() });
  expect(body).toEqual({ verified: true, booking_id: order.booking_id });
});

it('verify-payment gives 16 callers one answer and booking (failure mode: 16 parallel verifications)', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  const answers = await Promise.all(Array.from({ length: 16 }, () => verify(proof)));
  answers.push(await verify(proof));
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([200, { verified: true, booking_id: order.booking_id }]);
  }
  const [counts] = await app.sql`
      select
        (select count(*)::int from public.bookings where user_id = ${founder.id}) as bookings,
        (select count(*)::int from private.payments where id = ${proof.payment_id}) as payments`;
  expect(counts).toEqual({ bookings: 1, payments: 1 });
});

it('verify-payment books late while the time is free (failure mode: paid after expiry, the slot free)', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  await app.expireHold(order.id);
  expect((await verify(proof)).body).toEqual({ verified: true, booking_id: order.booking_id });
});

it('verify-payment refunds when the slot was sold (failure mode: paid after expiry, the slot resold)', async () => {
  const slot = await app.addSlot();
  const late = await app.order(founder, slot);
  const proof = await app.paid(late);
  await app.expireHold(late.id);
  const quick = await app.order(other, slot);
  expect((await verify(await app.paid(quick), other)).body.verified).toBe(true);

  const refused = { verified: false, refund: true, error: functionErrors.refundReasons.slot_taken };
  const answers = await Promise.all([verify(proof), verify(proof), verify(proof)]);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, refused]);

  await eventually(async () => {
    expect((await app.provider(`/payments/${proof.payment_id}`)).body.status).toBe('refunded');
    const [refund] = await app.sql`select * from private.refunds where payment_id = ${proof.payment_id}`;
    expect(refund).toMatchObject({ state: 'processed', reason: 'slot_taken', amount_paise: 700_000 });
  });
  expect((await app.provider(`/payments/${proof.payment_id}/refunds`)).body.count).toBe(1);
  expect((await verify(proof)).body).toMatchObject({ verified: false, refund: true });
  expect(await app.readBooking(late.booking_id, founder)).toBeUndefined();
});

it('verify-payment books nothing for money that has gone back already', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  expect((await app.provider(`/payments/${proof.payment_id}/refund`, {})).status).toBe(200);
  expectAnswer(await verify(proof), 200, { verified: false, refund: true, error: functionErrors.alreadyRefunded });
  expect(await app.readBooking(order.booking_id, founder)).toBeUndefined();
});

it('verify-payment refunds a captured payment of another sum (failure mode: amount or currency mismatch)', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  await app.sql`update sandbox.razorpay_payments set amount = 100 where id = ${proof.payment_id}`;
  expect((await verify(proof)).body).toEqual({
    verified: false,
    refund: true,
    error: functionErrors.refundReasons.amount_mismatch,
  });
  await eventually(async () => {
    expect((await app.provider(`/payments/${proof.payment_id}`)).body.status).toBe('refunded');
  });
});

it('verify-payment refuses a forged signature (failure mode: forged or one-byte-changed signature)', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  const forged = await signPayment({ orderId: order.id, paymentId: proof.payment_id }, 'a guessed secret');
  for (const signature of [forged, '0'.repeat(64), 'x', proof.signature.slice(0, -1)]) {
    expectRefusal(await verify({ ...proof, signature }), 400, functionErrors.signatureMismatch);
  }
  expect(await app.readBooking(order.booking_id, founder)).toBeUndefined();
  expect((await verify(proof)).body.verified).toBe(true);
});

it("verify-payment refuses another person's order (failure mode: another user’s order)", async () => {
  const order = await app.order(founder, await app.addSlot());
  expectRefusal(await verify(await app.paid(order), other), 403, functionErrors.orderOfAnother);
  expect(await app.readBooking(order.booking_id, founder)).toBeUndefined();
});

it('verify-payment refuses a foreign payment, truly signed (failure mode: payment of another order)', async () => {
  const cheap = await app.order(founder, await app.addSlot({ price: 1500 }));
  const dear = await app.order(founder, await app.addSlot({ price: 12_000 }));
  const { payment_id, signature } = await app.paid(cheap);
  expect((await verify({ payment_id, signature, order_id: dear.id })).body.error).toBe(
    functionErrors.signatureMismatch,
  );
  expectRefusal(await verify(await signed(dear.id, payment_id)), 400, functionErrors.paymentOfAnotherOrder);
  expect(await app.readBooking(dear.booking_id, founder)).toBeUndefined();
});

it('verify-payment refuses a failed payment', async () => {
  const order = await app.order(founder, await app.addSlot());
  await app.pay(order.id, 'failed');
  const [failed = ''] = await paymentsOf(order.id);
  expectRefusal(await verify(await signed(order.id, failed)), 400, functionErrors.paymentNotCompleted);
});

it('verify-payment refuses a payment that does not exist', async () => {
  const order = await app.order(founder, await app.addSlot());
  expectRefusal(await verify(await signed(order.id, 'pay_00000000000000')), 400, functionErrors.paymentNotFound);
});

it('verify-payment refuses an unknown order and another booking id (failure mode: different booking id)', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  expectError(await verify({ ...proof, order_id: 'order_00000000000000' }), 404, functionErrors.orderNotFound);
  expectError(await verify({ ...proof, booking_id: crypto.randomUUID() }), 400, functionErrors.orderOfAnotherBooking);
});

it('verify-payment refuses calls without a session and invalid bodies', async () => {
  const proof = await app.paid(await app.order(founder, await app.addSlot()));
  expectAnswer(await app.call('verify-payment', proof), 401, { error: functionsCopy.loginRequired });
  for (const [body, field] of [
    [{ ...proof, payment_id: 7 }, 'payment_id'],
    [{ ...proof, order_id: '../orders' }, 'order_id'],
    [{ ...proof, signature: null }, 'signature'],
    [{ ...proof, booking_id: 'not-a-uuid' }, 'booking_id'],
  ] as const) {
    expectError(await verify(body), 400, functionErrors.invalidField(field));
  }
  expect((await verify('x'.repeat(10_000_000))).status).toBe(413);
});

it('verify-payment answers 503 without a verdict when the provider is down', async () => {
  const order = await app.order(founder, await app.addSlot());
  const proof = await app.paid(order);
  for (const status of [500, 503, 429, 401]) {
    await app.fault({ operation: 'payment.fetch', kind: 'fail', status });
    expectAnswer(await verify(proof), 503, { error: functionErrors.providerUnreachable });
  }
  expect((await verify(proof)).body.verified).toBe(true);
});

it('verify-payment answers 503 while the bank has not confirmed (failure mode: authorized, not captured)', async () => {
  const order = await app.order(founder, await app.addSlot());
  const { body: proof } = await app.pay(order.id, 'authorized');
  const claim = await signed(order.id, proof.razorpay_payment_id);
  expectAnswer(await verify(claim), 503, { error: functionErrors.paymentPending });
  await app.provider(`/payments/${proof.razorpay_payment_id}/capture`, { amount: 700_000, currency: 'INR' });
  expect((await verify(claim)).body.verified).toBe(true);
});

it('verify-payment loses nothing when the host is killed between payment and verification', {
  tags: ['faults'],
  timeout: 120_000,
}, async () => {
  let killed = await openTestApp();
  try {
    const buyer = await killed.addFounder();
    const order = await killed.order(buyer, await killed.addSlot());
    const proof = await killed.paid(order);

    killed = await killed.reopen();
    expect((await killed.call('verify-payment', proof, buyer)).body).toEqual({
      verified: true,
      booking_id: order.booking_id,
    });
    expect(await killed.readBooking(order.booking_id, buyer)).toMatchObject({ id: order.booking_id });
    expect(await killed.violations()).toEqual([]);
  } finally {
    await killed.close();
  }
});
