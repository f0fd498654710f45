import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { adminAccess } from '#copy/admin/access.ts';
import { paths } from '#lib/paths.ts';
import { SESSION_STORAGE_KEY, useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Starting } from '#ui/messages/starting.tsx';

type Refusal = { sentence: string; to: string };

/** What the dashboard and its further screens say to those who may not be there (administrator side, sections 4 and 6). */
const REFUSALS = {
  dashboard: {
    visitor: { sentence: adminAccess.loginFirst, to: paths.adminLogin },
    founder: { sentence: adminAccess.noPermission, to: paths.dashboard },
  },
  screen: {
    visitor: { sentence: adminAccess.loginRequired, to: paths.adminLogin },
    founder: { sentence: adminAccess.privilegesRequired, to: paths.adminLogin },
  },
} satisfies Record<string, Record<'visitor' | 'founder', Refusal>>;

/** Somebody is signed in here, but who it is could not be asked. */
const UNREADABLE: Refusal = { sentence: adminAccess.error, to: paths.adminLogin };

function isSessionStored(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/**
 * Shows what is inside to administrators, and sends everybody else on with a word. What an administrator may do is decided
 * by the database at each call; this only spares people screens that would stay empty.
 */
export function AdminGate({
  kind,
  isLeaving,
  children,
}: {
  kind: keyof typeof REFUSALS;
  /** Somebody is logging out: no word about it. */
  isLeaving: () => boolean;
  children: ReactNode;
}) {
  const { isLoading, isAuthenticated, isAdmin } = useSession();
  const navigate = useNavigate();
  const who = isLoading || isAdmin ? null : isAuthenticated ? 'founder' : 'visitor';
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (isAdmin) wasAdmin.current = true;
    if (!who || isLeaving()) return;
    // Whoever loses the flag while inside is told the same on every screen.
    const rule = REFUSALS[wasAdmin.current && who === 'founder' ? 'screen' : kind][who];
    const { sentence, to } = who === 'visitor' && isSessionStored() ? UNREADABLE : rule;
    toast.error(sentence, { id: 'admin-access' });
    void navigate(to, { replace: true });
  }, [who, isAdmin, kind, isLeaving, navigate]);
  return isAdmin ? children : <Starting message={adminAccess.checking} />;
}
