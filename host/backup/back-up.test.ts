// @module-tag ci
/** One host, one backup while it works, one restore: what was acknowledged before the backup's end is there again. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppClient, eventually, type Founder, openAppClient } from '#tests/kit/app-client.ts';
import {
  addLogo,
  giveCalendar,
  kill9,
  readProvider,
  runScript,
  signInByPassword,
  startBackupUntil,
  writeProvider,
} from '#tests/kit/backup-fixture.ts';
import { startTestHost, type TestHost } from '#tests/kit/host.ts';
import { aBooking, aPayment, asPerson, outcomeOf } from '#tests/kit/payment-fixture.ts';
import { silentLog } from '../log.ts';
import { findHome, removeHome } from '../postgres/home.ts';
import { stopOrphan } from '../postgres/orphan.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import { type BackupStep, backUp, type FinishedBackup } from './back-up.ts';
import { checkBackup } from './check-backup.ts';
import { isBackupRunning } from './mark.ts';

let folder: string;
let live: string;
let restored: string;
let backups: string;
let host: TestHost | undefined;
let app: AppClient;
let backup: FinishedBackup;
let script: ReturnType<typeof runScript>;

/** What happened, by when. */
const booked: Record<string, string> = {};
const logos: Record<string, string> = {};
const payments: Record<string, string> = {};
let founder: Founder;
let tokens: Awaited<ReturnType<typeof signInByPassword>>;
let refused: { status: number; retryAfter: string | null; slots: number };
let mailId: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'point-0-backup-'));
  [live, restored, backups] = ['live', 'restored', 'backups'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  host = await startTestHost({ dataDir: live });
  app = await openAppClient(host);
});
afterAll(async () => {
  await app?.close();
  await host?.stop();
  for (const dataDir of [live, restored]) {
    await stopOrphan(findHome(dataDir).data);
    removeHome(dataDir);
  }
  rmSync(folder, { recursive: true, force: true });
});

/** What an administrator's client is told of a deletion. */
async function deleteLogo(address: string) {
  const { status, headers } = await app.request('/storage/v1/object/partner_logos', {
    method: 'DELETE',
    headers: {
      apikey: app.keys.publishableKey,
      authorization: `Bearer ${(await app.administrator()).token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ prefixes: [path.basename(address)] }),
  });
  return { status, retryAfter: headers.get('retry-after') };
}

const slots = () => app.sql`select slot_name from pg_replication_slots`;
const makeRefundsDue = () =>
  app.sql`update private.outbox set run_at = now() where kind = 'refund' and state = 'ready'`;
const refundsAtProvider = async (paymentId: string) =>
  (await app.provider(`/payments/${paymentId}/refunds`)).body.items as { status: string }[];

test('a backup while people book, upload and delete fails no request but deletions, which are done later', async () => {
  const first = await aBooking(app);
  [founder, booked.before] = [first.founder, first.bookingId];
  logos.before = (await addLogo(app)).address;
  await giveCalendar(app, host as TestHost);
  tokens = await signInByPassword(app, host as TestHost);
  // A refund that the provider has not made yet, an order that nobody has paid yet, and an e-mail that waits.
  const rejected = await aBooking(app);
  payments.refunded = rejected.paymentId;
  await app.fault({ operation: 'refund.create', kind: 'fail', status: 503, times: 50 });
  expect((await asPerson(app, await app.administrator()).reject(rejected.bookingId)).status).toBeLessThan(300);
  const open = { founder: await app.addFounder(), slot: await app.addSlot() };
  const order = await app.order(open.founder, open.slot);
  const [mail] = await app.sql`
    insert into private.outbox (kind, payload, run_at)
    values ('email', '{"to": "a@startup.example", "subject": "Held", "html": "<p>x</p>", "text": "x"}',
      now() + interval '1 hour')
    returning id`;
  mailId = mail?.id;
  const gone = await addLogo(app);

  const duringStep: Partial<Record<BackupStep, () => Promise<void>>> = {
    cluster: async () => {
      booked.duringCopy = (await aBooking(app)).bookingId;
    },
    // The mark stands from the stored files on, until new ones were copied.
    stop: async () => {
      logos.duringMark = (await addLogo(app)).address;
      refused = { ...(await deleteLogo(logos.before ?? '')), slots: (await slots()).length };
      await asPerson(app, await app.administrator()).remove(`partner_logos?id=eq.${gone.id}`);
      await eventually(async () => {
        const [job] = await app.sql`
          select state, attempts > 0 as is_tried, last_error is not null as failed from private.outbox
          where kind = 'remove_file' and payload ->> 'file' like ${`%${path.basename(gone.address)}`}`;
        expect(job).toEqual({ state: 'ready', is_tried: true, failed: true });
      });
      booked.beforeStop = (await aBooking(app)).bookingId;
    },
    'new stored files': async () => {
      logos.afterStop = (await addLogo(app)).address;
    },
  };
  backup = await backUp({ dataDir: live, to: backups, onStep: (step) => duringStep[step]?.() });

  expect(refused).toEqual({ status: 503, retryAfter: '10', slots: 1 });
  const [recorded] = await app.sql`select last_backup_at from private.watch_settings`;
  expect(recorded).toEqual({ last_backup_at: new Date(checkBackup(backup.path).finishedAt) });
  expect([...(await slots())]).toEqual([]);
  expect(await isBackupRunning(path.join(live, 'storage'))).toBe(false);
  // The deletion's job is tried again by itself, after a pause that is over.
  await app.sql`update private.outbox set run_at = now() where kind = 'remove_file' and state = 'ready'`;
  await app.runJobs();
  await eventually(async () => {
    await app.runJobs();
    expect((await fetch(`${host?.url}${gone.address}`)).status).toBe(400);
  });

  // What only the provider will remember.
  const proof = await app.paid(order);
  payments.ofKnownOrder = proof.payment_id;
  expect((await app.call('verify-payment', proof, open.founder)).body.verified).toBe(true);
  payments.ofUnknownOrder = (await aPayment(app)).paymentId;
  await app.request('/sandbox/razorpay/faults', { method: 'DELETE' });
  await eventually(async () => {
    await makeRefundsDue();
    await app.runJobs();
    expect(await refundsAtProvider(rejected.paymentId)).toMatchObject([{ status: 'processed' }]);
  });
});

test('a backup that is killed leaves the host at work, no slot, no mark that counts, and nothing to restore', {
  tags: ['faults'],
}, async () => {
  const to = path.join(folder, 'killed');
  const child = await startBackupUntil('new stored files', live, to);
  expect([(await slots()).length, await isBackupRunning(path.join(live, 'storage'))]).toEqual([1, true]);
  await expect(backUp({ dataDir: live, to })).rejects.toThrow(`Another backup is running (process ${child.pid}).`);
  await kill9(child);
  await eventually(async () => expect([...(await slots())]).toEqual([]));
  expect(await isBackupRunning(path.join(live, 'storage'))).toBe(false);
  expect((await deleteLogo((await addLogo(app)).address)).status).toBe(200);
  const left = readdirSync(to).map((name) => path.join(to, name));
  expect(left).toHaveLength(1);
  for (const one of left) expect(() => checkBackup(one)).toThrow('This backup is not complete');

  // The next one clears it away.
  const next = runScript('backup', ['--to', to, '--keep', '1'], { DATA_DIR: live });
  expect(next.stdout).toMatch(
    /^Backed up \d+\.\d MB in \d+\.\d s to .*point-0-\d{8}T\d{6}Z\.\nKeep this folder private/,
  );
  expect(readdirSync(to)).toHaveLength(1);
});

test('the backup is restored with its owners and modes, and says the state of which time it is', async () => {
  const provider = await readProvider(app.sql);
  const owners = (dataDir: string) =>
    ['.', 'keys.json', 'postgres-password', 'storage']
      .map((name) => modeAndOwner(path.join(dataDir, name)))
      .concat(
        ['.', 'global/pg_control', 'pg_wal', 'pg_wal/archive_status', 'PG_VERSION'].map((name) =>
          modeAndOwner(path.join(findHome(dataDir).data, name)),
        ),
      );
  const before = owners(live);
  await app.close();
  await host?.stop();
  script = runScript('restore', ['--from', backup.path, '--to', restored]);
  expect(script).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^Restored the state of \w{3} \d+ \w{3}, \d+:\d\d [AP]M IST\. Changes after that are not in it\.\n$/,
    ),
    stderr: '',
  });
  expect(owners(restored)).toEqual(before);

  const server = await startPostgres({ dataDir: restored, log: silentLog });
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    expect([...(await sql`select * from private.invariant_violations`)]).toEqual([]);
    expect([...(await sql`select state, last_error from private.outbox where id = ${mailId}`)]).toEqual([
      { state: 'dead', last_error: 'Held: restored from a backup' },
    ]);
    const ready = await sql`select from private.outbox where kind = 'email' and state = 'ready'`;
    expect(ready).toHaveLength(0);
    const [{ queued } = { queued: 0 }] = await sql<{ queued: number }[]>`
      select count(*)::int as queued from private.outbox
      where kind = 'compare_money' and state = 'ready' and run_at <= now()`;
    expect(queued).toBeGreaterThan(0);
    await writeProvider(sql, provider);
  } finally {
    await sql.end();
    await server.stop();
  }
  host = await startTestHost({ dataDir: restored });
  app = await openAppClient(host);
});

function modeAndOwner(file: string): string {
  const { mode, uid } = statSync(file);
  return `${(mode & 0o777).toString(8)} ${uid}`;
}

test('every booking and upload that was acknowledged before the backup ended is there, and every row has its bytes', async () => {
  for (const id of Object.values(booked)) {
    const [row] = await app.sql`select status from public.bookings where id = ${id}`;
    expect(row).toEqual({ status: 'pending_admin_review' });
  }
  for (const name of ['before', 'duringMark'] as const) {
    expect((await fetch(`${host?.url}${logos[name]}`)).status).toBe(200);
  }
  const rows = await app.sql`select bucket_id, name from storage.objects`;
  expect(rows).toHaveLength(3);
  for (const { bucket_id, name } of rows) {
    const answer = await fetch(`${host?.url}/storage/v1/object/public/${bucket_id}/${name}`);
    expect([name, answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([name, 200, true]);
  }
});

test('sessions and the permission of the calendar work after a restore', async () => {
  expect((await app.readBooking(booked.before ?? '', founder)).id).toBe(booked.before);
  const headers = { apikey: app.keys.publishableKey, 'content-type': 'application/json' };
  const user = await app.request('/auth/v1/user', {
    headers: { ...headers, authorization: `Bearer ${tokens.access_token}` },
  });
  expect([user.status, user.body.email]).toEqual([200, 'founder@example.com']);
  const renewed = await app.request('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    headers,
    body: JSON.stringify({ refresh_token: tokens.refresh_token }),
  });
  expect(renewed.status).toBe(200);
  const calendar = await app.call('test-google-calendar', {}, await app.administrator());
  expect(calendar.body).toMatchObject({ success: true });
  const [stored] = await app.sql`select token_state from private.google_credentials`;
  expect(stored).toEqual({ token_state: 'ok' });
});

test('payments after the backup end as one booking or one refund within one reconciliation', async () => {
  await eventually(async () => {
    await app.runJobs();
    const [open] = await app.sql`select from private.comparisons where read_until is not null and finished_at is null`;
    expect(open).toBeUndefined();
  });
  expect(await outcomeOf(app, payments.ofKnownOrder ?? '')).toMatchObject({ bookings: 1, refunds: 0 });
  expect(await outcomeOf(app, payments.ofUnknownOrder ?? '')).toMatchObject({
    booking: null,
    reason: 'order_unknown',
    refunds: 1,
  });
});

test('a refund that was made after the backup is asked for again, and made once', async () => {
  const paymentId = payments.refunded ?? '';
  await eventually(async () => {
    await makeRefundsDue();
    await app.runJobs();
    expect(await outcomeOf(app, paymentId)).toMatchObject({ state: 'processed' });
  });
  expect(await refundsAtProvider(paymentId)).toMatchObject([{ status: 'processed' }]);
});

test('an e-mail that was ready at the backup is not sent by itself, and an administrator may start it again', async () => {
  await app.sql`update private.outbox set run_at = now() where id = ${mailId}`;
  await app.runJobs();
  const isSent = async () => (await app.sql`select from sandbox.mails where id = ${mailId}`).length;
  expect(await isSent()).toBe(0);
  const { rpc } = asPerson(app, await app.administrator());
  expect((await rpc('retry_job', { p_job_id: mailId })).status).toBeLessThan(300);
  await eventually(async () => expect(await isSent()).toBe(1));
  expect([...(await app.violations())]).toEqual([]);
});
