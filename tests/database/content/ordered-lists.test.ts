/** Lists in the administrators' order, whoever changes one at the same moment. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomes, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { claimsOf, people, seedPeople } from '#tests/kit/personas.ts';

const database = provideTestDatabase();
let pool: postgres.Sql;
beforeAll(async () => {
  await seedPeople(database.sql);
  pool = postgres(database.url, { max: 12, onnotice: () => {} });
});
afterAll(async () => {
  await pool.end();
});

/** As a request of a persona: a transaction of its own. */
function as<T>(persona: 'administrator' | 'founder', act: (sql: postgres.TransactionSql) => Promise<T>) {
  return pool.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(persona))}, true)`;
    await sql`set local role authenticated`;
    return act(sql);
  });
}

const lists = [
  { table: 'partner_logos', row: { image_url: '/demo/a.png' }, columns: 'id, name, image_url' },
  { table: 'categories', row: {}, columns: 'id, name, description, icon' },
];

describe.each(lists)('$table', ({ table, row, columns }) => {
  beforeEach(async () => {
    await database.sql`delete from ${database.sql(`public.${table}`)}`;
    for (const name of 'abcd') await add(name);
  });

  const add = (name: string) =>
    as('administrator', (sql) => sql`insert into ${sql(`public.${table}`)} ${sql({ ...row, name })}`);
  const remove = (name: string) =>
    as('administrator', (sql) => sql`delete from ${sql(`public.${table}`)} where name = ${name}`);

  async function list() {
    const { sql } = database;
    return sql<{ id: string; name: string; position: number }[]>`
      select id, name, order_index as position from ${sql(`public.${table}`)} order by order_index, name`;
  }
  const names = async () => (await list()).map(({ name, position }) => `${position}${name}`).join(' ');
  const ids = async () => (await list()).map(({ id }) => id);

  const reorder = (order: string[], seen: string[], persona: 'administrator' | 'founder' = 'administrator') =>
    as(persona, (sql) => sql`select ${sql(`public.reorder_${table}`)}(${order}, ${seen})`);

  test('a new row is the last, whatever its client says', async () => {
    expect(await names()).toBe('1a 2b 3c 4d');
    const { sql } = database;
    await sql.unsafe(`grant insert on public.${table} to authenticated`);
    await as(
      'administrator',
      (own) => own`
      insert into ${own(`public.${table}`)} ${own({ ...row, name: 'e', order_index: 1 })}`,
    );
    await sql.unsafe(`
      revoke insert on public.${table} from authenticated; grant insert (${columns}) on public.${table} to authenticated`);
    expect(await names()).toBe('1a 2b 3c 4d 5e');
  });

  test('ten new rows at once get ten places', async () => {
    await Promise.all([...'efghijklmn'].map(add));
    expect((await list()).map(({ position }) => position)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
  });

  test('deleting a row closes the gap', async () => {
    await remove('b');
    expect(await names()).toBe('1a 2c 3d');
  });

  test('a reordering of a list gives all their numbers, and is in the audit log with its administrator', async () => {
    const seen = await ids();
    await reorder([...seen].reverse(), seen);
    expect(await names()).toBe('1d 2c 3b 4a');
    const [entry] = await database.sql`
      select actor, action, row_label, changes from private.audit_log where table_name = ${table}
      order by id desc limit 1`;
    expect(entry).toMatchObject({ actor: people.administrator.id, action: 'update' });
    expect(Object.keys(entry?.changes)).toEqual(['order_index']);
  });

  test('a reordering of a list by two administrators at once is one of the two, and the other is told', async () => {
    const seen = await ids();
    const [a = '', b = '', c = '', d = ''] = seen;
    const answers = await Promise.allSettled([
      reorder([b, a, c, d], seen),
      reorder([a, b, d, c], seen),
      reorder([d, c, b, a], seen),
    ]);
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused.map(({ code, message }) => `${code} ${message}`)).toEqual([
      `PT409 ${table}_changed`,
      `PT409 ${table}_changed`,
    ]);
    expect(['1b 2a 3c 4d', '1a 2b 3d 4c', '1d 2c 3b 4a']).toContain(await names());
  });

  test('a reordering of a list beside additions and deletions never deadlocks, and leaves 1 to n', async () => {
    const [, , , last] = [...'abcd'];
    const seen = await ids();
    const answers = await Promise.allSettled([
      reorder([...seen].reverse(), seen),
      add('x'),
      remove(last ?? ''),
      reorder([...seen].reverse(), seen),
      add('y'),
      remove('a'),
    ]);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason.message).toBe(`${table}_changed`);
    }
    const positions = (await list()).map(({ position }) => position);
    expect(positions).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ['one is missing', (all: string[]) => all.slice(1)],
    ['one is there twice', ([first = '', ...rest]: string[]) => [first, first, ...rest.slice(1)]],
    ['one is unknown', (all: string[]) => [...all.slice(1), crypto.randomUUID()]],
    ['nothing is said', () => []],
  ])('a reordering of a list is refused where %s', async (_what, change) => {
    const seen = await ids();
    expect(await outcomes([reorder(change(seen), seen)])).toEqual([`PT422 ${table}_incomplete`]);
    expect(await names()).toBe('1a 2b 3c 4d');
  });

  test('a reordering of a list is not for founders, nor is a position', async () => {
    const seen = await ids();
    await expect(reorder(seen, seen, 'founder')).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
    const place = () =>
      as('administrator', (sql) => sql`update ${sql(`public.${table}`)} set order_index = 2 where name = 'a'`);
    await expect(place()).rejects.toMatchObject({ code: '42501' });
    await database.sql.unsafe(`grant update on public.${table} to authenticated`);
    await expect(place()).rejects.toMatchObject({ code: '42501', message: `use_reorder_${table}` });
    await database.sql.unsafe(`
      revoke update on public.${table} from authenticated;
      grant update (${columns.replace('id, ', '')}) on public.${table} to authenticated`);
  });

  test('a reordering of a list makes nobody’s open form an old version', async () => {
    const versions = () => database.sql`select id, updated_at from ${database.sql(`public.${table}`)} order by id`;
    const [before, seen] = [await versions(), await ids()];
    await reorder([...seen].reverse(), seen);
    expect(await versions()).toEqual(before);
  });
});
