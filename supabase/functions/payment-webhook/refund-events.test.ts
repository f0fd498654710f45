/** What the provider says of refunds and disputes, in any order. */
import { expect, it } from 'vitest';
import { eventually } from '#tests/kit/app-client.ts';
import { aPayment, eventOf, outcomeOf } from '#tests/kit/payment-fixture.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';

const app = provideSharedApp();

async function aRefund() {
  const late = await aPayment(app);
  await app.fault({ operation: 'refund.create', kind: 'pend' });
  await app.sql`update private.payment_orders set user_id = null where provider_order_id = ${late.order.id}`;
  await app.sendEvent((await eventOf(app, late.paymentId, 'payment.captured')).body);
  const refundId = await eventually(async () => {
    const [row] = await app.sql`
      select provider_refund_id as id from private.refunds where payment_id = ${late.paymentId} and state = 'pending'`;
    if (!row) throw new Error('The refund is not pending');
    return row.id as string;
  });
  return { ...late, refundId };
}

it('refund events end a pending refund, whatever comes after', async () => {
  const refund = await aRefund();
  await app.tellBank('refunds', refund.refundId, 'processed');
  const created = await eventOf(app, refund.refundId, 'refund.created');
  await app.sendEvent((await eventOf(app, refund.refundId, 'refund.processed')).body);
  await app.sendEvent(created.body);
  expect(await outcomeOf(app, refund.paymentId)).toMatchObject({ reason: 'user_gone', state: 'processed' });
});

it(
  'refund events show a failed refund with its reason, and a retry with a key of its own pays it once ' +
    '(failure mode: refund failed or refused)',
  async () => {
    const refund = await aRefund();
    await app.tellBank('refunds', refund.refundId, 'failed');
    const failed = await eventOf(app, refund.refundId, 'refund.failed');
    await app.sendEvent(failed.body);
    const [row] = await app.sql`select * from private.refunds where payment_id = ${refund.paymentId}`;
    expect(row).toMatchObject({ state: 'failed', failure_reason: expect.any(String), attempt: 1 });
    const [finding] = await app.sql`
      select kind, resolved_at from private.money_findings where payment_id = ${refund.paymentId}`;
    expect(finding).toEqual({ kind: 'refund_failed', resolved_at: null });

    await app.sql`select public.retry_refund(${row?.id})`;
    // The failure is heard of again, late: it is about the attempt before.
    await app.sendEvent(failed.body, { id: `evt_again_${row?.attempt}` });
    await eventually(async () => {
      await app.runJobs();
      expect(await outcomeOf(app, refund.paymentId)).toMatchObject({ state: 'processed', refunds: 1 });
    });
    const { body } = await app.provider(`/payments/${refund.paymentId}/refunds`);
    expect(body.items.map(({ status }: { status: string }) => status).sort()).toEqual(['failed', 'processed']);
    const [after] = await app.sql`
      select resolution from private.money_findings where payment_id = ${refund.paymentId} and kind = 'refund_failed'`;
    expect(after?.resolution).toBe('repaired');
  },
);

it('refund events of a live booking are raised to administrators', async () => {
  const paid = await aPayment(app);
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  const { body } = await app.provider(`/payments/${paid.paymentId}/refund`, {});
  await app.sendEvent((await eventOf(app, body.id, 'refund.processed')).body);
  const findings = await app.sql`
    select kind, booking_id from private.money_findings where payment_id = ${paid.paymentId}`;
  expect([...findings]).toEqual([{ kind: 'refunded_outside', booking_id: paid.order.booking_id }]);
});

it('payment-webhook raises disputes, and settles them when they are won, in any order', async () => {
  const paid = await aPayment(app);
  await app.sendEvent((await eventOf(app, paid.paymentId, 'payment.captured')).body);
  const dispute = (event: string, status: string) =>
    JSON.stringify({
      entity: 'event',
      event,
      payload: {
        dispute: { entity: { id: 'disp_1', payment_id: paid.paymentId, amount: 700_000, status, phase: 'chargeback' } },
      },
      created_at: Math.floor(Date.now() / 1000),
    });
  const read = async () => {
    const [row] = await app.sql`
      select detail ->> 'status' as status, resolution, booking_id from private.money_findings
      where subject = 'disp_1'`;
    return row;
  };
  await app.sendEvent(dispute('payment.dispute.created', 'open'));
  expect(await read()).toEqual({ status: 'open', resolution: null, booking_id: paid.order.booking_id });
  await app.sendEvent(dispute('payment.dispute.won', 'won'));
  await app.sendEvent(dispute('payment.dispute.under_review', 'under_review'));
  expect(await read()).toEqual({ status: 'won', resolution: 'passed', booking_id: paid.order.booking_id });
});
