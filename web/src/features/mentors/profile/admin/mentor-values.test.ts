import { expect, it } from 'vitest';
import {
  EMPTY_MENTOR,
  isSameSet,
  type MentorForm,
  mentorFormSchema,
  mergeMentorForms,
  serverProblems,
} from '#features/mentors/profile/admin/mentor-values.ts';

const valid: MentorForm = {
  ...EMPTY_MENTOR,
  name: 'Asha Rao',
  title: 'Partner',
  expertise: 'Sales',
  bio: 'Sold things for ten years.',
  price: '3500',
  email: 'asha@mentors.example',
  image: '/media/asha.webp',
};
const problems = (form: MentorForm) =>
  mentorFormSchema.safeParse(form).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

it('names everything that an empty form lacks, in the order of the fields', () => {
  expect(problems(EMPTY_MENTOR)).toEqual([
    ['name', 'Name is required'],
    ['title', 'Title is required'],
    ['expertise', 'Expertise is required'],
    ['bio', 'Bio is required'],
    ['price', 'Valid price is required'],
    ['email', 'Email is required'],
    ['image', 'Profile image is required'],
  ]);
});

it('keeps texts without the space around them', () => {
  expect(mentorFormSchema.parse({ ...valid, name: '  Asha Rao\n', bio: 'a\nb ' })).toMatchObject({
    name: 'Asha Rao',
    bio: 'a\nb',
  });
});

it.each<[Partial<MentorForm>, string | null]>([
  [{}, null],
  [{ name: ' \t\n' }, 'Name is required'],
  [{ name: '😀'.repeat(200) }, null],
  [{ name: '😀'.repeat(201) }, 'Name has at most 200 characters'],
  [{ title: 'x'.repeat(301) }, 'Title has at most 300 characters'],
  [{ expertise: 'x'.repeat(301) }, 'Expertise has at most 300 characters'],
  [{ bio: 'x'.repeat(10_001) }, 'Bio has at most 10,000 characters'],
  [{ price: ' 1 ' }, null],
  [{ price: '1000000' }, null],
  [{ price: '7000.00' }, null],
  [{ price: '0' }, 'Valid price is required'],
  [{ price: '-5' }, 'Valid price is required'],
  [{ price: '1000001' }, 'Valid price is required'],
  [{ price: '99.5' }, 'Valid price is required'],
  [{ price: '1e3' }, 'Valid price is required'],
  [{ price: '7,000' }, 'Valid price is required'],
  [{ price: 'NaN' }, 'Valid price is required'],
  [{ email: 'asha' }, 'Valid email address is required'],
  [{ email: 'asha@mentors' }, 'Valid email address is required'],
  [{ email: 'a b@mentors.example' }, 'An email address has no spaces inside. Please check it.'],
  [{ email: `${'a'.repeat(250)}@x.example` }, 'Email must be at most 254 characters.'],
  [{ specializations: Array.from({ length: 51 }, (_, place) => String(place)) }, 'At most 50 specializations'],
])('%j', (change, sentence) => {
  expect(problems({ ...valid, ...change }).map(([, message]) => message)).toEqual(sentence ? [sentence] : []);
});

it('tells the server’s problems at the fields, with the same sentences', () => {
  expect(serverProblems('name_required', 'name_required,price_invalid,email_invalid')).toEqual([
    { field: 'name', sentence: 'Name is required' },
    { field: 'price', sentence: 'Valid price is required' },
    { field: 'email', sentence: 'Valid email address is required' },
  ]);
  expect(serverProblems('slot_in_past', '2027-01-04 10:00')).toEqual([
    { field: 'slots', sentence: 'A new slot has already started. Please remove it and save again.' },
  ]);
  expect(serverProblems('mentor_invalid', 'id, updated_at')).toEqual([]);
  expect(serverProblems('mentor_changed_meanwhile', 'name_required')).toEqual([]);
  expect(serverProblems('toString', null)).toEqual([]);
});

it('keeps one’s own changes upon somebody else’s', () => {
  const slot = (date: string) => ({ date, startTime: '10:00', endTime: '11:00' });
  const base = { ...valid, specializations: ['a', 'b'], slots: [slot('2027-01-01'), slot('2027-01-02')] };
  const mine = { ...base, price: '4000', specializations: ['b', 'c'], slots: [slot('2027-01-02')] };
  const theirs = {
    ...base,
    title: 'Managing Partner',
    price: '9000',
    specializations: ['a', 'b', 'd'],
    slots: [...base.slots, { date: '2027-01-03', startTime: '10:00:00', endTime: '11:00:00' }],
  };
  expect(mergeMentorForms(base, mine, theirs)).toEqual({
    ...base,
    title: 'Managing Partner',
    price: '4000',
    specializations: ['b', 'd', 'c'],
    slots: [slot('2027-01-02'), { date: '2027-01-03', startTime: '10:00:00', endTime: '11:00:00' }],
  });
});

it('compares lists as sets', () => {
  expect(isSameSet(['a', 'b'], ['b', 'a'])).toBe(true);
  expect(isSameSet(['a'], ['a', 'b'])).toBe(false);
  expect(isSameSet(['a', 'b'], ['a'])).toBe(false);
  expect(isSameSet(['a', 'b'], ['a', 'c'])).toBe(false);
});
