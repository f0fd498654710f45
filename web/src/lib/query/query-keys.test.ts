/** A query's key is written once, in a data file: a file that invalidates it imports it from there. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('no file but a data file writes the key of a query', () => {
  const written = files.filter(({ file, text }) => !file.endsWith('.data.ts') && /queryKey: \[['"`]/.test(text));
  expect(written.map(({ file }) => file)).toEqual([]);
});

test('no two files write the same key', () => {
  const byKey = new Map<string, string[]>();
  for (const { file, text } of files) {
    const keys = [...text.matchAll(/(?:queryKey: |KEY = |=> )\[(?<key>(?:OFFICE, )?'[a-z-]+')/g)];
    for (const key of new Set(keys.map(({ groups }) => groups?.key ?? ''))) {
      byKey.set(key, [...(byKey.get(key) ?? []), file]);
    }
  }
  expect(byKey.size).toBeGreaterThan(40);
  expect([...byKey].filter(([, where]) => where.length > 1)).toEqual([]);
});
