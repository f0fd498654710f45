import { useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { shell } from '#copy/shell/frame.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import type { MenuLink } from './account-links.tsx';
import { MAIN_LINKS } from './navigation.ts';

/** What a signed-in person finds in the header and in the menu: visitors need none of it. */
export const AccountLinks = lazyPart(() => import('./account-links.tsx').then((module) => module.AccountLinks));

/** What the button in the header names. */
export const MENU = 'menu';

/**
 * The menu of narrow screens, complete for a visitor in the page's HTML. With scripts it closes after navigating, and
 * on the browser's Back.
 */
export function SideMenu() {
  const session = useSession();
  const menu = useRef<HTMLDivElement>(null);
  const [hasEntry, setHasEntry] = useState(false);
  const close = () => menu.current?.hidePopover();
  // In the menu's own entry of the history, so that Back leads from there to the page below the menu.
  const link: MenuLink = { replace: hasEntry, onClick: close };
  return (
    <Sheet id={MENU} ref={menu} title={shell.menu} placement="side" onEntry={setHasEntry}>
      <nav aria-label={shell.mainNavigation} className="-mx-2 flex flex-col">
        {MAIN_LINKS.map(({ to, label }) => (
          <NavLink
            {...link}
            key={to}
            to={to}
            end={to === paths.home}
            className="rounded-control px-3 py-3 text-lg font-medium hover:bg-sunken aria-[current]:bg-accent-soft aria-[current]:text-accent-text"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-2 flex flex-col gap-3 border-t border-line pt-6">
        {session.isAuthenticated ? (
          <AccountLinks menuLink={link} />
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
    </Sheet>
  );
}
