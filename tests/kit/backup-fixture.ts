/** A host with an embedded database that is backed up, and what of it must be found again. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type postgres from 'postgres';
import { expect } from 'vitest';
import type { BackupStep } from '#host/backup/back-up.ts';
import { projectPaths } from '#host/project-paths.ts';
import type { AppClient } from './app-client.ts';
import { giveConsent } from './google-consent.ts';
import type { TestHost } from './host.ts';
import { PNG } from './storage-fixtures.ts';
import type { TestApp } from './test-app.ts';

/** Runs `npm run backup` or `npm run restore` to its end. */
export function runScript(name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(projectPaths.root, 'scripts', `${name}.ts`), ...args],
    { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

/** As runScript, while this process goes on. */
export async function runScriptBeside(name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(projectPaths.root, 'scripts', `${name}.ts`), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, stderr };
}

/** A backup in a process of its own, which stops before this step and waits there to be killed. */
export async function startBackupUntil(step: BackupStep, dataDir: string, to: string): Promise<ChildProcess> {
  const program = `
    import { backUp } from ${JSON.stringify(path.join(projectPaths.root, 'host', 'backup', 'back-up.ts'))};
    setInterval(() => {}, 1000);
    await backUp({
      dataDir: ${JSON.stringify(dataDir)},
      to: ${JSON.stringify(to)},
      onStep: (step) => step === ${JSON.stringify(step)} && new Promise(() => console.log('waits')),
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: projectPaths.root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line === 'waits') return child;
  throw new Error(`The backup ended before the step "${step}"`);
}

export async function kill9(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

/** A logo, stored as the server stores it and named by a row. @returns the row and the address of the file */
export async function addLogo(app: AppClient): Promise<{ id: string; address: string }> {
  const file = `partner_logos/${Date.now()}-${randomUUID().slice(0, 8)}.png`;
  const { secretKey } = app.keys;
  const stored = await app.request(`/storage/v1/object/${file}`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'image/png' },
    body: PNG,
  });
  expect(stored.status).toBe(200);
  const address = `/storage/v1/object/public/${file}`;
  const { body } = await app.rest('partner_logos', {
    by: await app.administrator(),
    body: { name: 'Campus', image_url: address },
    prefer: 'return=representation',
  });
  return { id: body[0].id, address };
}

/** An administrator lets the site into a calendar, so that the permission is stored. */
export async function giveCalendar(app: AppClient, host: TestHost): Promise<void> {
  const administrator = await app.administrator();
  const { body } = await app.call('manual-google-oauth?action=begin', {}, administrator);
  const query = new URLSearchParams({ action: 'consent', state: body.state });
  const consent = await fetch(`${host.url}/functions/v1/manual-google-oauth?${query}`, { redirect: 'manual' });
  const done = await giveConsent({ host } as TestApp, consent.headers.get('location') ?? '');
  const exchanged = await app.call(
    'manual-google-oauth?action=exchange-code',
    { code: done.searchParams.get('code'), redirect_uri: body.redirect_uri, state: body.state },
    administrator,
  );
  expect(exchanged.body).toMatchObject({ success: true });
}

/** A sign-in with the password of the demonstration's founder. */
export async function signInByPassword(app: AppClient, host: TestHost) {
  const { body } = await app.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(host.logins?.founder),
  });
  return body as { access_token: string; refresh_token: string };
}

/** In the order in which their rows can be stored. */
const PROVIDER_TABLES = ['razorpay_orders', 'razorpay_payments', 'razorpay_refunds'] as const;

/** What the payment provider knows, which no restore of ours turns back; its stand-in keeps it in our database. */
export async function readProvider(sql: postgres.Sql): Promise<Record<string, postgres.JSONValue>> {
  const state: Record<string, postgres.JSONValue> = {};
  for (const table of PROVIDER_TABLES) {
    state[table] = [...(await sql`select to_jsonb(t) as row from sandbox.${sql(table)} t`)].map(({ row }) => row);
  }
  return state;
}

export async function writeProvider(sql: postgres.Sql, state: Record<string, postgres.JSONValue>): Promise<void> {
  await sql`delete from sandbox.razorpay_refunds`;
  await sql`delete from sandbox.razorpay_payments`;
  await sql`delete from sandbox.razorpay_orders`;
  for (const table of PROVIDER_TABLES) {
    await sql`
      insert into sandbox.${sql(table)}
      select * from jsonb_populate_recordset(null::sandbox.${sql(table)}, ${sql.json(state[table] ?? [])})`;
  }
}
