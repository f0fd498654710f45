import { INVITATION_KEY as KEY } from '#lib/drafts.ts';
import { browserStorage } from '#lib/storage.ts';
import { INVITATION_DAYS, isInvitationToken } from '#rules/people/invitation-token.ts';

const DAY_MS = 86_400_000;

/** The invitation whose link was opened here, until it is taken: the way to an account may lead over an e-mail. */
export function keepInvitation(token: string, now: Date): void {
  // A link that is opened again is no newer invitation.
  if (keptInvitation(now) === token) return;
  browserStorage.write(KEY, JSON.stringify({ token, until: now.getTime() + INVITATION_DAYS * DAY_MS }));
}

/** Its secret, null where there is none, or its 14 days are over. */
export function keptInvitation(now: Date): string | null {
  const kept = browserStorage.readJson(KEY);
  if (!kept || typeof kept !== 'object' || !('token' in kept) || !('until' in kept)) return null;
  const { token, until } = kept;
  return typeof token === 'string' && isInvitationToken(token) && typeof until === 'number' && until > now.getTime()
    ? token
    : null;
}

export function forgetInvitation(): void {
  browserStorage.remove(KEY);
}
