/**
 * One line for each session that took place and was paid for (docs/product/earnings.md#ledger), taken back when it
 * turns out otherwise (docs/product/earnings.md#reversals).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { testProperty } from '#tests/kit/property.ts';

const db = provideDatabase({ checksInvariants: true });

interface Line {
  kind: string;
  round: number;
  gross: number;
  fee: number;
  net: number;
}

async function linesOf(bookingId: string): Promise<Line[]> {
  return db.sql<Line[]>`
    select kind, round, gross_paise::int as gross, fee_paise::int as fee, net_paise::int as net
    from private.mentor_ledger where booking_id = ${bookingId} order by at, kind desc, round`;
}

const complete = (bookingId: string) => db.setStatus(db.admin, bookingId, 'completed');
const gross = (lines: Line[]) => lines.reduce((sum, line) => sum + line.gross, 0);

test('a completed session has one line with what was captured, and the marketplace’s share in it', async () => {
  const mentorId = await db.addMentor();
  await db.as(db.admin)`select public.set_mentor_fee(${mentorId}, 1500)`;
  const { bookingId } = await db.buy(await db.addFounder(), await db.addSlot(mentorId, 3, '10:00', '11:00'));
  await db.setStatus(db.admin, bookingId, 'confirmed');
  expect(await linesOf(bookingId)).toEqual([]);
  await complete(bookingId);
  expect(await linesOf(bookingId)).toEqual([{ kind: 'session', round: 1, gross: 350_000, fee: 52_500, net: 297_500 }]);
});

test('a changed share leaves payments captured before as they were', async () => {
  const mentorId = await db.addMentor();
  const early = await db.buy(await db.addFounder(), await db.addSlot(mentorId, 3, '10:00', '11:00'));
  await db.as(db.admin)`select public.set_mentor_fee(${mentorId}, 5000)`;
  const late = await db.buy(await db.addFounder(), await db.addSlot(mentorId, 3, '12:00', '13:00'));
  await db.as(db.admin)`select public.set_mentor_fee(${mentorId}, 100)`;
  for (const { bookingId } of [early, late]) {
    await db.setStatus(db.admin, bookingId, 'confirmed');
    await complete(bookingId);
  }
  expect((await linesOf(early.bookingId)).map(({ fee }) => fee)).toEqual([0]);
  expect((await linesOf(late.bookingId)).map(({ fee }) => fee)).toEqual([175_000]);
});

test('a mentor has a share of their own only until it is taken back, and an unchanged one is not stored', async () => {
  const mentorId = await db.addMentor();
  const set = (bps: number | null) => db.as(db.admin)`select public.set_mentor_fee(${mentorId}, ${bps}::int)`;
  const read = async () => {
    const [row] = await db.as(db.admin)`
      select public.mentor_fee(${mentorId}) as fee, public.my_earnings(${mentorId}) ->> 'fee_bps' as now`;
    return [row?.fee, Number(row?.now)];
  };
  await db.sql`update private.marketplace_settings set default_fee_bps = 1000`;
  try {
    await set(null);
    expect(await read()).toEqual([{ own_bps: null, default_bps: 1000 }, 1000]);
    await set(1000);
    await set(1000);
    await db.sql`update private.marketplace_settings set default_fee_bps = 2000`;
    expect(await read()).toEqual([{ own_bps: 1000, default_bps: 2000 }, 1000]);
    await set(null);
    await set(null);
    expect(await read()).toEqual([{ own_bps: null, default_bps: 2000 }, 2000]);
    const rows =
      await db.sql`select fee_bps from private.mentor_fees where mentor_id = ${mentorId} order by valid_from`;
    expect(rows.map((row) => row.fee_bps)).toEqual([1000, null]);
    await expect(set(5001)).rejects.toMatchObject({ code: 'PT422', message: 'fee_not_valid' });
  } finally {
    await db.sql`update private.marketplace_settings set default_fee_bps = 0`;
  }
});

test('fee and net add up to the gross, in integers, for every share and amount', async () => {
  const wrong = await db.sql`
    select gross, bps, fee
    from unnest(array[0, 1, 3333, 5000]) bps,
      (select generate_series(1, 1000000, 97) union all select unnest(array[2, 3, 5000, 9999, 10000, 999999, 1000000])) a (gross),
      lateral (select private.fee_of(gross, bps) as fee) f
    -- Half up: at most half a paisa more than the share, and less than half a paisa less.
    where fee * 10000 - gross::bigint * bps not between -4999 and 5000 or fee not between 0 and gross
    limit 5`;
  expect(wrong).toHaveLength(0);
  const [half] = await db.sql`select private.fee_of(1, 5000)::int as up, private.fee_of(1, 4999)::int as down`;
  expect(half).toEqual({ up: 1, down: 0 });
  // What is kept adds up by a constraint of the table.
  const [rule] = await db.sql`
    select pg_get_constraintdef(oid) as is from pg_constraint where conname = 'mentor_ledger_adds_up'`;
  expect(rule?.is).toContain('net_paise = (gross_paise - fee_paise)');
});

test('two workers that complete one session, and a repeated refund, make one line each', async () => {
  const { bookingId, paymentId } = await db.addPaidBookingIn(-2, 'confirmed');
  const rounds = await outcomes(Array.from({ length: 6 }, () => db.service`select public.complete_sessions()`));
  expect(new Set(rounds)).toEqual(new Set(['done']));
  expect(await linesOf(bookingId)).toHaveLength(1);
  await db.recordIncident(bookingId, 'technical_issue', { expected: 'full' });
  await db.sql`select private.queue_refund(${paymentId}, 'again')`;
  expect((await linesOf(bookingId)).map(({ kind }) => kind)).toEqual(['session', 'reversal']);
});

test('the ledger takes no line twice, and without its unique keys it would', async () => {
  const { bookingId } = await db.addPaidBookingIn(-2, 'confirmed');
  await complete(bookingId);
  await db.recordIncident(bookingId, 'technical_issue', { expected: 'full' });
  /** The line of a kind once more; a reversal under another number, so that only what it takes back is the same. */
  const again = (sql: typeof db.sql, kind: string, round: number) => sql`
    insert into private.mentor_ledger (mentor_id, booking_id, payment_id, kind, round, gross_paise, fee_paise, net_paise,
      reverses)
    select mentor_id, booking_id, payment_id, kind, ${round}, gross_paise, fee_paise, net_paise, reverses
    from private.mentor_ledger where booking_id = ${bookingId} and kind = ${kind}`;
  await expect(again(db.sql, 'session', 1)).rejects.toThrow('mentor_ledger_once');
  await expect(again(db.sql, 'reversal', 2)).rejects.toThrow('mentor_ledger_reverses_key');
  const without = db.sql.begin(async (sql) => {
    await sql`alter table private.mentor_ledger drop constraint mentor_ledger_once`;
    await sql`alter table private.mentor_ledger drop constraint mentor_ledger_reverses_key`;
    await again(sql as never, 'session', 1);
    await again(sql as never, 'reversal', 2);
    throw new Error('taken twice');
  });
  await expect(without).rejects.toThrow('taken twice');
});

test('no line is changed or deleted, by any role, paid or not', async () => {
  const { bookingId, mentorId } = await db.addPaidBookingIn(-2, 'confirmed');
  await complete(bookingId);
  const changes = [
    `update private.mentor_ledger set net_paise = 1, gross_paise = 1, fee_paise = 0 where booking_id = '${bookingId}'`,
    `update private.mentor_ledger set at = now() - interval '1 year' where booking_id = '${bookingId}'`,
    `update private.mentor_ledger set payout_id = null where booking_id = '${bookingId}'`,
    `delete from private.mentor_ledger where booking_id = '${bookingId}'`,
  ];
  const refused = async () => {
    for (const change of changes) {
      await expect(db.sql.unsafe(change)).rejects.toThrow('ledger_is_append_only');
      await expect(db.service.unsafe(change)).rejects.toThrow(/permission denied/);
      await expect(db.as(db.admin).unsafe(change)).rejects.toThrow(/permission denied/);
    }
  };
  await refused();
  await db.sql.begin(async (sql) => {
    const [payout] = await sql`
      insert into private.mentor_payouts (mentor_id, period, net_paise, utr, paid_on, lines_hash)
      select ${mentorId}, date_trunc('month', private.today()), 350000, 'UTR0000000001', private.today(),
        private.lines_hash(array_agg(l.id)) from private.mentor_ledger l where l.booking_id = ${bookingId}
      returning id`;
    // The one change that a line takes.
    await sql`update private.mentor_ledger set payout_id = ${payout?.id} where booking_id = ${bookingId}`;
  });
  await refused();
});

test('no client writes a line, a payout or a share through the data API', async () => {
  for (const table of ['mentor_ledger', 'mentor_payouts', 'mentor_fees']) {
    for (const by of [db.as(await db.addFounder()), db.as(db.admin), db.service]) {
      await expect(by.unsafe(`insert into private.${table} default values`)).rejects.toThrow(/permission denied/);
    }
  }
});

test('a mentor with ledger lines cannot be deleted', async () => {
  const { bookingId, mentorId } = await db.addPaidBookingIn(-2, 'confirmed');
  await complete(bookingId);
  await expect(db.as(db.admin)`select public.delete_mentor(${mentorId})`).rejects.toThrow('mentor_has_earnings');
});

type Step = 'complete' | 'technical_issue' | 'mentor_no_show' | 'founder_no_show' | 'reschedule';
const STEPS: Step[] = ['complete', 'technical_issue', 'mentor_no_show', 'founder_no_show', 'reschedule'];

testProperty(
  'after any steps the lines of a session add up to what was captured and not refunded',
  [fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 5 })],
  async (steps) => {
    const { bookingId, paymentId } = await db.addPaidBookingIn(-2, 'confirmed');
    let day = 30;
    for (const step of steps) {
      day += 1;
      const act =
        step === 'complete'
          ? complete(bookingId)
          : step === 'reschedule'
            ? db.as(db.admin)`select * from public.record_incident(${bookingId}, 'mentor_no_show', null,
                (private.today() + ${day}::int), '10:00', '10:30', 'Rescheduled: again')`
            : db.as(db.admin)`select * from public.record_incident(${bookingId}, ${step})`;
      // What the policy does not allow is refused, and changes nothing.
      await act.catch((error: { code?: string }) => expect(error.code).toMatch(/^PT4/));
      const [state] = await db.sql`
        select b.status, coalesce(r.amount_paise, 0) as refunded from public.bookings b
        left join private.refunds r on r.payment_id = ${paymentId} where b.id = ${bookingId}`;
      const expected = state?.status === 'completed' ? 350_000 - state.refunded : 0;
      expect(gross(await linesOf(bookingId))).toBe(expected);
      // The next round needs a session that has begun.
      await db.startIn(bookingId, -2);
    }
    expect(await db.violations()).toEqual([]);
  },
  { numRuns: 8 },
);
