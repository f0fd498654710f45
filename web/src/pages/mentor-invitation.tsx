import { mentorAccounts } from '#copy/people/mentor-accounts.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/mentor-invitation';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(mentorAccounts.page.title),
  // The token must not travel on, whatever this page ever links to.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

// A part of its own: the list of all pages, which every page loads, names what a page itself imports.
const MentorInvitation = lazyPart(
  () => import('#features/people/mentor-accounts/mentor-invitation.tsx').then((module) => module.MentorInvitation),
  { fallback: <Starting /> },
);

export default function MentorInvitationPage() {
  return <MentorInvitation />;
}
