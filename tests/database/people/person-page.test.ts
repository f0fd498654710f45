/** The page of a person, over HTTP: of the embedded API and of a real PostgREST, which must answer alike. */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { provideDatabase, provideFixture } from '#tests/kit/database-fixture.ts';
import { attempt, people, personas, rehearse, seedPeople } from '#tests/kit/personas.ts';
import { apiNames, openRestApis } from '#tests/kit/rest-apis.ts';

const db = provideDatabase({ hasAdministrator: false });
const { sql } = db;
const apis = provideFixture(() => openRestApis(db.url));
const { founder, administrator } = people;
const REASON = 'They asked for it by e-mail';

beforeAll(async () => {
  await seedPeople(sql);
  const slot = await db.addSlot(await db.addMentor(), 3, '10:00', '11:00');
  await db.buy(founder.id, slot);
});

const inDays = async (days: number): Promise<string> =>
  (await sql`select (private.today() + ${days}::int)::text as day`)[0]?.day;
const addRecord = async (kind: string, body: string, received: number, answer: number) => {
  const [row] = await sql`
    insert into private.person_records (user_id, kind, body, received_on, answer_by)
    values (${founder.id}, ${kind}, ${body}, private.today() + ${received}::int, private.today() + ${answer}::int)
    returning id`;
  return row?.id as string;
};
const lastEntry = async () =>
  (
    await sql`
      select actor, action, table_name, row_id, changes from private.audit_log order by id desc limit 1`
  )[0];
const setProof = (age: string) => sql`
  update auth.sessions set created_at = now() - ${age}::interval where user_id = ${administrator.id}`;

describe.each(apiNames)('through %s', (api) => {
  const call = (name: string, body: object) => apis.call(api, 'administrator', name, body);

  it('an administrator opens a person, which leaves an entry of the audit log', async () => {
    const { status, body } = await call('person_details', { p_user_id: founder.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: [{ name: founder.name, email: founder.email, is_admin: false }],
      mentor_id: null,
      bookings: [{ status: 'pending_admin_review' }],
      payments: [{ amount_paise: 350_000 }],
      consents: [{ place: 'sign_up' }, { place: 'sign_up' }, { place: 'payment' }, { place: 'payment' }],
      reviews: [],
    });
    const [entry] = await sql`
      select actor, changes from private.audit_log
      where action = 'read' and changes ->> 'view' = 'person' and changes -> 'people' ? ${founder.id}`;
    expect(entry).toEqual({ actor: administrator.id, changes: { view: 'person', people: [founder.id] } });
    const unknown = { p_user_id: crypto.randomUUID() };
    expect(await call('person_details', unknown)).toMatchObject({ status: 200, body: null });
    expect((await call('export_person', { ...unknown, p_reason: REASON })).status).toBe(404);
  });

  it('an e-mail that was put aside counts as not sent', async () => {
    const [booking] = await sql`select id from public.bookings where user_id = ${founder.id}`;
    await sql`
      insert into private.outbox (kind, key, state, finished_at)
      values ('email', ${`booking:${booking?.id}:aside-${api}:founder:0`}, 'put_aside', now())`;
    const { body } = await call('person_details', { p_user_id: founder.id });
    expect((body as { mails: object[] }).mails).toContainEqual(
      expect.objectContaining({ event: `aside-${api}`, state: 'not_sent' }),
    );
  });

  it('an administrator exports what the person’s own export has, with a proof and a reason in the audit log', async () => {
    await setProof('0 minutes');
    const asked = { p_user_id: founder.id, p_reason: ` ${REASON} ` };
    const { status, body } = await call('export_person', asked);
    expect(status).toBe(200);
    expect(await lastEntry()).toEqual({
      actor: administrator.id,
      action: 'export',
      table_name: 'profiles',
      row_id: founder.id,
      changes: { reason: REASON },
    });
    const { made_at: _, ...document } = body;
    expect(document).toEqual((await sql`select private.export_of(${founder.id}) as document`)[0]?.document);
    // The person finds the act in their own export.
    expect(document.audit_log.at(-1)).toMatchObject({ action: 'export', by: 'an administrator', columns: ['reason'] });

    expect(await call('export_person', { ...asked, p_reason: 'Because' })).toMatchObject({
      status: 422,
      body: { message: 'reason_text_length' },
    });
    await setProof('6 minutes');
    expect(await call('export_person', asked)).toMatchObject({ status: 403, body: { message: 'proof_needed' } });
    await setProof('0 minutes');
  });

  it('a request is entered, is near on Overview, is answered, and stays in the person’s export', async () => {
    await sql`delete from private.person_records`;
    const request = { p_user_id: founder.id, p_kind: 'access', p_body: 'All of it' };
    const days = { p_received_on: await inDays(-28), p_answer_by: await inDays(2) };
    expect((await call('add_person_record', { ...request, ...days })).status).toBe(204);
    expect(await lastEntry()).toMatchObject({ row_id: founder.id, changes: { request: [null, 'access'] } });
    const far = { p_received_on: await inDays(-1), p_answer_by: await inDays(29) };
    expect((await call('add_person_record', { ...request, ...far })).status).toBe(204);
    const near = async () => (await call('admin_overview', {})).body.data_requests;
    expect(await near()).toEqual([{ user_id: founder.id, kind: 'access', answer_by: days.p_answer_by }]);
    const [record] = (await call('person_details', { p_user_id: founder.id })).body.records;
    expect(record).toMatchObject({
      kind: 'access',
      body: 'All of it',
      received_on: days.p_received_on,
      answered_at: null,
    });
    expect((await call('close_person_record', { p_id: record.id })).status).toBe(204);
    expect(await lastEntry()).toMatchObject({ row_id: founder.id, changes: { request: ['access', 'answered'] } });
    expect(await near()).toEqual([]);
    const own = await apis.call(api, 'founder', 'export_my_data');
    expect(own.body.requests_and_notes).toMatchObject([{ answered_at: expect.any(String) }, { answered_at: null }]);

    for (const wrong of [{ p_received_on: await inDays(1) }, { p_received_on: await inDays(-366) }]) {
      expect(await call('add_person_record', { ...request, ...days, ...wrong })).toMatchObject({ status: 422 });
    }
    for (const wrong of [{ p_answer_by: null }, { p_answer_by: days.p_received_on }, { p_kind: 'other' }]) {
      expect((await call('add_person_record', { ...request, ...days, ...wrong })).status).toBe(400);
    }
  });

  it('a note is kept without its text in the audit log, and deleted when it is closed', async () => {
    await sql`delete from private.person_records`;
    const note = { p_user_id: founder.id, p_kind: 'note', p_body: '  Prefers Hindi.  ' };
    expect((await call('add_person_record', note)).status).toBe(204);
    expect(await lastEntry()).toMatchObject({ action: 'update', row_id: founder.id, changes: { note: null } });
    const [kept] = await sql`select id, body from private.person_records`;
    expect(kept?.body).toBe('Prefers Hindi.');
    expect((await call('add_person_record', { ...note, p_body: ' ' })).status).toBe(400);
    expect((await call('close_person_record', { p_id: kept?.id })).status).toBe(204);
    expect(await sql`select from private.person_records`).toHaveLength(0);
  });

  it.each(personas.filter((persona) => persona !== 'administrator'))('a %s gets nothing of it', async (persona) => {
    const id = await addRecord('erasure', '', 0, 30);
    for (const [name, body] of Object.entries({
      person_details: { p_user_id: people.otherFounder.id },
      export_person: { p_user_id: people.otherFounder.id, p_reason: REASON },
      add_person_record: { p_user_id: people.otherFounder.id, p_kind: 'note', p_body: 'Mine' },
      close_person_record: { p_id: id },
      delete_account: { p_user_id: people.otherFounder.id },
    })) {
      expect([name, [401, 403].includes((await apis.call(api, persona, name, body)).status)]).toEqual([name, true]);
    }
    const { status } = await apis.ask(api, persona, '/person_records?select=*', {
      headers: { 'accept-profile': 'private' },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await sql`select from private.person_records where id = ${id} and answered_at is null`).toHaveLength(1);
  });
});

test('without its check a founder would read another person', async () => {
  const read = `select public.person_details('${people.otherFounder.id}') as person`;
  const answer = await rehearse(sql, async (transaction, become) => {
    await become('founder');
    const refused = await attempt(transaction, (inner) => inner.unsafe(read));
    return { refused };
  });
  expect(answer.refused.error).toMatchObject({ code: '42501', message: 'admin_only' });
  const open = await rehearse(sql, async (transaction, become) => {
    await transaction`create or replace function private.require_admin() returns void
      language plpgsql stable set search_path = '' as 'begin end'`;
    await become('founder');
    return attempt(transaction, (inner) => inner.unsafe(read));
  });
  expect(open).toMatchObject({ rows: [{ person: { account: [{ email: people.otherFounder.email }] } }] });
});

test('requests and notes are deleted with the account', async () => {
  const id = await db.addFounder();
  await sql`insert into private.person_records (user_id, kind, body, received_on) values (${id}, 'note', 'x', '2026-11-20')`;
  await db.service`select public.delete_account(${id})`;
  expect(await sql`select from private.person_records where user_id = ${id}`).toHaveLength(0);
});

test('a user is found with and without the accents of the name', async () => {
  await sql`update public.profiles set name = 'Zoë Ławniczak', startup_name = 'Café Ñandú' where id = ${founder.id}`;
  const found = async (search: string) =>
    (await db.as(administrator.id)`select id from public.list_people(${search})`).map(({ id }) => id);
  for (const typed of ['zoe lawniczak', 'ZOË', 'Ławniczak', 'cafe nandu', 'Café']) {
    expect(await found(typed), typed).toEqual([founder.id]);
  }
  await sql`update public.profiles set name = ${founder.name}, startup_name = null where id = ${founder.id}`;
});

test('the list of users says who is a mentor and who an administrator', async () => {
  const mentorId = await db.addMentor();
  await sql`insert into public.mentor_private (mentor_id, email, user_id)
    values (${mentorId}, ${people.mentor.email}, ${people.mentor.id})
    on conflict (mentor_id) do update set user_id = excluded.user_id`;
  const rows = await db.as(administrator.id)`select id, is_admin, is_mentor from public.list_people(p_limit => 100)`;
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of(people.mentor.id)).toMatchObject({ is_admin: false, is_mentor: true });
  expect(of(administrator.id)).toMatchObject({ is_admin: true, is_mentor: false });
  expect(of(founder.id)).toMatchObject({ is_admin: false, is_mentor: false });
});
