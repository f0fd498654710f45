// @module-tag ci
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { suiteDirectory, testDirectory } from '#tests/kit/directory.ts';
import { findFreePort, startTestHost, type TestHost } from '#tests/kit/host.ts';
import { findHome, removeHome } from './postgres/home.ts';
import { isPostgresOn } from './postgres/processes.ts';
import { superuserSql } from './postgres/superuser-sql.ts';
import { projectPaths } from './project-paths.ts';
import { describeFailure } from './web/build-web.ts';

/** Settings that a host with a database of one's own requires. */
const OWN_DATABASE = {
  JWT_SECRET: 'j'.repeat(40),
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${'p'.repeat(20)}`,
  SUPABASE_SECRET_KEY: `sb_secret_${'s'.repeat(30)}`,
  SANDBOX: 'on',
};

const dataDir = suiteDirectory(); // The first test fills it, the others go on with it.
let database: TestDatabase | undefined;
const hosts: TestHost[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()));
  await database?.drop();
  database = undefined;
});
afterAll(() => removeHome(dataDir));

async function start(options: Parameters<typeof startTestHost>[0]): Promise<TestHost> {
  const host = await startTestHost(options);
  hosts.push(host);
  return host;
}

/** Runs the host until it ends by itself. */
async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const args = [path.join(projectPaths.root, 'host/main.ts'), '--ignore-env-file', '--without-web'];
  const settings = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(await findFreePort()), ...env };
  const child = spawn(process.execPath, args, { env: settings });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: `${Buffer.concat(output)}` })));
}

test('rows and keys outlive kill -9 of the host', { tags: ['faults'] }, async () => {
  const first = await start({ dataDir });
  const [row] = await query(first, "insert into public.categories (name) values ('Kept') returning id");
  expect(first.output()).toMatch(/Starting Postgres…\nApplying \d+ migrations…\n/);
  await first.kill9();

  const second = await start({ dataDir });
  expect(second.keys).toEqual(first.keys);
  expect(second.output()).not.toContain('Applying');
  expect(await query(second, "select id from public.categories where name = 'Kept'")).toEqual([row]);
  expect((await askDeep(second)).status).toBe(200);
  // The token for monitoring is shown once, when it is made.
  expect(first.output()).toContain(`Ops token ${first.keys.ops}`);
  expect(second.output()).not.toContain(first.keys.ops);
});

test('a second host on the same data is refused with one clear sentence', { tags: ['faults'] }, async () => {
  const first = await start({ dataDir });
  const { code, output } = await runToEnd({});
  expect(code).toBe(1);
  expect(output).toContain(
    `The data directory ${dataDir} is in use by another Point 0 host (process ${first.pid}). Stop ` +
      'that process, or set DATA_DIR to another directory.',
  );
  expect(output).not.toContain('    at ');
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

const EARLIER_HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key);
  insert into supabase_migrations.schema_migrations (version) values ('20200101000000')`;
const EARLIER_SCHEMA = {
  code: 1,
  output: expect.stringMatching(
    /^(Starting Postgres…\n)?The database was made by an earlier version of Point 0 .*`npm run reset`.*\n$/,
  ),
};

test('a taken port is known before any work is done, and whether it is our own host that still stops', async () => {
  let status = 'ok';
  const blocker = createServer((_, response) => response.end(JSON.stringify({ status }))).listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const port = (blocker.address() as { port: number }).port;
  const start = () => runToEnd({ HOST: '127.0.0.1', PORT: String(port) });
  expect(await start()).toEqual({
    code: 1,
    output: `Port ${port} is in use by another program. Stop it, or set PORT to another number.\n`,
  });
  status = 'draining';
  expect(await start()).toEqual({
    code: 1,
    output: `Port ${port} is still in use by a Point 0 host that is stopping. Wait until it has ended, and start again.\n`,
  });
  blocker.close();
});

/** Every failure is provoked as a person would meet it, and the whole output is compared: there is no stack in it. */
describe('a failure of start is one sentence with what to do', () => {
  const on = (url: string, env: Record<string, string> = {}) =>
    runToEnd({ ...OWN_DATABASE, DATABASE_URL: url, ...env });
  const changed = (url: string, change: Partial<Pick<URL, 'username' | 'password' | 'pathname'>>) =>
    Object.assign(new URL(url), change).href;
  /** What stands before the first colon, or the whole sentence. */
  const said = async (run: ReturnType<typeof runToEnd>) => {
    const { code, output } = await run;
    expect(code).toBe(1);
    expect(output).not.toMatch(/\n\s+at |node:internal/);
    return output.trimEnd();
  };

  test('wrong settings', async () => {
    expect(await said(runToEnd({ PORT: 'x', SANDBOX: 'maybe' }))).toBe(
      'These settings need attention:\n  PORT must be a whole number\n  SANDBOX must be on or off',
    );
  });

  test('an address that the machine does not have', async () => {
    expect(await said(runToEnd({ HOST: '192.0.2.1' }))).toBe(
      'This machine has no address 192.0.2.1. Set HOST to one that it has, or leave it unset.',
    );
  });

  test('a data directory that cannot be written', async () => {
    const file = path.join(dataDir, 'a-file');
    writeFileSync(file, '');
    expect(await said(runToEnd({ DATA_DIR: file }))).toMatch(
      /^DATA_DIR \(.*a-file\) cannot be written \(.*\): set it to a directory that this user may write\.$/,
    );
    if (process.platform !== 'linux') return;
    expect(await said(runToEnd({ DATA_DIR: '/proc/none/below' }))).toMatch(
      /^DATA_DIR \(\/proc\/none\/below\) cannot be written \(ENOENT.*\): set it to a directory that this user may write\.$/,
    );
  });

  test('a damaged file of keys', async () => {
    const damaged = testDirectory();
    writeFileSync(path.join(damaged, 'keys.json'), '{');
    expect(await said(runToEnd({ DATA_DIR: damaged }))).toBe(
      `The file of keys ${damaged}/keys.json is damaged. Restore it, or delete it to sign everyone out.`,
    );
  });

  test('a database server that is away, a name that is unknown', async () => {
    expect(await said(on('postgres://someone:hidden@127.0.0.1:1/nothing'))).toBe(
      'The database at 127.0.0.1:1 cannot be reached: nothing listens there. Start it, or correct DATABASE_URL.',
    );
    expect(await said(on('postgres://someone:hidden@no-such-name.invalid/nothing'))).toBe(
      'The database at no-such-name.invalid:5432 cannot be reached: its name is unknown. Start it, or correct DATABASE_URL.',
    );
  });

  test('a wrong password, an unknown database', async () => {
    database = await createTestDatabase({ migrated: false });
    const { host } = new URL(database.url);
    expect(await said(on(changed(database.url, { password: 'wrong' })))).toBe(
      `The database at ${host} refuses the log-in of the role postgres: correct the user or the password in DATABASE_URL.`,
    );
    expect(await said(on(changed(database.url, { pathname: '/nowhere' })))).toBe(
      `There is no database nowhere at ${host}: make it (createdb nowhere), or correct DATABASE_URL.`,
    );
  });

  test('a database that holds something else, or an encoding that cannot hold every name', async () => {
    database = await createTestDatabase({ migrated: false });
    const name = new URL(database.url).pathname.slice(1);
    await database.sql`create table public.customers (id int)`;
    expect(await said(on(database.url))).toBe(
      `The database ${name} holds tables of something else (public.customers): name an empty database in DATABASE_URL.`,
    );
    await database.sql.unsafe(
      `create database ${name}_ascii encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
    );
    try {
      expect(await said(on(changed(database.url, { pathname: `/${name}_ascii` })))).toMatch(
        /^The database \w+_ascii has the encoding SQL_ASCII, which cannot hold every name: make one with UTF8 /,
      );
    } finally {
      await database.sql.unsafe(`drop database ${name}_ascii`);
    }
  });

  test('a role without rights, and one that lacks an extension alone', async () => {
    database = await createTestDatabase({ migrated: false });
    const { sql, url } = database;
    const name = new URL(url).pathname.slice(1);
    const role = `pilot_${process.pid}`;
    await sql.unsafe(superuserSql({ role: 'postgres', database: name })).simple();
    await sql.unsafe(`create role ${role} login password 'pilot'`);
    const start = () => said(on(changed(url, { username: role, password: 'pilot' })));
    try {
      expect(await start()).toBe(
        `The database ${name} is not ready for the role ${role}:\n` +
          '  It may not become anon, authenticated and service_role, nor grant itself the right to.\n' +
          `  It does not own the database ${name}.\n` +
          '  It does not own the schema extensions.\n' +
          'A superuser runs once what `npm run prepare-database` prints. Then start again.',
      );
      await sql.unsafe(superuserSql({ role, database: name })).simple();
      await sql
        .unsafe(`
        drop extension pg_trgm;
        alter database ${name} owner to postgres;
        grant create on database ${name} to ${role};
        create extension pg_trgm schema public;`)
        .simple();
      expect(await start()).toContain('\n  The extension pg_trgm is in the schema public, not in extensions.\n');
    } finally {
      await sql
        .unsafe(`
          alter database ${name} owner to postgres;
          alter schema extensions owner to postgres;
          drop owned by ${role};
          drop role ${role};`)
        .simple();
    }
  });

  test('a database of an earlier schema, or of a later release', async () => {
    database = await createTestDatabase();
    await database.sql`insert into private.releases (release) values (99)`;
    expect(await said(on(database.url))).toMatch(
      /^The database is of release 99, this program of release \d+\. Update the program\.$/,
    );
    await database.sql`delete from private.releases where release = 99`;
    await database.sql.unsafe(EARLIER_HISTORY);
    expect(await on(database.url)).toEqual(EARLIER_SCHEMA);
  });

  test('a broken build', () => {
    const output =
      "vite v8\n\u2717 Build failed\nError: Could not resolve './gone.ts' from web/src/root.tsx.\n    at build (node_modules/vite/x.js:1:1)";
    const file = path.join(testDirectory(), 'build.log');
    expect(describeFailure(output, file)).toBe(
      `The web app could not be built: Error: Could not resolve './gone.ts' from web/src/root.tsx. All that the build said is in ${file}; put it right, and start again.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(output);
  });

  test('one that nobody foresaw names what was being done', async () => {
    database = await createTestDatabase({ migrated: false });
    await database.sql`create schema lite_host`;
    await database.sql`create table lite_host.prepared (other int)`;
    expect(await said(on(database.url))).toBe(
      'Preparing the database failed: column "digest" does not exist. Put that right and start again; LOG_LEVEL=debug also ' +
        'shows where in the program.',
    );
  });
});

test('two hosts serve one database side by side', { tags: ['faults'] }, async () => {
  database = await createTestDatabase({ migrated: false });
  const databaseUrl = database.url;
  const [one, two] = await Promise.all([start({ databaseUrl }), start({ databaseUrl })]);
  expect(one.keys).toEqual(two.keys);
  const person = { email: 'two-hosts@example.org', password: 'correct-horse-battery' };
  await post(one, '/auth/v1/signup', person);
  await database.sql`update auth.users set email_confirmed_at = now() where email = ${person.email}`;
  const session = (await (await post(two, '/auth/v1/token?grant_type=password', person)).json()) as {
    access_token: string;
  };
  for (const host of [one, two]) {
    const response = await fetch(`${host.url}/rest/v1/profiles?select=email`, {
      headers: { apikey: host.keys.publishable, authorization: `Bearer ${session.access_token}` },
    });
    expect(await response.json()).toEqual([{ email: person.email }]);
  }
  await one.kill9();
  expect((await askDeep(two)).status).toBe(200);
});

test('ADMIN_EMAILS makes confirmed accounts administrators, and nobody else', { tags: ['faults'] }, async () => {
  database = await createTestDatabase();
  const { sql } = database;
  const host = await start({ databaseUrl: database.url, env: { ADMIN_EMAILS: 'Chief@Example.org' } });
  await post(host, '/auth/v1/signup', { email: 'chief@example.org', password: 'correct-horse-battery' });
  await post(host, '/auth/v1/signup', { email: 'other@example.org', password: 'correct-horse-battery' });
  const admins = async () => (await sql`select email from public.profiles where is_admin`).map((row) => row.email);
  await wait(300);
  expect(await admins()).toEqual([]);

  await sql`update auth.users set email_confirmed_at = now()`;
  await post(host, '/auth/v1/recover', { email: 'nobody@example.org' });
  await expect.poll(admins, { timeout: 8_000 }).toEqual(['chief@example.org']);
});

test('a stop lets an open request finish, takes no new one, and stops Postgres', { tags: ['faults'] }, async () => {
  const host = await start({ dataDir });
  const serverPid = serverPidOf(dataDir);
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'wrong-password' });
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: localhost\r\napikey: ${host.keys.publishable}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  );
  await wait(200);
  const stopped = host.stop();
  await expect.poll(() => host.output()).toContain('Stopping: finishing open requests');
  // The jobs under way ask the port until they end.
  const ask = () =>
    fetch(`${host.url}/healthz`).then(
      () => 'answered',
      () => 'refused',
    );
  await expect.poll(ask).toBe('refused');
  socket.write(body.slice(10));
  await closed;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('Invalid login credentials');
  await stopped;
  expect(host.output()).toContain('Stopped.');
  expect(isPostgresOn(serverPid, findHome(dataDir).data)).toBe(false);
});

test('a second signal stops at once', { tags: ['faults'] }, async () => {
  const host = await start({ dataDir });
  const serverPid = serverPidOf(dataDir);
  const socket = connect(Number(new URL(host.url).port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write('POST /auth/v1/signup HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{');
  await wait(200);
  process.kill(host.pid, 'SIGINT');
  await wait(50);
  process.kill(host.pid, 'SIGINT');
  await wait(700);
  expect(isAlive(host.pid)).toBe(true);
  process.kill(host.pid, 'SIGINT');
  await closed;
  await expect.poll(() => isAlive(host.pid), { timeout: 5_000 }).toBe(false);
  expect(isPostgresOn(serverPid, findHome(dataDir).data)).toBe(false);
});

test('a Postgres that is killed alone is in use again within 5 seconds, and what was saved is there', {
  tags: ['faults'],
}, async () => {
  const host = await start({ dataDir });
  await query(host, "insert into public.categories (name) values ('Saved')");
  const serverPid = serverPidOf(dataDir);
  await expectInUseAgain(host, serverPid);
  expect(isAlive(serverPid)).toBe(false);
  expect(await query(host, "select count(*)::int as saved from public.categories where name = 'Saved'")).toEqual([
    { saved: 1 },
  ]);
  const restarted = serverPidOf(dataDir);
  await host.stop();
  expect(isPostgresOn(restarted, findHome(dataDir).data)).toBe(false);
});

test('a worker of Postgres that is killed alone takes it away for 5 seconds at most', {
  tags: ['faults'],
}, async () => {
  const host = await start({ dataDir });
  const serverPid = serverPidOf(dataDir);
  await fetch(`${host.url}/rest/v1/categories?select=name`, { headers: { apikey: host.keys.publishable } });
  const [row] = await query(host, "select pid from pg_stat_activity where application_name = 'point-0 api' limit 1");
  // Postgres itself then ends all of them, and recovers.
  await expectInUseAgain(host, (row as { pid: number }).pid);
  expect(serverPidOf(dataDir)).toBe(serverPid);
});

test('the host ends with an error after the fifth end of its Postgres in a minute', { tags: ['faults'] }, async () => {
  const host = await start({ dataDir });
  for (let time = 1; time <= 4; time += 1) await expectInUseAgain(host, serverPidOf(dataDir));
  process.kill(serverPidOf(dataDir), 'SIGKILL');
  await expect.poll(() => isAlive(host.pid), { timeout: 20_000 }).toBe(false);
  expect(host.output()).toContain('Postgres ended five times within a minute');
});

/** Kills a process of Postgres and asks until a request succeeds; those that fail say when to ask again. */
async function expectInUseAgain(host: TestHost, pid: number): Promise<void> {
  const headers = { apikey: host.keys.publishable };
  const failures = new Set<string>();
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  for (;;) {
    // The host keeps visitors' answers for some seconds: each address is asked for once.
    const address = `${host.url}/rest/v1/categories?select=name&limit=${randomInt(1, 2 ** 30)}`;
    const answer = await fetch(address, { headers }).catch((error: unknown) => {
      throw new Error(`The host does not answer:\n${host.output()}`, { cause: error });
    });
    // For a moment the killed server's workers answer still, and a request may wait until there is a server again.
    const hasNoticed = failures.size > 0 || performance.now() - killedAt > 2_000;
    if (answer.ok && hasNoticed) break;
    if (answer.status === 503) failures.add(`503 ${answer.headers.get('retry-after')}`);
    else if (!answer.ok) failures.add(`${answer.status} ${await answer.text()}`);
    await wait(20);
  }
  expect((performance.now() - killedAt) / 1000).toBeLessThan(5);
  failures.delete('503 2');
  expect([...failures]).toEqual([]);
}

// The last one: no host starts on this data any more.
test('a data directory of an earlier schema is refused with one sentence', { tags: ['faults'] }, async () => {
  const host = await start({ dataDir });
  await query(host, EARLIER_HISTORY);
  await host.stop();
  expect(await runToEnd({})).toEqual(EARLIER_SCHEMA);
});

function askDeep(host: TestHost): Promise<Response> {
  return fetch(`${host.url}/readyz?deep`, { headers: { authorization: `Bearer ${host.keys.ops}` } });
}

function serverPidOf(directory: string): number {
  return Number(readFileSync(path.join(findHome(directory).data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function post(host: TestHost, target: string, body: object): Promise<Response> {
  return fetch(host.url + target, {
    method: 'POST',
    headers: { apikey: host.keys.publishable, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function query(host: TestHost, statement: string): Promise<unknown[]> {
  const sql = postgres(host.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end();
  }
}
