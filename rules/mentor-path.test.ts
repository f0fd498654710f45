import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentorIdFromSegment, mentorPath, mentorSlug } from './mentor-path.ts';

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

test('the id of any mentor is found again in the path of any name', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.string({ unit: 'grapheme' }), (id, name) => {
      const segment = decodeURIComponent(mentorPath({ id, name }).slice('/mentors/'.length));
      expect(segment).not.toContain('/');
      expect(mentorIdFromSegment(segment)).toBe(id);
    }),
  );
});
