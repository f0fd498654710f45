import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUuid, mentorIdFromSegment, mentorPath, mentorSlug } from '#rules/mentors/mentor-path.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';

const ID = '7d9f1c52-3b64-4c1e-9a53-0f6a2f1f9f10';

test.each([
  ['Asha Menon', 'asha-menon'],
  ["Dr. R.K. D'Souza (Ph.D.)", 'dr-rk-dsouza-phd'],
  ['  Two   spaces  ', 'two-spaces'],
  ['Anne-Marie', 'anne-marie'],
  ['A - B', 'a-b'],
  ['José Ångström', 'josé-ångström'],
  ['आशा मेनन', 'आशा-मेनन'],
  ['!!!', ''],
])('%s becomes %s', (name, slug) => {
  expect(mentorSlug(name)).toBe(slug);
});

test('the path carries slug and id, or the id alone where the name leaves no slug', () => {
  expect(mentorPath({ id: ID, name: 'Asha Menon' })).toBe(`/mentors/asha-menon-${ID}`);
  expect(mentorPath({ id: ID, name: '?' })).toBe(`/mentors/${ID}`);
});

test.each([
  [`asha-menon-${ID}`, ID],
  [ID, ID],
  [ID.toUpperCase(), ID],
  ['asha-menon', 'asha-menon'],
  ['a-b-c-d-e', 'a-b-c-d-e'],
  ['', ''],
])('the id in %s is %s', (segment, id) => {
  expect(mentorIdFromSegment(segment)).toBe(id);
});

testProperty(
  'the id of any mentor is found again in the path of any name',
  [fc.uuid(), fc.string({ unit: 'grapheme' })],
  (id, name) => {
    const segment = decodeURIComponent(mentorPath({ id, name }).slice('/mentors/'.length));
    expect(segment).not.toContain('/');
    expect(mentorIdFromSegment(segment)).toBe(id);
  },
);

describe('for any input', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    anyText,
    fc
      .array(fc.constantFrom('-', ' ', 'a', '9', '/', '?', '#', '%', '..', 'İ', 'مرشد', '🚀', '\u202e', '\0'))
      .map((parts) => parts.join('')),
  );
  const segmentOf = (path: string) =>
    decodeURIComponent(new URL(path, 'https://point-0.example').pathname.slice('/mentors/'.length));

  testProperty(
    'a mentor’s address leads back to the mentor, whatever the name',
    [fc.uuid(), name],
    (id, called) => {
      const path = mentorPath({ id, name: called });
      expect(path).toMatch(/^\/mentors\/[^/?#\s]+$/);
      expect(mentorIdFromSegment(segmentOf(path))).toBe(id);
    },
    {
      examples: [
        [ID, ''],
        [ID, '---'],
        [ID, '🚀🚀'],
        [ID, 'عائشة بن علي'],
        [ID, 'Anne-Marie O’Neill-Şahin'],
        [ID, 'a-b-c-d-e'],
        [ID, ID],
      ],
    },
  );

  testProperty('a slug is lower case, has single hyphens inside only, and is its own slug', [name], (called) => {
    const slug = mentorSlug(called);
    expect(slug).toMatch(/^$|^[\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*$/u);
    expect(slug).toBe(slug.toLowerCase());
    expect(mentorSlug(slug)).toBe(slug);
  });

  testProperty('the last part of any address gives a UUID or itself', [name], (segment) => {
    const id = mentorIdFromSegment(segment);
    expect(isUuid(id) || id === segment).toBe(true);
  });
});
