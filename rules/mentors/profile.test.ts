import { expect, test } from 'vitest';
import { languageNames } from '#copy/mentors/languages.ts';
import { sessionBrief } from '#copy/sessions/briefs.ts';
import {
  addName,
  changedFields,
  type ProfileForm,
  profileFormOf,
  profileFormSchema,
  profileProblems,
} from './profile.ts';

const profile = {
  name: 'Dev Mehta',
  title: 'Founder',
  expertise: 'Delivery',
  specializations: ['Pricing'],
  bio: 'Builds.',
  categories: ['b', 'c'],
  image: '/dev.webp',
  price: 3500,
  languages: ['en'],
  city: null,
  years_of_experience: null,
  companies: [],
  linkedin: null,
  video_url: null,
};
const form = profileFormOf(profile);

const problemsOf = (changes: Partial<ProfileForm>) =>
  profileFormSchema.safeParse({ ...form, ...changes }).error?.issues.map(({ message }) => message) ?? [];

test('a complete profile has no problems, with or without its details', () => {
  expect(problemsOf({})).toEqual([]);
  const full = { city: 'Pune', years_of_experience: '0', languages: ['en', 'hi'] as ProfileForm['languages'] };
  expect(problemsOf({ ...full, linkedin: 'linkedin.com/in/dev', video_url: 'https://vimeo.com/1' })).toEqual([]);
});

test.each<[Partial<ProfileForm>, string]>([
  [{ city: 'P' }, 'Please enter a city of 2 to 80 characters.'],
  [{ city: 'x'.repeat(81) }, 'Please enter a city of 2 to 80 characters.'],
  [{ years_of_experience: '61' }, 'Years of experience must be between 0 and 60.'],
  [{ years_of_experience: '-1' }, 'Years of experience must be between 0 and 60.'],
  [{ years_of_experience: '1.5' }, 'Years of experience must be between 0 and 60.'],
  [{ video_url: 'https://example.com/v' }, 'Please enter a YouTube or Vimeo link.'],
  [{ video_url: 'http://youtu.be/abcdefghijk' }, 'Please enter a YouTube or Vimeo link.'],
  [{ linkedin: 'https://example.com/in/dev' }, 'Please enter the address of a LinkedIn profile.'],
  [
    { languages: Object.keys(languageNames).slice(0, 9) as ProfileForm['languages'] },
    'Please choose at most 8 languages.',
  ],
  [{ companies: ['A', 'B', 'C', 'D', 'E', 'F'] }, 'At most 5 companies'],
  [{ companies: ['x'.repeat(81)] }, 'The name of a company has at most 80 characters'],
  [{ name: ' ' }, 'Name is required'],
  [{ price: '70.5' }, 'Valid price is required'],
  [{ image: '/placeholder.svg' }, 'Profile image is required'],
])('%o says what is wrong: %s', (changes, sentence) => {
  expect(problemsOf(changes)).toEqual([sentence]);
});

test.each([
  [['B2B'], ' Pricing ', { list: ['B2B', 'Pricing'] }],
  [['B2B'], 'Go  to\nmarket', { list: ['B2B', 'Go to market'] }],
  [['B2B'], '   ', { list: ['B2B'] }],
  [['B2B'], 'b2b', { problem: 'This specialization is in the list already' }],
  [['B2B'], 'x'.repeat(101), { problem: 'A specialization has at most 100 characters' }],
  [Array.from({ length: 50 }, String), 'one more', { problem: 'At most 50 specializations' }],
])('to the specializations %j is added %j', (list, typed, expected) => {
  expect(addName('specializations', list, typed)).toEqual(expected);
});

test('companies are clean names, each once, and at most five', () => {
  const typed = {
    ...form,
    companies: [' Marigold  Kettle\nWorks ', '\u200b', 'marigold kettle works', 'Aji Kitchenware'],
  };
  expect(changedFields(typed, form, profile)).toEqual({ companies: ['Marigold Kettle Works', 'Aji Kitchenware'] });
  expect(addName('companies', ['Aji'], 'AJI')).toEqual({ problem: 'This company is in the list already' });
  expect(addName('companies', [...'ABCDE'], 'F')).toEqual({ problem: 'At most 5 companies' });
});

test('a save names what differs from the last one, as the database would store it', () => {
  const typed: ProfileForm = {
    ...form,
    price: '4200',
    city: ' Pune ',
    linkedin: 'linkedin.com/in/dev?utm=1',
    title: '',
  };
  expect(changedFields(typed, form, profile)).toEqual({
    title: '',
    price: 4200,
    city: 'Pune',
    linkedin: 'https://linkedin.com/in/dev',
  });
  // What cannot be published is kept all the same.
  expect(changedFields({ ...form, price: 'a lot', years_of_experience: '99' }, form, profile)).toEqual({
    price: 'a lot',
    years_of_experience: 99,
  });
  expect(profileFormOf({ ...profile, price: 'a lot' }).price).toBe('a lot');
  // Back to what is public: as it stands there, so that it is no change any more.
  expect(changedFields(form, typed, profile)).toEqual({ title: 'Founder', price: 3500, city: null, linkedin: null });
});

test('codes of the database become sentences at their fields', () => {
  expect(profileProblems('city_invalid,nothing_known,bio_required')).toEqual([
    { field: 'city', sentence: 'Please enter a city of 2 to 80 characters.' },
    { field: 'bio', sentence: 'Bio is required' },
  ]);
});

test('the languages of a profile are those of a brief, with the same names', () => {
  expect(languageNames).toEqual(sessionBrief.languages);
});
