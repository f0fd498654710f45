import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { packagedVersion } from '../postgres/binaries.ts';
import { checkBackup } from './check-backup.ts';
import type { Manifest } from './manifest.ts';
import { problemsOf, restore } from './restore.ts';

const SEGMENT = '000000010000000000000002';
const FILES: Record<string, string> = {
  'keys.json': '{}',
  'postgres-password': 'secret',
  'postgres/PG_VERSION': '17\n',
  'postgres/backup_label': 'START WAL LOCATION: 0/2000028',
  'postgres/global/pg_control': 'control',
  [`postgres/pg_wal/${SEGMENT}`]: 'log',
  'storage/mentor_images/a.json': '{}',
};

let folder: string;
let from: string;
let to: string;
/** A small folder with everything that a backup has, but for a database that starts. */
beforeEach(() => {
  folder = testDirectory();
  from = path.join(folder, 'point-0-20261124T101500Z');
  to = path.join(folder, 'data');
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(from, name)), { recursive: true });
    writeFileSync(path.join(from, name), text);
  }
  writeManifest({});
});

function writeManifest(changes: Partial<Manifest> | object): void {
  const now = new Date().toISOString();
  const manifest: Manifest = {
    format: 1,
    release: 1,
    postgresVersion: packagedVersion().split('.').slice(0, 2).join('.'),
    cluster: 'running',
    startLsn: '0/2000028',
    stopLsn: '0/2000120',
    startedAt: now,
    stateAt: now,
    finishedAt: now,
    segments: [SEGMENT],
    storedFiles: { count: 1, bytes: 0 },
    directories: ['postgres', 'postgres/global', 'postgres/pg_wal', 'storage', 'storage/mentor_images'].map((name) => ({
      path: name,
      mode: 0o700,
    })),
    files: Object.entries(FILES).map(([name, text]) => ({
      path: name,
      size: text.length,
      sha256: createHash('sha256').update(text).digest('hex'),
      mode: 0o600,
    })),
    ...changes,
  };
  writeFileSync(path.join(from, 'manifest.json'), JSON.stringify(manifest));
}

const without = (name: string) => ({
  files: (JSON.parse(readFileSync(path.join(from, 'manifest.json'), 'utf8')) as Manifest).files.filter(
    (file) => file.path !== name,
  ),
});

/** Restores, and expects this refusal and that nothing at all was written. */
async function expectRefused(sentence: string): Promise<void> {
  const before = readdirSync(folder, { recursive: true }).sort();
  await expect(restore({ from, to })).rejects.toThrow(sentence);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
}

test('a whole backup is accepted', () => {
  expect(checkBackup(from).segments).toEqual([SEGMENT]);
});

test('a target that is not empty is refused', async () => {
  mkdirSync(to);
  writeFileSync(path.join(to, 'thesis.txt'), 'years of work');
  await expectRefused(`${to} is not empty. Nothing was restored.`);
  expect(readFileSync(path.join(to, 'thesis.txt'), 'utf8')).toBe('years of work');
});

test.each([
  ['a missing log segment', `postgres/pg_wal/${SEGMENT}`],
  ['a missing backup_label', 'postgres/backup_label'],
  ['a missing control file', 'postgres/global/pg_control'],
  ['a missing stored file', 'storage/mentor_images/a.json'],
])('a backup with %s is refused', async (_, name) => {
  rmSync(path.join(from, name));
  await expectRefused(`This backup is not complete: ${name} is missing. Nothing was restored.`);
});

test.each([`postgres/pg_wal/${SEGMENT}`, 'postgres/backup_label'])(
  'a backup whose manifest does not know %s is refused',
  async (name) => {
    writeManifest(without(name));
    await expectRefused(`This backup is not complete: ${name} is missing. Nothing was restored.`);
  },
);

test('a backup of a stopped database has no backup_label, and is accepted', () => {
  writeManifest({ cluster: 'stopped', ...without('postgres/backup_label') });
  expect(checkBackup(from).cluster).toBe('stopped');
});

test('a backup with a changed byte is refused, and the files are counted', async () => {
  writeFileSync(path.join(from, 'postgres/global/pg_control'), 'contro1');
  await expectRefused(
    '1 files of this backup are damaged, the first is postgres/global/pg_control. Nothing was restored.',
  );
  appendFileSync(path.join(from, 'keys.json'), ' ');
  await expectRefused('2 files of this backup are damaged, the first is keys.json. Nothing was restored.');
});

test('a target that cannot be made is refused with what to do', async () => {
  const file = path.join(from, 'keys.json');
  await expect(restore({ from, to: path.join(file, 'below', 'deep') })).rejects.toThrow(
    /keys\.json\/below cannot be written \(.+\): name a directory that this user may write\. Nothing was restored\.$/,
  );
});

test('a backup of another major version of Postgres is refused', async () => {
  writeManifest({ postgresVersion: '16.9' });
  await expectRefused('This backup is of Postgres 16, this version runs 17. Nothing was restored.');
});

test('a backup of a later release is refused, one of an earlier release is not', async () => {
  writeManifest({ release: 2 });
  await expectRefused('This backup was made by release 2, this is release 1. Update first.');
  writeManifest({ release: 0 });
  expect(checkBackup(from).release).toBe(0);
});

test('a backup that was not finished is refused, by its name and without its manifest', async () => {
  const finished = from;
  from = `${finished}.partial`;
  renameSync(finished, from);
  await expectRefused('This backup is not complete: its name ends with .partial, so it was not finished.');
  renameSync(from, finished);
  from = finished;
  rmSync(path.join(from, 'manifest.json'));
  await expectRefused('This backup is not complete: manifest.json is missing. Nothing was restored.');
  writeFileSync(path.join(from, 'manifest.json'), '{"format":1');
  await expectRefused('This backup is not complete: manifest.json cannot be read. Nothing was restored.');
  from = path.join(folder, 'nowhere');
  await expectRefused('This backup is not complete: there is no such folder. Nothing was restored.');
});

test('a manifest whose paths lead out of the folder is refused', async () => {
  const [file] = without('keys.json').files;
  writeManifest({ files: [...without('keys.json').files, { ...file, path: '../thesis.txt' }] });
  await expectRefused('This backup is not complete: manifest.json cannot be read. Nothing was restored.');
});

test('a database that does not start is not left at the target', async () => {
  await expect(restore({ from, to })).rejects.toThrow(
    /^The restored database cannot be used: .*Nothing was restored\.$/s,
  );
  expect([existsSync(to), existsSync(`${to}.partial`)]).toEqual([false, false]);
});

test('what a killed restore has left is cleared away, and what stands there otherwise is not', async () => {
  mkdirSync(`${to}.partial`);
  writeFileSync(path.join(`${to}.partial`, 'thesis.txt'), 'years of work');
  await expect(restore({ from, to })).rejects.toThrow(`${to}.partial is not empty. Nothing was restored.`);
  expect(existsSync(path.join(`${to}.partial`, 'thesis.txt'))).toBe(true);
  writeFileSync(
    path.join(`${to}.partial`, 'restore.lock'),
    JSON.stringify({ pid: 1, identity: 'of a process that ended' }),
  );
  await expect(restore({ from, to })).rejects.toThrow('The restored database cannot be used');
  expect(existsSync(`${to}.partial`)).toBe(false);
});

test('a restored state that is not whole ends the program with 3 for money and 4 for files', () => {
  const stateAt = new Date();
  expect(problemsOf({ stateAt, violations: 0, missingFiles: 0 })).toEqual({ code: 0, sentences: [] });
  expect(problemsOf({ stateAt, violations: 0, missingFiles: 4 })).toEqual({
    code: 4,
    sentences: ['Restored, but 4 stored files are missing.'],
  });
  expect(problemsOf({ stateAt, violations: 2, missingFiles: 4 })).toEqual({
    code: 3,
    sentences: [
      'Restored, but 4 stored files are missing.',
      'Restored, but 2 rows break a promise about money. Keep the site closed until a developer has looked.',
    ],
  });
});
