import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Market, openMarket } from './market.ts';

let market: Market;
beforeAll(async () => {
  market = await openMarket();
});
beforeEach(() => market.sql`delete from private.outbox`);
afterAll(() => market.close());

async function enqueue(kind = 'email', payload = { to: 'a@b.example' }): Promise<string> {
  const [row] = await market.sql`select private.enqueue_job(${kind}, ${market.sql.json(payload)}) as id`;
  return row?.id;
}

function claim(kinds = ['email'], limit = 10) {
  return market.service`select * from public.claim_jobs(${kinds}, ${limit})`;
}

async function stateOf(id: string) {
  const [row] = await market.sql`
    select state, attempts, last_error, payload, round(extract(epoch from run_at - now()))::int as due_in
    from private.outbox where id = ${id}`;
  return row;
}

describe('claiming', () => {
  test('gives a job once while its lease lasts, and again afterwards', async () => {
    const id = await enqueue();
    expect(await claim()).toEqual([
      { id, kind: 'email', payload: { to: 'a@b.example' }, attempts: 1, leased_until: expect.any(Date) },
    ]);
    expect(await claim()).toHaveLength(0);
    await market.sql`update private.outbox set run_at = now() - interval '1 second'`;
    expect(await claim()).toMatchObject([{ id, attempts: 2 }]);
  });

  test('takes only the kinds asked for, and no more than asked', async () => {
    await Promise.all([enqueue('refund'), enqueue('email'), enqueue('email'), enqueue('email')]);
    expect(await claim(['email'], 2)).toHaveLength(2);
    expect(await claim(['refund'])).toHaveLength(1);
    expect(await claim(['none'])).toHaveLength(0);
  });

  test('never gives one job to two workers', async () => {
    await Promise.all(Array.from({ length: 40 }, () => enqueue()));
    const batches = await Promise.all(Array.from({ length: 12 }, () => claim(['email'], 7)));
    const ids = batches.flatMap((batch) => batch.map((job) => job.id));
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
  });
});

describe('reporting back', () => {
  test('a finished e-mail keeps no content', async () => {
    const id = await enqueue();
    await claim();
    await market.service`select public.complete_job(${id})`;
    expect(await stateOf(id)).toMatchObject({ state: 'done', payload: {} });
    expect(await claim()).toHaveLength(0);
  });

  test('a failure waits longer each time and dies after the twelfth', async () => {
    const id = await enqueue();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      await market.sql`update private.outbox set run_at = now() - interval '1 second'`;
      await claim();
      await market.service`select public.fail_job(${id}, ${`refused ${attempt}`})`;
      pauses.push((await stateOf(id))?.due_in);
    }
    expect(pauses.slice(0, 4)).toEqual([10, 20, 40, 80]);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(21_600);
    expect(await stateOf(id)).toMatchObject({ state: 'dead', attempts: 12, last_error: 'refused 12' });
  });

  describe('a failure whose claim is no longer the last one', () => {
    /** As run-jobs does: with the claim's own lease, to the microsecond. */
    const claimLease = async (): Promise<string> => {
      const [job] = await market.service`
        select leased_until::text as lease from public.claim_jobs(array['email'], 1)`;
      return job?.lease;
    };
    const fail = (id: string, lease: string, isPermanent: boolean) => market.service`
      select public.fail_job(${id}, 'too late', ${isPermanent}, ${lease}::text::timestamptz)`;

    test.each([false, true])(
      'leaves a job due that was made due meanwhile (permanent: %s)',
      async (isPermanent) => {
        const id = await enqueue();
        const lease = await claimLease();
        await market.sql`update private.outbox set attempts = 9, run_at = now() where id = ${id}`;
        await fail(id, lease, isPermanent);
        expect(await stateOf(id)).toMatchObject({ state: 'ready', attempts: 9, last_error: null, due_in: 0 });
        await fail(id, await claimLease(), isPermanent);
        expect(await stateOf(id)).toMatchObject({
          state: isPermanent ? 'dead' : 'ready',
          last_error: 'too late',
        });
      },
    );

    test.each([false, true])(
      'leaves the claim of another worker alone (permanent: %s)',
      async (isPermanent) => {
        const id = await enqueue();
        const lease = await claimLease();
        await market.sql`update private.outbox set run_at = now() - interval '1 second' where id = ${id}`;
        await claimLease();
        await fail(id, lease, isPermanent);
        const job = await stateOf(id);
        expect(job).toMatchObject({ state: 'ready', attempts: 2, last_error: null });
        expect(job?.due_in).toBeGreaterThan(100);
      },
    );
  });

  test('a permanent failure is not tried again', async () => {
    const id = await enqueue();
    await claim();
    await market.service`select public.fail_job(${id}, 'no such address', true)`;
    expect((await stateOf(id))?.state).toBe('dead');
  });
});

describe('refunds', () => {
  test('follow the provider’s word, and processed is final', async () => {
    const slot = await market.addSlot(await market.addMentor(), 2, '10:00', '11:00');
    const order = await market.order(await market.addFounder(), slot);
    await market.settle(order, { id: 'pay_1', amountPaise: 100 });
    const [job] = await claim(['refund']);
    expect(job?.payload).toEqual({
      refund_id: expect.any(String),
      payment_id: 'pay_1',
      amount_paise: 100,
      reason: 'amount_mismatch',
    });
    const record = (state: string) =>
      market.service`select public.record_refund(${job?.payload.refund_id}, 'rfnd_1', ${state})`;
    for (const [state, expected] of [
      ['pending', 'pending'],
      ['failed', 'failed'],
      ['processed', 'processed'],
      ['pending', 'processed'],
    ] as const) {
      await record(state);
      expect(await market.refundsOf('pay_1')).toMatchObject([{ state: expected }]);
    }
    await expect(
      market.service`select public.record_refund(${randomUUID()}, 'rfnd_2', 'pending')`,
    ).rejects.toMatchObject({ code: 'PT404', message: 'refund_not_found' });
  });
});
