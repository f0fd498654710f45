/**
 * Negative controls of the public promise: without any one of its rules, what everybody is told differs from the plain
 * recomputation (docs/product/outcomes.md#the-public-promise).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { projectPaths } from '#host/project-paths.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { booking, nowOf, type Placed, recompute, replaceMentors, writeHistory } from './promise-histories.ts';

interface Rule {
  rule: string;
  /** What the migration creates, with the text in it that is the rule. */
  of: string;
  text: string;
  replacement: string;
  /** What must differ then, and no other figure: of each figure one of its numbers. */
  changes: string[];
}

const CASES = 'view private.promise_cases';
const RULES: Rule[] = [
  {
    rule: 'a request that its founder cancelled before the deadline is left out',
    of: CASES,
    text: " and not (o.ended_by is not distinct from 'founder' and o.ended_at < f.answer_by)",
    replacement: '',
    changes: ['requests.cases'],
  },
  {
    rule: 'a request that its founder cancelled after the deadline was not answered',
    of: CASES,
    text: ' and o.ended_at < f.answer_by)',
    replacement: ')',
    changes: ['requests.cases'],
  },
  {
    rule: 'a booking that no person had to decide is no request',
    of: CASES,
    text: " and o.ended_by is distinct from 'rule'",
    replacement: '',
    changes: ['requests.cases'],
  },
  {
    rule: 'a late answer is not in time',
    of: CASES,
    text: ' and o.ended_at <= f.answer_by',
    replacement: '',
    changes: ['requests.kept'],
  },
  {
    rule: 'only a person answers',
    of: CASES,
    text: "when o.ended_by = 'person' and",
    replacement: "when o.ended_by in ('person', 'deadline') and",
    changes: ['requests.kept'],
  },
  {
    rule: 'an unanswered request is refunded when the whole payment is back',
    of: CASES,
    text: ' and r.amount_paise = y.amount_paise',
    replacement: '',
    changes: ['requests.unanswered_refunded'],
  },
  {
    rule: 'half of all requests, those without an answer included',
    of: 'function private.promise_figures',
    text: '2 * h.so_far >= s.requests',
    replacement: '2 * h.so_far >= s.in_time',
    changes: ['requests.half_within_hours'],
  },
  {
    rule: 'a session with an incident was not held',
    of: CASES,
    text: 'private.took_place(b)',
    replacement: "b.status = 'completed'",
    changes: ['sessions.kept', 'sessions.founder_missed'],
  },
  {
    rule: 'a confirmed session that was cancelled counts',
    of: CASES,
    text: " or (b.status = 'cancelled' and b.incident is not null)",
    replacement: '',
    changes: ['sessions.cases', 'sessions.mentor_missed', 'sessions.cancelled'],
  },
  {
    rule: 'a missed time counts although the session got another one',
    of: CASES,
    text: 'from private.missed_times t\n',
    replacement: 'from (select * from private.missed_times where false) t\n',
    changes: ['sessions.cases', 'sessions.mentor_missed', 'sessions.cancelled'],
  },
  {
    rule: 'a refund that was paid out after five days is late',
    of: CASES,
    text: ' and r.processed_at <= r.created_at + (private.promise_limits()).refund',
    replacement: '',
    changes: ['refunds.kept'],
  },
  {
    rule: 'a refund counts five days after it was decided',
    of: CASES,
    text: 'r.created_at + (private.promise_limits()).refund, case',
    replacement: 'r.created_at, case',
    changes: ['refunds.cases'],
  },
  {
    rule: 'a founder who says nothing was asked and has not answered',
    of: CASES,
    text: "else 'silent' end",
    replacement: "else 'not_helped' end",
    changes: ['check_ins.cases'],
  },
  {
    rule: 'a founder who says nothing was asked',
    of: CASES,
    text: "c.state in ('sent', 'answered')",
    replacement: "c.state = 'answered'",
    changes: ['check_ins.asked'],
  },
  {
    rule: 'a founder who got no e-mail was not asked',
    of: CASES,
    text: "c.state in ('sent', 'answered')",
    replacement: 'true',
    changes: ['check_ins.asked'],
  },
  {
    rule: 'only the check-in of day 30 counts',
    of: CASES,
    text: 'c.day = 30 and ',
    replacement: '',
    changes: ['check_ins.cases', 'check_ins.asked'],
  },
  { rule: 'Partly is help', of: CASES, text: "('yes', 'partly')", replacement: "('yes')", changes: ['check_ins.kept'] },
  {
    rule: 'invented cases never count beside real ones',
    of: 'function private.count_days',
    text: 'and c.is_demonstration = (select private.counts_demonstration())',
    replacement: '',
    changes: ['requests.cases', 'sessions.cases', 'refunds.cases', 'check_ins.cases'],
  },
  {
    rule: 'a row for everybody has 20 cases',
    of: 'function private.promise_rows',
    text: 'integer := (private.promise_limits()).fewest',
    replacement: 'integer := 1',
    changes: ['rows'],
  },
];

const db = provideDatabase();
const migration = readFileSync(
  path.join(projectPaths.root, 'supabase', 'migrations', '20261122004420_promise.sql'),
  'utf8',
);
let placed: Placed[] = [];

beforeAll(async () => {
  await replaceMentors(db.sql);
  // The same each time, and enough for each rule to decide on many cases.
  const many = fc.array(booking, { minLength: 1_000, maxLength: 1_000 });
  const [bookings = []] = fc.sample(many, { numRuns: 1, seed: 20 });
  await db.sql.begin(async (sql) => {
    placed = await writeHistory(sql, { hasRealMentor: true, bookings });
  });
});

/** Creates it once more as the migration does, with the text replaced, for the rest of the transaction. */
async function replaceIn(sql: TransactionSql, { of, text, replacement }: Pick<Rule, 'of' | 'text' | 'replacement'>) {
  const start = migration.indexOf(`create ${of}`);
  const end = migration.indexOf(of.startsWith('view') ? ';\n' : '\n$$;\n', start);
  const before = migration.slice(start + 'create'.length, end);
  expect(before.split(text), `the text of the rule in ${of}`).toHaveLength(2);
  await sql.unsafe(`create or replace${before.replace(text, () => replacement)}${of.startsWith('view') ? '' : '\n$$'}`);
}

type Told = Record<string, Record<string, number | null> | null>;

/** Counts, and names each number that is not what the recomputation says: `figure.number`, or `rows`. */
async function differences(sql: TransactionSql, counted: Placed[]): Promise<string[]> {
  await sql`select private.write_days(false)`;
  const [row] = await sql<{ told: { figures: Told; rows: { cases: number }[] } }[]>`select public.promise() as told`;
  const { figures = {}, rows = [] } = row?.told ?? {};
  const expected: Told = recompute(counted, true, await nowOf(sql));
  const numbers = Object.keys(expected).flatMap((name) => {
    const [told, wanted] = [figures[name], expected[name]];
    const all = new Set(Object.keys({ ...told, ...wanted }));
    return [...all].filter((key) => told?.[key] !== wanted?.[key]).map((key) => `${name}.${key}`);
  });
  return [...numbers, ...(rows.some(({ cases }) => cases < 20) ? ['rows'] : [])];
}

class Undo extends Error {}

async function andUndo(act: (sql: TransactionSql) => Promise<void>): Promise<void> {
  const run = db.sql.begin(async (sql) => {
    await act(sql);
    throw new Undo();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

const figuresOf = (paths: string[]) => [...new Set(paths.map((one) => one.split('.')[0]))].toSorted();

describe('The promise without one of its rules', () => {
  test('with all its rules, the promise of this history equals the plain recomputation', async () => {
    await andUndo(async (sql) => expect(await differences(sql, placed)).toEqual([]));
  });

  test.each(RULES)('differs from the recomputation without the rule that $rule', async (removed) => {
    await andUndo(async (sql) => {
      await replaceIn(sql, removed);
      const found = await differences(sql, placed);
      expect(found).toEqual(expect.arrayContaining(removed.changes));
      expect(figuresOf(found)).toEqual(figuresOf(removed.changes));
    });
  });

  test('publishes few cases without the rule that a figure has 20 of them', async () => {
    await andUndo(async (sql) => {
      const few = placed.filter(({ isInvented, ending }) => !isInvented && ending === 'person').slice(0, 19);
      await sql`set local session_replication_role = replica`;
      await sql`delete from private.request_outcomes where booking_id <> all (${few.map(({ id }) => id)})`;
      await sql`delete from private.payments where booking_id <> all (${few.map(({ id }) => id)})`;
      expect(await differences(sql, few)).toEqual([]);
      await replaceIn(sql, {
        of: 'function public.promise()',
        text: '(private.promise_limits()).fewest',
        replacement: '1',
      });
      const found = await differences(sql, few);
      expect(found).toEqual(expect.arrayContaining(['requests.cases', 'sessions.cases', 'refunds.cases']));
    });
  });
});
