import { expect, test } from 'vitest';
import { noAnswerOf } from './no-answer.ts';

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'name'],
  ['EAI_AGAIN', 'name'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'plain'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'plain'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['UND_ERR_CONNECT_TIMEOUT', 'time'],
  ['The mail server is away: ETIMEDOUT', 'time'],
  ['The mail server is away: EAUTH 535', 'login'],
  ['ECONNRESET', 'other'],
])('the code %s means that a server gave no answer for the reason %s', (code, reason) => {
  expect(noAnswerOf(code)).toBe(reason);
});
