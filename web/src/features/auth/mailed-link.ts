import { paths, safeReturnPath } from '#lib/paths.ts';

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
  return {
    // What mail programs take for a part of the link is not.
    token: /^[\w-]+/.exec(found.get('token_hash') ?? '')?.[0] ?? null,
    returnUrl: safeReturnPath(found.get('returnUrl') ?? wanted, paths.dashboard),
  };
}
