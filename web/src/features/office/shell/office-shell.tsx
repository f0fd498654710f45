import { ArrowUpRight, Menu, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { adminShell } from '#copy/office/shell.ts';
import { shell } from '#copy/shell/frame.ts';
import { useLogOut } from '#features/people/auth/use-log-out.ts';
import { Logo } from '#features/shell/frame/logo.tsx';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { useIdle } from '#lib/use-idle.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { OfflineBar } from '#ui/messages/offline-bar.tsx';
import { SectionList } from './section-list.tsx';

const IdleParts = lazyPart(() => import('#features/shell/frame/idle-parts.tsx').then((module) => module.IdleParts), {
  isOptional: true,
});

/** With text of twice the size a phone has no room for the words of a button on one line. */
const WRAPPED = '@max-tight/office:[&_:is(a,button).rounded-control.whitespace-nowrap]:long-label';

/** The frame of the back office: its own bar and the rail of its sections, without the site's header and footer. */
export function OfficeShell({ children }: { children: ReactNode }) {
  const { isAdmin } = useSession();
  const isIdle = useIdle();
  // A phone, whose menu has the sections, neither draws nor counts them here.
  const hasRail = useMediaQuery('(width >= 48rem)', true);
  return (
    <div className="flex flex-1 flex-col [--bar:3.5rem]">
      <header className="sticky low:static top-0 z-30 border-b border-line bg-canvas/90 backdrop-blur-md print:hidden">
        <div className="flex h-(--bar) items-center gap-2 px-4 md:px-3 xl:px-5">
          <Link to={paths.admin} className="rounded-control py-2 md:px-1 xl:px-0">
            <Logo />
          </Link>
          <AccountLinks className="ml-auto hidden items-center gap-1 lg:flex" />
          <OfficeMenu />
        </div>
        <OfflineBar className="absolute inset-x-0 top-full" />
        {isIdle && <IdleParts />}
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] md:grid-cols-[3.5rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)] print:block">
        <div className="hidden md:block print:hidden">
          <div className="sticky top-(--bar) z-20 h-[calc(100dvh-var(--bar))]">
            <div
              className={
                'group/rail h-full w-14 overflow-y-auto overflow-x-hidden border-r border-line bg-canvas px-2 py-3 ' +
                'transition-[width] duration-150 [scrollbar-width:none] hover:w-56 hover:shadow-float ' +
                'has-focus-visible:w-56 has-focus-visible:shadow-float xl:w-full! xl:px-3 xl:shadow-none!'
              }
            >
              {isAdmin && hasRail && <SectionList folds />}
            </div>
          </div>
        </div>
        <main id="main" tabIndex={-1} className={cn('wide-page @container/office min-w-0', WRAPPED)}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** What is not the back office: the site, and what else the person has here. */
function AccountLinks({ className, isInMenu = false }: { className: string; isInMenu?: boolean }) {
  const { isAuthenticated, account } = useSession();
  const logOut = useLogOut();
  const look = isInMenu ? ({ variant: 'secondary' } as const) : ({ variant: 'quiet', size: 'sm' } as const);
  return (
    <nav aria-label={adminShell.account} className={className}>
      <ButtonLink {...look} to={paths.home}>
        {adminShell.viewSite}
        <ArrowUpRight className="size-4 text-muted" aria-hidden="true" />
      </ButtonLink>
      {isAuthenticated && (
        <>
          <ButtonLink {...look} to={paths.dashboard}>
            {shell.myDashboard}
          </ButtonLink>
          {account?.isMentor && (
            <ButtonLink {...look} to={paths.mentorDashboard}>
              {shell.mentorDashboard}
            </ButtonLink>
          )}
          <ButtonLink {...look} to={paths.account}>
            {shell.myAccount}
          </ButtonLink>
          <Button {...look} onClick={() => void logOut()}>
            {shell.logOut}
          </Button>
        </>
      )}
    </nav>
  );
}

/** All of it by its words, where the bar and the rail have no room for them. Escape, Back and a tap beside it close it. */
function OfficeMenu() {
  const { isAdmin } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget="office-menu"
        aria-label={shell.openMenu}
        className="ml-auto grid size-11 place-items-center rounded-control hover:bg-sunken lg:hidden"
      >
        <Menu className="size-6" aria-hidden="true" />
      </button>
      <div
        id="office-menu"
        ref={panel}
        popover="auto"
        // Closed, it is no dialog that keeps the keys from the page (lib/keys/use-shortcuts.ts).
        {...(isOpen && { role: 'dialog', 'aria-label': shell.menu })}
        onBeforeToggle={({ newState }) => setIsOpen(newState === 'open')}
        className={
          'fixed inset-y-0 left-auto right-0 m-0 h-dvh max-h-none w-[min(20rem,92vw)] overflow-y-auto border-l ' +
          'border-line bg-surface px-3 pb-6 pt-1.5 text-ink shadow-float backdrop:bg-black/45'
        }
      >
        {isOpen && (
          <>
            <button
              type="button"
              popoverTarget="office-menu"
              popoverTargetAction="hide"
              aria-label={adminShell.closeMenu}
              className="ml-auto grid size-11 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
            >
              <X className="size-5" aria-hidden="true" />
            </button>
            {isAdmin && <SectionList onChoose={() => panel.current?.hidePopover()} />}
            <AccountLinks
              isInMenu
              className={cn('flex flex-col gap-2 px-1', isAdmin && 'mt-6 border-t border-line pt-5')}
            />
          </>
        )}
      </div>
    </>
  );
}
