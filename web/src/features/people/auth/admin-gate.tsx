import { ShieldAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { adminAccess } from '#copy/office/access.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { isLoggingOut } from './use-log-out.ts';

const SetUpPage = lazyPart(() => import('./two-step/set-up-page.tsx').then((module) => module.SetUpPage), {
  fallback: <AppLoading message={adminAccess.checking} />,
});

type NoAccess = { sentence: string; to: string };

/**
 * What the dashboard and its screens say to people who may not see them (docs/product/back-office.md#administrators).
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

/** A person is signed in, but it is not known whether they are an administrator. */
const UNREADABLE: NoAccess = { sentence: adminAccess.error, to: paths.adminLogin };

interface AdminGateProps {
  kind: keyof typeof REFUSALS;
  /** The person logs out by themselves: no message about it. */
  isLeaving?: () => boolean;
  children: ReactNode;
}

/** For administrators only; others are sent on with a message. The database decides: this avoids empty screens. */
export function AdminGate({ kind, isLeaving = isLoggingOut, children }: AdminGateProps) {
  const { isLoading, isAuthenticated, isAdmin, localUser, account } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const here = pathname + search + hash;
  const adminState = account?.adminState;
  // The page stays when its code was right: its recovery codes are still to be kept.
  const [isSettingUp, setIsSettingUp] = useState(false);
  const mustSetUp = adminState === 'set_up_needed';
  if (mustSetUp && !isSettingUp) setIsSettingUp(true);
  const who = isLoading || isAdmin || mustSetUp ? null : isAuthenticated ? 'founder' : 'visitor';
  const isUnreadable = localUser?.hasProfile === false;
  const wasAdmin = useRef(false);
  useEffect(() => {
    if (isAdmin) wasAdmin.current = true;
    if (!who || isLeaving()) return;
    // A person who loses the flag while inside is told the same on every screen.
    const rule = REFUSALS[wasAdmin.current && who === 'founder' ? 'screen' : kind][who];
    const again = adminState === 'sign_in_again' && {
      sentence: adminAccess.twoStep.signInAgain,
      to: withReturnUrl(paths.adminLogin, here),
    };
    const { sentence, to } = again || (isUnreadable ? UNREADABLE : rule);
    toast.error(sentence, { id: 'admin-access' });
    void navigate(to, { replace: true });
  }, [who, isAdmin, isUnreadable, adminState, here, kind, isLeaving, navigate]);
  if (mustSetUp || (isAdmin && isSettingUp)) return <SetUpPage onDone={() => setIsSettingUp(false)} />;
  if (!isAdmin) return <AppLoading message={adminAccess.checking} />;
  return (
    <>
      {account && !account.isTwoStepOn && <TwoStepBar />}
      {children}
    </>
  );
}

/** Where no administrator must have two-step sign-in, and this one does not. */
function TwoStepBar() {
  return (
    <aside
      aria-label={adminAccess.twoStep.barLabel}
      className="border-b border-accent-line bg-accent-soft text-sm print:hidden"
    >
      <p className="page-width flex items-start gap-2 py-2">
        <ShieldAlert className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
        <span className="min-w-0">
          {adminAccess.twoStep.demonstration}{' '}
          <Link
            to={paths.accountTwoStep}
            className="tap-line rounded-control font-semibold whitespace-nowrap text-accent-text underline underline-offset-4"
          >
            {adminAccess.twoStep.tryIt}
          </Link>
        </span>
      </p>
    </aside>
  );
}
