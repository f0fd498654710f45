import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/kit/database.ts';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { findFreePort, startTestHost, type TestHost } from '#tests/kit/host.ts';
import { findHome, removeHome } from './postgres/home.ts';
import { isPostgresOn } from './postgres/processes.ts';
import { projectPaths } from './project-paths.ts';

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

test('a taken port is known before any work is done', async () => {
  const blocker = createServer().listen(0);
  const port = (blocker.address() as { port: number }).port;
  const { code, output } = await runToEnd({ PORT: String(port) });
  blocker.close();
  expect([code, output]).toEqual([
    1,
    `Port ${port} is in use by another program. Stop it, or set PORT to another number.\n`,
  ]);
});

test('wrong settings and an unreachable database are sentences without a stack or a password', async () => {
  const settings = await runToEnd({ PORT: 'x', SANDBOX: 'maybe' });
  expect(settings).toEqual({
    code: 1,
    output: 'These settings need attention:\n  PORT must be a whole number\n  SANDBOX must be on or off\n',
  });
  const unreachable = await runToEnd({
    ...OWN_DATABASE,
    DATABASE_URL: 'postgres://someone:hidden@127.0.0.1:1/nothing',
  });
  expect(unreachable.code).toBe(1);
  expect(unreachable.output).toMatch(/^The database at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*\n$/);
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

test('a database of one’s own of an earlier schema is refused with one sentence', { tags: ['faults'] }, async () => {
  database = await createTestDatabase({ migrated: false });
  await database.sql.unsafe(EARLIER_HISTORY);
  expect(await runToEnd({ ...OWN_DATABASE, DATABASE_URL: database.url })).toEqual(EARLIER_SCHEMA);
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
