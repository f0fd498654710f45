import { expect, test } from 'vitest';
import { failuresCopy } from '#copy/office/overview.ts';
import { JOBS } from './index.ts';

// docs/product/back-office.md#needs-attention
test('every kind of job has a title for the card of one that failed', () => {
  expect(Object.keys(JOBS).filter((kind) => !Object.hasOwn(failuresCopy.kinds, kind))).toEqual([]);
});
