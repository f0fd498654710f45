import { createPostgresConnection } from '@supabase/lite/postgres';
import { SignJWT } from 'jose';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { silentLog } from '#host/log.ts';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, openBackend, openLibrary, request, SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { openConnection } from './database-connection.ts';
import { openStatementBook, sendTogether } from './database-statements.ts';

const SUBJECT = '22222222-2222-4222-8222-222222222222';
const OTHER = '33333333-3333-4333-8333-333333333333';

const database = provideTestDatabase(`
  create table public.notes (id int primary key, owner uuid not null, body text not null);
  alter table public.notes enable row level security;
  revoke all on public.notes from anon, authenticated;
  grant select, insert on public.notes to anon, authenticated, service_role;
  create policy "Visitors read none" on public.notes for select to anon using (false);
  create policy "People read their own" on public.notes for select to authenticated
    using (owner = (select auth.uid()));
  create policy "People write their own" on public.notes for insert to authenticated
    with check (owner = (select auth.uid()));
  insert into public.notes values (1, '${SUBJECT}', 'of one'), (2, '${OTHER}', 'of the other');
  create function public.count_notes(p_from int) returns jsonb language sql stable as $$
    select jsonb_build_object('role', current_user, 'notes', count(*)) from public.notes where id >= p_from
  $$;
  create function public.answer_418(p_id int) returns text language plpgsql as $$
  begin
    perform set_config('response.status', '418', true);
    return 'tea';
  end $$;
  create function public.whoami() returns text language sql stable as $$ select current_user::text $$;
  create function public.refuse_late() returns trigger language plpgsql as $$
  begin
    raise exception using errcode = 'PT409', message = 'too_late';
  end $$;
  create constraint trigger refuse_late after insert on public.notes deferrable initially deferred
    for each row when (new.body = 'refused at the end') execute function public.refuse_late();
  grant execute on function public.count_notes, public.answer_418, public.whoami to anon, authenticated, service_role;
`);

const tokens = new Map<string, string>();
beforeAll(async () => {
  for (const subject of [SUBJECT, OTHER]) {
    const token = await new SignJWT({ sub: subject, role: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET));
    tokens.set(subject, token);
  }
});

type Persona = typeof SUBJECT | typeof OTHER | 'visitor' | 'server';

function as(persona: string, path: string, body?: object): Request {
  const token = tokens.get(persona);
  return request(path, {
    body,
    ...(persona === 'server' && { key: SECRET_KEY }),
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });
}

describe.each([true, false])('with statements that may be prepared: %s', (isPrepared) => {
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url, poolSize: 1, isPrepared }));

  async function ask(persona: string, path: string, body?: object) {
    const answer = await backend.fetch(as(persona, path, body));
    return { status: answer.status, body: await answer.json() };
  }

  test('one statement on one connection answers each person by their own policies, in any order', async () => {
    const seen: Record<Persona, number[]> = { visitor: [], [SUBJECT]: [1], [OTHER]: [2], server: [1, 2] };
    const personas = Object.keys(seen) as Persona[];
    for (let round = 0; round < 8; round += 1) {
      for (const persona of round % 2 === 0 ? personas : personas.toReversed()) {
        const { body } = await ask(persona, '/rest/v1/notes?select=id&id=gte.1&order=id');
        expect([persona, body]).toEqual([persona, seen[persona].map((id) => ({ id }))]);
        const role = persona === 'server' ? 'service_role' : persona === 'visitor' ? 'anon' : 'authenticated';
        const counted = await ask(persona, '/rest/v1/rpc/count_notes', { p_from: 1 });
        expect(counted.body).toEqual({ role, notes: seen[persona].length });
      }
    }
  });

  test('a refusal that comes with the end of the transaction is the answer, and nothing is stored', async () => {
    const note = (id: number) => ({ id, owner: SUBJECT, body: 'refused at the end' });
    for (const id of [11, 12, 13]) {
      expect(await ask(SUBJECT, '/rest/v1/notes', note(id))).toMatchObject({
        status: 409,
        body: { message: 'too_late' },
      });
    }
    expect(await database.sql`select from public.notes where id > 10`).toHaveLength(0);
    expect((await ask('visitor', '/rest/v1/rpc/whoami', {})).body).toBe('anon');
  });

  test('a function sets the status of its answer, and of no other one', async () => {
    for (let call = 0; call < 3; call += 1) {
      expect(await ask('visitor', '/rest/v1/rpc/answer_418', { p_id: call })).toEqual({ status: 418, body: 'tea' });
      expect(await ask('visitor', '/rest/v1/rpc/whoami', {})).toEqual({ status: 200, body: 'anon' });
    }
  });

  test('a value that the database refuses leaves the connection whole', async () => {
    for (let call = 0; call < 3; call += 1) {
      expect((await ask(SUBJECT, '/rest/v1/notes?select=id&id=eq.nothing')).status).toBe(400);
      expect((await ask(SUBJECT, '/rest/v1/notes?select=id&id=gte.1')).body).toEqual([{ id: 1 }]);
    }
  });
});

describe('connection', () => {
  const connections: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const connection of connections.splice(0)) await connection.close();
  });

  function open(options: { isPrepared?: boolean } = {}) {
    const connection = openConnection({
      databaseUrl: database.url,
      poolSize: 1,
      statementTimeoutMs: 8_000,
      connectionWaitMs: 2_000,
      isPrepared: true,
      log: silentLog,
      ...options,
    });
    connections.push(connection);
    const run = <T>(role: string, act: (transaction: Kysely<unknown>) => Promise<T>) =>
      connection.withContext({ auth: { uid: SUBJECT, role, jwt: { sub: SUBJECT } } }, (transaction) =>
        act(transaction as unknown as Kysely<unknown>),
      );
    return { connection, run };
  }
  const whoami = async (transaction: Kysely<unknown>) =>
    (await sql<{ who: string }>`select current_user::text as who`.execute(transaction)).rows[0]?.who;

  test.each([true, false])(
    'nothing runs where the settings fail (prepared: %s), and the next request is served',
    async (isPrepared) => {
      const { run } = open({ isPrepared });
      for (let turn = 0; turn < 3; turn += 1) {
        const write = (transaction: Kysely<unknown>) =>
          sql`insert into public.notes values (${100 + turn}, ${SUBJECT}, ${'by no role'})`.execute(transaction);
        // As the reason says, and not only that the transaction has failed.
        await expect(run('no_such_role', write)).rejects.toMatchObject({ code: '22023' });
        expect(await run('anon', whoami)).toBe('anon');
      }
      expect(await database.sql`select from public.notes where id >= 100`).toHaveLength(0);
    },
  );

  test('a parameter that cannot be sent fails by itself', async () => {
    const { run } = open();
    for (let turn = 0; turn < 3; turn += 1) {
      const send = (transaction: Kysely<unknown>) =>
        sql`select count(*) from public.notes where id = ${undefined}`.execute(transaction);
      await expect(run('anon', send)).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' });
      expect(await run('anon', whoami)).toBe('anon');
    }
  });

  test('a read is two messages to the database, from its second use on', async () => {
    const { connection, run } = open();
    const read = (transaction: Kysely<unknown>) =>
      sql`select body from public.notes where id = ${1}`.execute(transaction);
    for (let turn = 0; turn < 3; turn += 1) await run('authenticated', read);
    const sent = await countWrites(() => run('authenticated', read));
    expect(sent).toBe(2);
    await connection.close();
    connections.pop();
  });

  test('the library by itself sends eight', async () => {
    const connection = createPostgresConnection({ url: database.url, postgresOptions: { max: 1 } });
    connections.push(connection);
    Reflect.set(connection, 'rlsState', 'active');
    const read = () =>
      connection.withContext({ auth: { uid: SUBJECT, role: 'authenticated', jwt: { sub: SUBJECT } } }, (transaction) =>
        sql`select body from public.notes where id = ${1}`.execute(transaction),
      );
    await read();
    expect(await countWrites(read)).toBeGreaterThanOrEqual(8);
  });

  test('an answer that has other columns after a change of the schema is asked for again', async () => {
    const { run } = open();
    await database.sql`create function public.described(p int) returns table (id int) language sql stable as 'select p'`;
    await database.sql`grant execute on function public.described to anon`;
    const call = async (transaction: Kysely<unknown>) =>
      (await sql`select * from public.described(${7}::int)`.execute(transaction)).rows;
    for (let turn = 0; turn < 3; turn += 1) expect(await run('anon', call)).toEqual([{ id: 7 }]);
    await database.sql.unsafe(`
      drop function public.described;
      create function public.described(p int) returns table (id int, name text) language sql stable as 'select p, ''x''';
      grant execute on function public.described to anon;`);
    for (let turn = 0; turn < 3; turn += 1) expect(await run('anon', call)).toEqual([{ id: 7, name: 'x' }]);
  });

  test('a change of a policy or of the rights counts at once', async () => {
    const { run } = open();
    const read = async (transaction: Kysely<unknown>) =>
      (await sql`select id from public.notes where id >= ${1} order by id`.execute(transaction)).rows;
    for (let turn = 0; turn < 7; turn += 1) expect(await run('authenticated', read)).toEqual([{ id: 1 }]);
    await database.sql`alter policy "People read their own" on public.notes using (false)`;
    expect(await run('authenticated', read)).toEqual([]);
    await database.sql`revoke select on public.notes from authenticated`;
    await expect(run('authenticated', read)).rejects.toMatchObject({ code: '42501' });
    await database.sql`grant select on public.notes to authenticated`;
    await database.sql`alter policy "People read their own" on public.notes using (owner = (select auth.uid()))`;
    expect(await run('authenticated', read)).toEqual([{ id: 1 }]);
  });

  test('nothing is prepared where it may not be', async () => {
    const { connection, run } = open({ isPrepared: false });
    const prepared = async (transaction: Kysely<unknown>) =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements where ${true}`.execute(
          transaction,
        )
      ).rows[0]?.n;
    for (let turn = 0; turn < 3; turn += 1) expect(await run('anon', prepared)).toBe(0);
    await connection.driver`select ${1}::int`;
    expect(await run('anon', prepared)).toBe(0);
  });
});

test('the driver must be corrected', async () => {
  const connection = createPostgresConnection({ url: database.url });
  Reflect.deleteProperty(connection.driver, 'sendsAhead');
  expect(() => sendTogether(connection, { isPrepared: true })).toThrow('correctDriver() comes before');
  await connection.close();
});

describe('which statements are prepared', () => {
  const use = (book: ReturnType<typeof openStatementBook>, text: string, times: number) =>
    Array.from({ length: times }, () => book.nameOf(text));

  test('those that are used a second time', () => {
    expect(use(openStatementBook(), 'select 1', 3)).toEqual([undefined, 'select 1', 'select 1']);
  });

  test('two hundred at most in an hour, however many a client invents, and those before them stay', () => {
    let now = 0;
    const book = openStatementBook(() => now);
    use(book, 'ours', 2);
    for (let each = 0; each < 5_000; each += 1) use(book, `select ${each}`, 2);
    const prepared = Array.from({ length: 5_000 }, (_, each) => book.nameOf(`select ${each}`)).filter(Boolean);
    expect(prepared).toHaveLength(199);
    expect(book.nameOf('ours')).toBe('ours');
    now += 60 * 60_000 + 1;
    expect(use(book, 'later', 2)).toEqual([undefined, 'later']);
  });

  test('none that is long', () => {
    expect(use(openStatementBook(), 'x'.repeat(8_001), 3)).toEqual([undefined, undefined, undefined]);
  });

  test('none as it was before, after a change', () => {
    const book = openStatementBook();
    use(book, 'select 1', 2);
    book.startAnew();
    expect(use(book, 'select 1', 2)).toEqual([undefined, 'select 1 /* 1 */']);
  });
});

test('a signed-in person’s read asks for neither account nor session by itself', async () => {
  const count = async (fetch: (request: Request) => Promise<Response>) => {
    for (let turn = 0; turn < 3; turn += 1) await fetch(as(SUBJECT, '/rest/v1/notes?select=id'));
    return countWrites(async () => expect((await fetch(as(SUBJECT, '/rest/v1/notes?select=id'))).status).toBe(200));
  };
  const backend = openBackend({ databaseUrl: database.url, poolSize: 1 });
  expect(await count(backend.fetch)).toBe(2);
  await backend.close();
});

test('the library by itself asks for the account, and answers all the same where there is none', async () => {
  const library = openLibrary(database.url);
  await library.fetch(as(SUBJECT, '/rest/v1/notes?select=id'));
  const ask = vi.spyOn(library.connection.driver, 'reserve');
  const answer = await library.fetch(as(SUBJECT, '/rest/v1/notes?select=id'));
  expect([answer.status, await answer.json()]).toEqual([200, [{ id: 1 }]]);
  expect(ask.mock.calls.length).toBe(2);
  await library.close();
});

/** How often something is sent to a database while `act` runs. */
async function countWrites(act: () => Promise<unknown>): Promise<number> {
  const { Socket } = await import('node:net');
  const write = vi.spyOn(Socket.prototype, 'write');
  await act();
  const { length } = write.mock.calls;
  write.mockRestore();
  return length;
}
