import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { failures } from '#copy/shell/failures.ts';
import { site } from '#copy/shell/site.ts';
import { needsSession } from '#features/people/auth/leave-page.ts';
import { useChatRoom } from '#features/shell/frame/chat-room.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { registerWorker } from '#lib/offline/register-worker.ts';
import { usePublicEnv } from '#lib/page/public-env.tsx';
import { isBackOffice, paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { useOnline } from '#lib/use-online.ts';

const HoldsBar = lazyPart(() => import('#features/money/payments/holds-bar.tsx').then((module) => module.HoldsBar), {
  isOptional: true,
});

const PolicyBar = lazyPart(() => import('#features/people/account/policy-bar.tsx').then((module) => module.PolicyBar), {
  isOptional: true,
});

/** What the header leaves out of every page's first load, and fetches when the page is idle. */
export function IdleParts() {
  const { pathname } = useLocation();
  useChatRoom();
  useEffect(() => {
    // The links of an account bring it elsewhere; the back office has none, and no room for it in its first load.
    if (isBackOffice(pathname)) void import('#features/people/auth/other-tabs.ts');
  }, [pathname]);
  return (
    <>
      <OfflineLinks />
      <ServiceWorker />
      <HoldsOnListing />
      <ChangedPolicies />
    </>
  );
}

/** What a signed-in person holds, below the list of mentors. Drawn in the body: the header would be its window. */
function HoldsOnListing() {
  const { localUser } = useSession();
  const { pathname } = useLocation();
  if (!localUser || pathname !== paths.mentors) return null;
  return createPortal(<HoldsBar userId={localUser.id} />, document.body);
}

/** Which policy changed since a signed-in person agreed to it; visitors load none of it. */
function ChangedPolicies() {
  const { localUser } = useSession();
  const { pathname } = useLocation();
  const isPolicy = pathname === paths.terms || pathname === paths.privacy;
  if (!localUser || !(isPolicy || needsSession({ pathname }))) return null;
  return createPortal(<PolicyBar userId={localUser.id} />, document.body);
}

/** While offline, links to other pages do nothing: a missing page would lose what was typed. */
function OfflineLinks() {
  const isOnline = useOnline();
  const wasOffline = useRef(false);

  useEffect(() => {
    if (isOnline) {
      if (wasOffline.current) toast.success(failures.backOnline, { id: 'network' });
      wasOffline.current = false;
      return;
    }
    wasOffline.current = true;
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      toast.error(site.offline, { id: 'network' });
    };
    document.addEventListener('click', stay, true);
    return () => document.removeEventListener('click', stay, true);
  }, [isOnline]);
  return null;
}

/** What the site keeps for a time without a network. */
function ServiceWorker() {
  const { isWorkerOff = false } = usePublicEnv();
  useEffect(() => void registerWorker(isWorkerOff), [isWorkerOff]);
  return null;
}
