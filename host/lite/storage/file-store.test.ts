import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testDirectory } from '#tests/kit/directory.ts';
import { markBackup } from '../../backup/mark.ts';
import { createFileStore } from './file-store.ts';

let folder: string;
beforeEach(() => {
  folder = testDirectory();
});

const bytes = (text: string) => Buffer.from(text);

test('keys that differ in case only, or in nothing but a slash, are different files', async () => {
  const store = createFileStore(folder);
  for (const key of ['a', 'A', 'a/b', '../../escape']) await store.write('b', key, bytes(key), 'text/plain', '');
  const read = async (key: string) => {
    const opened = await store.open('b', key);
    const text = await opened?.handle.readFile('utf8');
    await opened?.handle.close();
    return text;
  };
  expect([await read('a'), await read('A'), await read('a/b'), await read('../../escape')]).toEqual([
    'a',
    'A',
    'a/b',
    '../../escape',
  ]);
  expect(await readdir(path.dirname(folder))).not.toContain('escape');
});

test('two stores on one folder, a shared one, see each other’s files', async () => {
  await createFileStore(folder).write('b', 'k', bytes('one'), 'text/plain', 'max-age=1');
  expect(await createFileStore(folder).factsOf('b', 'k')).toMatchObject({ size: 3, mimetype: 'text/plain' });
});

test('readers beside a writer get whole versions only', async () => {
  const store = createFileStore(folder);
  const versions = ['x'.repeat(1000), 'y'.repeat(70_000)];
  await store.write('b', 'k', bytes(versions[0] ?? ''), 'text/plain', '');
  let isWriting = true;
  const writing = (async () => {
    for (let round = 0; round < 40; round += 1) {
      await store.write('b', 'k', bytes(versions[round % 2] ?? ''), 'text/plain', '');
    }
    isWriting = false;
  })();
  while (isWriting) {
    const opened = await store.open('b', 'k');
    expect(opened).toBeDefined();
    const text = await opened?.handle.readFile('utf8');
    await opened?.handle.close();
    expect(text?.length).toBe(opened?.facts.size);
    expect(new Set(text).size).toBe(1);
  }
  await writing;
  // Old versions are cleared away: one description and one blob remain.
  expect(await readdir(path.join(folder, 'b'))).toHaveLength(2);
});

test.each(['..', '', 'a/b', '.hidden'])('bucket %j is refused', async (bucket) => {
  await expect(createFileStore(folder).write(bucket, 'k', bytes('x'), 'text/plain', '')).rejects.toThrow();
});

test('while a backup is being made no bytes go away: a replaced blob stays, and a deletion fails', async () => {
  const store = createFileStore(folder);
  const first = await store.write('b', 'k', bytes('one'), 'text/plain', '');
  const mark = markBackup(folder);
  const second = await store.write('b', 'k', bytes('two'), 'text/plain', '');
  await expect(store.remove('b', 'k')).rejects.toThrow('Files stay');
  expect(await readdir(path.join(folder, 'b'))).toEqual(expect.arrayContaining([first.blob, second.blob]));
  expect(await store.factsOf('b', 'k')).toMatchObject({ blob: second.blob });
  mark.remove();
  const third = await store.write('b', 'k', bytes('three'), 'text/plain', '');
  expect(await readdir(path.join(folder, 'b'))).not.toContain(second.blob);
  await store.remove('b', 'k');
  expect(await readdir(path.join(folder, 'b'))).not.toContain(third.blob);
});
