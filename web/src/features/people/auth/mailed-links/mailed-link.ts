import { paths } from '#lib/paths.ts';
import { safeReturnPath } from '#lib/session/return-url.ts';

/** What a link confirms, by the names of Auth. */
export type LinkKind = 'signup' | 'email_change';

/**
 * The secret of a mailed link, null where there is none, and where its person wanted to go. Some mailers write the target
 * of the link as it is: what it says stands beside it then.
 */
export function readMailedLink(hash: string): { token: string | null; returnUrl: string } {
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  const target = found.get('redirect_to') ?? '';
  const wanted = new URLSearchParams(target.slice(target.indexOf('?') + 1)).get('returnUrl');
  return { token: tokenIn(found), returnUrl: safeReturnPath(found.get('returnUrl') ?? wanted, paths.dashboard) };
}

/** The secret among the parts of an address, without what mail programs take for a part of the link and is not. */
export function tokenIn(found: URLSearchParams): string | null {
  return /^[\w-]+/.exec(found.get('token_hash') ?? '')?.[0] ?? null;
}
