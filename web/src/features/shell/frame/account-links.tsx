import { shell } from '#copy/shell/frame.ts';
import '#features/people/auth/other-tabs.ts';
import { useLogOut } from '#features/people/auth/use-log-out.ts';
import { cn } from '#lib/class-names.ts';
import { paths } from '#lib/paths.ts';
import { landingPath } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

/** What each link of the menu has. */
export type MenuLink = { replace: boolean; onClick: () => void };

/** A person's links need all of a tablet's width. */
const TIGHT = '@max-7xl:shrink @max-7xl:px-2 @max-7xl:text-center @max-7xl:leading-4 @max-7xl:whitespace-normal';

interface Props {
  /** In the menu of narrow screens. */
  menuLink?: MenuLink;
  /** The main link, in the header of narrow screens. */
  isMainAlone?: boolean;
}

export function AccountLinks({ menuLink, isMainAlone }: Props) {
  const logOut = useLogOut();
  const { localUser, account } = useSession();
  const className = menuLink ? '' : cn(TIGHT, (localUser?.isAdmin || account?.isMentor) && '@max-7xl:w-min');
  const look = { ...menuLink, className, size: menuLink ? 'md' : 'sm' } as const;
  const quiet = menuLink ? 'secondary' : 'quiet';
  // The first dashboard of a person is where they land after log-in.
  const main = menuLink ? 'primary' : 'secondary';
  if (isMainAlone) {
    return (
      <ButtonLink to={landingPath(account)} variant="quiet" size="sm" className="@max-tight:hidden">
        {account?.isMentor ? shell.mentorDashboard : shell.dashboard}
      </ButtonLink>
    );
  }
  return (
    <>
      {localUser?.isAdmin && (
        <ButtonLink {...look} to={paths.admin} variant={quiet}>
          {shell.adminDashboard}
        </ButtonLink>
      )}
      {account?.isMentor && (
        <ButtonLink {...look} to={paths.mentorDashboard} variant={main}>
          {shell.mentorDashboard}
        </ButtonLink>
      )}
      <ButtonLink {...look} to={paths.dashboard} variant={account?.isMentor ? quiet : main}>
        {shell.myDashboard}
      </ButtonLink>
      <ButtonLink {...look} to={paths.account} variant={quiet}>
        {shell.myAccount}
      </ButtonLink>
      <Button
        variant={quiet}
        size={look.size}
        className={className}
        onClick={() => {
          menuLink?.onClick();
          void logOut();
        }}
      >
        {shell.logOut}
      </Button>
    </>
  );
}
