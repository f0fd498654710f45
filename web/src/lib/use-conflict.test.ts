import { expect, test } from 'vitest';
import { saveUpon } from './use-conflict.ts';

test('a save is repeated upon a version that differs in nothing, and refused upon one that differs', async () => {
  const rows = [
    { text: 'One', version: 1 },
    { text: 'One', version: 2 },
    { text: 'Two', version: 3 },
  ] as const;
  const saveTo = (stored: number) => async (was: { text: string; version: number }) =>
    was.version === stored ? null : (rows[stored - 1] ?? null);
  const textOf = ({ text }: { text: string }) => text;
  expect(await saveUpon(rows[0], textOf, saveTo(1))).toBeNull();
  expect(await saveUpon(rows[0], textOf, saveTo(2))).toBeNull();
  expect(await saveUpon(rows[0], textOf, saveTo(3))).toBe(rows[2]);
});
