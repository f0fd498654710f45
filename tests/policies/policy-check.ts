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
type Become = (who: Persona | 'superuser') => Promise<void>;

/** @returns one line a difference, empty when the database does what the matrix says */
export function findPolicyMismatches(policies: TablePolicies, options: CheckOptions): Promise<string[]> {
  return listMismatches(policies, options, Number.POSITIVE_INFINITY);
}

/** Whether there is any difference; the cells after the first one are not tried. */
export async function hasPolicyMismatch(policies: TablePolicies, options: CheckOptions): Promise<boolean> {
  return (await listMismatches(policies, options, 1)).length > 0;
}

/** The grants and the mutation are made once, in a transaction that is rolled back at its end. */
function listMismatches(policies: TablePolicies, options: CheckOptions, limit: number): Promise<string[]> {
  return rehearse(options.sql, async (sql, become) => {
    const openGrants = 'grant all on all tables in schema public, private to anon, authenticated;';
    await sql
      .unsafe(`${options.grants === 'our own grants' ? '' : openGrants} ${options.mutation ?? ''}; select 1`)
      .simple();
    const mismatches: string[] = [];
    for await (const mismatch of policyMismatches(policies, sql, become)) {
      mismatches.push(mismatch);
      if (mismatches.length >= limit) break;
    }
    return mismatches;
  });
}

async function* policyMismatches(policies: TablePolicies, sql: Transaction, become: Become): AsyncGenerator<string> {
  const { table, key, reads, inserts, updates, deletes } = policies;
  const before = JSON.stringify(await rowsOf(sql, policies));
  for (const persona of personas) {
    const seen = JSON.stringify(await listSeen(policies, persona, sql, become));
    const expected = JSON.stringify([...reads[persona]].sort());
    if (seen !== expected) yield `${persona} reads ${seen}, not ${expected}`;

    const tryOut = async (what: string, by: Persona[], act: (sql: Transaction) => Promise<Rows>) => {
      const hasChanged = await undone(sql, () => changes(policies, persona, before, sql, become, act));
      return hasChanged === by.includes(persona) ? [] : [`${persona} ${hasChanged ? 'can' : 'cannot'} ${what}`];
    };
    for (const [what, values, by] of inserts) {
      yield* await tryOut(`insert ${what}`, by, (inner) => inner`insert into ${inner(table)} ${inner(values)}`);
    }
    for (const [what, row, set, by] of updates) {
      yield* await tryOut(
        `update ${what}`,
        by,
        (inner) => inner`update ${inner(table)} set ${inner(set)} where ${inner(key)} = ${row}`,
      );
    }
    for (const [row, by] of deletes) {
      yield* await tryOut(
        `delete ${row}`,
        by,
        (inner) => inner`delete from ${inner(table)} where ${inner(key)} = ${row}`,
      );
    }
  }
}

/** Undoes what `act` did, the persona that it became included, so that each cell finds the fixtures. */
async function undone<T>(sql: Transaction, act: () => Promise<T>): Promise<T> {
  await sql`savepoint cell`;
  const result = await act();
  await sql`rollback to savepoint cell`;
  return result;
}

function listSeen({ table, key, within }: TablePolicies, persona: Persona, sql: Transaction, become: Become) {
  return undone(sql, async () => {
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

/** Whether a persona's statement changed the table. */
async function changes(
  policies: TablePolicies,
  persona: Persona,
  before: string,
  sql: Transaction,
  become: Become,
  act: (sql: Transaction) => Promise<Rows>,
): Promise<boolean> {
  await become(persona);
  const { error } = await attempt(sql, act);
  // A refusal must be a refusal, not a typing mistake in the matrix. What was refused is undone as a whole.
  if (error && !['42501', 'PT409', 'PT422'].includes(error.code)) throw error;
  if (error) return false;
  await become('superuser');
  return JSON.stringify(await rowsOf(sql, policies)) !== before;
}

function rowsOf(sql: Transaction, { table, within }: TablePolicies) {
  return sql`
    select to_jsonb(t) as row from ${sql(table)} t
    where ${within ? sql`t.${sql(within.column)} = ${within.value}` : sql`true`}
    order by to_jsonb(t)::text`;
}
