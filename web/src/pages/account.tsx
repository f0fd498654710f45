import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { account as copy } from '#copy/people/account.ts';
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
import type { Route } from './+types/account';

export const ErrorBoundary = PageFailure;

// A part of its own: the list of all pages, which every page loads, names what a page itself imports.
const Account = lazyPart(() => import('#features/people/account/account.tsx').then((module) => module.Account), {
  fallback: <AppLoading message={start.initializing} />,
});

export const meta: Route.MetaFunction = () => unlistedMeta(copy.title);

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function AccountPage() {
  const { isLoading, localUser } = useSession();
  const navigate = useNavigate();
  const { hash } = useLocation();
  const isMissing = !isLoading && !localUser;

  useEffect(() => Account.prepare(), []);

  useEffect(() => {
    if (!isMissing || isLoggingOut()) return;
    toast.error(copy.loginRequired, { id: 'login-required' });
    void navigate(paths.login, { replace: true, state: { returnUrl: paths.account + window.location.hash } });
  }, [isMissing, navigate]);

  if (!localUser) return <AppLoading message={start.initializing} />;

  return (
    <Account
      // Another person's account is another page.
      key={localUser.id}
      userId={localUser.id}
      named={hash.slice(1)}
    />
  );
}
