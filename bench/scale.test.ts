import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readFigures, tables, utilisationAt } from './scale.ts';

test('docs/scale.md shows what npm run bench:scale prints', () => {
  const document = readFileSync(path.join(import.meta.dirname, '..', 'docs', 'scale.md'), 'utf8');
  const [, shown] = /<!-- npm run bench:scale -->\n([\s\S]*?)\n<!-- end -->/.exec(document) ?? [];
  expect(shown).toBe(tables(readFigures()));
});

test('ten times the traffic fills each part ten times as much', () => {
  const figures = readFigures();
  const once = utilisationAt(1, figures);
  expect(utilisationAt(10, figures)).toEqual(once.map((share) => expect.closeTo(share * 10, 8)));
});
