import { expect, test } from 'vitest';
import { chooseEncoding, isCompressible } from './compression.ts';

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding %s gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('text is worth compressing, pictures are not', () => {
  expect(['text/html; charset=utf-8', 'application/json', 'image/svg+xml'].every(isCompressible)).toBe(true);
  expect(['image/avif', 'font/woff2', null].some(isCompressible)).toBe(false);
});
