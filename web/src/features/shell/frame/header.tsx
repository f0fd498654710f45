import { Menu } from 'lucide-react';
import { useEffect } from 'react';
import { Link, NavLink } from 'react-router';
import { shell } from '#copy/shell/frame.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { hasStoredSession } from '#lib/session/stored-session.ts';
import { useIdle } from '#lib/use-idle.ts';
import { ButtonLink } from '#ui/button.tsx';
import { OfflineBar } from '#ui/messages/offline-bar.tsx';
import { Logo } from './logo.tsx';
import { MAIN_LINKS } from './navigation.ts';
import { AccountLinks, MENU, SideMenu } from './side-menu.tsx';

const IdleParts = lazyPart(() => import('#features/shell/frame/idle-parts.tsx').then((module) => module.IdleParts), {
  isOptional: true,
});

/** The header of every page. */
export function Header() {
  const session = useSession();
  const isIdle = useIdle();
  // Two dashboards have no room beside the page's links on a tablet: there the menu has them.
  const hasMany = session.localUser?.isAdmin || session.account?.isMentor;
  useEffect(() => {
    if (hasStoredSession()) AccountLinks.prepare();
  }, []);
  return (
    <header className="@container sticky low:static top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md print:hidden">
      <div className="page-width flex h-16 items-center gap-2 @5xl:gap-4">
        <Link to={paths.home} className="rounded-control py-2 @5xl:mr-2">
          <Logo />
        </Link>
        <nav aria-label={shell.mainNavigation} className="hidden flex-1 items-center @3xl:flex @5xl:gap-1">
          {MAIN_LINKS.map((link) => (
            <NavLink
              key={link.to}
              to={link.to}
              end={link.to === paths.home}
              className={({ isActive }) =>
                cn(
                  'rounded-control px-1 py-2 text-center text-sm font-medium leading-4.5 ' +
                    'transition-colors hover:bg-sunken @5xl:whitespace-nowrap @5xl:px-3',
                  isActive ? 'text-accent-text' : 'text-muted hover:text-ink',
                )
              }
            >
              {link.label}
            </NavLink>
          ))}
        </nav>
        <div
          className={cn(
            'ml-auto hidden items-center gap-1 @5xl:gap-2',
            hasMany ? '@5xl:flex' : '@3xl:flex',
            // A person who is signed in is not shown a visitor's links first (before-start.tsx).
            session.isLoading && 'in-[[data-session]]:invisible',
          )}
        >
          {session.isAuthenticated ? (
            <AccountLinks />
          ) : (
            <>
              <ButtonLink to={paths.login} variant="quiet" size="sm">
                {shell.logIn}
              </ButtonLink>
              <ButtonLink to={paths.adminLogin} variant="quiet" size="sm" className="text-muted">
                {shell.admin}
              </ButtonLink>
              <ButtonLink to={paths.signup} size="sm">
                {shell.signUp}
              </ButtonLink>
            </>
          )}
        </div>
        <div className={cn('ml-auto flex items-center gap-1', hasMany ? '@5xl:hidden' : '@3xl:hidden')}>
          {session.isAuthenticated && (
            // Large text leaves no room for it beside the logo and the menu, which has it too.
            <AccountLinks isMainAlone />
          )}
          <button
            type="button"
            aria-label={shell.openMenu}
            aria-haspopup="dialog"
            popoverTarget={MENU}
            className="grid size-11 place-items-center rounded-control hover:bg-sunken"
          >
            <Menu className="size-6" aria-hidden="true" />
          </button>
        </div>
      </div>
      <OfflineBar className="absolute inset-x-0 top-full" />
      {isIdle && <IdleParts />}
      <SideMenu />
    </header>
  );
}
