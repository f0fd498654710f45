import { NavLink } from 'react-router';
import { shell } from '#copy/shell.ts';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { MAIN_LINKS } from './navigation.ts';

/** The menu of narrow screens; it closes after navigating. */
export function SideMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const logOut = useLogOut();
  const session = useSession();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={shell.menu} placement="side">
      <nav aria-label={shell.mainNavigation} className="-mx-2 flex flex-col">
        {MAIN_LINKS.map((link) => (
          <NavLink
            key={link.to}
            to={link.to}
            end={link.to === paths.home}
            onClick={onClose}
            className={({ isActive }) =>
              cn(
                'rounded-control px-3 py-3 text-lg font-medium hover:bg-sunken',
                isActive && 'bg-accent-soft text-accent-text',
              )
            }
          >
            {link.label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-6 flex flex-col gap-3 border-t border-line pt-6">
        {session.isAuthenticated ? (
          <>
            {session.isAdmin && (
              <ButtonLink to={paths.admin} variant="secondary" onClick={onClose}>
                {shell.adminDashboard}
              </ButtonLink>
            )}
            <ButtonLink to={paths.dashboard} onClick={onClose}>
              {shell.myDashboard}
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
            <ButtonLink to={paths.signup} onClick={onClose}>
              {shell.signUp}
            </ButtonLink>
            <ButtonLink to={paths.login} variant="secondary" onClick={onClose}>
              {shell.logIn}
            </ButtonLink>
            <ButtonLink to={paths.adminLogin} variant="quiet" onClick={onClose}>
              {shell.admin}
            </ButtonLink>
          </>
        )}
      </div>
    </Dialog>
  );
}
