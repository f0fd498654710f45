import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { authSentence, authSentenceOfCode } from '#lib/session/auth-sentence.ts';
import { adminLoginFailure, loginFailure, resendFailure, signupFailure } from './auth-failures.ts';
import { forgotFailure, linkFailure, updateFailure } from './password-recovery/recovery-failures.ts';
import { codeFailure } from './two-step/two-step-failures.ts';

/** Every code that the installed library names. */
const CODES = [
  ...readFileSync('node_modules/@supabase/auth-js/src/lib/error-codes.ts', 'utf8').matchAll(/\| '(\w+)'/g),
].map(([, code = '']) => code);

const SECRET = 'secret detail';
/** As the library throws it. */
const answer = (code: string, status: number) =>
  Object.assign(new Error(SECRET), { name: 'AuthApiError', status, code });

test('no words of Auth are in what the pages say, whatever the code, nor where its answer is no JSON', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const notJson = Object.assign(new Error(`Unexpected token 's', "${SECRET}" is not valid JSON`), {
    name: 'AuthUnknownError',
  });
  const answers = [...CODES, 'invented_code', 'toString', '']
    .flatMap((code) => [400, 403, 422, 429, 500].map((status) => answer(code, status)))
    .concat(notJson as never);
  for (const error of answers) {
    const told = [
      authSentence(error),
      authSentenceOfCode(error.code ?? null),
      loginFailure(error),
      adminLoginFailure(error),
      signupFailure(error),
      resendFailure(error),
      forgotFailure(error),
      linkFailure(error),
      updateFailure(error),
      codeFailure(error),
    ];
    expect(JSON.stringify(told)).not.toContain(SECRET);
    for (const one of told) {
      const sentence = typeof one === 'string' ? one : one.sentence;
      expect(sentence, `${error.code} ${error.status}`).toMatch(/^[A-Z].+\.$/);
    }
  }
  expect(JSON.stringify(warned.mock.calls)).not.toContain(SECRET);
});
