import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react';
import { NavLink } from 'react-router';
import { shell } from '#copy/shell.ts';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { MAIN_LINKS } from './navigation.ts';

/** The menu of narrow screens; it closes after navigating, and on the browser's Back. */
export function SideMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const logOut = useLogOut();
  const session = useSession();
  const { leave } = useHistoryEntry(isOpen, onClose);
  const link = {
    // In the menu's own entry of the history, so that Back leads from there to the page below the menu.
    replace: true,
    onClick: (event: MouseEvent<HTMLAnchorElement>) => {
      const isHere = event.currentTarget.href === window.location.href;
      const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (isHere) event.preventDefault();
      else if (!isElsewhere && !event.defaultPrevented) leave();
      onClose();
    },
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={shell.menu} placement="side">
      <nav aria-label={shell.mainNavigation} className="-mx-2 flex flex-col">
        {MAIN_LINKS.map(({ to, label }) => (
          <NavLink
            {...link}
            key={to}
            to={to}
            end={to === paths.home}
            className={({ isActive }) =>
              cn(
                'rounded-control px-3 py-3 text-lg font-medium hover:bg-sunken',
                isActive && 'bg-accent-soft text-accent-text',
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
        {session.isAuthenticated ? (
          <>
            {session.localUser?.isAdmin && (
              <ButtonLink {...link} to={paths.admin} variant="secondary">
                {shell.adminDashboard}
              </ButtonLink>
            )}
            <ButtonLink {...link} to={paths.dashboard}>
              {shell.myDashboard}
            </ButtonLink>
            {session.account?.isMentor && (
              <ButtonLink {...link} to={paths.mentorDashboard} variant="secondary">
                {shell.mentorDashboard}
              </ButtonLink>
            )}
            <ButtonLink {...link} to={paths.account} variant="secondary">
              {shell.myAccount}
            </ButtonLink>
            <Button
              variant="secondary"
              onClick={() => {
                onClose();
                void logOut();
              }}
            >
              {shell.logOut}
            </Button>
          </>
        ) : (
          <>
            <ButtonLink {...link} to={paths.signup}>
              {shell.signUp}
            </ButtonLink>
            <ButtonLink {...link} to={paths.login} variant="secondary">
              {shell.logIn}
            </ButtonLink>
            <ButtonLink {...link} to={paths.adminLogin} variant="quiet">
              {shell.admin}
            </ButtonLink>
          </>
        )}
      </div>
    </Dialog>
  );
}

/**
 * A history entry of the open menu, with the page's address, of which the router hears nothing: Back closes the menu
 * and changes nothing else, also on the first page of a visit. Every other way to close the menu takes the entry away
 * again, unless `leave` said that a link is about to take its place.
 */
function useHistoryEntry(isOpen: boolean, onBack: () => void) {
  /** Back has removed the entry, or a link takes its place. */
  const isGone = useRef(false);
  const removal = useRef<ReturnType<typeof setTimeout>>(undefined);
  const goBack = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) return;
    isGone.current = false;
    const page = window.history.state;
    // Still there where the menu was opened again at once.
    if (removal.current === undefined) window.history.pushState({ ...page, idx: (page?.idx ?? 0) + 1 }, '');
    clearTimeout(removal.current);
    removal.current = undefined;
    const onPopState = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      isGone.current = true;
      goBack();
    };
    window.addEventListener('popstate', onPopState, { capture: true });
    return () => {
      window.removeEventListener('popstate', onPopState, { capture: true });
      if (isGone.current) return;
      removal.current = setTimeout(() => {
        removal.current = undefined;
        const hide = (event: PopStateEvent) => event.stopImmediatePropagation();
        window.addEventListener('popstate', hide, { capture: true, once: true });
        window.history.back();
      });
    };
  }, [isOpen]);
  return {
    leave: () => {
      isGone.current = true;
    },
  };
}
