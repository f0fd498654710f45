import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testProperty } from '#tests/kit/property.ts';
import { mergeVersions } from './three-way-merge.ts';

const base = { title: 'One', text: 'Old', tags: ['a'], isOn: false };

test('versions differ where one person, the other, or both changed a field', () => {
  const mine = { ...base, title: 'Mine', isOn: true };
  const theirs = { ...base, title: 'Theirs', text: 'New', isOn: true };
  expect(mergeVersions({ base, mine, theirs })).toEqual({
    merged: { title: 'Mine', text: 'New', tags: ['a'], isOn: true },
    differences: [
      { field: 'title', isTheirsAlone: false },
      { field: 'text', isTheirsAlone: true },
    ],
  });
});

test('versions with lists that hold the same are the same', () => {
  expect(mergeVersions({ base, mine: { ...base, tags: ['a'] }, theirs: { ...base, tags: ['a'] } }).differences).toEqual(
    [],
  );
  expect(mergeVersions({ base, mine: { ...base, tags: ['a', 'b'] }, theirs: base }).differences).toEqual([
    { field: 'tags', isTheirsAlone: false },
  ]);
});

test('a list without a key is one value, and one with a key is merged item by item', () => {
  const versions = { base, mine: { ...base, tags: ['b', 'a'] }, theirs: { ...base, tags: ['c'] } };
  expect(mergeVersions(versions).merged.tags).toEqual(['b', 'a']);
  expect(mergeVersions(versions, { tags: (tag) => tag }).merged.tags).toEqual(['c', 'b']);
});

test('of items that both have, one that the person changed stays changed', () => {
  const day = (name: string, hours: number) => ({ name, hours });
  const versions = {
    base: { week: [day('Mon', 1), day('Tue', 1), day('Wed', 1)] },
    mine: { week: [day('Mon', 2), day('Tue', 1), day('Wed', 3)] },
    theirs: { week: [day('Mon', 4), day('Tue', 5), day('Wed', 1)] },
  };
  const { merged } = mergeVersions(versions, { week: ({ name }) => name });
  expect(merged.week).toEqual([day('Mon', 2), day('Tue', 5), day('Wed', 3)]);
});

test('a field that an older version did not have is as it is stored', () => {
  const { title, text, isOn } = base;
  const older = { title, text, isOn } as typeof base;
  expect(mergeVersions({ base: older, mine: { ...older, title: 'Mine' }, theirs: base }).merged).toEqual({
    ...base,
    title: 'Mine',
  });
});

const word: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const version = fc.record({ name: word, price: fc.nat(3), tags: fc.uniqueArray(word), days: fc.uniqueArray(word) });
const keys = { tags: (tag: string) => tag };

testProperty(
  'a person who changed nothing gets what is stored, and without a change by another person one’s own version stays',
  [version, version],
  (one, other) => {
    expect(mergeVersions({ base: one, mine: one, theirs: other }, keys).merged).toEqual(other);
    expect(mergeVersions({ base: one, mine: other, theirs: one }, keys).merged).toEqual(other);
    expect(mergeVersions({ base: one, mine: other, theirs: other }, keys)).toEqual({ merged: other, differences: [] });
  },
);

testProperty(
  'a value that a person changed is that person’s, and every difference is named with who alone changed it',
  [version, version, version],
  (base, mine, theirs) => {
    const { merged, differences } = mergeVersions({ base, mine, theirs }, keys);
    const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    for (const field of ['name', 'price', 'days'] as const) {
      expect(merged[field]).toEqual(isSame(mine[field], base[field]) ? theirs[field] : mine[field]);
      expect(differences.find((one) => one.field === field)).toEqual(
        isSame(mine[field], theirs[field]) ? undefined : { field, isTheirsAlone: isSame(mine[field], base[field]) },
      );
    }
  },
);

testProperty(
  'a list of both holds what either added and nothing that either removed, each once',
  [version, version, version],
  (base, mine, theirs) => {
    const expected = ['a', 'b', 'c', 'd', 'e'].filter((item) => {
      const [here, there] = [mine.tags.includes(item), theirs.tags.includes(item)];
      return base.tags.includes(item) ? here && there : here || there;
    });
    expect(mergeVersions({ base, mine, theirs }, keys).merged.tags.toSorted()).toEqual(expected);
  },
);
