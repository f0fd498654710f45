/** Tries each cell of one table's policy matrix and lists what came out differently. */
import type postgres from 'postgres';
import { attempt, type Persona, personas, rehearse } from '#tests/kit/personas.ts';
import type { TablePolicies } from './table-policies.ts';

/** Supabase Lite grants everything by itself unless it is stopped; policies and triggers must hold without grants. */
export const grants = ['our own grants', 'every privilege granted again'] as const;

export interface CheckOptions {
  /** The superuser's connection to a database with the policy fixtures. */
  sql: postgres.Sql;
  grants: (typeof grants)[number];
  /** DDL that takes a rule away, for negative controls. */
  mutation?: string;
}

type Transaction = postgres.TransactionSql;
type Rows = postgres.RowList<postgres.Row[]>;

/** @returns one line a difference, empty when the database does what the matrix says */
export async function findPolicyMismatches(policies: TablePolicies, options: CheckOptions): Promise<string[]> {
  const mismatches: string[] = [];
  for await (const mismatch of policyMismatches(policies, options)) mismatches.push(mismatch);
  return mismatches;
}

/** Whether there is any difference; the cells after the first one are not tried. */
export async function hasPolicyMismatch(policies: TablePolicies, options: CheckOptions): Promise<boolean> {
  for await (const _ of policyMismatches(policies, options)) return true;
  return false;
}

async function* policyMismatches(policies: TablePolicies, options: CheckOptions): AsyncGenerator<string> {
  const { table, key, reads, inserts, updates, deletes } = policies;
  for (const persona of personas) {
    const seen = JSON.stringify(await listSeen(policies, persona, options));
    const expected = JSON.stringify([...reads[persona]].sort());
    if (seen !== expected) yield `${persona} reads ${seen}, not ${expected}`;

    const tryOut = async (what: string, by: Persona[], act: (sql: Transaction) => Promise<Rows>) => {
      const hasChanged = await changes(policies, persona, options, act);
      return hasChanged === by.includes(persona) ? [] : [`${persona} ${hasChanged ? 'can' : 'cannot'} ${what}`];
    };
    for (const [what, values, by] of inserts) {
      yield* await tryOut(`insert ${what}`, by, (sql) => sql`insert into ${sql(table)} ${sql(values)}`);
    }
    for (const [what, row, set, by] of updates) {
      yield* await tryOut(
        `update ${what}`,
        by,
        (sql) => sql`update ${sql(table)} set ${sql(set)} where ${sql(key)} = ${row}`,
      );
    }
    for (const [row, by] of deletes) {
      yield* await tryOut(`delete ${row}`, by, (sql) => sql`delete from ${sql(table)} where ${sql(key)} = ${row}`);
    }
  }
}

function prepare(sql: Transaction, options: CheckOptions): Promise<unknown> {
  const openGrants = 'grant all on all tables in schema public, private to anon, authenticated;';
  return sql
    .unsafe(`${options.grants === 'our own grants' ? '' : openGrants} ${options.mutation ?? ''}; select 1`)
    .simple();
}

function listSeen({ table, key, within }: TablePolicies, persona: Persona, options: CheckOptions) {
  return rehearse(options.sql, async (sql, become) => {
    await prepare(sql, options);
    await become(persona);
    const result = await attempt(
      sql,
      (inner) => inner`
        select ${inner(key)} as key from ${inner(table)}
        where ${within ? inner`${inner(within.column)} = ${within.value}` : inner`true`}`,
    );
    if (result.error && result.error.code !== '42501') throw result.error;
    return result.error ? [] : result.rows.map((row) => row.key).sort();
  });
}

/** Whether a persona's statement changed the table, in a transaction that is rolled back. */
function changes(
  policies: TablePolicies,
  persona: Persona,
  options: CheckOptions,
  act: (sql: Transaction) => Promise<Rows>,
): Promise<boolean> {
  return rehearse(options.sql, async (sql, become) => {
    await prepare(sql, options);
    const before = await rowsOf(sql, policies);
    await become(persona);
    const { error } = await attempt(sql, act);
    await become('superuser');
    const after = await rowsOf(sql, policies);
    // A refusal must be a refusal, not a typing mistake in the matrix.
    if (error && !['42501', 'PT409', 'PT422'].includes(error.code)) throw error;
    return JSON.stringify(before) !== JSON.stringify(after);
  });
}

function rowsOf(sql: Transaction, { table, within }: TablePolicies) {
  return sql`
    select to_jsonb(t) as row from ${sql(table)} t
    where ${within ? sql`t.${sql(within.column)} = ${within.value}` : sql`true`}
    order by to_jsonb(t)::text`;
}
