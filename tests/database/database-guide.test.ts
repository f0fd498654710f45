/** docs/database.md says what the migrations make, and which triggers a booking has. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'supabase', 'migrations');
const [, migrationsPart = '', triggersPart = ''] = readFileSync(path.join(root, 'docs', 'database.md'), 'utf8').split(
  /^## /m,
);

/** The cells of each row below a table's head. */
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '));
const namesIn = (cell = '') => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
const fileIn = (cell = '') => /\/([\w]+\.sql)\)/.exec(cell)?.[1] ?? '';
const readMigration = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** Tables and views, or functions, that a migration makes; those of the schema public without it. */
const madeBy = (file: string, kinds: string) =>
  [...readMigration(file).matchAll(new RegExp(`^create (?:or replace )?(?:${kinds}) ([\\w.]+)`, 'gm'))].map(
    ([, name = '']) => name.replace(/^public\./, ''),
  );

const db = provideDatabase();

test('docs/database.md has one line for each migration, in their order', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  expect(rowsOf(migrationsPart).map(([file]) => fileIn(file))).toEqual(files.toSorted());
});

test('docs/database.md names every table and view of a migration, and only functions that it makes', () => {
  for (const [file, , , tables, functions] of rowsOf(migrationsPart)) {
    const name = fileIn(file);
    expect(namesIn(tables), name).toEqual(madeBy(name, 'table|view'));
    expect(madeBy(name, 'function'), name).toEqual(expect.arrayContaining(namesIn(functions)));
  }
});

test('docs/database.md has every trigger on bookings, in the order in which they fire', async () => {
  // Postgres sorts by name; the bits of tgtype are those of its catalog pg_trigger.
  const triggers = await db.sql`
    select t.tgname as name, concat_ws(' ',
      case when t.tginitdeferred then 'at commit of' when t.tgtype & 2 <> 0 then 'before' else 'after' end,
      concat_ws(' or ', case when t.tgtype & 4 <> 0 then 'insert' end, case when t.tgtype & 8 <> 0 then 'delete' end,
        case when t.tgtype & 16 <> 0 then 'update' end)) as fires
    from pg_trigger t
    where t.tgrelid = 'public.bookings'::regclass and not t.tgisinternal
    order by t.tginitdeferred, t.tgtype & 2 = 0, t.tgname`;
  const rows = rowsOf(triggersPart);
  expect(rows.map(([fires, trigger]) => [fires, ...namesIn(trigger)])).toEqual(
    triggers.map(({ name, fires }) => [fires, name]),
  );
  for (const row of rows) {
    const [name] = namesIn(row[1]);
    expect(readMigration(fileIn(row.at(-1)))).toMatch(
      new RegExp(`create (constraint )?trigger ${name} .*on public\\.bookings`),
    );
  }
});
