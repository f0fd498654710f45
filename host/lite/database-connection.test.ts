import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createPostgresConnection, type PostgresConnection } from '@supabase/lite/postgres';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { provideFixture, provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, openBackend, openLibrary, request, SECRET_KEY } from '#tests/kit/lite-backends.ts';
import { keepOurGrants, readStructureOnce, setSessionContextAtOnce } from './database-connection.ts';

test('a warning that is an Error is emitted, which the library by itself throws at', { tags: ['faults'] }, async () => {
  const emit = (first: string) =>
    promisify(execFile)(process.execPath, [
      '--input-type=module-typescript',
      '-e',
      `${first}
      process.on('warning', ({ name, message, code }) => console.log(name, message, code));
      process.emitWarning(Object.assign(new Error('Possible leak'), { name: 'ManyListeners', code: 'MANY' }));
      process.emitWarning('A text', 'Other');`,
    ]);
  // Nothing connects before the first query.
  const corrected = `
    (await import('./host/postgres/driver.ts')).correctDriver();
    const { openConnection } = await import('./host/lite/database-connection.ts');
    openConnection({ databaseUrl: 'postgres://127.0.0.1:1/none', poolSize: 1 });`;
  expect((await emit(corrected)).stdout).toBe('ManyListeners Possible leak MANY\nOther A text undefined\n');
  await expect(emit("await import('@supabase/lite/postgres');")).rejects.toThrow('warning.includes is not a function');
});

describe('connection wait', () => {
  const database = provideTestDatabase(`
    create function public.nap(seconds float) returns text language sql as $$ select pg_sleep(seconds)::text $$;
    grant execute on function public.nap(float) to anon, authenticated`);

  const nap = (seconds = 0.8) => request('/rest/v1/rpc/nap', { body: { seconds } });

  test('a request that gets no connection in time is 503, and the next one is served', async () => {
    const backend = openBackend({ databaseUrl: database.url, poolSize: 1, connectionWaitMs: 200 });
    const ask = () => backend.fetch(nap());
    const [first, second] = await Promise.all([ask(), ask()]);
    expect([first.status, second.status].sort()).toEqual([200, 503]);
    expect((await ask()).status).toBe(200);
    await backend.close();
  });

  test('a statement that takes too long is cancelled', async () => {
    // Long enough for the library's first look at the database, on a busy machine too.
    const backend = openBackend({ databaseUrl: database.url, statementTimeoutMs: 1_000 });
    const answer = await backend.fetch(nap(10));
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([504, '57014']);
    await backend.close();
  });

  test('a statement of a visitor is cancelled after two seconds, one of a person is not', async () => {
    const backend = openBackend({ databaseUrl: database.url });
    const token = await new SignJWT({ role: 'authenticated', sub: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET));
    const ask = (headers: Record<string, string>) =>
      backend.fetch(request('/rest/v1/rpc/nap', { body: { seconds: 2.4 }, headers }));
    const [visitors, persons] = await Promise.all([ask({}), ask({ authorization: `Bearer ${token}` })]);
    expect([visitors.status, await visitors.json()]).toEqual([
      504,
      {
        code: '57014',
        message: 'canceling statement due to statement timeout',
        details: null,
        hint: 'The answer took too long: ask for fewer rows or columns.',
      },
    ]);
    expect(persons.status).toBe(200);
    await backend.close();
  });

  test('PostgREST is told the same two seconds by a setting of the role', async () => {
    const [role] = await database.sql`select rolconfig from pg_roles where rolname = 'anon'`;
    expect(role?.rolconfig).toContain('statement_timeout=2s');
  });

  test('the library by itself waits as long as it takes', async () => {
    const library = openLibrary(database.url);
    const { driver } = library.connection;
    const taken = await Promise.all([1, 2, 3, 4].map(() => driver.reserve()));
    const answer = library.fetch(request('/rest/v1/mentors?limit=1')).then(() => 'answered');
    const pause = new Promise((resolve) => setTimeout(() => resolve('still waiting'), 700));
    expect(await Promise.race([answer, pause])).toBe('still waiting');
    for (const connection of taken) connection.release();
    expect(await answer).toBe('answered');
    await library.close();
  });
});

describe('grants guard', () => {
  const database = provideTestDatabase(`
    create table public.guarded (id int);
    alter table public.guarded enable row level security;
    revoke all on public.guarded from anon, authenticated;
    grant select on public.guarded to anon;
  `);

  async function visitorsRights() {
    const [row] = await database.sql`
      select has_table_privilege('anon', 'public.guarded', 'insert') as "insert",
        has_table_privilege('anon', 'private.payments', 'select') as payments`;
    return row;
  }

  test('requests leave the grants of our migrations alone', async () => {
    const backend = openBackend({ databaseUrl: database.url });
    const answer = await backend.fetch(request('/rest/v1/guarded'));
    expect(answer.status).toBe(200);
    expect(await visitorsRights()).toEqual({ insert: false, payments: false });
    await backend.close();
  });

  test('the library by itself grants everything to visitors', async () => {
    const library = openLibrary(database.url);
    await library.fetch(request('/rest/v1/guarded'));
    expect(await visitorsRights()).toEqual({ insert: true, payments: true });
    await library.close();
  });
});

describe('introspection', () => {
  const NOWHERE = 'postgres://nobody@127.0.0.1:1/none';
  const read = () => request('/rest/v1/mentors?limit=1');

  const database = provideTestDatabase();

  test('an unreachable database is 503 and its address stays inside', async () => {
    const cutOff = openBackend({ databaseUrl: NOWHERE });
    const answer = await cutOff.fetch(read());
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      code: 'PGRST001',
      message: 'Database client error. Retrying the connection.',
      details: null,
      hint: null,
    });
    await cutOff.close();
  });

  test('the library by itself goes on with an empty structure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const library = openLibrary(database.url);
    vi.spyOn(library.connection.kysely, 'getExecutor').mockImplementation(() => {
      throw new Error('the database is down');
    });
    expect((await library.connection.introspect({ useCache: true })).tables).toEqual([]);
    await library.close();
  });

  /** Readings of the structure while three first requests arrive together; each one asks for the time zones once. */
  async function countReadings(correct: (connection: PostgresConnection) => void): Promise<number> {
    let readings = 0;
    const connection = createPostgresConnection({
      url: database.url,
      postgresOptions: {
        max: 3,
        debug: (_, statement) => {
          if (statement.includes('pg_timezone_names')) readings += 1;
        },
      },
    });
    correct(connection);
    await Promise.all([1, 2, 3].map(() => connection.introspect({ useCache: true })));
    await connection.introspect({ useCache: true });
    await connection.close();
    return readings;
  }

  test('requests that arrive together read the structure once', async () => {
    expect(await countReadings(readStructureOnce)).toBe(1);
  });

  test('the library by itself reads it for each of them', async () => {
    expect(await countReadings(() => {})).toBe(3);
  });

  async function readSchemas(correct: (connection: PostgresConnection) => void): Promise<Set<unknown>> {
    const connection = createPostgresConnection({ url: database.url });
    correct(connection);
    const { tables, columns, functions = [] } = await connection.introspect({ useCache: true });
    await connection.close();
    return new Set([...tables, ...columns, ...functions].map(({ schema }) => schema));
  }

  test('the structure that each request goes through has nothing outside of the schemas of the APIs', async () => {
    expect([...(await readSchemas(readStructureOnce))].toSorted()).toEqual(['auth', 'public', 'storage']);
  });

  test('the library by itself also keeps schemas that no API serves', async () => {
    expect(await readSchemas(() => {})).toContain('private');
  });
});

describe('session context', () => {
  const SUBJECT = '22222222-2222-4222-8222-222222222222';
  const database = provideTestDatabase(`
    create function public.whoami() returns jsonb language sql stable as $$
      select jsonb_build_object(
        'role', current_user, 'uid', auth.uid(), 'auth_role', auth.role(), 'email', auth.email(),
        'sub', auth.jwt() ->> 'sub',
        'method', nullif(current_setting('request.method', true), ''),
        'agent', nullif(current_setting('request.headers', true), '')::json ->> 'x-client-info'
      )
    $$;
    create view public.who with (security_invoker) as select public.whoami() as who;
    grant execute on function public.whoami() to anon, authenticated;
    grant select on public.who to anon, authenticated;
  `);
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url, poolSize: 1 }));
  const library = provideFixture(() => openLibrary(database.url));
  let token: string;
  beforeAll(async () => {
    token = await new SignJWT({ sub: SUBJECT, role: 'authenticated', email: 'who@site.test' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET));
  });

  const signedIn = () => ({ authorization: `Bearer ${token}` });

  test('a signed-in request carries role, identity and claims', async () => {
    const answer = await backend.fetch(request('/rest/v1/who', { headers: signedIn() }));
    expect(await answer.json()).toEqual([
      {
        who: {
          role: 'authenticated',
          uid: SUBJECT,
          auth_role: 'authenticated',
          email: 'who@site.test',
          sub: SUBJECT,
          method: null,
          agent: null,
        },
      },
    ]);
  });

  test('a function also reads the HTTP request', async () => {
    const call = request('/rest/v1/rpc/whoami', { body: {}, headers: { ...signedIn(), 'x-client-info': 'a test' } });
    const answer = await backend.fetch(call);
    expect(await answer.json()).toMatchObject({ uid: SUBJECT, method: 'POST', agent: 'a test' });
  });

  test('nothing of it stays on the connection for the next visitor', async () => {
    await backend.fetch(request('/rest/v1/who', { headers: signedIn() }));
    const answer = await backend.fetch(request('/rest/v1/who'));
    expect(await answer.json()).toMatchObject([{ who: { role: 'anon', uid: null, email: null, sub: null } }]);
  });

  async function countStatements(correct: (connection: PostgresConnection) => void): Promise<number> {
    let count = 0;
    const connection = createPostgresConnection({
      url: database.url,
      postgresOptions: {
        max: 1,
        debug: () => {
          count += 1;
        },
      },
    });
    correct(connection);
    keepOurGrants(connection);
    const variables = { auth: { uid: SUBJECT, role: 'authenticated', jwt: { sub: SUBJECT } } };
    await connection.withContext(variables, () => Promise.resolve());
    count = 0;
    await connection.withContext(variables, () => Promise.resolve());
    await connection.close();
    return count;
  }

  test('it takes one statement besides begin and commit', async () => {
    expect(await countStatements(setSessionContextAtOnce)).toBe(3);
  });

  test('the library by itself takes six', async () => {
    expect(await countStatements(() => {})).toBe(8);
  });

  test('the library by itself never knows auth.email()', async () => {
    await database.sql`
      create or replace function public.claimed_email() returns text language sql stable as $$
        select nullif(current_setting('request.jwt.claim.email', true), '')
      $$`;
    const call = () => request('/rest/v1/rpc/claimed_email', { body: {}, headers: signedIn() });
    await backend.clearSchemaCache();
    expect(await (await library.fetch(call())).json()).toBeNull();
    expect(await (await backend.fetch(call())).json()).toBe('who@site.test');
  });
});

describe('type parsers', () => {
  const database = provideTestDatabase(`
    create table public.kinds (
      id int primary key, moment timestamptz, wall timestamp, day date, hour time, price numeric(6, 2), facts jsonb
    );
    grant all on public.kinds to service_role;
    insert into public.kinds values (
      1, '2025-01-31 10:00:00.123456+05:30', '2025-01-31 10:00', '2025-01-31', '10:00', 4.50, '{"a": [1, "2"]}'
    );
    create function public.echo(p jsonb) returns text language sql
      as $$ select jsonb_typeof(p) || ' ' || (p ->> 'a') $$;
  `);
  const backend = provideFixture(() => openBackend({ databaseUrl: database.url }));
  const library = provideFixture(() => openLibrary(database.url));

  const ask = (path: string, body?: unknown) => backend.fetch(request(path, { body, key: SECRET_KEY }));

  test('values are written as PostgREST writes them', async () => {
    const answer = await ask('/rest/v1/kinds?id=eq.1');
    expect(await answer.json()).toEqual([
      {
        id: 1,
        moment: '2025-01-31T04:30:00.123456+00:00',
        wall: '2025-01-31T10:00:00',
        day: '2025-01-31',
        hour: '10:00:00',
        price: 4.5,
        facts: { a: [1, '2'] },
      },
    ]);
  });

  test('the library by itself writes times with a space and numbers as text', async () => {
    const [row] = (await (await library.fetch(request('/rest/v1/kinds?id=eq.1', { key: SECRET_KEY }))).json()) as [
      Record<string, unknown>,
    ];
    expect(row.moment).toBe('2025-01-31 04:30:00.123456+00');
    expect(row.price).toBe('4.50');
  });

  test.each([
    ['an object', { a: 'x' }, 'object', 'x'],
    ['an object that holds JSON text', { a: '{"b":1}' }, 'object', '{"b":1}'],
    ['an array', [{ a: 'x' }], 'array', null],
  ])('%s survives the way into jsonb', async (_, facts, type, inner) => {
    const id = Math.floor(Math.random() * 1e9) + 2;
    expect((await ask('/rest/v1/kinds', { id, facts })).status).toBe(201);
    const [row] = await database.sql`
      select jsonb_typeof(facts) as type, facts ->> 'a' as inner from public.kinds where id = ${id}`;
    expect(row).toEqual({ type, inner });
  });

  test('a function gets its jsonb argument as an object', async () => {
    expect(await (await ask('/rest/v1/rpc/echo', { p: { a: 'x' } })).json()).toBe('object x');
  });

  const signUp = (email: string) =>
    request('/auth/v1/signup', { body: { email, password: 'Zq7#k2', data: { name: 'Asha' } } });
  const nameOf = async (email: string) => {
    const [row] = await database.sql`
      select raw_user_meta_data ->> 'name' as name from auth.users where email = ${email}`;
    return row?.name;
  };

  test('a trigger reads what a person gave at sign-up', async () => {
    expect((await backend.fetch(signUp('asha@site.test'))).status).toBe(200);
    expect(await nameOf('asha@site.test')).toBe('Asha');
  });

  test('the library by itself stores it as a JSON string', async () => {
    expect((await library.fetch(signUp('asha2@site.test'))).status).toBe(200);
    expect(await nameOf('asha2@site.test')).toBeNull();
  });
});
