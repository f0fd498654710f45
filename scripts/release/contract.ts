/**
 * What a release of the program uses of the database: its functions with their arguments, and its tables and views with
 * their columns. A database one release ahead must still have all of it (docs/product/operations.md#releases).
 */
import type postgres from 'postgres';
import { z } from 'zod';

export const contractShape = z.object({
  release: z.int(),
  /** Name of the function, then name and type of each argument. */
  functions: z.record(z.string(), z.record(z.string(), z.string())),
  /** Name of the table or view, then name and type of each column. */
  columns: z.record(z.string(), z.record(z.string(), z.string())),
});
export type Contract = z.infer<typeof contractShape>;

interface PresentArgument {
  function: string;
  name: string | null;
  type: string | null;
  is_optional: boolean | null;
}

/** What the API offers: schema `public`, in which no function has two forms. */
export async function readContract(sql: postgres.Sql, release: number): Promise<Contract> {
  const contract: Contract = { release, functions: {}, columns: {} };
  for (const argument of await readArguments(sql)) {
    contract.functions[argument.function] ??= {};
    const known = contract.functions[argument.function];
    if (known && argument.name !== null && argument.type !== null) known[argument.name] = argument.type;
  }
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p')
    order by c.relname, a.attname`;
  for (const { table, column, type } of columns) {
    contract.columns[table] ??= {};
    Object.assign(contract.columns[table] ?? {}, { [column]: type });
  }
  return contract;
}

/** One sentence for each thing that a program of the contract would miss in this database. */
export async function missingFrom(contract: Contract, sql: postgres.Sql): Promise<string[]> {
  const present = await readContract(sql, contract.release);
  const given = await readArguments(sql);
  const problems: string[] = [];
  for (const [name, wanted] of Object.entries(contract.functions)) {
    const offered = present.functions[name];
    if (!offered) {
      problems.push(`function ${name} is gone`);
      continue;
    }
    for (const [argument, type] of Object.entries(wanted)) {
      if (offered[argument] === undefined) problems.push(`function ${name}: argument ${argument} is gone`);
      else if (offered[argument] !== type) {
        problems.push(`function ${name}: argument ${argument} is ${offered[argument]} instead of ${type}`);
      }
    }
    const added = given.filter((one) => one.function === name && one.name !== null && !(one.name in wanted));
    for (const one of added.filter((argument) => !argument.is_optional)) {
      problems.push(`function ${name}: the new argument ${one.name} has no default`);
    }
  }
  for (const [table, wanted] of Object.entries(contract.columns)) {
    for (const [column, type] of Object.entries(wanted)) {
      const offered = present.columns[table]?.[column];
      if (offered === undefined) problems.push(`column ${table}.${column} is gone`);
      else if (offered !== type) problems.push(`column ${table}.${column} is ${offered} instead of ${type}`);
    }
  }
  return problems;
}

/** One row for each argument that a caller gives, and one without a name for a function that takes none. */
function readArguments(sql: postgres.Sql): Promise<PresentArgument[]> {
  return sql<PresentArgument[]>`
    select p.proname as function, a.name, format_type(a.type, null) as type,
      a.position > p.pronargs - p.pronargdefaults as is_optional
    from pg_proc p
    left join lateral (
      select p.proargnames[i] as name, p.proargtypes[i - 1] as type, i as position
      from generate_series(1, p.pronargs) i
    ) a on true
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by p.proname, a.position`;
}
