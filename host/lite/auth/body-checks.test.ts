import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuthFixture, openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { request } from '#tests/kit/lite-backends.ts';

let auth: AuthFixture;
beforeAll(async () => {
  auth = await openAuthFixture();
});
afterAll(() => auth.close());

test.each([
  ['a number for an address', { email: 1, password: PASSWORD }, 'bad_json'],
  ['an object for a password', { email: 'a@b.test', password: {} }, 'bad_json'],
  ['a list for data', { email: 'a@b.test', password: PASSWORD, data: [] }, 'bad_json'],
  ['a list for a body', [], 'bad_json'],
  ['a very long address', { email: `${'a'.repeat(300)}@b.test`, password: PASSWORD }, 'validation_failed'],
  ['a password of 73 bytes', { email: 'a@b.test', password: '₹'.repeat(25) }, 'validation_failed'],
  ['an address in brackets', { email: '<a@b.test>', password: PASSWORD }, 'validation_failed'],
  ['an address behind a name', { email: 'x<a@b.test>', password: PASSWORD }, 'validation_failed'],
  ['a group of addresses', { email: 'x:a@b.test;', password: PASSWORD }, 'validation_failed'],
  ['U+0000 in an address', { email: 'a\0@b.test', password: PASSWORD }, 'bad_json'],
  ['U+0000 in data', { email: 'a@b.test', password: PASSWORD, data: { name: ['a\0'] } }, 'bad_json'],
  ['U+0000 in a key', { email: 'a@b.test', password: PASSWORD, data: { 'a\0': 1 } }, 'bad_json'],
  [
    'half a character in data',
    { email: 'a@b.test', password: PASSWORD, data: { name: '\ud800' } },
    'bad_json',
  ],
  ['no address shape', { email: 'nobody', password: PASSWORD }, 'validation_failed'],
])('%s is refused', async (_, body, code) => {
  expect(await outcome(auth.post('/signup', body))).toEqual([400, code]);
});

test('a body that is too large is refused', async () => {
  const [status] = await outcome(auth.post('/signup', { email: 'a@b.test', password: 'x'.repeat(40_000) }));
  expect(status).toBe(413);
});

test('five characters are too few for a password', async () => {
  expect(await outcome(auth.post('/signup', { email: 'a@b.test', password: '12345' }))).toEqual([
    422,
    'weak_password',
  ]);
});

test('the library by itself ends in HTTP 500', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const answer = await auth.library.fetch(
    request('/auth/v1/token?grant_type=password', { body: { email: 1, password: 'x' } }),
  );
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ error: 'server_error' });
});
