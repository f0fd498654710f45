/** The order of the partners' logos, whoever changes it at the same moment. */
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
beforeEach(async () => {
  await database.sql`delete from public.partner_logos`;
  for (const name of 'abcd') await add(name);
});

/** As an administrator's request: a transaction of its own. */
function asAdministrator<T>(act: (sql: postgres.TransactionSql) => Promise<T>) {
  return pool.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf('administrator'))}, true)`;
    await sql`set local role authenticated`;
    return act(sql);
  });
}

const add = (name: string) =>
  asAdministrator((sql) => sql`insert into public.partner_logos (name, image_url) values (${name}, '/demo/a.png')`);
const remove = (name: string) => asAdministrator((sql) => sql`delete from public.partner_logos where name = ${name}`);

async function list() {
  return database.sql<{ id: string; name: string; position: number }[]>`
    select id, name, order_index as position from public.partner_logos order by order_index, name`;
}
const names = async () => (await list()).map(({ name, position }) => `${position}${name}`).join(' ');
const ids = async () => (await list()).map(({ id }) => id);

const reorder = (order: string[], seen: string[]) =>
  asAdministrator((sql) => sql`select public.reorder_partner_logos(${order}, ${seen})`);

test('a new logo is the last, whatever its client says', async () => {
  expect(await names()).toBe('1a 2b 3c 4d');
  await database.sql`grant insert on public.partner_logos to authenticated`;
  await asAdministrator(
    (sql) => sql`insert into public.partner_logos (name, image_url, order_index) values ('e', '/e.png', 1)`,
  );
  await database.sql`revoke insert on public.partner_logos from authenticated`;
  await database.sql`grant insert (id, name, image_url) on public.partner_logos to authenticated`;
  expect(await names()).toBe('1a 2b 3c 4d 5e');
});

test('ten new logos at once get ten places', async () => {
  await Promise.all([...'efghijklmn'].map(add));
  expect((await list()).map(({ position }) => position)).toEqual(Array.from({ length: 14 }, (_, at) => at + 1));
});

test('deleting a logo closes the gap', async () => {
  await remove('b');
  expect(await names()).toBe('1a 2c 3d');
});

test('a reordering of logos gives all their numbers, and is in the audit log with its administrator', async () => {
  const seen = await ids();
  await reorder([...seen].reverse(), seen);
  expect(await names()).toBe('1d 2c 3b 4a');
  const [entry] = await database.sql`
    select actor, action, row_label, changes from private.audit_log where table_name = 'partner_logos'
    order by id desc limit 1`;
  expect(entry).toMatchObject({ actor: people.administrator.id, action: 'update' });
  expect(Object.keys(entry?.changes)).toEqual(['order_index']);
});

test('a reordering of logos by two administrators at once is one of the two, and the other is told', async () => {
  const seen = await ids();
  const [a = '', b = '', c = '', d = ''] = seen;
  const answers = await Promise.allSettled([
    reorder([b, a, c, d], seen),
    reorder([a, b, d, c], seen),
    reorder([d, c, b, a], seen),
  ]);
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refused.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'PT409 partner_logos_changed',
    'PT409 partner_logos_changed',
  ]);
  expect(['1b 2a 3c 4d', '1a 2b 3d 4c', '1d 2c 3b 4a']).toContain(await names());
});

test('a reordering of logos beside additions and deletions never deadlocks, and leaves 1 to n', async () => {
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
    if (answer.status === 'rejected') expect(answer.reason.message).toBe('partner_logos_changed');
  }
  const positions = (await list()).map(({ position }) => position);
  expect(positions).toEqual([1, 2, 3, 4]);
});

test.each([
  ['one is missing', (all: string[]) => all.slice(1)],
  ['one is there twice', ([first = '', ...rest]: string[]) => [first, first, ...rest.slice(1)]],
  ['one is unknown', (all: string[]) => [...all.slice(1), crypto.randomUUID()]],
  ['nothing is said', () => []],
])('a reordering of logos is refused where %s', async (_what, change) => {
  const seen = await ids();
  expect(await outcomes([reorder(change(seen), seen)])).toEqual(['PT422 partner_logos_incomplete']);
  expect(await names()).toBe('1a 2b 3c 4d');
});

test('a reordering of logos is not for founders, nor is a position', async () => {
  const seen = await ids();
  await expect(
    pool.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf('founder'))}, true)`;
      await sql`set local role authenticated`;
      await sql`select public.reorder_partner_logos(${seen}, ${seen})`;
    }),
  ).rejects.toMatchObject({ code: '42501', message: 'admin_only' });
  await expect(
    asAdministrator((sql) => sql`update public.partner_logos set order_index = 2 where name = 'a'`),
  ).rejects.toMatchObject({ code: '42501' });
});
