import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { adminAccess } from '#copy/admin/access.ts';
import { shell } from '#copy/shell.ts';
import { AdminLoginForm } from '#features/auth/admin-login-form.tsx';
import { AuthPage } from '#features/auth/auth-page.tsx';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/login';

export const meta: Route.MetaFunction = () => unlistedMeta(adminAccess.title);

export default function AdminLoginPage() {
  const { isLoading, isAdmin, localUser } = useSession();
  const logOut = useLogOut();
  useEffect(() => {
    import('#features/auth/admin-login.data.ts').then(
      ({ setUpAdministrators }) => setUpAdministrators(),
      (error: unknown) => console.warn('The administrators could not be set up', error),
    );
  }, []);
  if (isLoading) return <AppLoading message={adminAccess.checking} />;
  if (isAdmin) return <Navigate to={paths.admin} replace />;
  return (
    <AuthPage title={adminAccess.title} description={adminAccess.description}>
      <div className="flex flex-col gap-5">
        {localUser?.hasProfile && (
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
