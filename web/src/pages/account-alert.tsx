import { accountAlert } from '#copy/people/account-alert.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/account-alert';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(accountAlert.title),
  // The token must not travel on, whatever this page ever links to.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

/** Every page's first load names what each page needs at once: a part of its own keeps that short. */
const AccountAlert = lazyPart(
  () => import('#features/people/auth/mailed-links/account-alert.tsx').then((module) => module.AccountAlert),
  { fallback: <Starting /> },
);

export default function AccountAlertPage() {
  return <AccountAlert />;
}
