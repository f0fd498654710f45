import { expect, it } from 'vitest';
import { readMailedLink } from './mailed-link.ts';

const TARGET = 'https://point-0.example/login?confirmed=true&returnUrl=%2Fmentors%3Fq%3Da%26page%3D2';
const WANTED = '/mentors?q=a&page=2';

it.each([
  ['', null, '/dashboard'],
  ['#', null, '/dashboard'],
  ['#token_hash=', null, '/dashboard'],
  ['#token_hash=%00', null, '/dashboard'],
  ['#token_hash=abc_-9', 'abc_-9', '/dashboard'],
  ['#token_hash=pkce_0f&type=signup', 'pkce_0f', '/dashboard'],
  // What mail programs take for a part of the link.
  ['#token_hash=abc.', 'abc', '/dashboard'],
  ['#token_hash=abc>', 'abc', '/dashboard'],
  ['#token_hash=abc%22', 'abc', '/dashboard'],
  // As our mailer and Go's templates write the target, and as it stands in a text.
  [`#token_hash=abc&redirect_to=${encodeURIComponent(TARGET)}`, 'abc', WANTED],
  [`#token_hash=abc&redirect_to=${TARGET}`, 'abc', WANTED],
  ['#token_hash=abc&redirect_to=https://point-0.example/login?confirmed=true', 'abc', '/dashboard'],
  // Never another site.
  ['#token_hash=abc&returnUrl=https://evil.example/', 'abc', '/dashboard'],
  ['#token_hash=abc&returnUrl=//evil.example', 'abc', '/dashboard'],
  ['#token_hash=abc&redirect_to=https://evil.example/', 'abc', '/dashboard'],
])('the fragment "%s" holds the secret %s and leads on to %s', (hash, token, returnUrl) => {
  expect(readMailedLink(hash)).toEqual({ token, returnUrl });
});
