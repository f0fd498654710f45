import { expect, it } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { eventually } from '#tests/kit/app-client.ts';
import { expectAnswer } from '#tests/kit/expect-answer.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

/** A payment that had to be given back, because somebody else bought the slot first. */
async function lateOrder() {
  const [founder, other] = await Promise.all([app.addFounder(), app.addFounder()]);
  const slot = await app.addSlot();
  const order = await app.order(founder, slot);
  const proof = await app.paid(order);
  await app.expireHold(order.id);
  const quick = await app.order(other, slot);
  await app.call('verify-payment', await app.paid(quick), other);
  return { paymentId: proof.payment_id, verify: () => app.call('verify-payment', proof, founder) };
}

async function refundOf(paymentId: string) {
  const [row] = await app.sql`
    select r.id, r.state, r.provider_refund_id, j.state as job, j.attempts, j.last_error
    from private.refunds r
    join private.outbox j on j.kind = 'refund' and j.payload ->> 'refund_id' = r.id::text
    where r.payment_id = ${paymentId}`;
  return row;
}

/** The pauses between tries are over now. */
async function runAgain(paymentId: string): Promise<void> {
  await app.sql`
    update private.outbox set run_at = now()
    where kind = 'refund' and state = 'ready' and payload ->> 'payment_id' = ${paymentId}`;
  await app.runJobs();
}

it('run-jobs refuses every caller without the service role’s key', async () => {
  const founder = await app.addFounder();
  const strangers: Record<string, string>[] = [
    {},
    { authorization: `Bearer ${founder.token}` },
    { authorization: `Bearer ${app.keys.publishableKey}` },
    { authorization: `Bearer ${app.keys.secretKey}x` },
  ];
  for (const headers of strangers) {
    expectAnswer(await app.call('run-jobs', {}, undefined, headers), 403, { error: functionErrors.serviceOnly });
  }
  expectAnswer(await app.runJobs(), 200, { done: expect.any(Number), failed: 0 });
});

it('run-jobs refunds only once (failure mode: refund API: timeout, 409, limits, lost answer)', async () => {
  const late = await lateOrder();
  await app.fault({ operation: 'refund.create', kind: 'fail', status: 502, is_after: true });
  await late.verify();
  await eventually(async () => {
    expect(await refundOf(late.paymentId)).toMatchObject({ state: 'queued', job: 'ready', attempts: 1 });
    expect((await refundOf(late.paymentId))?.last_error).toContain('502');
  });
  await runAgain(late.paymentId);
  await eventually(async () =>
    expect(await refundOf(late.paymentId)).toMatchObject({ state: 'processed', job: 'done' }),
  );
  const { body } = await app.provider(`/payments/${late.paymentId}/refunds`);
  expect(body.count).toBe(1);
  const refund = await refundOf(late.paymentId);
  expect(refund?.provider_refund_id).toBe(body.items[0].id);
  const [asked] = await app.sql`select idempotency_key from sandbox.razorpay_refunds where id = ${body.items[0].id}`;
  expect(asked?.idempotency_key).toBe(refund?.id);
});

it('run-jobs recognises a refund that was made by hand in the provider’s dashboard', async () => {
  const late = await lateOrder();
  const { body } = await app.provider(`/payments/${late.paymentId}/refund`, {});
  // Settling first needs the payment captured, as it was when the browser asked.
  await app.sql`update sandbox.razorpay_payments set status = 'captured' where id = ${late.paymentId}`;
  await late.verify();
  await eventually(async () =>
    expect(await refundOf(late.paymentId)).toMatchObject({
      state: 'processed',
      provider_refund_id: body.id,
      job: 'done',
    }),
  );
  expect((await app.provider(`/payments/${late.paymentId}/refunds`)).body.count).toBe(1);
});

it('run-jobs gives up a refund that the provider refuses, and makes it when it is tried again', async () => {
  const late = await lateOrder();
  await app.fault({ operation: 'refund.create', kind: 'fail', status: 400 });
  await late.verify();
  await eventually(async () =>
    expect(await refundOf(late.paymentId)).toMatchObject({ state: 'failed', job: 'dead', attempts: 1 }),
  );
  await app.sql`
      update private.outbox set state = 'ready', finished_at = null
      where kind = 'refund' and payload ->> 'payment_id' = ${late.paymentId}`;
  await runAgain(late.paymentId);
  await eventually(async () =>
    expect(await refundOf(late.paymentId)).toMatchObject({ state: 'processed', job: 'done' }),
  );
});
