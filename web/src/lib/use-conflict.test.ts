import { expect, test } from 'vitest';
import { differencesOf, mergeVersions, saveUpon } from './use-conflict.ts';

const base = { title: 'One', text: 'Old', tags: ['a'], isOn: false };

test('versions differ where one person, the other, or both changed a field', () => {
  const mine = { ...base, title: 'Mine', isOn: true };
  const theirs = { ...base, title: 'Theirs', text: 'New', isOn: true };
  expect(differencesOf({ base, mine, theirs })).toEqual([
    { field: 'title', isTheirsAlone: false },
    { field: 'text', isTheirsAlone: true },
  ]);
  expect(mergeVersions({ base, mine, theirs })).toEqual({ title: 'Mine', text: 'New', tags: ['a'], isOn: true });
});

test('versions with lists that hold the same are the same', () => {
  expect(differencesOf({ base, mine: { ...base, tags: ['a'] }, theirs: { ...base, tags: ['a'] } })).toEqual([]);
  expect(differencesOf({ base, mine: { ...base, tags: ['a', 'b'] }, theirs: base })).toEqual([
    { field: 'tags', isTheirsAlone: false },
  ]);
});

test('a version that changed nothing leaves all to the other one', () => {
  const theirs = { ...base, title: 'Theirs' };
  expect(differencesOf({ base, mine: { ...base }, theirs })).toEqual([{ field: 'title', isTheirsAlone: true }]);
  expect(mergeVersions({ base, mine: { ...base }, theirs })).toEqual(theirs);
});

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
