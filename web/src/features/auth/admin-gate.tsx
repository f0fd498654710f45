import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { adminAccess } from '#copy/admin/access.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { isLoggingOut } from './use-log-out.ts';

type NoAccess = { sentence: string; to: string };

/**
 * What the dashboard and its further screens say to those who may not be there (administrator side, sections 4 and 6).
 */
const REFUSALS = {
  dashboard: {
    visitor: { sentence: adminAccess.loginFirst, to: paths.adminLogin },
    founder: { sentence: adminAccess.noPermission, to: paths.dashboard },
  },
  screen: {
    visitor: { sentence: adminAccess.loginRequired, to: paths.adminLogin },
    founder: { sentence: adminAccess.privilegesRequired, to: paths.adminLogin },
  },
} satisfies Record<string, Record<'visitor' | 'founder', NoAccess>>;

/** A person is signed in, but their profile could not be asked whether they are an administrator. */
const UNREADABLE: NoAccess = { sentence: adminAccess.error, to: paths.adminLogin };

/**
 * Shows what is inside to administrators, and sends everyone else on with a message. What an administrator may do is
 * decided by the database at each call; this only spares people screens that would stay empty.
 */
export function AdminGate({
  kind,
  isLeaving = isLoggingOut,
  children,
}: {
  kind: keyof typeof REFUSALS;
  /** The person logs out: no message about it. */
  isLeaving?: () => boolean;
  children: ReactNode;
}) {
  const { isLoading, isAuthenticated, isAdmin, localUser } = useSession();
  const navigate = useNavigate();
  const who = isLoading || isAdmin ? null : isAuthenticated ? 'founder' : 'visitor';
  const isUnreadable = localUser?.hasProfile === false;
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (isAdmin) wasAdmin.current = true;
    if (!who || isLeaving()) return;
    // A person who loses the flag while inside is told the same on every screen.
    const rule = REFUSALS[wasAdmin.current && who === 'founder' ? 'screen' : kind][who];
    const { sentence, to } = isUnreadable ? UNREADABLE : rule;
    toast.error(sentence, { id: 'admin-access' });
    void navigate(to, { replace: true });
  }, [who, isAdmin, isUnreadable, kind, isLeaving, navigate]);
  return isAdmin ? children : <AppLoading message={adminAccess.checking} />;
}
