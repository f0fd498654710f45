import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { auth } from '#copy/auth.ts';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';

const TOAST_ID = 'log-out';

/** Ends the session: from the admin area to /admin-login, from everywhere else to / (specification, section 2). */
export function useLogOut(failureMessage: string = auth.logOutFailed): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queryClient = useQueryClient();
  return useCallback(async () => {
    toast.loading(auth.loggingOut, { id: TOAST_ID });
    try {
      const { logOut } = await import('./auth.data.ts');
      await logOut();
      queryClient.clear();
      toast.success(auth.loggedOut, { id: TOAST_ID });
      await navigate(pathname.startsWith(paths.admin) ? paths.adminLogin : paths.home);
    } catch (error) {
      console.warn('Logging out failed', error);
      toast.error(failureMessage, { id: TOAST_ID });
    }
  }, [navigate, pathname, queryClient, failureMessage]);
}
