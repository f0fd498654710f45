import { expect, it } from 'vitest';
import { maskedEmail } from '#rules/shell/text.ts';

it.each([
  ['asha@startup.example', 'a***@startup.example'],
  ['a@startup.example', 'a***@startup.example'],
  ['"a@b"@startup.example', '"***@startup.example'],
  ['😀x@startup.example', '😀***@startup.example'],
  ['@startup.example', '***'],
  ['no address', '***'],
])('of the address %s people see %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
