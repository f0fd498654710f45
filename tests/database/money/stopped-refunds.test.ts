/** What administrators see of money that stopped on its way, and how they start it again. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

const setJob = (refundId: string, state: string) => db.sql`
  update private.outbox set state = ${state}, attempts = 12, last_error = 'The account is empty', finished_at = now()
  where kind = 'refund' and payload ->> 'refund_id' = ${refundId}`;

const jobsOf = (refundId: string) => db.sql`
  select state, attempts - earlier_attempts as tries from private.outbox
  where kind = 'refund' and payload ->> 'refund_id' = ${refundId} order by created_at`;

const record = (refundId: string, state: string) =>
  db.service`select public.record_refund(${refundId}, ${`rfnd_${refundId}`}, ${state}, 'The bank said no')`;

const list = (state: string | null) => db.as(db.admin)`select * from public.list_refunds(${state}, 100)`;

const retry = (refundId: string) => db.as(db.admin)`select public.retry_refund(${refundId})`;

test('a refund whose job was given up is among the stopped ones, and goes on with the same attempt', async () => {
  const { refundId } = await db.addRejectedBooking();
  const stopped = async () => (await list('stopped')).find(({ id }) => id === refundId);
  expect(await stopped()).toBeUndefined();
  await expect(retry(refundId)).rejects.toMatchObject({ code: 'PT409', message: 'refund_not_failed' });

  await setJob(refundId, 'dead');
  expect(await stopped()).toMatchObject({ state: 'queued', can_retry: true, last_error: 'The account is empty' });
  await retry(refundId);
  expect(await jobsOf(refundId)).toEqual([{ state: 'ready', tries: 0 }]);
  expect((await list('queued')).find(({ id }) => id === refundId)).toMatchObject({ attempt: 1, can_retry: false });
  await expect(retry(refundId)).rejects.toMatchObject({ code: 'PT409' });
  expect(await db.violations()).toEqual([]);
});

test('a refund whose job was given up while the provider has it is looked up again', async () => {
  const { refundId } = await db.addRejectedBooking();
  await record(refundId, 'pending');
  await setJob(refundId, 'done');
  expect((await list('pending')).find(({ id }) => id === refundId)).toMatchObject({
    can_retry: false,
    last_error: null,
  });
  await setJob(refundId, 'dead');
  await retry(refundId);
  expect(await jobsOf(refundId)).toEqual([{ state: 'ready', tries: 0 }]);
});

test('a refund whose job was given up and that arrived all the same needs nobody any more', async () => {
  const { refundId } = await db.addRejectedBooking();
  await setJob(refundId, 'dead');
  await record(refundId, 'processed');
  expect(await jobsOf(refundId)).toMatchObject([{ state: 'done' }]);
  expect((await list('processed')).find(({ id }) => id === refundId)).toMatchObject({ can_retry: false });
});

test('starting a failed refund again is a new attempt', async () => {
  const { refundId } = await db.addRejectedBooking();
  await setJob(refundId, 'dead');
  await record(refundId, 'failed');
  expect((await list('stopped')).find(({ id }) => id === refundId)).toMatchObject({ state: 'failed' });
  await retry(refundId);
  expect(await jobsOf(refundId)).toMatchObject([{ state: 'done' }, { state: 'ready' }]);
  expect((await list('queued')).find(({ id }) => id === refundId)).toMatchObject({ attempt: 2, last_error: null });
});

const raise = (kind: string, subject: string, detail: Record<string, unknown>) =>
  db.sql`select private.raise_finding(${kind}, ${subject}, ${subject}, null, ${db.sql.json(detail as never)})`;
const open = (subject: string) =>
  db.as(db.admin)`select id, detail from public.list_money_findings(true, 100) where subject = ${subject}`;
const dismiss = async (subject: string) => {
  const [finding] = await open(subject);
  await db.as(db.admin)`select public.dismiss_money_finding(${finding?.id}, 'Agreed with the payer')`;
};

test.each([
  ['refunded_outside', 0],
  ['amount_differs', 0],
  ['payment_missing', 0],
  ['event_missing', 1],
  ['refund_late', 1],
])('a dismissed finding %s that a later night sees again: %s', async (kind, again) => {
  const subject = `pay_${randomUUID()}`;
  await raise(kind, subject, { amount_paise: 700_000, status: 'pending' });
  await raise(kind, subject, { amount_paise: 700_000, status: 'pending' });
  expect(await open(subject)).toHaveLength(1);
  await dismiss(subject);
  await raise(kind, subject, { amount_paise: 700_000, status: 'processed' });
  expect(await open(subject)).toHaveLength(again);
});

test('a dismissed finding is raised again when it is another one', async () => {
  const subject = `pay_${randomUUID()}`;
  await raise('amount_differs', subject, { amount_paise: 700_000, provider_paise: 1 });
  await dismiss(subject);
  await raise('amount_differs', subject, { amount_paise: 700_000, provider_paise: 2 });
  expect(await open(subject)).toMatchObject([{ detail: { provider_paise: 2 } }]);
});

test('what breaks a promise about money is listed, for administrators alone', async () => {
  const { paymentId, founder } = await db.addRejectedBooking();
  await db.sql`update private.refunds set amount_paise = 1 where payment_id = ${paymentId}`;
  const violations = (person: string) => db.as(person)`select * from public.list_violations()`;
  expect(await violations(db.admin)).toMatchObject([{ rule: 'refund_of_another_amount', detail: paymentId }]);
  await expect(violations(founder)).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
  await db.sql`update private.refunds set amount_paise = 700000 where payment_id = ${paymentId}`;
});
