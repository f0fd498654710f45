import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../routes.ts';

test('every page replaces itself alone when it breaks, so that the header stays', () => {
  const filesOf = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, children }) => (children ? filesOf(children) : file));
  const files = filesOf(routes);
  expect(files.length).toBeGreaterThan(30);
  const without = files.filter((file) => {
    const source = readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
    return !source.includes('export const ErrorBoundary = PageFailure;');
  });
  expect(without).toEqual([]);
});
