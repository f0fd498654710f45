import { tokenIn } from '#features/people/auth/mailed-links/mailed-link.ts';

/** What the address of the reset page says about how the person got there. */
export type RecoveryLink =
  /** The token of our own e-mail. Works in any browser. */
  | { kind: 'token'; tokenHash: string }
  /** A code that only the browser can use which asked for the e-mail. */
  | { kind: 'code'; code: string }
  /** The session itself, as Auth's own verify page hands it on. */
  | { kind: 'session'; accessToken: string; refreshToken: string }
  /** Auth found the link used or too old. */
  | { kind: 'refused' }
  | { kind: 'none' };

/** A recovery link: our e-mail's token (for any device), the code of Supabase's templates, or an older session. */
export function readRecoveryLink({ search, hash }: { search: string; hash: string }): RecoveryLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const isRefused = (found: URLSearchParams) => found.has('error') || found.has('error_code');
  if (isRefused(query) || isRefused(fragment)) return { kind: 'refused' };

  const tokenHash = tokenIn(query) ?? tokenIn(fragment);
  if (tokenHash) return { kind: 'token', tokenHash };

  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  const isRecovery = fragment.get('type') === 'recovery';
  // A session that is for something else must not become one in which a password is changed.
  if (accessToken && refreshToken) {
    return isRecovery ? { kind: 'session', accessToken, refreshToken } : { kind: 'refused' };
  }
  const code = query.get('code');
  return code ? { kind: 'code', code } : { kind: 'none' };
}

/**
 * Whether the link confirmed an account whose password is to be chosen anew (docs/product/accounts.md#confirmation).
 */
export function isFinishingAccount(search: string): boolean {
  return new URLSearchParams(search).get('finish') === 'account';
}
