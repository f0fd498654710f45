import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
beforeEach(() => db.sql`delete from private.outbox`);

async function enqueue(kind = 'email', payload = { to: 'a@b.example' }): Promise<string> {
  const [row] = await db.sql`select private.enqueue_job(${kind}, ${db.sql.json(payload)}) as id`;
  return row?.id;
}

function claim(kinds = ['email'], limit = 10) {
  return db.service`select * from public.claim_jobs(${kinds}, ${limit})`;
}

async function stateOf(id: string) {
  const [row] = await db.sql`
    select state, attempts, last_error, payload, round(extract(epoch from run_at - now()))::int as due_in
    from private.outbox where id = ${id}`;
  return row;
}

test('claiming jobs gives a job once while its lease lasts, and again afterwards', async () => {
  const id = await enqueue();
  expect(await claim()).toEqual([
    { id, kind: 'email', payload: { to: 'a@b.example' }, attempts: 1, tries: 1, leased_until: expect.any(Date) },
  ]);
  expect(await claim()).toHaveLength(0);
  await db.sql`update private.outbox set run_at = now() - interval '1 second'`;
  expect(await claim()).toMatchObject([{ id, attempts: 2 }]);
});

test('claiming jobs takes only the kinds asked for, and no more than asked', async () => {
  await Promise.all([enqueue('refund'), enqueue('email'), enqueue('email'), enqueue('email')]);
  expect(await claim(['email'], 2)).toHaveLength(2);
  expect(await claim(['refund'])).toHaveLength(1);
  expect(await claim(['none'])).toHaveLength(0);
});

test('claiming jobs never gives one job to two workers', async () => {
  await Promise.all(Array.from({ length: 40 }, () => enqueue()));
  const batches = await Promise.all(Array.from({ length: 12 }, () => claim(['email'], 7)));
  const ids = batches.flatMap((batch) => batch.map((job) => job.id));
  expect(ids).toHaveLength(40);
  expect(new Set(ids).size).toBe(40);
});

test('reporting a finished e-mail keeps no content', async () => {
  const id = await enqueue();
  await claim();
  await db.service`select public.complete_job(${id}, 1)`;
  expect(await stateOf(id)).toMatchObject({ state: 'done', payload: {} });
  expect(await claim()).toHaveLength(0);
});

test('a job that reported a failure waits longer each time and dies after the twelfth', async () => {
  const id = await enqueue();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 12; attempt++) {
    await db.sql`update private.outbox set run_at = now() - interval '1 second'`;
    await claim();
    await db.service`select public.fail_job(${id}, ${attempt}, ${`refused ${attempt}`})`;
    pauses.push((await stateOf(id))?.due_in);
  }
  expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(21_600);
  expect(await stateOf(id)).toMatchObject({ state: 'dead', attempts: 12, last_error: 'refused 12' });
});

const fail = (id: string, attempt: number, isPermanent: boolean) => db.service`
  select public.fail_job(${id}, ${attempt}::int, 'too late', ${isPermanent})`;

test.each([false, true])(
  'a failure of an attempt that is no longer the last one leaves a job due that was made due meanwhile (permanent: %s)',
  async (isPermanent) => {
    const id = await enqueue();
    await claim();
    await db.sql`update private.outbox set attempts = 9, run_at = now() where id = ${id}`;
    await fail(id, 1, isPermanent);
    expect(await stateOf(id)).toMatchObject({ state: 'ready', attempts: 9, last_error: null, due_in: 0 });
    const [again] = await claim();
    await fail(id, again?.attempts, isPermanent);
    expect(await stateOf(id)).toMatchObject({ state: isPermanent ? 'dead' : 'ready', last_error: 'too late' });
  },
);

test.each([false, true])(
  'a failure of an attempt that is no longer the last one leaves the claim of another worker alone (permanent: %s)',
  async (isPermanent) => {
    const id = await enqueue();
    await claim();
    await db.sql`update private.outbox set run_at = now() - interval '1 second' where id = ${id}`;
    await claim();
    await fail(id, 1, isPermanent);
    const job = await stateOf(id);
    expect(job).toMatchObject({ state: 'ready', attempts: 2, last_error: null });
    expect(job?.due_in).toBeGreaterThan(100);
  },
);

test('a job that reported a permanent failure is not tried again', async () => {
  const id = await enqueue();
  await claim();
  await db.service`select public.fail_job(${id}, 1, 'no such address', true)`;
  expect((await stateOf(id))?.state).toBe('dead');
});

test('refunds follow the provider’s word, and processed is final', async () => {
  const slot = await db.addSlot(await db.addMentor(), 2, '10:00', '11:00');
  const order = await db.order(await db.addFounder(), slot);
  await db.settle(order, { id: 'pay_1', amountPaise: 100 });
  const [job] = await claim(['refund']);
  expect(job?.payload).toEqual({
    refund_id: expect.any(String),
    payment_id: 'pay_1',
    amount_paise: 100,
    reason: 'amount_mismatch',
  });
  const record = (state: string) =>
    db.service`select public.record_refund(${job?.payload.refund_id}, 'rfnd_1', ${state})`;
  for (const [state, expected] of [
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['processed', 'processed'],
    ['pending', 'processed'],
  ] as const) {
    await record(state);
    expect(await db.refundsOf('pay_1')).toMatchObject([{ state: expected }]);
  }
  expect(await outcomes([db.service`select public.record_refund(${randomUUID()}, 'rfnd_2', 'pending')`])).toEqual([
    'PT404 refund_not_found',
  ]);
});
