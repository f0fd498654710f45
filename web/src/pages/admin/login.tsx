import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router';
import { adminAccess } from '#copy/office/access.ts';
import { shell } from '#copy/shell/frame.ts';
import { AuthPage } from '#features/people/auth/auth-page.tsx';
import { AdminLoginForm } from '#features/people/auth/log-in/admin-login-form.tsx';
import { SignInCode } from '#features/people/auth/two-step/sign-in-code-part.tsx';
import { useLogOut } from '#features/people/auth/use-log-out.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { isBackOffice, paths } from '#lib/paths.ts';
import { returnUrlOf } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/login';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(adminAccess.title);

export default function AdminLoginPage() {
  const { isLoading, account, localUser } = useSession();
  const logOut = useLogOut();
  const returnUrl = returnUrlOf(useLocation());
  useEffect(() => {
    import('#features/people/auth/log-in/admin-login.data.ts').then(
      ({ setUpAdministrators }) => setUpAdministrators(),
      (error: unknown) => console.warn('The administrators could not be set up', error),
    );
  }, []);
  if (isLoading) return <AppLoading message={adminAccess.checking} />;
  const adminState = account?.adminState;
  if (adminState === 'code_needed') {
    return <SignInCode onEntered={(means) => means === 'app' && toast.success(adminAccess.success)} />;
  }
  // The back office itself asks for two-step sign-in to be set up.
  if (adminState === 'ok' || adminState === 'set_up_needed') {
    return (
      <Navigate to={returnUrl && isBackOffice(returnUrl.split(/[?#]/)[0] ?? '') ? returnUrl : paths.admin} replace />
    );
  }
  return (
    <AuthPage title={adminAccess.title} description={adminAccess.description}>
      <div className="flex flex-col gap-5">
        {adminState === 'sign_in_again' && <Alert>{adminAccess.twoStep.signInAgain}</Alert>}
        {localUser?.hasProfile && adminState !== 'sign_in_again' && (
          <Alert title={adminAccess.founderTitle}>
            <p className="break-words">{adminAccess.founder(localUser.email)}</p>
            <Button variant="secondary" size="sm" className="mt-3" onClick={() => void logOut()}>
              {shell.logOut}
            </Button>
          </Alert>
        )}
        <AdminLoginForm />
      </div>
    </AuthPage>
  );
}
