import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSlug, isUuid, listedMentorPath, mentorIdFromSegment, mentorPath } from '#rules/mentors/mentor-path.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';

const ID = '7d9f1c52-3b64-4c1e-9a53-0f6a2f1f9f10';

test('the path of a profile carries slug and id, and there is none for a mentor who is gone or not listed', () => {
  expect(mentorPath({ id: ID, slug: 'asha-menon' })).toBe(`/mentors/asha-menon-${ID}`);
  expect(listedMentorPath({ mentor_id: ID, mentor_slug: 'asha-menon' })).toBe(`/mentors/asha-menon-${ID}`);
  expect(listedMentorPath({ mentor_id: ID, mentor_slug: null })).toBeNull();
  expect(listedMentorPath({ mentor_id: null, mentor_slug: 'asha-menon' })).toBeNull();
});

test.each([
  [`asha-menon-${ID}`, ID],
  [ID, ID],
  [ID.toUpperCase(), ID],
  ['asha-menon', 'asha-menon'],
  ['a-b-c-d-e', 'a-b-c-d-e'],
  [`asha-menon-${ID}.`, ID],
  ['asha-menon.', 'asha-menon'],
  ['Asha Menon', 'Asha-Menon'],
  ['asha_menon),', 'asha-menon'],
  ['asha-menon\u200b', 'asha-menon'],
  ['आशा', ''],
  ['', ''],
])('the id in %s is %s', (segment, id) => {
  expect(mentorIdFromSegment(segment)).toBe(id);
});

test.each([
  ['asha-menon', true],
  ['Asha-Menon', true],
  ['a', true],
  ['x'.repeat(81), false],
  ['-asha', false],
  ['asha--menon', false],
  ['asha menon', false],
  ['आशा', false],
  ['', false],
])('whether “%s” is written like a slug: %s', (text, is) => {
  expect(isSlug(text)).toBe(is);
});

const slug = fc
  .array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.join('-'));

testProperty(
  'a mentor’s address leads back to the mentor, whatever the slug',
  [fc.uuid(), slug],
  (id, called) => {
    const path = new URL(mentorPath({ id, slug: called }), 'https://point-0.example').pathname;
    expect(mentorIdFromSegment(path.slice('/mentors/'.length))).toBe(id);
  },
  { examples: [[ID, ID]] },
);

testProperty(
  'the last part of any address gives a UUID, or what may be a slug',
  [fc.oneof(anyText, slug)],
  (segment) => {
    const id = mentorIdFromSegment(segment);
    expect(isUuid(id) || id === '' || isSlug(id) || id.length > 80).toBe(true);
  },
);
