import { accessSync, type StatsFs } from 'node:fs';
import { access, mkdir, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { freeSpace } from './backup/sizes.ts';
import { requireOpenStorage } from './data-directory.ts';
import { examineDataDirectory } from './http/readiness.ts';

// Root may write everywhere, and no test fills a disk.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, accessSync: vi.fn(fs.accessSync) };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  return { ...fs, access: vi.fn(fs.access), statfs: vi.fn(fs.statfs) };
});
afterEach(() => {
  for (const mock of [accessSync, access, statfs]) vi.mocked(mock).mockReset();
});

const refusing = (closed: string) => (place: unknown) => {
  if (place === closed) throw new Error(`EROFS: read-only file system, access '${closed}'`);
};

test('a folder of uploaded files that may not be written ends the start with a sentence, and is seen by monitoring', async () => {
  const dataDir = testDirectory();
  const storage = path.join(dataDir, 'storage');
  const bucket = path.join(storage, 'partner_logos');
  expect(await examineDataDirectory(dataDir)).toBe('ok');
  await mkdir(bucket, { recursive: true });
  await writeFile(path.join(storage, '.a-mark'), '');
  expect(await examineDataDirectory(dataDir)).toBe('ok');
  for (const folder of [bucket, storage]) {
    vi.mocked(access).mockImplementation(async (place) => refusing(folder)(place));
    expect(await examineDataDirectory(dataDir)).toBe('not writable');
    await expect(requireOpenStorage(dataDir)).rejects.toThrow(
      `Uploaded files cannot be stored (EROFS: read-only file system, access '${folder}'): give all of ${storage} to this user, to write.`,
    );
  }
});

test('a backup into a directory that cannot be written says what to do', () => {
  const to = testDirectory();
  for (const place of [to, path.join(to, 'below')]) {
    vi.mocked(accessSync).mockImplementation(refusing(place));
    expect(() => freeSpace(place)).toThrow(/ cannot be written \(.+\): name a directory that this user may write\.$/);
  }
});

test('monitoring sees a disk with less than 200 MB', async () => {
  const dataDir = testDirectory();
  vi.mocked(statfs).mockResolvedValue({ bavail: 48_000, bsize: 4096 } as StatsFs);
  expect(await examineDataDirectory(dataDir)).toBe('full');
  vi.mocked(statfs).mockResolvedValue({ bavail: 49_000, bsize: 4096 } as StatsFs);
  expect(await examineDataDirectory(dataDir)).toBe('ok');
  expect(await examineDataDirectory(path.join(dataDir, 'gone'))).toBe('not writable');
});
