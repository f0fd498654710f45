/** A refund that the provider failed for good, and that we returned by a bank transfer (docs/product/refunds.md#returned-another-way). */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const newUtr = () => randomUUID().replaceAll('-', '').slice(0, 22).toUpperCase();

/** A refund that the provider failed, as `rfnd_<id>`. */
async function failedRefund() {
  const one = await db.addRejectedBooking();
  await word(one.refundId, 'failed');
  return { ...one, utr: newUtr() };
}

const word = (refundId: string, state: string, id = `rfnd_${refundId}`) =>
  db.service`select public.record_refund(${refundId}, ${id}, ${state}, 'The bank said no')`;
const record = (refundId: string, utr: string, by = db.admin) =>
  db.as(by)`select public.record_outside_refund(${refundId}, ${utr})`;
const retry = (refundId: string) => db.as(db.admin)`select public.retry_refund(${refundId})`;

async function refundOf(refundId: string) {
  const [row] = await db.sql`select * from private.refunds where id = ${refundId}`;
  return row;
}

const findings = (paymentId: string) => db.sql`
  select kind, subject, detail, resolution from private.money_findings where payment_id = ${paymentId} order by found_at`;

test('a failed refund that was returned by a transfer is refunded, and its finding and its jobs are over', async () => {
  const { bookingId, refundId, paymentId, founder, utr } = await failedRefund();
  await db.sql`
    update private.outbox set state = 'dead', finished_at = now()
    where kind = 'refund' and payload ->> 'refund_id' = ${refundId}`;
  const deletable = () => db.sql`select private.require_deletable_account(${founder})`;
  await expect(deletable()).rejects.toMatchObject({ message: 'refund_open' });
  const refunded = async () => {
    const [row] = await db.as(db.admin)`select public.admin_health() as health`;
    return row?.health.refunds.refunded_paise;
  };
  const before = await refunded();
  await record(refundId, ` ${utr.toLowerCase()} `);
  const refund = await refundOf(refundId);
  expect(refund).toMatchObject({
    state: 'processed',
    outside_reference: utr,
    processed_at: expect.any(Date),
    failure_reason: null,
    provider_refund_id: null,
    failed_refund_ids: [`rfnd_${refundId}`],
  });
  expect((await refunded()) - before).toBe(refund?.amount_paise);
  expect(await findings(paymentId)).toMatchObject([{ kind: 'refund_failed', resolution: 'repaired' }]);
  expect(await db.refundsOf(paymentId)).toMatchObject([{ state: 'processed' }]);
  expect(
    await db.sql`select from private.outbox where state = 'dead' and payload ->> 'refund_id' = ${refundId}`,
  ).toEqual([]);
  await expect(deletable()).resolves.toBeDefined();

  // Its founder reads how it came.
  const told = { state: 'processed', outside_reference: utr };
  expect(await db.as(founder)`select * from public.refund_progress(${bookingId})`).toMatchObject([told]);
  expect(await db.as(founder)`select * from public.my_session_refunds()`).toMatchObject([told]);
  const list = await db.as(db.admin)`select * from public.list_refunds('processed', 100)`;
  expect(list.find(({ id }) => id === refundId)).toMatchObject({ outside_reference: utr, can_retry: false });
  const [audit] = await db.sql`
    select actor, changes from private.audit_log where table_name = 'refunds' and row_id = ${refundId}`;
  expect(audit).toMatchObject({
    actor: db.admin,
    changes: { state: ['failed', 'processed'], outside_reference: [null, utr] },
  });
});

test('the same reference again changes nothing, another one and another act are refused', async () => {
  const { refundId, utr } = await failedRefund();
  await record(refundId, utr);
  const refund = await refundOf(refundId);
  await record(refundId, utr);
  expect(await refundOf(refundId)).toEqual(refund);
  const isOver = { code: 'PT409', message: 'refund_not_failed', detail: 'processed' };
  await expect(record(refundId, newUtr())).rejects.toMatchObject(isOver);
  await expect(retry(refundId)).rejects.toMatchObject(isOver);
});

test('only a failed refund, and only with a reference of its own, by an administrator', async () => {
  const queued = await db.addRejectedBooking();
  const refuse = (refundId: string, utr: string, error: object, by?: string) =>
    expect(record(refundId, utr, by)).rejects.toMatchObject(error);
  await refuse(queued.refundId, newUtr(), { code: 'PT409', message: 'refund_not_failed', detail: 'queued' });
  await word(queued.refundId, 'pending');
  await refuse(queued.refundId, newUtr(), { code: 'PT409', message: 'refund_not_failed', detail: 'pending' });
  await refuse(randomUUID(), newUtr(), { code: 'PT404', message: 'refund_not_found' });

  const { refundId, founder, utr } = await failedRefund();
  for (const wrong of ['', 'SHORT', `${newUtr()}${newUtr()}`, 'UTR-0000000000'])
    await refuse(refundId, wrong, { code: 'PT422', message: 'utr_not_valid' });
  for (const person of [founder, await db.addFounder()])
    await refuse(refundId, utr, { code: '42501', message: 'admin_only' }, person);
  const other = await failedRefund();
  await record(other.refundId, other.utr);
  await refuse(refundId, other.utr, { code: 'PT422', message: 'utr_used' });
  expect(await refundOf(refundId)).toMatchObject({ state: 'failed', outside_reference: null });
});

test('of a transfer that is recorded, asking again and a repaired finding at once, one wins', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { refundId, paymentId, utr } = await failedRefund();
    const [finding] = await db.sql`select id from private.money_findings where payment_id = ${paymentId}`;
    const answers = await Promise.allSettled([
      record(refundId, utr),
      retry(refundId),
      db.as(db.admin)`select public.repair_money_finding(${finding?.id})`,
      word(refundId, 'failed'),
    ]);
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []));
    expect(refusals, 'no deadlock').toEqual(['PT409', 'PT409']);
    const refund = await refundOf(refundId);
    expect([refund?.state, refund?.attempt]).toEqual(refund?.outside_reference ? ['processed', 1] : ['queued', 2]);
  }
});

test('what the provider pays after the transfer is a finding for people, whoever tells of it, and changes nothing', async () => {
  const { refundId, paymentId, bookingId, utr } = await failedRefund();
  await record(refundId, utr);
  const refund = await refundOf(refundId);
  const twice = async () => (await findings(paymentId)).filter(({ kind }) => kind === 'refunded_twice');
  // What is late and old says nothing.
  for (const state of ['failed', 'pending']) await word(refundId, state);
  expect(await twice()).toEqual([]);

  await word(refundId, 'processed');
  const detail = { amount_paise: refund?.amount_paise, status: 'processed', reference: utr };
  const found = [{ kind: 'refunded_twice', subject: `rfnd_${refundId}`, detail, resolution: null }];
  expect(await twice()).toEqual(found);
  // The night sees it again, and a refund that was made by hand.
  const night = (id: string, status: string) =>
    db.service`select public.compare_refunds(current_date, ${db.sql.json([
      { id, payment_id: paymentId, amount: refund?.amount_paise, status, receipt: null },
    ])})`;
  await night(`rfnd_${refundId}`, 'processed');
  expect(await twice()).toEqual(found);
  const byHand = `rfnd_by_hand_${refundId}`;
  await night(byHand, 'pending');
  expect(await twice()).toMatchObject([...found, { subject: byHand, detail: { status: 'pending' }, resolution: null }]);
  await night(byHand, 'failed');
  expect(await twice()).toMatchObject([...found, { subject: byHand, resolution: 'passed' }]);

  // Once a person has seen to it, it does not come back.
  const [open] = await db.as(db.admin)`
    select id, booking_id, can_repair from public.list_money_findings(true, 100) where subject = ${`rfnd_${refundId}`}`;
  expect(open).toMatchObject({ booking_id: bookingId, can_repair: false });
  await db.as(db.admin)`select public.dismiss_money_finding(${open?.id}, 'The founder has sent it back')`;
  await night(`rfnd_${refundId}`, 'processed');
  expect(await twice()).toMatchObject([{ resolution: 'dismissed' }, { resolution: 'passed' }]);
  expect(await refundOf(refundId)).toEqual(refund);
});

test('a night that does not find the refund at the provider complains about nothing', async () => {
  const { refundId, paymentId, utr } = await failedRefund();
  await record(refundId, utr);
  const [payment] = await db.sql`select * from private.payments where id = ${paymentId}`;
  const before = await findings(paymentId);
  const day = '2031-05-05';
  await db.service`select public.begin_comparison(${day})`;
  await db.service`select public.compare_payments(${day}, ${db.sql.json([
    { id: paymentId, order_id: 'order_x', amount: payment?.amount_paise, currency: 'INR', status: 'captured' },
  ])})`;
  await db.service`select public.compare_refunds(${day}, '[]'::jsonb)`;
  await db.service`select public.finish_comparison(${day}, 'off')`;
  expect(await findings(paymentId)).toEqual(before);
});
