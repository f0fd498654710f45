import { accessSync, mkdirSync, type StatsFs, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { freeSpace } from './backup/sizes.ts';
import { examineDataDirectory } from './http/readiness.ts';
import { openDataDirectory } from './postgres/home.ts';

// Root may write everywhere, and no test fills a disk.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, accessSync: vi.fn(fs.accessSync), statfsSync: vi.fn(fs.statfsSync) };
});
afterEach(() => void vi.mocked(accessSync).mockReset());

function makeStorage(): { dataDir: string; bucket: string } {
  const dataDir = testDirectory();
  const bucket = path.join(dataDir, 'storage', 'partner_logos');
  mkdirSync(bucket, { recursive: true });
  writeFileSync(path.join(dataDir, 'storage', '.a-mark'), '');
  return { dataDir, bucket };
}

function close(folder: string): void {
  vi.mocked(accessSync).mockImplementation((place) => {
    if (place === folder) throw new Error(`EROFS: read-only file system, access '${folder}'`);
  });
}

test('a folder of uploaded files that may not be written ends the start with a sentence, and is seen by monitoring', () => {
  const { dataDir, bucket } = makeStorage();
  expect(examineDataDirectory(dataDir)).toBe('ok');
  expect(() => openDataDirectory(dataDir)).not.toThrow();
  for (const folder of [bucket, path.dirname(bucket)]) {
    close(folder);
    expect(examineDataDirectory(dataDir)).toBe('not writable');
    expect(() => openDataDirectory(dataDir)).toThrow(
      `Uploaded files cannot be stored (EROFS: read-only file system, access '${folder}'): give all of ${dataDir}/storage to this user, to write.`,
    );
  }
});

test('a backup into a directory that cannot be written says what to do', () => {
  const to = testDirectory();
  close(to);
  for (const place of [to, path.join(to, 'below')]) {
    if (place !== to) close(place);
    expect(() => freeSpace(place)).toThrow(/ cannot be written \(.+\): name a directory that this user may write\.$/);
  }
});

test('monitoring sees a disk with less than 200 MB', () => {
  const dataDir = testDirectory();
  vi.mocked(statfsSync).mockReturnValue({ bavail: 48_000, bsize: 4096 } as StatsFs);
  expect(examineDataDirectory(dataDir)).toBe('full');
  vi.mocked(statfsSync).mockReturnValue({ bavail: 49_000, bsize: 4096 } as StatsFs);
  expect(examineDataDirectory(dataDir)).toBe('ok');
  expect(examineDataDirectory(path.join(dataDir, 'gone'))).toBe('not writable');
});
