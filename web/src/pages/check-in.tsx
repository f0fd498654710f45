import { checkIn } from '#copy/sessions/check-ins.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/check-in';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(checkIn.pageTitle),
  // The token must not travel on, whatever this page ever links to.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

/** Every page's first load names what each page needs at once: a part of its own keeps that short. */
const CheckInByLink = lazyPart(
  () => import('#features/sessions/check-ins/check-in-by-link.tsx').then((module) => module.CheckInByLink),
  { fallback: <Starting /> },
);

export default function CheckInPage() {
  return <CheckInByLink />;
}
