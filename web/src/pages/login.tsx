import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { auth } from '#copy/auth.ts';
import { site } from '#copy/site.ts';
import { AuthPage } from '#features/auth/auth-page.tsx';
import { LoginForm } from '#features/auth/login-form.tsx';
import { paths } from '#lib/paths.ts';
import { returnUrlOf, withReturnUrl } from '#lib/return-url.ts';
import { useSession } from '#lib/session.ts';
import { toast } from '#lib/toast.ts';
import { Banner } from '#ui/banner.tsx';
import { Starting } from '#ui/starting.tsx';
import type { Route } from './+types/login';

const CONFIRMED_TOAST_MS = 5_000;

export const meta: Route.MetaFunction = () => [
  { title: site.pageTitle(auth.login.submit) },
  { name: 'robots', content: 'noindex' },
];

function messageOf(state: unknown): string | null {
  return state && typeof state === 'object' && 'message' in state && typeof state.message === 'string'
    ? state.message
    : null;
}

export default function LoginPage() {
  const session = useSession();
  const location = useLocation();
  const [search] = useSearchParams();
  // Auth tells of a used or expired link in the fragment, which no server sees.
  const hasLinkFailed = /error_code=/.test(location.hash);
  const isConfirmed = search.get('confirmed') === 'true' && !hasLinkFailed;
  const message = messageOf(location.state);
  const returnUrl = returnUrlOf(location);
  const hasToasted = useRef(false);

  useEffect(() => {
    if (!isConfirmed || hasToasted.current) return;
    hasToasted.current = true;
    toast.success(auth.login.confirmed, { duration: CONFIRMED_TOAST_MS });
  }, [isConfirmed]);

  if (session.isLoading) return <Starting message={auth.login.checking} />;
  if (session.isAuthenticated) return <Navigate to={returnUrl} replace />;

  return (
    <AuthPage title={auth.login.title} description={auth.login.description}>
      <div className="flex flex-col gap-5">
        {isConfirmed && (
          <Banner tone="success" title={auth.login.confirmedTitle} icon={<CircleCheck aria-hidden="true" />}>
            {auth.login.confirmed}
          </Banner>
        )}
        {hasLinkFailed && (
          <Banner tone="danger" title={auth.login.linkFailedTitle}>
            {auth.login.linkFailed}
          </Banner>
        )}
        {message && (
          <Banner tone="success" title={auth.login.resetTitle} icon={<CircleCheck aria-hidden="true" />}>
            {message}
          </Banner>
        )}
        <LoginForm />
        <p className="text-center text-sm text-muted">
          {auth.login.noAccount}{' '}
          <Link
            className="font-medium text-accent-text underline underline-offset-4"
            to={returnUrl === paths.dashboard ? paths.signup : withReturnUrl(paths.signup, returnUrl)}
          >
            {auth.login.createAccount}
          </Link>
        </p>
      </div>
    </AuthPage>
  );
}
