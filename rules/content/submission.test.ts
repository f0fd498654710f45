import { expect, test } from 'vitest';
import { waitInWords } from './submission.ts';

test.each([
  [1, 'a minute'],
  [60, 'a minute'],
  [61, '2 minutes'],
  [5400, '90 minutes'],
  [5401, '2 hours'],
  [86_400, '24 hours'],
])('%i s is %s', (seconds, words) => {
  expect(waitInWords(seconds)).toBe(words);
});
