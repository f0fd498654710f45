/**
 * How long a browser keeps the secret of an invitation, and how long an invitation holds
 * (docs/product/mentor-accounts.md#invitation).
 */
export const INVITATION_DAYS = 14;

/** Whether a text has the form of an invitation's token: 32 bytes in base64url. */
export function isInvitationToken(text: string | null | undefined): text is string {
  return /^[\w-]{43}$/.test(text ?? '');
}
