import { expect, it } from 'vitest';
import { ApiError } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { failureSentence } from './failure-sentence.ts';

const SENTENCES = { email_exists: 'It is taken.' };

it.each([
  ['Auth, by its code', Object.assign(new Error('…'), { status: 422, code: 'email_exists' }), 'It is taken.'],
  ['the database, by its word', new ApiError('refused', { reason: 'email_exists', status: 409 }), 'It is taken.'],
  [
    'a server function, in its own words',
    new FunctionError('You have sessions ahead.', { kind: 'http', status: 409 }, { body: { code: 'sessions_ahead' } }),
    'You have sessions ahead.',
  ],
  [
    'a session whose code is still to come',
    new ApiError('refused', { reason: 'code_needed', status: 403 }),
    'Please enter your sign-in code first.',
  ],
  [
    'no server at all',
    new TypeError('Failed to fetch'),
    'The server could not be reached. Please check your connection and try again.',
  ],
  ['anything else', new ApiError('refused', { reason: 'not_found', status: 404 }), 'It was not saved.'],
])('a refused act says what was refused by %s', (_by, error, sentence) => {
  expect(failureSentence(error, 'It was not saved.', SENTENCES)).toBe(sentence);
});
