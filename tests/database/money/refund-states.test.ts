/**
 * Refunds from the decision to the bank: queued once with it, followed in any order, asked for again, shown to who
 * waits.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { untilBlockedOr } from '#tests/kit/lock-barrier.ts';

const db = provideDatabase({ checksInvariants: true });

const record = (refundId: string, providerId: string | null, state: string, reason: string | null = null) =>
  db.service`select public.record_refund(${refundId}, ${providerId}, ${state}, ${reason})`;

async function refundOf(refundId: string) {
  const [row] = await db.sql`select * from private.refunds where id = ${refundId}`;
  return row;
}

const findings = (refundId: string) => db.sql`
  select kind, resolution from private.money_findings where subject = ${refundId} order by found_at`;

test('a refund is queued in the rejection’s own transaction: both or neither', async () => {
  const { bookingId, paymentId } = await db.addPaidBooking();
  await db.sql
    .begin(async (sql) => {
      await sql`update public.bookings set status = 'rejected' where id = ${bookingId}`;
      expect(await sql`select from private.refunds where payment_id = ${paymentId}`).toHaveLength(1);
      throw new Error('The power goes');
    })
    .catch(() => {});
  expect(await db.refundsOf(paymentId)).toEqual([]);
  await db.setStatus(db.admin, bookingId, 'rejected');
  expect(await db.refundsOf(paymentId)).toMatchObject([{ reason: 'booking_rejected', state: 'queued', jobs: 1 }]);
});

test('repairing a failed refund waits for the provider’s word about it, and neither waits for ever', async () => {
  const { bookingId, paymentId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'rejected');
  const [refund] = await db.sql`select id from private.refunds where payment_id = ${paymentId}`;
  await record(refund?.id, 'rfnd_1', 'failed', 'closed account');
  const [finding] = await db.sql`select id from private.money_findings where subject = ${refund?.id}`;
  const { repaired } = await db.sql.begin(async (sql) => {
    // As record_refund begins, and as it ends.
    await sql`select from private.refunds where id = ${refund?.id} for update`;
    let isOver = false;
    const repaired = outcomes([db.as(db.admin)`select public.repair_money_finding(${finding?.id})`]).finally(() => {
      isOver = true;
    });
    await untilBlockedOr(db.sql, () => isOver);
    await sql`select from private.money_findings where id = ${finding?.id} for update`;
    return { repaired };
  });
  expect(await repaired).toEqual(['done']);
});

test('a refund is queued once, of many rejections and cancellations at once', async () => {
  const { bookingId, paymentId, founder } = await db.addPaidBooking();
  const answers = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => db.setStatus(db.admin, bookingId, 'rejected')),
    ...Array.from({ length: 6 }, () => db.setStatus(founder, bookingId, 'cancelled')),
  ]);
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect(await db.refundsOf(paymentId)).toMatchObject([{ jobs: 1 }]);
});

test('a refund is queued or the session is approved, never both, when a cancellation meets an approval', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { bookingId, paymentId, founder } = await db.addPaidBooking();
    await Promise.allSettled([
      db.setStatus(founder, bookingId, 'cancelled'),
      db.setStatus(db.admin, bookingId, 'confirmed'),
    ]);
    expect(await db.refundsOf(paymentId)).toHaveLength((await db.statusOf(bookingId)) === 'cancelled' ? 1 : 0);
  }
});

test.each([
  [['pending', 'processed'], 'processed'],
  [['processed', 'pending'], 'processed'],
  [['processed', 'failed'], 'processed'],
  [['failed', 'pending'], 'failed'],
  [['pending', 'failed', 'processed'], 'processed'],
] as const)('the provider’s word %j ends as %s', async (states, expected) => {
  const { refundId } = await db.addRejectedBooking();
  for (const state of states) await record(refundId, `rfnd_${refundId}`, state);
  expect(await refundOf(refundId)).toMatchObject({ state: expected, provider_refund_id: `rfnd_${refundId}` });
});

test('the provider’s word that it failed is a finding until it succeeds', async () => {
  const { refundId } = await db.addRejectedBooking();
  await record(refundId, `rfnd_${refundId}`, 'failed', 'The account is closed.');
  expect(await refundOf(refundId)).toMatchObject({ state: 'failed', failure_reason: 'The account is closed.' });
  expect(await findings(refundId)).toMatchObject([{ kind: 'refund_failed', resolution: null }]);
  await record(refundId, `rfnd_${refundId}`, 'processed');
  expect(await refundOf(refundId)).toMatchObject({ state: 'processed', failure_reason: null });
  expect(await findings(refundId)).toMatchObject([{ kind: 'refund_failed', resolution: 'repaired' }]);
});

const retry = (refundId: string, by = db.admin) => db.as(by)`select public.retry_refund(${refundId})`;

test('a failed refund is asked for again under a key of its own, by one administrator', async () => {
  const { refundId } = await db.addRejectedBooking();
  const keyOf = async () => {
    const [row] = await db.service`select idempotency_key as key from public.refund_to_send(${refundId})`;
    return row?.key as string;
  };
  expect(await keyOf()).toBe(refundId);
  await record(refundId, `rfnd_${refundId}`, 'failed');
  const answers = await Promise.allSettled([retry(refundId), retry(refundId)]);
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await keyOf()).toBe(`${refundId}-2`);
  expect((await keyOf()).length).toBeLessThanOrEqual(40);
  // What comes of the first attempt now says nothing about the second.
  await record(refundId, `rfnd_${refundId}`, 'failed');
  expect(await refundOf(refundId)).toMatchObject({ state: 'queued', attempt: 2, provider_refund_id: null });
  const [job] = await db.sql`
    select count(*)::int as ready from private.outbox
    where kind = 'refund' and state = 'ready' and payload ->> 'refund_id' = ${refundId}`;
  expect(job?.ready).toBeGreaterThanOrEqual(1);
  const [audit] = await db.sql`
    select actor, changes from private.audit_log where table_name = 'refunds' and row_id = ${refundId}`;
  expect(audit).toMatchObject({ actor: db.admin, changes: { state: ['failed', 'queued'] } });
});

test('a refund that has not failed is not retried', async () => {
  const { refundId, founder } = await db.addRejectedBooking();
  await expect(retry(refundId)).rejects.toMatchObject({ code: 'PT409', message: 'refund_not_failed' });
  await expect(retry(randomUUID())).rejects.toMatchObject({ code: 'PT404', message: 'refund_not_found' });
  await expect(retry(refundId, founder)).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
});

const progress = (bookingId: string, by: string) =>
  db.as(by)`select *, expected_from::text as a, expected_by::text as b from public.refund_progress(${bookingId})`;

test('who waits for the money sees its state and when it should arrive; nobody else does', async () => {
  const { bookingId, refundId, founder, paymentId } = await db.addRejectedBooking();
  expect(await progress(bookingId, founder)).toMatchObject([
    { payment_id: paymentId, reason: 'booking_rejected', state: 'queued', min_working_days: 5, max_working_days: 10 },
  ]);
  await record(refundId, `rfnd_${refundId}`, 'pending');
  const [row] = await progress(bookingId, founder);
  expect(row?.state).toBe('pending');
  expect(row?.a < row?.b).toBe(true);
  expect(await progress(bookingId, await db.addFounder())).toEqual([]);
  expect(await progress(bookingId, db.admin)).toHaveLength(1);
  // That the provider failed it is ours to repair.
  await record(refundId, `rfnd_${refundId}`, 'failed');
  expect(await progress(bookingId, founder)).toMatchObject([{ state: 'queued' }]);
});

test('who waits for the money counts working days: five after a Friday is the next Friday', async () => {
  const [row] = await db.sql`
    select private.add_working_days('2026-11-20 12:00+05:30', 5)::text as five,
      private.add_working_days('2026-11-20 12:00+05:30', 10)::text as ten,
      private.add_working_days('2026-11-21 12:00+05:30', 1)::text as saturday`;
  expect(row).toEqual({ five: '2026-11-27', ten: '2026-12-04', saturday: '2026-11-23' });
});

test('administrators read every refund, and may dismiss what they have seen to', async () => {
  const { refundId, paymentId } = await db.addRejectedBooking();
  await record(refundId, null, 'failed', 'The payment is too old.');
  const list = await db.as(db.admin)`select * from public.list_refunds('failed', 100)`;
  expect(list.find(({ id }) => id === refundId)).toMatchObject({
    payment_id: paymentId,
    state: 'failed',
    failure_reason: 'The payment is too old.',
    attempt: 1,
    mentor_name: 'Dev Mentor',
  });
  const [finding] = await db.as(
    db.admin,
  )`select * from public.list_money_findings(true, 100) where subject = ${refundId}`;
  expect(finding).toMatchObject({ kind: 'refund_failed', can_repair: true });
  const dismiss = () => db.as(db.admin)`select public.dismiss_money_finding(${finding?.id}, 'Paid by bank transfer')`;
  await dismiss();
  await expect(dismiss()).rejects.toMatchObject({ code: 'PT409', message: 'finding_resolved' });
  expect(await findings(refundId)).toMatchObject([{ resolution: 'dismissed' }]);
});

test('a job that ends after an administrator has asked again is not given up: it has its successor', async () => {
  const { refundId } = await db.addRejectedBooking();
  const jobs = () => db.sql`
    select id, state from private.outbox
    where kind = 'refund' and payload ->> 'refund_id' = ${refundId} order by created_at`;
  const [first] = await jobs();
  await record(refundId, null, 'failed', 'The account is frozen');
  await db.as(db.admin)`select public.retry_refund(${refundId})`;
  await db.service`select public.fail_job(${first?.id}, 0, 'The provider refused the refund', true)`;
  expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'ready']);
});
