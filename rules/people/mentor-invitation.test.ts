import { expect, test } from 'vitest';
import { isInvitationToken } from './invitation-token.ts';
import { dottedEmail, invitationBody, inviteMentorBody } from './mentor-invitation.ts';

test.each([
  ['dev@mentors.example', 'd•••@mentors.example'],
  ['a@b.example', 'a•••@b.example'],
  ['@b.example', '•••'],
  ['nothing', '•••'],
])('of the invited address %s the page shows %s', (email, shown) => {
  expect(dottedEmail(email)).toBe(shown);
});

test('a token is 32 bytes in base64url', () => {
  expect(isInvitationToken('x'.repeat(43))).toBe(true);
  for (const text of [null, undefined, '', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}/`])
    expect(isInvitationToken(text)).toBe(false);
});

test('bodies name an action, a token and a mentor; unknown fields are ignored', () => {
  expect(invitationBody.parse({ token: 't', action: 'claim', user_id: 'x' })).toEqual({ token: 't', action: 'claim' });
  expect(invitationBody.safeParse({ token: '', action: 'read' }).success).toBe(false);
  expect(invitationBody.safeParse({ token: 't', action: 'link' }).success).toBe(false);
  expect(inviteMentorBody.safeParse({ mentor_id: 'x' }).success).toBe(false);
});
