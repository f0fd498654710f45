import { expect, it } from 'vitest';
import { findIntlAtImport } from './import-cost.ts';

it.each([
  ['a constant', "const rupees = new Intl.NumberFormat('en-IN');"],
  ['a part of an object', "export const formats = {\n  day: new Intl.DateTimeFormat('en-US'),\n};"],
  ['a call without new', "const rupees = Intl.NumberFormat('en-IN');"],
])('finds an Intl object that is made at import as %s', (_, source) => {
  expect(findIntlAtImport('a.ts', source)).toHaveLength(1);
});

it.each([
  ['a function', "function format() {\n  return new Intl.NumberFormat('en-IN');\n}"],
  ['an arrow function', "const format = () => new Intl.NumberFormat('en-IN');"],
  ['a type', 'let rupees: Intl.NumberFormat | undefined;'],
])('accepts %s', (_, source) => {
  expect(findIntlAtImport('a.ts', source)).toEqual([]);
});
