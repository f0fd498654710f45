import { describe, expect, it } from 'vitest';
import { readSentences, stringsIn, unsaid } from './sentences.ts';

const LIST = [
  'Failed to load your bookings.',
  'Showing {n} mentors',
  'Showing all {n} mentors',
  'Expert Mentors',
  'Meet Our Expert Mentors',
  '{fn} request timed out. Please try again.',
  'HTTP {status}: {body}',
  'Cancel Booking?',
  "Passwords don't match",
];

/** The sentences of LIST that a test file with this source says. */
function said(source: string): string[] {
  const missing = unsaid(LIST, stringsIn('some.test.ts', source));
  return LIST.filter((sentence) => !missing.includes(sentence));
}

it('reads one sentence a line', () => {
  expect(readSentences('# Section 2\n\nLog In\n#1 choice\n  \n')).toEqual(['Log In', '#1 choice']);
});

describe('what counts as said', () => {
  it.each([
    ['a string', "getByText('Cancel Booking?')", ['Cancel Booking?']],
    ['an apostrophe', 'getByText("Passwords don\'t match")', ["Passwords don't match"]],
    ['a part of a longer text', "toBe('Oh! Failed to load your bookings. Sorry.')", [LIST[0]]],
    ['a regular expression', '/^Cancel Booking\\?$/', ['Cancel Booking?']],
    ['a made regular expression', "new RegExp('^Cancel Booking\\\\?$')", ['Cancel Booking?']],
    ['a value in a string', "getByText('Showing 12 mentors')", ['Showing {n} mentors']],
    ['a value in a template', `getByText(\`Showing all \${n} mentors\`)`, ['Showing all {n} mentors']],
    ['a value at the start', `toBe(\`\${fn} request timed out. Please try again.\`)`, [LIST[5]]],
    ['a pattern for a value', 'getByText(/Showing \\d+ mentors/)', ['Showing {n} mentors']],
    ['a value at the end', "toBe('HTTP 500: down')", ['HTTP {status}: {body}']],
    ['a row of cases', "it.each([['ask', 'Cancel Booking?']])('a %s', () => {})", ['Cancel Booking?']],
    ['a property', "const expected = { title: 'Cancel Booking?' };", ['Cancel Booking?']],
    ['a sentence over two lines', "getByText('Cancel' + ' Booking?')", ['Cancel Booking?']],
    ['a sentence with a value over two lines', `toBe(\`Showing all \${n}\` + ' mentors')`, ['Showing all {n} mentors']],
    ['tags around it', 'render(<p title="Cancel Booking?" />)', ['Cancel Booking?']],
  ])('%s', (_, source, expected) => expect(said(source)).toEqual(expected));
});

describe('what does not count as said', () => {
  it.each([
    ['a comment', "// expect('Cancel Booking?')\n/** Cancel Booking? */ toBe('')"],
    ['the name of a test', "test('Cancel Booking?', async () => {}); test.describe('Cancel Booking?', () => {})"],
    ['the name of a table of tests', "it.each([[1]])('Cancel Booking?', () => {})"],
    ['copy that is compared', 'getByText(copy.cancelDialog.title)'],
    ['another case', "getByText('cancel booking?')"],
    ['part of a word', "getByText('Expert Mentorship, inexpert Mentors')"],
    ['a value left out', "getByText('Showing mentors')"],
    ['a type', "type Title = 'Cancel Booking?'"],
    ['an import', "import 'Cancel Booking?'"],
  ])('%s', (_, source) => expect(said(source)).toEqual([]));

  it('words of a longer sentence, unless they also stand alone', () => {
    expect(said("getByText('Meet Our Expert Mentors')")).toEqual(['Meet Our Expert Mentors']);
    expect(said("getByText('Showing all 9 mentors')")).toEqual(['Showing all {n} mentors']);
    expect(said("['Meet Our Expert Mentors', 'Expert Mentors']")).toEqual([
      'Expert Mentors',
      'Meet Our Expert Mentors',
    ]);
  });
});
