/** Backups under load, and killed at every step. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BACKUP_STEPS, backUp } from '#host/backup/back-up.ts';
import { checkBackup } from '#host/backup/check-backup.ts';
import { listBackups, type Manifest } from '#host/backup/manifest.ts';
import { isBackupRunning } from '#host/backup/mark.ts';
import { createFileStore } from '#host/lite/storage/file-store.ts';
import { silentLog } from '#host/log.ts';
import { findHome, removeHome } from '#host/postgres/home.ts';
import { stopOrphan } from '#host/postgres/orphan.ts';
import { startPostgres } from '#host/postgres/start-postgres.ts';
import { type AppClient, eventually, openAppClient } from '../kit/app-client.ts';
import { addLogo, kill9, runScript, runScriptBeside, startBackupUntil } from '../kit/backup-fixture.ts';
import { startTestHost, type TestHost } from '../kit/host.ts';
import { aBooking } from '../kit/payment-fixture.ts';

const BUYERS = 12;
const LOAD_MS = 15_000;

describe('a host with an embedded database', { tags: ['faults'], timeout: 300_000 }, () => {
  let folder: string;
  let live: string;
  let host: TestHost;
  let app: AppClient;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'point-0-backups-'));
    live = path.join(folder, 'live');
    host = await startTestHost({ dataDir: live, env: { AUTH_REQUEST_LIMIT: '100000' } });
    app = await openAppClient(host);
  });
  afterAll(async () => {
    await app?.close();
    await host?.stop();
    for (const dataDir of [live, path.join(folder, 'restored')]) {
      await stopOrphan(findHome(dataDir).data);
      removeHome(dataDir);
    }
    rmSync(folder, { recursive: true, force: true });
  });

  const removeLogo = async (address: string) => {
    const answer = await app.request('/storage/v1/object/partner_logos', {
      method: 'DELETE',
      headers: {
        apikey: app.keys.publishableKey,
        authorization: `Bearer ${(await app.administrator()).token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ prefixes: [path.basename(address)] }),
    });
    return answer.status;
  };

  test.each(BACKUP_STEPS)('a backup that is killed before the step "%s" leaves nothing that counts', async (step) => {
    const to = path.join(folder, `killed before ${step}`);
    const child = await startBackupUntil(step, live, to);
    await kill9(child);
    await eventually(async () => expect([...(await app.sql`select slot_name from pg_replication_slots`)]).toEqual([]));
    expect(await isBackupRunning(path.join(live, 'storage'))).toBe(false);
    expect(await removeLogo((await addLogo(app)).address)).toBe(200);
    await aBooking(app);
    // Only what has its name is whole: then the backup was finished before it was killed.
    const names = readdirSync(to);
    expect(names).toHaveLength(1);
    const isFinished = step === 'record';
    expect(listBackups(to)).toHaveLength(isFinished ? 1 : 0);
    for (const name of names) {
      if (isFinished) checkBackup(path.join(to, name));
      else expect(() => checkBackup(path.join(to, name))).toThrow('This backup is not complete');
    }
    const next = runScript('backup', ['--to', to, '--keep', '1'], { DATA_DIR: live });
    expect([next.status, next.stderr]).toEqual([0, '']);
    expect(readdirSync(to)).toHaveLength(1);
  });

  test('without the mark, a file that is deleted right after the end of a backup is missing in it', async () => {
    const outcomes: Record<string, object> = {};
    for (const marked of [true, false]) {
      let address = '';
      let status = 0;
      const { path: backup } = await backUp({
        dataDir: live,
        to: path.join(folder, 'deleted meanwhile'),
        onStep: async (step) => {
          if (step === 'stop') ({ address } = await addLogo(app));
          if (step !== 'new stored files') return;
          if (!marked) rmSync(path.join(live, 'storage', '.backup'));
          status = await removeLogo(address);
        },
      });
      const target = path.join(folder, `restored ${marked}`);
      const restored = runScript('restore', ['--from', backup, '--to', target]);
      removeHome(target);
      outcomes[marked ? 'with' : 'without'] = { status, code: restored.status, stderr: restored.stderr };
    }
    expect(outcomes).toEqual({
      with: { status: 503, code: 0, stderr: '' },
      without: { status: 200, code: 4, stderr: 'Restored, but 1 stored files are missing.\n' },
    });
  });

  test('without its log a copy of a running database does not start, so that no restore may do without', async () => {
    const { path: backup } = await backUp({ dataDir: live, to: path.join(folder, 'without log') });
    const file = path.join(backup, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const files = manifest.files.filter(({ path: name }) => !name.startsWith('postgres/pg_wal/'));
    writeFileSync(file, JSON.stringify({ ...manifest, segments: [], files }));
    const target = path.join(folder, 'restored without log');
    const { status, stderr } = runScript('restore', ['--from', backup, '--to', target]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('could not locate required checkpoint record')]);
    expect(existsSync(target)).toBe(false);
  });

  test('without a host the stopped database is copied; a restore names broken promises and missing files', async () => {
    const own = path.join(folder, 'stopped');
    const stopped = await startTestHost({ dataDir: own });
    const client = await openAppClient(stopped);
    const { bookingId } = await aBooking(client);
    const { address } = await addLogo(client);
    await client.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into private.payments (id, amount_paise, currency) values ('pay_of_nothing', 700000, 'INR')`;
    });
    await client.close();
    // As a power cut leaves it: the last changes are in the log alone.
    await stopped.kill9();
    process.kill(
      Number(readFileSync(path.join(findHome(own).data, 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    await createFileStore(path.join(own, 'storage')).remove('partner_logos', path.basename(address));

    const to = path.join(folder, 'backups of the stopped');
    const made = runScript('backup', ['--to', to], { DATA_DIR: own });
    expect([made.status, made.stderr]).toEqual([0, '']);
    const [backup = ''] = listBackups(to);
    expect(checkBackup(backup).cluster).toBe('stopped');
    const target = path.join(folder, 'of the stopped');
    const { status, stderr } = runScript('restore', ['--from', backup, '--to', target]);
    expect([status, stderr]).toEqual([
      3,
      'Restored, but 1 stored files are missing.\n' +
        'Restored, but 1 rows break a promise about money. Keep the site closed until a developer has looked.\n',
    ]);
    const server = await startPostgres({ dataDir: target, log: silentLog });
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    expect(await sql`select from public.bookings where id = ${bookingId}`).toHaveLength(1);
    await sql.end();
    await server.stop();
    for (const dataDir of [own, target]) removeHome(dataDir);
  });

  test('under the load of 12 buyers, uploads and deletions a backup fails no request but deletions', async () => {
    const acknowledged = {
      bookings: [] as { id: string; at: number }[],
      logos: [] as { address: string; at: number }[],
    };
    const medianBefore = await load(async () => {});
    const to = path.join(folder, 'under load');
    const endedAt: number[] = [];
    const medianMeanwhile = await load(async () => {
      const { status, stderr } = await runScriptBeside('backup', ['--to', to], { DATA_DIR: live });
      expect([status, stderr]).toEqual([0, '']);
      endedAt.push(Date.now());
    });
    console.info(
      `Median answer: ${medianBefore.toFixed(1)} ms, with ${endedAt.length} backups one after the other ` +
        `${medianMeanwhile.toFixed(1)} ms.`,
    );
    expect(medianMeanwhile).toBeLessThanOrEqual(medianBefore * 1.5);

    const [newest = ''] = listBackups(to);
    const stateAt = Date.parse(checkBackup(newest).stateAt);
    const restored = path.join(folder, 'restored');
    expect(runScript('restore', ['--from', newest, '--to', restored])).toMatchObject({ status: 0, stderr: '' });
    const server = await startPostgres({ dataDir: restored, log: silentLog });
    const sql = postgres(server.url, { max: 1, onnotice: () => {} });
    const bookings = new Set([...(await sql`select id from public.bookings`)].map(({ id }) => id));
    const files = new Set([...(await sql`select name from storage.objects`)].map(({ name }) => name));
    await sql.end();
    await server.stop();
    const lost = [
      ...acknowledged.bookings.filter(({ id, at }) => at < stateAt && !bookings.has(id)),
      ...acknowledged.logos.filter(({ address, at }) => at < stateAt && !files.has(path.basename(address))),
    ];
    expect(lost).toEqual([]);
    expect(acknowledged.bookings.filter(({ at }) => at < stateAt).length).toBeGreaterThan(20);
    expect([...(await app.violations())]).toEqual([]);

    /** Twelve people who book, and two who upload and delete, for LOAD_MS, while `work` goes on again and again. */
    async function load(work: () => Promise<void>): Promise<number> {
      const until = Date.now() + LOAD_MS;
      const times: number[] = [];
      const buyers = Array.from({ length: BUYERS }, async () => {
        while (Date.now() < until) {
          const startedAt = performance.now();
          const { bookingId } = await aBooking(app);
          times.push(performance.now() - startedAt);
          acknowledged.bookings.push({ id: bookingId, at: Date.now() });
        }
      });
      const uploaders = Array.from({ length: 2 }, async () => {
        while (Date.now() < until) {
          const { address } = await addLogo(app);
          const at = Date.now();
          if (times.length % 2 === 0) acknowledged.logos.push({ address, at });
          else expect([200, 503]).toContain(await removeLogo(address));
        }
      });
      const working = (async () => {
        while (Date.now() < until) {
          await work();
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
      })();
      await Promise.all([...buyers, ...uploaders, working]);
      times.sort((one, other) => one - other);
      return times[Math.floor(times.length / 2)] ?? 0;
    }
  });
});
