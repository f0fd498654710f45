import fc from 'fast-check';
import { expect } from 'vitest';
import { EMPTY_MENTOR, isSameSet, type MentorForm, mergeMentorForms } from '#features/mentors/admin/mentor-values.ts';
import { testProperty } from '#tests/kit/property.ts';

const word = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const form: fc.Arbitrary<MentorForm> = fc
  .record({ name: word, price: word, specializations: fc.uniqueArray(word), categoryIds: fc.uniqueArray(word) })
  .map((part) => ({ ...EMPTY_MENTOR, ...part }));

testProperty(
  'whoever changed nothing gets what is there now, and where nobody else changed anything one’s own form stays',
  [form, form],
  (one, other) => {
    expect(mergeMentorForms(one, one, other)).toEqual(other);
    const kept = mergeMentorForms(one, other, one);
    expect({ name: kept.name, price: kept.price }).toEqual({ name: other.name, price: other.price });
    expect(isSameSet(kept.specializations, other.specializations)).toBe(true);
    expect(isSameSet(kept.categoryIds, other.categoryIds)).toBe(true);
  },
);

testProperty(
  'a list of both holds what either added and nothing that either removed, each once',
  [form, form, form],
  (base, mine, theirs) => {
    const merged = mergeMentorForms(base, mine, theirs).specializations;
    const expected = ['a', 'b', 'c', 'd', 'e'].filter((item) => {
      const was = base.specializations.includes(item);
      const [here, there] = [mine.specializations.includes(item), theirs.specializations.includes(item)];
      return was ? here && there : here || there;
    });
    expect(merged.toSorted()).toEqual(expected);
  },
);
