import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { account } from '#copy/account.ts';
import { auth } from '#copy/auth.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';

const { email: copy } = account;
const TOAST = { id: 'account-email', duration: 10_000 };

/** The address on which the links end that were mailed to both addresses. */
export const EMAIL_LINK_TARGET = `${paths.account}?email-link`;

/** What became of an opened link: the first of both, one that was not taken, or the one that completed the change. */
export function readEmailLink(url: URL): 'none' | 'first' | 'refused' | 'done' {
  if (!url.searchParams.has('email-link')) return 'none';
  // Auth answers in the fragment, or in the query.
  const inFragment = new URLSearchParams(url.hash.slice(1));
  const has = (name: string) => inFragment.has(name) || url.searchParams.has(name);
  if (has('error') || has('error_code')) return 'refused';
  return has('message') ? 'first' : 'done';
}

/** Says what an opened link did, to a visitor as well: links are opened on any device. */
export function useEmailLink(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const url = new URL(window.location.href);
    const outcome = readEmailLink(url);
    if (outcome === 'none') return;
    if (outcome === 'first') toast.info(copy.firstLinkOpened, TOAST);
    if (outcome === 'refused') toast.error(auth.login.linkFailedTitle, TOAST);
    if (outcome === 'done') toast.success(copy.changed, TOAST);
    // A code in the address is the auth client's.
    const code = url.searchParams.get('code');
    const search = code === null ? '' : `?${new URLSearchParams({ code })}`;
    void navigate({ pathname: paths.account, search, hash: 'email' }, { replace: true });
  }, [navigate]);
}
