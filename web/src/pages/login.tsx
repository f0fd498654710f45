import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { auth } from '#copy/people/auth.ts';
import { consents } from '#copy/people/consents.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { readHeldChoice } from '#features/people/auth/held-choice.ts';
import { GoogleSignIn } from '#features/people/auth/log-in/google-sign-in.tsx';
import { LoginForm } from '#features/people/auth/log-in/login-form.tsx';
import { asksForForgotPassword } from '#features/people/auth/password-recovery/forgot-password-state.ts';
import { takeBegunAccount } from '#features/people/auth/sign-up/begun-account.ts';
import { SignInCode, TwoStepOff } from '#features/people/auth/two-step/sign-in-code-part.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { apiFetchContext, logContext, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { landingPath, returnUrlOf, stateText, withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Alert } from '#ui/messages/alert.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/login';

export const ErrorBoundary = PageFailure;

const ForgotPasswordDialog = lazyPart(() =>
  import('#features/people/auth/password-recovery/forgot-password-dialog.tsx').then(
    (module) => module.ForgotPasswordDialog,
  ),
);

const CONFIRMED_TOAST_MS = 5_000;

export const meta: Route.MetaFunction = () => unlistedMeta(auth.login.submit);

export function loader({ request, context }: Route.LoaderArgs) {
  const api = createPublicApi(context.get(publicEnvContext), context.get(apiFetchContext));
  return readHeldChoice(request, api, context.get(logContext));
}

/** In the browser the page before it says in the navigation's state what is held. */
export const clientLoader = () => ({ held: null });

export default function LoginPage({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  const location = useLocation();
  const [search] = useSearchParams();
  // Auth tells of a used or expired link in the fragment, which no server sees.
  const hasLinkFailed = /error_code=/.test(location.hash);
  const isConfirmed = search.get('confirmed') === 'true' && !hasLinkFailed;
  const message = stateText(location.state, 'message');
  const held = loaderData.held ?? stateText(location.state, 'held');
  const returnUrl = returnUrlOf(location);
  const hasToasted = useRef(false);
  const [codesLeft, setCodesLeft] = useState<number | null>(null);
  const [forgot, setForgot] = useState<{ email: string; isOpen: boolean; times: number } | null>(() =>
    asksForForgotPassword(location.state) ? { email: '', isOpen: true, times: 1 } : null,
  );

  useEffect(() => {
    // A confirmation link ends here (docs/product/accounts.md#confirmation). Its code would skip the login once the
    // auth client starts.
    const url = new URL(window.location.href);
    if (!url.searchParams.has('code')) return;
    url.searchParams.delete('code');
    window.history.replaceState(window.history.state, '', url);
  }, []);

  useEffect(() => {
    if (!isConfirmed || hasToasted.current) return;
    hasToasted.current = true;
    toast.success(auth.login.confirmed, { duration: CONFIRMED_TOAST_MS });
    const begun = takeBegunAccount();
    if (begun) setForgot({ email: begun, isOpen: true, times: 1 });
  }, [isConfirmed]);

  if (session.isLoading) return <AppLoading message={auth.login.checking} />;
  const goal = returnUrl ?? landingPath(session.account);
  if (codesLeft !== null) return <TwoStepOff codesLeft={codesLeft} returnUrl={goal} />;
  if (session.isAuthenticated) return <Navigate to={goal} replace />;
  if (session.isCodeNeeded) {
    return (
      <SignInCode
        onEntered={(means) => means === 'app' && toast.success(auth.login.success)}
        onRecovered={setCodesLeft}
      />
    );
  }

  return (
    <AuthPage title={auth.login.title} description={auth.login.description}>
      <div className="flex flex-col gap-5">
        {isConfirmed && (
          <Alert tone="success" title={auth.login.confirmedTitle} icon={<CircleCheck aria-hidden="true" />}>
            {auth.login.confirmed}
          </Alert>
        )}
        {hasLinkFailed && (
          <Alert tone="danger" title={auth.login.linkFailedTitle}>
            {auth.login.linkFailed}
          </Alert>
        )}
        {message && (
          <Alert tone="success" title={auth.login.resetTitle} icon={<CircleCheck aria-hidden="true" />}>
            {message}
          </Alert>
        )}
        {held && <Alert>{held}</Alert>}
        <GoogleSignIn returnUrl={returnUrl} consent={consents.google} />
        <LoginForm
          returnUrl={returnUrl}
          onForgotPassword={(email) => setForgot({ email, isOpen: true, times: (forgot?.times ?? 0) + 1 })}
        />
        <p className="text-center text-sm text-muted">
          {auth.login.noAccount}{' '}
          <Link
            className="font-medium text-accent-text underline underline-offset-4"
            to={returnUrl ? withReturnUrl(paths.signup, returnUrl) : paths.signup}
            state={{ held }}
          >
            {auth.login.createAccount}
          </Link>
        </p>
      </div>
      {forgot && (
        <ForgotPasswordDialog
          // A new dialog each time: the message about a sent e-mail belongs to the last one.
          key={forgot.times}
          isOpen={forgot.isOpen}
          initialEmail={forgot.email}
          onClose={() => setForgot({ ...forgot, isOpen: false })}
        />
      )}
    </AuthPage>
  );
}
