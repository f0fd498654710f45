import { expect, it } from 'vitest';
import { failuresCopy } from '#copy/office/overview.ts';
import { titleOf, whatOf, whyOf } from './failure-words.ts';

it.each([
  ['MailError: connect ECONNREFUSED 127.0.0.1:587', 'The other side could not be reached.'],
  ['PermanentFailure: 550 5.1.1 No such recipient', 'The mail server refused the address.'],
  ['invalid_grant', 'Google does not accept our permission any more.'],
  ['Quota exceeded', 'The other side asked us to slow down.'],
  ['TimeoutError: The operation was aborted due to timeout', 'There was no answer in time.'],
  ['TypeError: fetch failed', 'The other side could not be reached.'],
  ['ProviderError: HTTP 503', 'The other side had a fault.'],
  ['TypeError: Cannot read properties of undefined (reading "x")', 'Something went wrong on our side.'],
  ['ZodError: [{"code":"invalid_type"}]', 'Something went wrong on our side.'],
  ['The bank said no', 'The bank said no.'],
  ['refund_failed', 'The payment provider accepted the refund, and it failed later.'],
  [null, 'No reason was noted.'],
])('a failure noted as %s reads in words', (lastError, words) => {
  expect(whyOf(lastError)).toBe(words);
  expect(words).not.toMatch(/Error|Failure|Exception/);
});

it('a failure says what did not happen, by its kind', () => {
  expect(titleOf({ kind: 'refund', amount_paise: 350_000, currency: 'INR' })).toBe('Refund of ₹3,500');
  expect(titleOf({ kind: 'refund', amount_paise: 350_000, currency: 'USD' })).toBe('Refund of USD 3500.00');
  expect(titleOf({ kind: 'mentor_invitation', amount_paise: null, currency: null })).toBe('Invitation of a mentor');
  expect(titleOf({ kind: 'dance', amount_paise: null, currency: null })).toBe('Background job “dance”');
  expect(whatOf({ kind: 'refund' })).toBe('The money has not gone back.');
  expect(whatOf({ kind: 'calendar_event' })).toBe('The calendar event was not made.');
  expect(whatOf({ kind: 'summary_mail' })).toBe('The e-mail was not sent.');
  for (const kind of Object.keys(failuresCopy.kinds)) expect(whatOf({ kind })).toMatch(/\.$/);
});
