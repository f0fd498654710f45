import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testProperty } from '#tests/kit/property.ts';
import type { ExportedUser } from './users.data.ts';
import { usersCsv, usersTable } from './users-csv.ts';

const BOM = '\ufeff';
const HEADER = 'Name,Email,Phone,Startup Name,Industry,Startup Idea,Signup Date';

const nobody: ExportedUser = {
  name: null,
  email: null,
  phone: null,
  startup_name: null,
  industry: null,
  idea: null,
  created_at: '2026-11-20T18:29:59+00:00',
};
const asha = { ...nobody, name: 'Asha Rao', email: 'asha@example.test', created_at: '2026-11-20T20:00:00Z' };

// What CSV, spreadsheets and Unicode treat specially, and few enough to meet often.
const text = fc.oneof(
  fc.array(fc.constantFrom(...'",;\r\n\t =+-@＝\'aअ😀|\ufeff'), { maxLength: 12 }).map((units) => units.join('')),
  fc.string({ unit: 'grapheme' }),
);
const cell = fc.option(text);
// Throws at what RFC 4180 does not allow.
const readCsv = (csv: string) => parse(csv, { record_delimiter: '\r\n' });
const user: fc.Arbitrary<ExportedUser> = fc.record({
  name: cell,
  email: cell,
  phone: cell,
  startup_name: cell,
  industry: cell,
  idea: cell,
  created_at: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
});

it('has the columns of section 9, and a row for each user', () => {
  const founder = {
    ...asha,
    phone: '+91 98765 43210',
    startup_name: 'Cold & Co',
    industry: 'Logistics',
    idea: 'Cold storage\nfor small farms',
    created_at: '2026-11-20T20:00:00.123456+00:00',
  };
  expect(usersTable([founder, nobody])).toEqual([
    ['Name', 'Email', 'Phone', 'Startup Name', 'Industry', 'Startup Idea', 'Signup Date'],
    [
      'Asha Rao',
      'asha@example.test',
      "'+91 98765 43210",
      'Cold & Co',
      'Logistics',
      'Cold storage\nfor small farms',
      '2026-11-21',
    ],
    ['', '', '', '', '', '', '2026-11-20'],
  ]);
});

describe('the export of users', () => {
  it('is UTF-8 with its mark, one line a user, ended by CRLF, and quotes only what needs it', () => {
    expect(usersCsv([asha])).toBe(`${BOM}${HEADER}\r\nAsha Rao,asha@example.test,,,,,2026-11-21\r\n`);
    expect(usersCsv([])).toBe(`${BOM}${HEADER}\r\n`);
  });

  it.each([
    ['a comma', 'Rao, Asha', '"Rao, Asha"'],
    ['a quote', 'Asha "Ash" Rao', '"Asha ""Ash"" Rao"'],
    ['a line feed', 'Asha\nRao', '"Asha\nRao"'],
    ['a carriage return', 'Asha\rRao', '"Asha\rRao"'],
    ['a semicolon', 'Asha;=1+1', '"Asha;=1+1"'],
    ['a space at an end', 'Asha ', '"Asha "'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a quote', '=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ])('writes %s so that it stays one cell', (_what, name, written) => {
    expect(usersCsv([{ ...asha, name }])).toBe(`${BOM}${HEADER}\r\n${written},asha@example.test,,,,,2026-11-21\r\n`);
  });

  testProperty(
    'reads back as it was written, whatever users typed',
    [fc.array(user, { maxLength: 6 })],
    (users) => {
      const csv = usersCsv(users);
      expect(csv.startsWith(BOM)).toBe(true);
      expect(csv.endsWith('\r\n')).toBe(true);
      expect(readCsv(csv.slice(1))).toEqual(usersTable(users));
    },
    { numRuns: 500 },
  );

  testProperty(
    'has no cell that a spreadsheet would calculate, and changes the others in nothing',
    [user],
    (one) => {
      const [, cells = []] = readCsv(usersCsv([one]).slice(1));
      const typed = [one.name, one.email, one.phone, one.startup_name, one.industry, one.idea];
      for (const [index, original] of typed.entries()) {
        const written = cells[index] ?? '';
        expect(/^[\s\p{C}]*[=+\-@]/u.test(written.normalize('NFKC'))).toBe(false);
        expect(/^[\t\r\n]/.test(written)).toBe(false);
        expect([original ?? '', `'${original}`]).toContain(written);
      }
    },
    { numRuns: 500 },
  );
});
