import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { backUp } from './back-up.ts';
import { formatSize } from './sizes.ts';

vi.mock('./sizes.ts', async (original) => ({
  ...(await original<typeof import('./sizes.ts')>()),
  freeSpace: () => 1_500_000,
}));

test('a backup that would not fit is refused before anything is written', async () => {
  const [dataDir, to] = [testDirectory(), testDirectory()];
  mkdirSync(path.join(dataDir, 'postgres', 'data'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres-password'), 'x');
  writeFileSync(path.join(dataDir, 'postgres', 'data', 'PG_VERSION'), '17\n');
  await expect(backUp({ dataDir, to })).rejects.toThrow(`Not enough space in ${to}: 67.1 MB needed, 1.5 MB free.`);
  expect(readdirSync(to)).toEqual([]);
});

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [999_949, '999.9 kB'],
  [999_951, '1.0 MB'],
  [43_120_000, '43.1 MB'],
  [5e15, '5000.0 TB'],
])('%d bytes are written as %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
