import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loggingOut } from '#copy/people/log-out.ts';
import { clearAllDrafts } from '#lib/drafts.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';

const TOAST_ID = 'log-out';

/** The event when a person has left this browser: other tabs hear of it (other-tabs.ts). */
export const LEFT = 'left';

let leaving = 0;

/**
 * True while someone leaves for good, or was led to a page for logging in that is not drawn yet: a page that needs a
 * session then does not ask them to log in.
 */
export function isLoggingOut(): boolean {
  return leaving > 0 || location.pathname === paths.login || location.pathname === paths.adminLogin;
}

/** For what ends a person's session here and leads them elsewhere. */
export async function whileLeaving(work: () => Promise<void>): Promise<void> {
  leaving += 1;
  try {
    await work();
    window.dispatchEvent(new Event(LEFT));
  } finally {
    leaving -= 1;
  }
}

/** Ends the session: from the admin area to /admin-login, from everywhere else to /. */
export function useLogOut(failureMessage: string = loggingOut.failed): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return useCallback(
    () =>
      whileLeaving(async () => {
        toast.loading(loggingOut.underWay, { id: TOAST_ID });
        try {
          const { forgetQueries, logOut } = await import('./auth.data.ts');
          await logOut();
          forgetQueries();
          clearAllDrafts();
          toast.success(loggingOut.done, { id: TOAST_ID });
          await navigate(pathname.startsWith(paths.admin) ? paths.adminLogin : paths.home);
        } catch (error) {
          console.warn('Logging out failed', error);
          toast.error(failureMessage, { id: TOAST_ID });
        }
      }),
    [navigate, pathname, failureMessage],
  );
}
