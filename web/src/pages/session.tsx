import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { sessionPage as copy } from '#copy/sessions/session-page.ts';
import { start } from '#copy/shell/start.ts';
import { isLoggingOut } from '#features/people/auth/use-log-out.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/session';

export const ErrorBoundary = PageFailure;

// A part of its own: the list of all pages, which every page loads, names what a page itself imports.
const SessionPage = lazyPart(
  () => import('#features/sessions/session-page/session-page.tsx').then((module) => module.SessionPage),
  { fallback: <AppLoading message={start.initializing} /> },
);

const MentorActions = lazyPart(
  () =>
    import('#features/sessions/mentor-sessions/session-page-actions.tsx').then((module) => module.SessionPageActions),
  { isOptional: true },
);

export const meta: Route.MetaFunction = () => unlistedMeta(copy.title);

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function SessionRoute({ params }: Route.ComponentProps) {
  const { isLoading, localUser } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const isMissing = !isLoading && !localUser;

  useEffect(() => SessionPage.prepare(), []);

  useEffect(() => {
    if (!isMissing || isLoggingOut()) return;
    toast.error(copy.loginRequired, { id: 'login-required' });
    void navigate(paths.login, { replace: true, state: { returnUrl: pathname + search + hash } });
  }, [isMissing, navigate, pathname, search, hash]);

  if (!localUser) return <AppLoading message={start.initializing} />;
  return (
    <SessionPage
      key={localUser.id}
      bookingId={params.bookingId}
      userId={localUser.id}
      mentorActions={(page) => <MentorActions page={page} userId={localUser.id} />}
    />
  );
}
