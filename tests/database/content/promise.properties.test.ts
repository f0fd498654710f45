/** The figures of the public promise against a plain recomputation (docs/product/outcomes.md#the-public-promise). */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { testProperty } from '#tests/kit/property.ts';
import { type History, history, nowOf, recompute, replaceMentors, writeHistory } from './promise-histories.ts';

const db = provideDatabase();

class Undo extends Error {}
/** How often each figure had enough cases: a comparison of nothing with nothing proves nothing. */
const shown: Record<string, number> = {};

/** Writes the history past every rule, reads what everybody is told, and takes everything back. */
async function compare(plan: History): Promise<void> {
  const run = db.sql.begin(async (sql) => {
    const placed = await writeHistory(sql, plan);
    await sql`select private.write_days(false)`;
    const [{ told } = { told: null }] = await sql`select public.promise() as told`;
    const { figures, rows } = told;
    expect(figures).toEqual(recompute(placed, plan.hasRealMentor, await nowOf(sql)));
    // The rows for everybody are the same cases, and no row is about few people.
    for (const [name, figure] of Object.entries<{ cases: number; kept: number } | null>(figures)) {
      if (figure) shown[name] = (shown[name] ?? 0) + 1;
      const own = (rows as { figure: string; cases: number; kept: number }[]).filter((one) => one.figure === name);
      expect(own.filter(({ cases }) => cases < 20)).toEqual([]);
      expect(own.reduce((sum, { cases }) => sum + cases, 0)).toBe(figure?.cases ?? 0);
      expect(own.reduce((sum, { kept }) => sum + kept, 0)).toBe(figure?.kept ?? 0);
    }
    throw new Undo();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

beforeAll(() => replaceMentors(db.sql));

afterAll(() => {
  expect(Object.values(shown).filter((times) => times >= 3)).toHaveLength(4);
});

testProperty(
  'the figures of the promise equal a plain recomputation of any history',
  [history],
  (one) => compare(one),
  { numRuns: 60, endOnFailure: true },
);

test(
  'the figures of the promise equal a plain recomputation of 940 histories more',
  { tags: ['faults'], timeout: 300_000 },
  () =>
    fc.assert(
      fc.asyncProperty(history, (one) => compare(one)),
      { numRuns: 940, endOnFailure: true },
    ),
);
