/**
 * What administrators read and export of people leaves an entry in the audit log
 * (docs/product/privacy.md#reading-by-administrators).
 */
import type postgres from 'postgres';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimsOf } from '#tests/kit/builders.ts';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { people, rehearse, seedPeople } from '#tests/kit/personas.ts';
import { type ApiName, apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase();
const { sql } = db;
const apis = provideFixture(() => openRestApis(db.url));
const admin = people.administrator.id;
const PROBE = 'Probe';

beforeAll(async () => {
  await seedPeople(sql);
  await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    select gen_random_uuid(), 'probe' || n || '@startup.example', jsonb_build_object('name', ${PROBE}::text)
    from generate_series(1, 5) n`;
});

let last = 0;
beforeEach(async () => {
  // What was read within the last ten minutes is not recorded again; another test's is none of this one's.
  await sql`update private.audit_log set at = at - interval '1 hour' where seal_id is null`;
  last = (await sql<[{ id: number }]>`select coalesce(max(id), 0)::int as id from private.audit_log`)[0].id;
});
afterEach(() => sql`update auth.sessions set created_at = now() where id = ${admin}`);

const entries = (via: postgres.ISql = sql) => via`
  select actor, action, table_name, row_id, row_label, changes from private.audit_log where id > ${last} order by id`;
const call = (api: ApiName, name: string, body: object = {}) => apis.call(api, 'administrator', name, body);
const probes = async () =>
  (await sql<{ id: string }[]>`select id from public.profiles where name = ${PROBE} order by id`).map(({ id }) => id);

describe.each(apiNames)('%s', (api) => {
  test('each page of the Users tab leaves one entry, with who, filter, page and the people', async () => {
    const first = await call(api, 'list_people', { p_search: ' PROBE ', p_limit: 3 });
    const second = await call(api, 'list_people', { p_search: PROBE, p_limit: 3, p_offset: 3 });
    expect([first.body.length, second.body.length]).toEqual([3, 2]);
    expect(first.body[0]).toMatchObject({ name: PROBE, email: expect.stringContaining('@'), total_count: 5 });
    const found = await entries();
    expect(found).toMatchObject([
      { actor: admin, action: 'read', table_name: 'profiles', row_id: null },
      { actor: admin, action: 'read', table_name: 'profiles', row_id: null },
    ]);
    expect(found.map(({ changes: { people: _, ...changes } }) => changes)).toEqual([
      { filter: { search: 'probe' }, page: 1, rows: 3 },
      { filter: { search: 'probe' }, page: 2, rows: 2 },
    ]);
    expect(found.flatMap(({ changes }) => changes.people).sort()).toEqual(await probes());
  });

  test('a page of bookings leaves one entry with its filter and founders, and a booking’s details another', async () => {
    const mine = await db.addPaidBooking();
    const [booking] = (
      await call(api, 'search_bookings', { p_search: mine.bookingId, p_status: ['pending_admin_review'] })
    ).body;
    expect(booking.user_email).toContain('@');
    await call(api, 'booking_details', { p_booking_id: mine.bookingId });
    expect(await entries()).toMatchObject([
      {
        actor: admin,
        action: 'read',
        table_name: 'bookings',
        row_id: null,
        changes: {
          filter: { view: 'all', search: mine.bookingId, status: ['pending_admin_review'] },
          page: 1,
          rows: 1,
          people: [mine.founder],
        },
      },
      {
        action: 'read',
        table_name: 'bookings',
        // The history of a booking is what changed: a reading is not about the row.
        row_id: null,
        changes: { filter: { booking_id: mine.bookingId }, people: [mine.founder] },
      },
    ]);
  });

  test('an export leaves one entry with filter and count, also when the client stops half-way', async () => {
    const first = await call(api, 'export_people', { p_search: PROBE, p_is_submitted: false, p_limit: 2 });
    expect(first.body).toMatchObject({ rows: 5, people: [{ name: PROBE }, { name: PROBE }] });
    // The entry is there with the first rows, whether the others are ever asked for or not.
    const entry = {
      actor: admin,
      action: 'export',
      table_name: 'profiles',
      changes: { filter: { search: 'probe', is_submitted: false }, rows: 5 },
    };
    expect(await entries()).toMatchObject([entry]);
    const { created_at, id } = first.body.people[1];
    const rest = await call(api, 'export_people', {
      p_search: 'something else',
      p_export_id: first.body.export_id,
      p_after_at: created_at,
      p_after_id: id,
    });
    const all = [...first.body.people, ...rest.body.people];
    expect(all.map((person: { id: string }) => person.id).sort()).toEqual(await probes());
    expect(await entries()).toMatchObject([entry]);
  });

  test('an export by a whole id has the person whom the list shows', async () => {
    const [id = ''] = await probes();
    expect((await call(api, 'export_people', { p_search: id })).body).toMatchObject({ rows: 1, people: [{ id }] });
  });

  test('an export needs a proof, and without one leaves no entry and no row', async () => {
    await sql`update auth.sessions set created_at = now() - interval '6 minutes' where id = ${admin}`;
    expect(await call(api, 'export_people', { p_search: PROBE })).toMatchObject({
      status: 403,
      body: { message: 'proof_needed' },
    });
    expect(await entries()).toEqual([]);
    await sql`insert into private.identity_proofs (session_id, user_id) values (${admin}, ${admin})`;
    expect((await call(api, 'export_people', { p_search: PROBE })).body.rows).toBe(5);
    await sql`delete from private.identity_proofs`;
  });

  test('a further page of an export is for the account that began it, for fifteen minutes', async () => {
    const { body } = await call(api, 'export_people', { p_search: PROBE, p_limit: 2 });
    const page = { p_export_id: body.export_id };
    expect(await call(api, 'export_people', { p_export_id: body.export_id + 1_000 })).toMatchObject({
      status: 404,
      body: { message: 'export_not_found' },
    });
    await expect(db.as(db.admin)`select public.export_people(p_export_id => ${body.export_id})`).rejects.toMatchObject({
      message: 'export_not_found',
    });
    expect((await call(api, 'export_people', page)).status).toBe(200);
    await sql`update private.audit_log set at = now() - interval '16 minutes' where id = ${body.export_id}`;
    expect((await call(api, 'export_people', page)).status).toBe(404);
  });

  test('administrators read no other person’s profile past these functions', async () => {
    const { body } = await apis.ask(api, 'administrator', '/profiles?select=id,email,phone,name');
    expect(body.map(({ id }: { id: string }) => id)).toEqual([admin]);
  });
});

test('an open list that asks again leaves nothing for ten minutes, until there is another person or page or filter', async () => {
  const list = async (search = PROBE, offset = 0) => {
    await db.as(db.admin)`select * from public.list_people(${search}, p_limit => 4, p_offset => ${offset})`;
    return (await entries()).length;
  };
  expect([await list(), await list(), await list()]).toEqual([1, 1, 1]);
  expect([await list(PROBE, 4), await list(PROBE, 4)]).toEqual([2, 2]);
  expect([await list('probe'), await list('probe1@')]).toEqual([2, 3]);
  // Somebody leaves the page: no new person. Somebody comes: one.
  const [newest] = await sql`
    insert into auth.users (id, email, raw_user_meta_data)
    values (gen_random_uuid(), 'probe6@startup.example', jsonb_build_object('name', ${PROBE}::text)) returning id`;
  expect(await list()).toBe(4);
  await sql`delete from auth.users where id = ${newest?.id}`;
  expect(await list()).toBe(4);
  await sql`update private.audit_log set at = at - interval '10 minutes' where id > ${last}`;
  expect([await list(), await list()]).toEqual([5, 5]);
  // Another administrator's reading is an act of its own.
  await db.as(admin)`select * from public.list_people(${PROBE}, p_limit => 4)`;
  expect(await entries()).toHaveLength(6);
});

test('a list of payments is recorded too, and a page without people as well', async () => {
  const mine = await db.addPaidBooking();
  await db.as(db.admin)`select * from public.list_payments(${mine.paymentId})`;
  await db.as(db.admin)`select * from public.list_people('nobody is called this')`;
  expect(await entries()).toMatchObject([
    {
      table_name: 'payments',
      changes: { filter: { search: mine.paymentId }, page: 1, rows: 1, people: [mine.founder] },
    },
    { table_name: 'profiles', changes: { filter: { search: 'nobody is called this' }, page: 1, rows: 0, people: [] } },
  ]);
});

test('an entry names a hundred people at most', async () => {
  await rehearse(sql, async (via) => {
    await via`
      insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), 'crowd' || n || '@startup.example', '{"name": "Crowd"}'::jsonb
      from generate_series(1, 120) n`;
    const [{ ids }] = await via<[{ ids: string[] }]>`
      select array_agg(id) as ids from public.profiles where name = 'Crowd'`;
    await via`select private.record_read('profiles', '{"rows": 120}', ${ids})`;
    const [entry] = await via`select changes from private.audit_log order by id desc limit 1`;
    expect(entry?.changes.people).toHaveLength(100);
  });
});

test('without the functions’ own entries a reading and an export leave none (negative control)', async () => {
  const mutations = `
    create or replace function private.record_read(p_table text, p_details jsonb, p_people uuid[])
    returns void language plpgsql set search_path = '' as 'begin end';
    do $$ begin
      execute replace(
        pg_get_functiondef('public.export_people(text,boolean,bigint,timestamptz,uuid,integer)'::regprocedure),
        'if p_export_id is null then' || chr(10) || '    insert', 'if false then' || chr(10) || '    insert');
    end $$`;
  const left = (mutation: string) =>
    rehearse(sql, async (via, become) => {
      await via.unsafe(mutation);
      await via`select set_config('request.jwt.claims', ${JSON.stringify(claimsOf(admin))}, true)`;
      await via`set local role authenticated`;
      await via`select * from public.list_people(${PROBE})`;
      await via`select public.export_people(${PROBE})`;
      await become('superuser');
      return (await entries(via)).map(({ action }) => action);
    });
  expect(await left('select')).toEqual(['read', 'export']);
  expect(await left(mutations)).toEqual([]);
});
