import { useLocation } from 'react-router';
import { confirmLink } from '#copy/people/confirm-link.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import type { Route } from './+types/confirm-email';

export const ErrorBoundary = PageFailure;

/** The page of a sign-up's link, and below it that of both links of a changed address. */
const kindOf = (pathname: string) => (pathname.startsWith(paths.confirmNewEmail) ? 'email_change' : 'signup');

export const meta: Route.MetaFunction = ({ location }) => [
  ...unlistedMeta(confirmLink[kindOf(location.pathname)].title),
  // The token must not travel on, whatever this page ever links to.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

/** Every page's first load names what each page needs at once: a part of its own keeps that short. */
const ConfirmLink = lazyPart(
  () => import('#features/people/auth/mailed-links/confirm-link.tsx').then((module) => module.ConfirmLink),
  { fallback: <Starting /> },
);

export default function ConfirmEmailPage() {
  const { pathname, hash } = useLocation();
  // Another link in the same tab changes the fragment alone.
  return <ConfirmLink key={pathname + hash} kind={kindOf(pathname)} />;
}
