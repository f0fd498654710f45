/** The audit log searched and filtered: which entries are found, by whom, and how much is read for them. */
import { randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { claimsOf } from '#tests/kit/builders.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

type Filter = Partial<
  Record<'p_search' | 'p_actor' | 'p_table' | 'p_from' | 'p_to', string> & {
    p_is_system: boolean;
    p_before: string;
    p_limit: number;
  }
>;

/** One page of the log, as an administrator reads it. */
const list = (filter: Filter, by = db.admin) => {
  const named = Object.keys(filter).map((name, index) => `${name} => $${index + 1}`);
  const query = `select * from public.list_audit_log(${named.join(', ')})`;
  return db.sql.begin(async (sql) => {
    const claims = JSON.stringify(claimsOf(by));
    await sql`select set_config('request.jwt.claims', ${claims}, true)`;
    await sql`set local role authenticated`;
    return sql.unsafe(query, Object.values(filter) as postgres.ParameterOrJSON<never>[]);
  });
};
const labels = async (filter: Filter) => (await list(filter)).map(({ row_label }) => row_label);

const GONE = randomUUID();
const BOOKING = randomUUID();
let founder: string;
let applicationId: string;
beforeAll(async () => {
  const { sql } = db;
  founder = await db.addFounder();
  await sql`update public.profiles set name = 'Zoya Founder' where id = ${founder}`;
  [{ id: applicationId }] = (await sql`
    insert into public.mentor_applications (name, phone, linkedin)
    values ('Nila 100%_Applicant', '9876543210', 'https://www.linkedin.com/in/nila') returning id`) as [{ id: string }];
  const add = (at: string, actor: string | null, table: string, rowId: string, label: string | null) => sql`
    insert into private.audit_log (at, actor, action, table_name, row_id, row_label)
    values (${at}, ${actor}, 'update', ${table}, ${rowId}, ${label})`;
  await sql`alter table private.audit_log disable trigger guard_audit_truncation`;
  await sql`truncate private.audit_log`;
  // A day in India begins at half past six in the evening of the day before in UTC.
  await add('2026-11-19T18:29:59Z', null, 'outbox', randomUUID(), 'email');
  await add('2026-11-19T18:30:00Z', db.admin, 'bookings', BOOKING, 'Asha Menon · 2026-11-24 · 10:00');
  await add('2026-11-20T18:29:59Z', founder, 'bookings', randomUUID(), 'Omar Said · 2026-11-25 · 10:00');
  await add('2026-11-20T18:30:00Z', GONE, 'mentors', randomUUID(), 'Asha Menon');
  await add('2026-11-21T12:00:00Z', db.admin, 'mentor_applications', applicationId, null);
  await add('2026-11-22T12:00:00Z', null, 'profiles', founder, null);
});

test.each<[string, () => Filter, (string | null)[]]>([
  ['nothing', () => ({}), ['Zoya Founder', 'Nila 100%_Applicant', 'Asha Menon', 'Omar', 'Asha Menon ·', 'email']],
  ['a name in any case', () => ({ p_search: 'asha MENON' }), ['Asha Menon', 'Asha Menon ·']],
  ['a whole booking id', () => ({ p_search: BOOKING.toUpperCase() }), ['Asha Menon ·']],
  ['the beginning of an id', () => ({ p_search: BOOKING.slice(0, 8) }), ['Asha Menon ·']],
  ['the name of an applicant', () => ({ p_search: 'nila' }), ['Nila 100%_Applicant']],
  ['the name of an account', () => ({ p_search: 'zoya' }), ['Zoya Founder']],
  ['a percent sign as it stands', () => ({ p_search: '0%_a' }), ['Nila 100%_Applicant']],
  ['a wildcard that is none', () => ({ p_search: 'a%m' }), []],
  ['a person', () => ({ p_actor: founder }), ['Omar']],
  ['a deleted account', () => ({ p_actor: GONE }), ['Asha Menon']],
  ['the system', () => ({ p_is_system: true }), ['Zoya Founder', 'email']],
  ['a kind', () => ({ p_table: 'bookings' }), ['Omar', 'Asha Menon ·']],
  ['a first day', () => ({ p_from: '2026-11-21' }), ['Zoya Founder', 'Nila 100%_Applicant', 'Asha Menon']],
  ['one day in India', () => ({ p_from: '2026-11-20', p_to: '2026-11-20' }), ['Omar', 'Asha Menon ·']],
  ['a last day', () => ({ p_to: '2026-11-19' }), ['email']],
  ['several at once', () => ({ p_search: 'asha', p_table: 'bookings', p_actor: db.admin }), ['Asha Menon ·']],
])('the audit log filtered by %s', async (_what, filter, expected) => {
  const found = await labels(filter());
  expect(found).toEqual(expected.map((label) => expect.stringContaining(label ?? '')));
  // Page by page, each filter finds the same.
  const [first] = await list({ ...filter(), p_limit: 1 });
  const rest = first ? await list({ ...filter(), p_before: first.id }) : [];
  expect([first, ...rest].flatMap((row) => row?.row_label ?? [])).toEqual(found);
});

test('those who appear in the audit log are listed for administrators alone, administrators first', async () => {
  const actors = await db.as(db.admin)`select * from public.list_audit_actors()`;
  expect(actors).toMatchObject([
    { actor: db.admin, is_administrator: true },
    { actor: founder, name: 'Zoya Founder', is_administrator: false },
    { actor: GONE, name: null, is_administrator: false },
  ]);
  await expect(db.as(founder)`select * from public.list_audit_actors()`).rejects.toMatchObject({
    message: 'admin_only',
  });
  await expect(list({ p_search: 'asha' }, founder)).rejects.toMatchObject({ message: 'admin_only' });
});

describe('in an audit log of twenty thousand entries', () => {
  beforeAll(async () => {
    await db.sql`
      insert into private.audit_log (at, actor, action, table_name, row_id, row_label)
      select timestamptz '2020-01-01' + n * interval '1 hour', md5((n % 40)::text)::uuid, 'update',
        case when n % 1000 = 0 then 'podcasts' else 'mentor_availability' end, gen_random_uuid(), 'Mentor ' || n
      from generate_series(1, 20000) n`;
    await db.sql`analyze private.audit_log`;
  });

  /** Rows of the log that a page read, by scan or by index. */
  async function rowsRead(filter: Filter): Promise<number> {
    return db.sql.begin(async (sql) => {
      const count = async () => {
        const [row] = await sql`
          select pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid) as touched
          from pg_class where oid = 'private.audit_log'::regclass`;
        return Number(row?.touched);
      };
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: db.admin })}, true)`;
      const named = Object.keys(filter).map((name, index) => `${name} => $${index + 1}`);
      const before = await count();
      const rows = await sql.unsafe(
        `select id from public.list_audit_log(p_limit => 51, ${named.join(', ')})`,
        Object.values(filter) as postgres.ParameterOrJSON<never>[],
      );
      expect(rows.length).toBeGreaterThan(0);
      return (await count()) - before;
    });
  }

  test.each<[string, () => Filter]>([
    ['a search', () => ({ p_search: 'Mentor 7777' })],
    ['a search for an id', () => ({ p_search: BOOKING })],
    ['a search for a person', () => ({ p_search: 'nila' })],
    ['a person', () => ({ p_actor: founder })],
    ['the system', () => ({ p_is_system: true })],
    ['a kind', () => ({ p_table: 'podcasts' })],
    ['two days long ago', () => ({ p_from: '2020-03-01', p_to: '2020-03-02' })],
  ])('%s reads what it finds, not the log', async (_what, filter) => {
    expect(await rowsRead(filter())).toBeLessThan(500);
  });
});
