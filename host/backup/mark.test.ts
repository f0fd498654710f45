import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { processIdentity } from '../processes/process-identity.ts';
import { isBackupRunning, markBackup } from './mark.ts';

const HOUR_MS = 60 * 60_000;

test('the mark of a backup counts until it is taken away, or was not renewed for an hour', async () => {
  const storage = testDirectory();
  expect(await isBackupRunning(storage)).toBe(false);
  const mark = markBackup(storage);
  expect(JSON.parse(readFileSync(path.join(storage, '.backup'), 'utf8'))).toMatchObject({
    pid: process.pid,
    at: expect.stringMatching(/^\d{4}-/),
  });
  expect(await isBackupRunning(storage)).toBe(true);
  expect(await isBackupRunning(storage, Date.now() + HOUR_MS - 60_000)).toBe(true);
  expect(await isBackupRunning(storage, Date.now() + HOUR_MS)).toBe(false);
  mark.remove();
  expect(existsSync(path.join(storage, '.backup'))).toBe(false);
  expect(await isBackupRunning(storage)).toBe(false);
});

test('the mark of a process that is gone does not count, nor that of another one with its id', async () => {
  const storage = testDirectory();
  const { pid } = spawnSync(process.execPath, ['--version']);
  const at = new Date().toISOString();
  const write = (mark: object) => writeFileSync(path.join(storage, '.backup'), JSON.stringify({ at, ...mark }));
  write({ pid, identity: 'of the process that ended' });
  expect(await isBackupRunning(storage)).toBe(false);
  write({ pid: process.pid, identity: 'of an earlier process with our id' });
  expect(await isBackupRunning(storage)).toBe(false);
  write({ pid: process.pid, identity: processIdentity(process.pid) });
  expect(await isBackupRunning(storage)).toBe(true);
  writeFileSync(path.join(storage, '.backup'), '{"pid":');
  expect(await isBackupRunning(storage)).toBe(false);
});
