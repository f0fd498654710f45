import fc from 'fast-check';
import { expect, test } from 'vitest';
import { impactStorySchema } from '#rules/content/impact-story-schema.ts';
import { podcastSchema } from '#rules/content/podcast-form.ts';
import { testimonialSchema } from '#rules/content/testimonial-form.ts';
import { youtubeVideoId } from '#rules/content/youtube.ts';
import { mentorApplicationSchema } from '#rules/mentors/application.ts';
import { profileFormSchema } from '#rules/mentors/profile.ts';
import { type FilterableMentor, filterMentors } from '#rules/mentors/search.ts';
import { forgotPasswordSchema, nameSchema } from '#rules/people/auth.ts';
import { phoneOrTerm } from '#rules/people/contact.ts';
import { investorInterestSchema } from '#rules/people/investor-interest.ts';
import { briefSchema } from '#rules/sessions/brief-schema.ts';
import { anyText, testProperty } from '#tests/kit/property.ts';
import {
  EMAILS,
  INTRO_VIDEOS,
  LINES,
  LINKEDIN,
  LINKS,
  PHONES,
  SEARCHES,
  TEXTS,
  YOUTUBE,
} from '#tests/kit/text-examples.ts';
import { cleanLine, cleanText, singleLine } from './text.ts';

const sentences = (answer: { error?: { issues: { message: string }[] } }) =>
  answer.error?.issues.map(({ message }) => message) ?? [];

test('a line is stored as the table of examples says', () => {
  expect(LINES.map(([typed]) => cleanLine(typed))).toEqual(LINES.map(([, stored]) => stored));
});

test('a text of several lines is stored as the table of examples says', () => {
  expect(TEXTS.map(([typed]) => cleanText(typed))).toEqual(TEXTS.map(([, stored]) => stored));
});

test('the table of examples has at least 120', () => {
  const all = [...LINES, ...TEXTS, ...PHONES, ...EMAILS, ...LINKEDIN, ...INTRO_VIDEOS, ...LINKS, ...YOUTUBE];
  expect(all.length).toBeGreaterThanOrEqual(120);
});

test('a NUL and half a character, which Postgres keeps in no text, are a space and U+FFFD', () => {
  expect([cleanLine('a\0b'), cleanText('a\n\0\nb'), cleanLine('a\ud83d')]).toEqual(['a b', 'a\n \nb', 'a\ufffd']);
});

testProperty('a clean text stays as it is, and Postgres can store it', [anyText], (text) => {
  for (const clean of [cleanText(text), cleanLine(text)]) {
    expect([cleanText(clean), clean.isWellFormed(), clean.includes('\0')]).toEqual([clean, true, false]);
  }
});

testProperty('a clean line has no break, and never two spaces in a row', [anyText], (text) => {
  expect(cleanLine(text)).not.toMatch(/[\n\r\u2028\u2029]| {2}/);
});

test('half a million blanks inside a text are cleaned in less than two seconds', () => {
  const begin = performance.now();
  cleanLine(`${'\u200b'.repeat(500_000)}a${'\u200b'.repeat(500_000)}b`);
  expect(performance.now() - begin).toBeLessThan(2000);
});

const required = LINES.filter(([, stored]) => stored === '').map(([typed]) => typed);

test.each(required.map((typed) => [escape(typed), typed]))('nobody sends "%s" as a required text', (_, typed) => {
  expect(sentences(nameSchema.safeParse({ name: typed }))).toEqual(['Name must be at least 2 characters.']);
  expect(sentences(impactStorySchema.safeParse({ name: typed, experience: typed }))).toEqual([
    'Please fill in all required fields',
    'Please fill in all required fields',
  ]);
  const testimonial = testimonialSchema.safeParse({ name: typed, role: typed, company: typed, is_featured: false });
  expect(sentences(testimonial)).toEqual(['Name and role are required', 'Name and role are required']);
  const youtube = { youtube_url: 'https://youtu.be/dQw4w9WgXcQ', thumbnail_url: '' };
  const podcast = { ...youtube, title: typed, description: typed, published: true, is_featured: false };
  expect(sentences(podcastSchema.safeParse(podcast))).toEqual(['Title is required']);
});

test.each(PHONES)('the phone number "%s" is "%s" in both forms', (typed, stored, refusal) => {
  const inApplication = mentorApplicationSchema.shape.phone.safeParse(typed);
  const forInvestors = investorInterestSchema.shape.phone.safeParse(typed);
  expect([inApplication.data, forInvestors.data]).toEqual(refusal ? [undefined, undefined] : [stored, stored]);
  const reasons = refusal ? [[refusal], [refusal]] : [[], []];
  expect([sentences(inApplication), sentences(forInvestors)]).toEqual(reasons);
});

test('of a phone number the digits are counted: 15 for investors, whatever stands between them', () => {
  const { phone } = investorInterestSchema.shape;
  expect(sentences(phone.safeParse(`+${'1 2-3 '.repeat(5)}`))).toEqual([]);
  expect(sentences(phone.safeParse('1'.repeat(16)))).toEqual(['Phone number is too long']);
  expect(sentences(phone.safeParse(`${'-'.repeat(60)}9876543210`))).toEqual(['Phone number is too long']);
});

test.each([
  ['98765 43210', '9876543210'],
  ['+91 98765-43210', '9876543210'],
  ['98765.4', '987654'],
  ['Asha 98765 43210', 'Asha 98765 43210'],
  ['2026', '2026'],
])('a search for "%s" looks for "%s"', (typed, compared) => {
  expect(phoneOrTerm(typed)).toBe(compared);
});

test.each(EMAILS)('the e-mail address "%s" is "%s"', (typed, stored, refusal) => {
  const atLogIn = forgotPasswordSchema.shape.email.safeParse(typed);
  const inApplication = mentorApplicationSchema.shape.email.safeParse(typed);
  expect([atLogIn.data, inApplication.data]).toEqual(refusal ? [undefined, undefined] : [stored, stored]);
  const reasons = refusal ? [[refusal], [refusal]] : [[], []];
  expect([sentences(atLogIn), sentences(inApplication)]).toEqual(reasons);
});

test('what cannot be seen around an address is not stored', () => {
  for (const [typed, stored] of LINKEDIN) {
    expect(mentorApplicationSchema.shape.linkedin.parse(typed)).toBe(stored);
    expect(profileFormSchema.shape.linkedin.parse(typed)).toBe(stored);
  }
  for (const [typed, stored] of INTRO_VIDEOS) expect(profileFormSchema.shape.video_url.parse(typed)).toBe(stored);
  for (const [typed, stored] of LINKS) expect(briefSchema.shape.link.parse(typed)).toBe(stored);
});

test.each(YOUTUBE)('at YouTube %s is the video %s', (address, id) => {
  expect(youtubeVideoId(address)).toBe(id);
});

test.each(SEARCHES)('a search for "%s" finds %s', (search, name) => {
  const mentor: FilterableMentor = {
    name,
    title: '',
    expertise: '',
    specializations: [],
    companies: [],
    categories: [],
    price: 1,
  };
  expect(filterMentors([mentor], { search, category: '', priceRange: [0, 15_000] })).toEqual([mentor]);
});

testProperty('a search finds what is typed in any normal form', [fc.string({ unit: 'grapheme' })], (text) => {
  const name = cleanLine(text);
  const mentor: FilterableMentor = {
    name,
    title: '',
    expertise: '',
    specializations: [],
    companies: [],
    categories: [],
    price: 1,
  };
  const filter = { search: name.normalize('NFD'), category: '', priceRange: [0, 15_000] as const };
  expect(filterMentors([mentor], filter)).toHaveLength(1);
});

test.each([
  ['Asha Rao', 'Asha Rao'],
  ['  Asha \t Rao ', 'Asha Rao'],
  ['Asha\r\nBcc: all@site.test', 'Asha Bcc: all@site.test'],
  ['Asha\u2028Rao\u0000', 'Asha Rao'],
  ['Asha\u202eoaR', 'AshaoaR'],
  ['आशा राव', 'आशा राव'],
  ['a\ud800b', 'a\ufffdb'],
  ['', ''],
])('singleLine turns %j into %j', (text, line) => {
  expect(singleLine(text)).toBe(line);
});

test('singleLine cuts a long text between characters, not inside one', () => {
  expect(singleLine('😀'.repeat(8), 8)).toBe('😀'.repeat(8));
  expect(singleLine('😀'.repeat(9), 8)).toBe(`${'😀'.repeat(7)}…`);
});
