import { expect, it } from 'vitest';
import { readEmailLink } from './use-email-link.ts';

it.each([
  ['/account', 'none'],
  ['/account#message=x', 'none'],
  ['/account?email-link#message=Confirmation+link+accepted', 'first'],
  ['/account?email-link=#error=access_denied&error_code=otp_expired', 'refused'],
  ['/account?email-link=&message=Confirmation+link+accepted', 'first'],
  ['/account?email-link=&code=123', 'done'],
])('the address %s that a mailed link ends on tells: %s', (address, outcome) => {
  expect(readEmailLink(new URL(address, 'https://point-0.example'))).toBe(outcome);
});
