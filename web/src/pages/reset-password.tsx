import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { passwordRecovery } from '#copy/people/password-recovery.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { LinkProblem } from '#features/people/auth/mailed-links/link-problem.tsx';
import { ResetPasswordForm } from '#features/people/auth/password-recovery/reset-password-form.tsx';
import { useRecovery } from '#features/people/auth/password-recovery/use-recovery.ts';
import { SignInCode } from '#features/people/auth/two-step/sign-in-code-part.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { NeedsScripts } from '#ui/messages/needs-scripts.tsx';
import { Spinner } from '#ui/messages/spinner.tsx';
import type { Route } from './+types/reset-password';

export const ErrorBoundary = PageFailure;

const { reset } = passwordRecovery;

/** How long the new password is confirmed before the dashboard opens (docs/product/accounts.md#reset). */
const REDIRECT_DELAY_MS = 2_000;

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(reset.title),
  // The token must not travel on, whatever this page ever links to.
  { name: 'referrer', content: 'no-referrer' },
];

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });

/** The frame of the form, so that little moves when the form comes. */
function Waiting({ message }: { message: string }) {
  return (
    <AuthPage title={reset.title}>
      <p role="status" className="flex min-h-40 items-center gap-3 text-muted noscript:hidden">
        <Spinner className="text-accent-text" />
        {message}
      </p>
      <NeedsScripts align="start" />
    </AuthPage>
  );
}

export default function ResetPasswordPage() {
  // Another link in the same tab changes the fragment alone.
  return <ResetPassword key={useLocation().hash} />;
}

function ResetPassword() {
  const { view, isFinishing, tryAgain, goOn } = useRecovery();
  const { isAuthenticated } = useSession();
  const [isDone, setIsDone] = useState(false);
  const navigate = useNavigate();

  useEffect(() => {
    if (view.name !== 'already-logged-in') return;
    toast.info(reset.alreadyLoggedIn, { id: 'already-logged-in' });
    const timer = setTimeout(() => void navigate(paths.dashboard, { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [view, navigate]);

  useEffect(() => {
    // The login page would send a person on who still counts as signed in.
    if (!isDone || isAuthenticated) return;
    void navigate(paths.login, { replace: true, state: { message: reset.updated } });
  }, [isDone, isAuthenticated, navigate]);

  switch (view.name) {
    case 'verifying':
      return <Waiting message={reset.verifying} />;
    case 'ready':
      return (
        <AuthPage title={reset.title} description={reset.ready} isAnswer>
          <div className="flex flex-col">
            <Button onClick={goOn}>{reset.goOn}</Button>
          </div>
        </AuthPage>
      );
    case 'already-logged-in':
      return <Waiting message={reset.alreadyLoggedIn} />;
    case 'failed':
      return (
        <AuthPage title={view.failure.isInvalid ? reset.invalidTitle : reset.uncheckedTitle} isAnswer>
          <LinkProblem failure={view.failure} onTryAgain={tryAgain} />
        </AuthPage>
      );
    case 'code-first':
      return <Navigate to={paths.login} replace />;
    case 'code':
      return <SignInCode onEntered={goOn} />;
    case 'form':
      return (
        <AuthPage title={reset.title} description={isFinishing ? reset.finishAccount : reset.description} isAnswer>
          <ResetPasswordForm email={view.email} onDone={() => setIsDone(true)} />
        </AuthPage>
      );
  }
}
