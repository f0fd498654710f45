import { expect, it } from 'vitest';
import { codeForm, exchangeCodeBody, isOwnAnswer } from './google-permission.ts';

it('asks for the code', () => {
  for (const code of ['', '   ']) {
    expect(codeForm.safeParse({ code }).error?.issues[0]?.message).toBe(
      'Please enter the authorization code from the callback page',
    );
  }
  expect(codeForm.parse({ code: ' 4/0Ab-c \n' })).toEqual({ code: '4/0Ab-c' });
  expect(exchangeCodeBody.safeParse({ code: 'x' }).success).toBe(false);
  expect(exchangeCodeBody.safeParse({ code: 'x'.repeat(2001), redirect_uri: '' }).success).toBe(false);
});

it.each([
  ['the answer to what was begun', { state: 'a', at: 0 }, 'a', true],
  ['the answer to something else', { state: 'a', at: 0 }, 'b', false],
  ['an answer without a state', { state: 'a', at: 0 }, null, false],
  ['an answer to nothing', null, 'a', false],
  ['a late answer', { state: 'a', at: -29 * 60_000 }, 'a', false],
])('%s', (_name, begun, state, isOwn) => {
  expect(isOwnAnswer(begun, state, 60_000)).toBe(isOwn);
});
