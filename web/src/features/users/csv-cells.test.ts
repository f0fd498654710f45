import { describe, expect, it } from 'vitest';
import { inertCell, usersTable } from './csv-cells.ts';

describe('a cell of the export', () => {
  it.each([
    '=1+1',
    '+91 98765 43210',
    '-2+3',
    '@SUM(A1:A9)',
    '=HYPERLINK("https://evil.example","Prize")',
    "=cmd|' /C calc'!A0",
    ' =1+1',
    '   \u00a0=1+1',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '\tplain',
    '\rplain',
    '\nplain',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(A1)',
    ' \u3000＝1+1',
    '\ufeff=1+1',
    '\u200b=1+1',
    '﹦1',
    '−1',
  ])('%j is kept from being calculated', (text) => {
    expect(inertCell(text)).toBe(`'${text}`);
  });

  it.each([
    '',
    'Asha Rao',
    'asha+founder@example.test',
    '98765 43210',
    'a = b',
    "'=already quoted",
    'We sell =, +, - and @',
    '  indented',
    'आशा',
    '1-2',
  ])('%j stays as it is', (text) => {
    expect(inertCell(text)).toBe(text);
  });
});

it('has the columns of section 9, and a row for each user', () => {
  expect(
    usersTable([
      {
        name: 'Asha Rao',
        email: 'asha@example.test',
        phone: '+91 98765 43210',
        startup_name: 'Cold & Co',
        industry: 'Logistics',
        idea: 'Cold storage\nfor small farms',
        created_at: '2026-11-20T20:00:00.123456+00:00',
      },
      {
        name: null,
        email: null,
        phone: null,
        startup_name: null,
        industry: null,
        idea: null,
        created_at: '2026-11-20T18:29:59+00:00',
      },
    ]),
  ).toEqual([
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
