import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CASE_DOCUMENT, caseDocument } from './case-document.ts';
import { FAULT_CASES, isProof } from './case-table.ts';
import { CONTROLS } from './controls/controls.ts';

const root = path.join(import.meta.dirname, '..', '..');
const proofs = [...FAULT_CASES, ...CONTROLS].flatMap((one) => one.proofs);

test('every test that the table names is there, under that title', () => {
  const sources = new Map(
    [...new Set(proofs.map(({ file }) => file))].map((file) => [
      file,
      readFileSync(path.join(root, file), 'utf8'),
    ]),
  );
  const gone = proofs.filter(({ file, test: title }) => {
    // Without the first words, a title may be made of a name and what it stands for.
    const source = sources.get(file) ?? '';
    return ![title, title.slice(title.indexOf(': '))].some((part) => source.includes(part));
  });
  expect(gone).toEqual([]);
});

test('every one of them asks over HTTP, in any way, and looks for violations', () => {
  for (const file of new Set(proofs.map((one) => one.file))) {
    const source = readFileSync(path.join(root, file), 'utf8');
    expect([file, source.includes('openTestApp('), source.includes('.violations()')]).toEqual([
      file,
      true,
      true,
    ]);
  }
});

test('docs/fault-cases.md is the table (node tests/faults/case-document.ts)', () => {
  expect(readFileSync(CASE_DOCUMENT, 'utf8')).toBe(caseDocument());
});

test('no case is named twice', () => {
  const names = FAULT_CASES.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test('a title with a placeholder stands for all that it makes', () => {
  expect(
    isProof('gives a payment of another %s back', 'webhook gives a payment of another amount back'),
  ).toBe(true);
  expect(isProof('gives a payment of another %s back', 'webhook gives a payment back')).toBe(false);
});
