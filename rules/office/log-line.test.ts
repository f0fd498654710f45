import { expect, test } from 'vitest';
import { describeThrown, LOG_FIELDS, sortFields, withoutSecrets } from './log-line.ts';

test.each([
  ['asha.rao+1@site.test is unknown', '[e-mail address] is unknown'],
  ['/people/asha%40site.test', '/people/[e-mail address]'],
  ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx.c2ln ended', 'token [token] ended'],
  ['sb_secret_abc-1 and sb_publishable_x', '[key] and [key]'],
  ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer [token]'],
  ['"path":"/auth/v1/verify?token=abc&type=signup"', '"path":"/auth/v1/verify"'],
  ['GET http://localhost:3000/x?token=abc failed', 'GET http://localhost:3000/x failed'],
  ['postgres://owner:secret@127.0.0.1:5432/db', 'postgres://127.0.0.1:5432/db'],
  ['key rzp_test_abc123', 'key [key]'],
  ['node_modules/@supabase/lite at 2026-11-24T10:00:00Z', 'node_modules/@supabase/lite at 2026-11-24T10:00:00Z'],
])('a line of a log never says "%s"', (line, safe) => {
  expect(withoutSecrets(line)).toBe(safe);
});

test('fields that are not documented are told in the message', () => {
  expect(sortFields({ job: 'j', payment: 'pay_1', hours: 24, code: undefined, more: { a: 1 } }, 'A reminder')).toEqual({
    fields: { job: 'j' },
    msg: 'A reminder (payment pay_1, hours 24, more {"a":1})',
  });
  expect(sortFields({ status: 1 }, 'x')).toEqual({ fields: { status: 1 }, msg: 'x' });
  expect(new Set(LOG_FIELDS).size).toBe(LOG_FIELDS.length);
});

test('of an error the log has its name, message, code and place, and nothing that a library added', () => {
  const error = Object.assign(new TypeError('no', { cause: new Error('why') }), {
    code: '23505',
    detail: 'Key (email)=(a@b.test) exists',
    parameters: ['secret'],
  });
  const { stack, ...facts } = describeThrown(error);
  expect(facts).toEqual({ type: 'TypeError', message: 'no; caused by Error: why', code: '23505' });
  expect(stack).toContain('log-line.test.ts');
  expect(describeThrown({ code: 'ETLS' })).toEqual({ code: 'ETLS' });
  expect(describeThrown('text')).toEqual({ message: 'text' });
});
