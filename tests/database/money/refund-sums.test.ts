import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Payment } from '#features/money/payments/admin/payments.data.ts';
import { paymentsTable } from '#features/money/payments/admin/payments-csv.ts';
import { refundWords } from '#features/money/payments/refund-sums.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { testProperty } from '#tests/kit/property.ts';

const db = provideDatabase();

/** What becomes of a refund, and in which sum it counts then. */
const FATES = {
  queued: 'refunding_paise',
  pending: 'refunding_paise',
  processed: 'refunded_paise',
  failed: 'refund_failed_paise',
  'given up': 'refund_failed_paise',
  'tried again': 'refunding_paise',
  'returned another way': 'refunded_paise',
} as const;
type Fate = keyof typeof FATES;
type Sums = Record<(typeof FATES)[Fate], number>;

async function live(fate: Fate, daysAgo: number): Promise<number> {
  const { refundId } = await db.addRejectedBooking();
  const record = (state: string) =>
    db.service`select public.record_refund(${refundId}, ${`rfnd_${refundId}`}, ${state}, 'The bank said no')`;
  if (fate === 'pending' || fate === 'processed') await record(fate);
  if (fate === 'failed' || fate === 'tried again' || fate === 'returned another way') await record('failed');
  if (fate === 'returned another way') {
    const utr = refundId.replaceAll('-', '').slice(0, 30);
    await db.as(db.admin)`select public.record_outside_refund(${refundId}, ${utr})`;
  }
  if (fate === 'tried again') await db.as(db.admin)`select public.retry_refund(${refundId})`;
  if (fate === 'given up') {
    await db.sql`update private.outbox set state = 'dead', finished_at = now()
      where kind = 'refund' and payload ->> 'refund_id' = ${refundId}`;
  }
  const [refund] = await db.sql<{ amount_paise: number }[]>`
    update private.refunds set created_at = created_at - ${daysAgo} * interval '1 day',
      processed_at = processed_at - ${daysAgo} * interval '1 day'
    where id = ${refundId} returning amount_paise`;
  return refund?.amount_paise ?? 0;
}

const NONE: Sums = { refunded_paise: 0, refunding_paise: 0, refund_failed_paise: 0 };
const add = (one: Sums, other: Sums): Sums => ({
  refunded_paise: Number(one.refunded_paise) + Number(other.refunded_paise),
  refunding_paise: Number(one.refunding_paise) + Number(other.refunding_paise),
  refund_failed_paise: Number(one.refund_failed_paise) + Number(other.refund_failed_paise),
});

/** The same sums as each place has them. */
async function inFivePlaces(): Promise<Record<string, Sums>> {
  const [first] = await db.as(db.admin)`select public.admin_overview(104) as overview, public.admin_health() as health`;
  const payments = await db.as(db.admin)`select * from public.list_payments('', null, null, null, 1000)`;
  const months = await db.as(db.admin)`
    select public.refund_totals((private_today - n * interval '1 month')::date) as sums
    from (select (now() at time zone 'Asia/Kolkata')::date as private_today) t, generate_series(0, 23) n`;
  const [columns = [], ...rows] = paymentsTable(
    payments.map((row) => ({ ...row, captured_at: row.captured_at.toISOString() }) as unknown as Payment),
  );
  const inCsv = (column: string) =>
    rows.reduce((sum, row) => sum + Math.round(Number(row[columns.indexOf(column)] ?? 0) * 100), 0);
  const weekly = first?.overview.weeks.reduce(
    (sum: number, week: { refunds_paise: number }) => sum + week.refunds_paise,
    0,
  );
  expect(weekly, 'the weeks of the overview').toBe(first?.overview.refunds.refunded_paise);
  return {
    overview: first?.overview.refunds,
    payments: add(NONE, payments[0] as unknown as Sums),
    payouts: months.reduce<Sums>((sum, month) => add(sum, month.sums), NONE),
    health: first?.health.refunds,
    csv: {
      refunded_paise: inCsv('Refunded'),
      refunding_paise: inCsv('On its way'),
      refund_failed_paise: inCsv('Refund failed'),
    },
  };
}

const fates = fc.constantFrom(...(Object.keys(FATES) as Fate[]));
const expected = { ...NONE };

// docs/product/refunds.md#what-counts-as-refunded
testProperty(
  'Overview, Payments, Payouts, System Health and the CSV name the same sums of refunds, whatever happened',
  [fc.array(fc.record({ fate: fates, daysAgo: fc.integer({ min: 0, max: 400 }) }), { minLength: 1, maxLength: 4 })],
  async (histories) => {
    for (const { fate, daysAgo } of histories) expected[FATES[fate]] += await live(fate, daysAgo);
    for (const [place, sums] of Object.entries(await inFivePlaces())) expect(sums, place).toEqual(expected);
  },
  { numRuns: 12 },
);

test('a filter of payments narrows the sums of refunds with the rows', async () => {
  await live('processed', 0);
  await live('failed', 0);
  for (const state of ['refunding', 'refund_failed', 'refunded', 'captured']) {
    const rows = await db.as(db.admin)`select * from public.list_payments('', ${state}, null, null, 1000)`;
    const sum = rows.reduce((total, { refund_paise: paise }) => total + paise, 0);
    const sums = add(NONE, (rows[0] ?? NONE) as unknown as Sums);
    expect(sums).toEqual({ ...NONE, ...(state !== 'captured' && { [`${state}_paise`]: sum }) });
  }
});

test('the words leave out what is 0, but not what was refunded', () => {
  expect(refundWords(NONE)).toEqual(['₹0 refunded']);
  expect(refundWords({ refunded_paise: 350_000, refunding_paise: 700_000, refund_failed_paise: 100_000 })).toEqual([
    '₹3,500 refunded',
    '₹7,000 on its way',
    '₹1,000 failed',
  ]);
});
