import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { eventually } from '#tests/kit/app-client.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { aPayment, eventOf, expectBookedOnce, outcomeOf, verify } from '#tests/kit/payment-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const PREVIOUS_SECRET = 'the webhook secret before this one';

const app = provideTestApp({ RAZORPAY_WEBHOOK_SECRET_PREVIOUS: PREVIOUS_SECRET });

const storedEvents = async () => {
  const [row] = await app.sql`select count(*)::int as count from private.webhook_events`;
  return row?.count as number;
};

it('payment-webhook books a captured payment though no browser came back (failure mode: event only)', async () => {
  const paid = await aPayment(app);
  const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
  expectAnswer(await app.sendEvent(body, { id }), 200, { received: true });
  await expectBookedOnce(app, paid);
  expect(await app.readBooking(paid.order.booking_id, paid.founder)).toMatchObject({
    status: 'pending_admin_review',
    date: paid.slot.date,
  });
  const [stored] = await app.sql`select * from private.webhook_events where id = ${id}`;
  expect(stored).toMatchObject({ event: 'payment.captured', outcome: 'booked' });
  expect(stored?.processed_at).toBeInstanceOf(Date);
  expect(JSON.stringify(stored?.payload)).not.toContain('vpa');
  const jobs = await app.sql`select state from private.outbox where key = ${`webhook_event:${id}`}`;
  expect([...jobs]).toEqual([{ state: 'done' }]);
});

it('payment-webhook answers well within the five seconds that the provider waits', async () => {
  const { body } = await eventOf(app, (await aPayment(app)).paymentId, 'payment.captured');
  const start = performance.now();
  expect((await app.sendEvent(body)).status).toBe(200);
  expect(performance.now() - start).toBeLessThan(4000);
});

it('payment-webhook takes each event, twice, and in the wrong order (failure mode: duplicate event id)', async () => {
  const paid = await aPayment(app);
  await app.fault({ operation: 'webhook.deliver', kind: 'repeat' });
  await app.fault({ operation: 'webhook.deliver', kind: 'reorder' });
  const sent = await app.deliverEvents();
  expect(sent.length).toBeGreaterThanOrEqual(6);
  expect(sent.every(({ status }) => status === 200)).toBe(true);
  await expectBookedOnce(app, paid);
});

it('payment-webhook books once for parallel deliveries of one event (failure mode: duplicate event id)', async () => {
  const paid = await aPayment(app);
  const { id, body } = await eventOf(app, paid.paymentId, 'payment.captured');
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.sendEvent(body, { id })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  await expectBookedOnce(app, paid);
});

it(
  'payment-webhook makes nothing more of an event replayed under a new id ' + '(failure mode: replay under a new id)',
  async () => {
    const paid = await aPayment(app);
    const { body } = await eventOf(app, paid.paymentId, 'payment.captured');
    for (let time = 0; time < 3; time += 1) expect((await app.sendEvent(body)).status).toBe(200);
    await expectBookedOnce(app, paid);
  },
);

it('payment-webhook knows an event without an id by its bytes', async () => {
  const paid = await aPayment(app);
  const { body } = await eventOf(app, paid.paymentId, 'payment.captured');
  const before = await storedEvents();
  await app.sendEvent(body, { id: '' });
  await app.sendEvent(body, { id: '' });
  expect(await storedEvents()).toBe(before + 1);
  await expectBookedOnce(app, paid);
});

it.each([
  ['verification first', true],
  ['the event first', false],
])(
  'payment-webhook agrees with the browser’s verification: %s ' +
    '(failure mode: verification races the event, both ways)',
  async (_, isVerifiedFirst) => {
    const paid = await aPayment(app);
    const { body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const acts = [() => verify(app, paid.proof, paid.founder), () => app.sendEvent(body)];
    for (const act of isVerifiedFirst ? acts : acts.toReversed()) expect((await act()).status).toBe(200);
    await expectBookedOnce(app, paid);
  },
);

it(
  'payment-webhook agrees with the browser’s verification when both come at once, many times ' +
    '(failure mode: verification races the event, both ways)',
  async () => {
    const paid = await aPayment(app);
    const { body } = await eventOf(app, paid.paymentId, 'order.paid');
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => (i % 2 ? verify(app, paid.proof, paid.founder) : app.sendEvent(body))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(answers[1]?.body).toEqual({ verified: true, booking_id: paid.order.booking_id });
    await expectBookedOnce(app, paid);
  },
);

it('payment-webhook refunds when the slot was sold (failure mode: paid after expiry, the slot resold)', async () => {
  const late = await aPayment(app);
  await app.expireHold(late.order.id);
  const quick = await aPayment(app, { slot: late.slot });
  await app.sendEvent((await eventOf(app, quick.paymentId, 'payment.captured')).body);
  await app.sendEvent((await eventOf(app, late.paymentId, 'payment.captured')).body);
  await expectBookedOnce(app, quick);
  expect(await outcomeOf(app, late.paymentId)).toMatchObject({ booking: null, reason: 'slot_taken', refunds: 1 });
  await eventually(async () => {
    expect((await app.provider(`/payments/${late.paymentId}`)).body.status).toBe('refunded');
    expect(await outcomeOf(app, late.paymentId)).toMatchObject({ state: 'processed' });
  });
  expect((await app.provider(`/payments/${late.paymentId}/refunds`)).body.count).toBe(1);
});

it('payment-webhook books late while the slot is free (failure mode: paid after expiry, the slot free)', async () => {
  const paid = await aPayment(app);
  await app.expireHold(paid.order.id);
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  await expectBookedOnce(app, paid);
});

it('payment-webhook gives a second capture of one order back (failure mode: second capture on one order)', async () => {
  const first = await aPayment(app, { outcome: 'authorized' });
  const { body } = await app.pay(first.order.id, 'authorized');
  const second: string = body.razorpay_payment_id;
  for (const id of [first.paymentId, second]) {
    await app.provider(`/payments/${id}/capture`, { amount: first.order.amount, currency: 'INR' });
    await app.sendEvent((await eventOf(app, id, 'payment.captured')).body);
  }
  await expectBookedOnce(app, first);
  expect(await outcomeOf(app, second)).toMatchObject({ booking: null, reason: 'order_already_paid', refunds: 1 });
});

it('payment-webhook waits for the capture, in either order (failure mode: captured before authorized)', async () => {
  const paid = await aPayment(app, { outcome: 'authorized' });
  const authorized = await eventOf(app, paid.paymentId, 'payment.authorized');
  await app.sendEvent(authorized.body);
  expect(await outcomeOf(app, paid.paymentId)).toBeUndefined();
  await app.provider(`/payments/${paid.paymentId}/capture`, { amount: paid.order.amount, currency: 'INR' });
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  await app.sendEvent(authorized.body, { id: 'evt_authorized_late' });
  await expectBookedOnce(app, paid);
});

it('payment-webhook takes a capture after a failure, late or not (failure mode: failed, then captured)', async () => {
  const founder = await app.addFounder();
  const order = await app.order(founder, await app.addSlot());
  await app.pay(order.id, 'failed');
  const [failed] = await app.eventsOf(order.id);
  expect(failed?.event).toBe('payment.failed');
  await app.sendEvent(failed?.body ?? '');
  const { payment_id: paymentId } = await app.paid(order);
  await app.sendEvent((await eventOf(app, paymentId, 'payment.captured')).body);
  await app.sendEvent(failed?.body ?? '', { id: 'evt_failed_again' });
  await expectBookedOnce(app, { paymentId, order });
});

it.each([
  ['amount', { amount: 100 }],
  ['currency', { currency: 'USD' }],
])(
  'payment-webhook gives a payment of another %s back (failure mode: amount or currency mismatch)',
  async (_, change) => {
    const paid = await aPayment(app);
    const event = JSON.parse((await eventOf(app, paid.paymentId, 'payment.captured')).body);
    Object.assign(event.payload.payment.entity, change);
    await app.sendEvent(JSON.stringify(event));
    expect(await outcomeOf(app, paid.paymentId)).toMatchObject({
      booking: null,
      reason: 'amount_mismatch',
      refunds: 1,
    });
  },
);

it('payment-webhook charges the price of the order (failure mode: price changed in between)', async () => {
  const paid = await aPayment(app);
  await app.sql`update public.mentors set price = 9999 where id = ${paid.slot.mentorId}`;
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  await expectBookedOnce(app, paid);
});

it('payment-webhook books although the mentor’s slots were saved anew while somebody paid', async () => {
  const paid = await aPayment(app);
  await app.sql`delete from public.mentor_availability where mentor_id = ${paid.slot.mentorId}`;
  await app.addSlot(paid.slot);
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  await expectBookedOnce(app, paid);
  expect(await app.readSlot(paid.slot, await app.addFounder())).toMatchObject({ is_booked: true });
});

it('payment-webhook refunds when the mentor is gone (failure mode: mentor deleted during the checkout)', async () => {
  const paid = await aPayment(app);
  await app.expireHold(paid.order.id);
  await app.sql`delete from public.mentors where id = ${paid.slot.mentorId}`;
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  expect(await outcomeOf(app, paid.paymentId)).toMatchObject({ booking: null, reason: 'mentor_gone', refunds: 1 });
});

it('payment-webhook stores, refunds and raises a payment of another order (failure mode: unknown order)', async () => {
  const strange = await app.provider('/orders', { amount: 123_400, currency: 'INR', receipt: randomUUID() });
  const { body } = await app.pay(strange.body.id);
  const paymentId: string = body.razorpay_payment_id;
  await app.sendEvent((await eventOf(app, paymentId, 'payment.captured')).body);
  await app.sendEvent((await eventOf(app, paymentId, 'order.paid')).body);
  const [payment] = await app.sql`select * from private.payments where id = ${paymentId}`;
  expect(payment).toMatchObject({ order_id: null, provider_order_id: strange.body.id, amount_paise: 123_400 });
  const findings = await app.sql`select kind, detail from private.money_findings where payment_id = ${paymentId}`;
  expect([...findings]).toEqual([
    { kind: 'unknown_order', detail: { provider_order_id: strange.body.id, amount_paise: 123_400, currency: 'INR' } },
  ]);
  await eventually(async () => {
    expect((await app.provider(`/payments/${paymentId}`)).body.status).toBe('refunded');
    expect(await outcomeOf(app, paymentId)).toMatchObject({ reason: 'order_unknown', state: 'processed' });
  });
});

it('payment-webhook books nothing for an old event whose money has gone back since', async () => {
  const paid = await aPayment(app);
  const event = JSON.parse((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  event.created_at -= 3600;
  await app.provider(`/payments/${paid.paymentId}/refund`, {});
  await app.sendEvent(JSON.stringify(event), { id: 'evt_of_an_hour_ago' });
  await eventually(async () => {
    const [stored] = await app.sql`select outcome from private.webhook_events where id = 'evt_of_an_hour_ago'`;
    expect(stored?.outcome).toBe('already_refunded');
  });
  expect(await outcomeOf(app, paid.paymentId)).toBeUndefined();
});

it('payment-webhook asks the provider about an event whose payment was refunded, in the wrong order', async () => {
  const paid = await aPayment(app);
  const { body } = await app.provider(`/payments/${paid.paymentId}/refund`, {});
  await app.sendEvent((await eventOf(app, body.id, 'refund.processed')).body);
  const captured = await eventOf(app, paid.paymentId, 'payment.captured');
  await app.sendEvent(captured.body, { id: captured.id });
  await eventually(async () => {
    const [stored] = await app.sql`select outcome from private.webhook_events where id = ${captured.id}`;
    expect(stored?.outcome).toBe('already_refunded');
  });
  expect(await outcomeOf(app, paid.paymentId)).toBeUndefined();
});

it('payment-webhook books for an old event that is still true, as soon as the provider can be asked', async () => {
  const paid = await aPayment(app);
  const event = JSON.parse((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  event.created_at -= 3600;
  await app.fault({ operation: 'payment.fetch', kind: 'fail', status: 503 });
  await app.sendEvent(JSON.stringify(event), { id: 'evt_delayed' });
  await eventually(async () => {
    await app.sql`update private.outbox set run_at = now() where key = 'webhook_event:evt_delayed' and state = 'ready'`;
    await app.runJobs();
    await expectBookedOnce(app, paid);
  });
});

it('payment-webhook is finished by its job when it died after storing', async () => {
  const paid = await aPayment(app);
  const { id, event, body } = await eventOf(app, paid.paymentId, 'payment.captured');
  await app.sql`select public.record_webhook_event(${id}, ${event}, ${app.sql.json(JSON.parse(body))})`;
  expect(await outcomeOf(app, paid.paymentId)).toBeUndefined();
  await app.sql`update private.outbox set run_at = now() where key = ${`webhook_event:${id}`}`;
  await app.runJobs();
  await eventually(() => expectBookedOnce(app, paid));
  expect((await app.sendEvent(body, { id })).status).toBe(200);
  await expectBookedOnce(app, paid);
});

it(
  'payment-webhook refuses every body that the provider has not signed, to the byte, and stores nothing of it ' +
    '(failure modes: forged or one-byte-changed signature; re-serialised body)',
  async () => {
    const paid = await aPayment(app);
    const { body } = await eventOf(app, paid.paymentId, 'payment.captured');
    const before = await storedEvents();
    const changed = body.replace('"amount":700000', '"amount":700001');
    expect(changed).not.toBe(body);
    const { keys } = app;
    const signature = await import('#functions/_shared/money/razorpay.ts').then(({ signWebhook }) =>
      signWebhook(body, keys.razorpay.webhookSecret),
    );
    const reserialised = JSON.stringify(JSON.parse(body), null, 1);
    const oneDigit = (signature.startsWith('0') ? '1' : '0') + signature.slice(1);
    for (const [sent, options] of [
      [changed, { signature }],
      [reserialised, { signature }],
      [`${body}\n`, { signature }],
      [body, { signature: oneDigit }],
      [body, { signature: '' }],
      [body, { signature: 'x'.repeat(64) }],
      [body, { secret: 'a guess' }],
      [body, { secret: keys.razorpay.keySecret }],
    ] as const) {
      expectAnswer(await app.sendEvent(sent, options), 400, { error: functionErrors.webhookSignature });
    }
    expect(await storedEvents()).toBe(before);
    expect(await outcomeOf(app, paid.paymentId)).toBeUndefined();
    // The control: the very same body with its own signature is taken.
    expect((await app.sendEvent(body, { signature })).status).toBe(200);
    await expectBookedOnce(app, paid);
  },
);

it('payment-webhook accepts the previous secret for a while (failure mode: rotated webhook secret)', async () => {
  const paid = await aPayment(app);
  const { body } = await eventOf(app, paid.paymentId, 'payment.captured');
  expect((await app.sendEvent(body, { secret: PREVIOUS_SECRET })).status).toBe(200);
  await expectBookedOnce(app, paid);
});

it('payment-webhook refuses a signed body that is not an event, and one that is too large', async () => {
  for (const [body, sentence] of [
    ['{', functionErrors.notJson],
    ['[]', functionErrors.invalidRequest],
    ['{"event":"payment.captured"}', functionErrors.invalidRequest],
  ] as const) {
    expectAnswer(await app.sendEvent(body), 400, { error: sentence });
  }
  expect((await app.sendEvent('x'.repeat(300_000))).status).toBe(413);
});
