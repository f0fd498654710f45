import { expect, test } from 'vitest';
import { wasBegunBefore } from './begun-account.ts';

const NOW = Date.parse('2026-11-24T10:00:00Z');

test.each([
  ['made by this sign-up', '2026-11-24T09:59:59Z', '2026-11-24T10:00:00Z', false],
  ['made 60 seconds before the mail', '2026-11-24T09:59:00Z', '2026-11-24T10:00:00Z', false],
  ['made 61 seconds before the mail', '2026-11-24T09:58:59Z', '2026-11-24T10:00:00Z', true],
  ['new by Auth’s clock, however wrong this one is', '2026-11-24T08:00:00Z', '2026-11-24T08:00:01Z', false],
  ['made yesterday, with no word of a mail', '2026-11-23T10:00:00Z', undefined, true],
])('an account that was %s was begun before: %#', (_, created_at, confirmation_sent_at, isBegunBefore) => {
  expect(wasBegunBefore({ created_at, confirmation_sent_at }, NOW)).toBe(isBegunBefore);
});
