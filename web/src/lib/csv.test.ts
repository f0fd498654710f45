import { describe, expect, it } from 'vitest';
import { inertCell } from './csv.ts';

describe('a cell of an export', () => {
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
