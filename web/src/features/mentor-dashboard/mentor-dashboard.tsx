import {
  CalendarClock,
  Ellipsis,
  House,
  Inbox,
  type LucideIcon,
  Settings,
  Star,
  UserRound,
  Video,
  WalletCards,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { mentorDashboard as copy } from '#copy/mentor-dashboard.ts';
import { mentorRefusals } from '#copy/mentor-settings.ts';
import type { MyMentor } from '#features/mentor-accounts/my-mentor.data.ts';
import { CalendarBanner } from '#features/mentor-calendar/calendar-banner.tsx';
import { RequestsCount } from '#features/mentor-requests/requests-count.tsx';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { Menu, MenuLink } from '#ui/menu.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Today } from './today.tsx';

interface SectionProps {
  mentor: MyMentor;
  /** What follows the section in the address, such as a month. */
  part: string | undefined;
}

interface CountProps {
  mentorId: string;
}

type SectionId = keyof typeof copy.names;

const ICONS: Record<SectionId, LucideIcon> = {
  today: House,
  requests: Inbox,
  sessions: Video,
  hours: CalendarClock,
  profile: UserRound,
  reviews: Star,
  earnings: WalletCards,
  settings: Settings,
};

/** In the order of the rail; each shows a count beside its name, where it has one. */
const SECTIONS: Partial<
  Record<SectionId, { content: ComponentType<SectionProps>; Count?: ComponentType<CountProps> }>
> = {
  today: { content: Today },
  requests: {
    content: lazyPart(() =>
      import('#features/mentor-requests/mentor-requests.tsx').then((module) => module.MentorRequests),
    ),
    Count: RequestsCount,
  },
  sessions: {
    content: lazyPart(() =>
      import('#features/mentor-sessions/mentor-sessions.tsx').then((module) => module.MentorSessions),
    ),
  },
  hours: { content: lazyPart(() => import('#features/mentor-hours/hours-section.tsx').then((m) => m.HoursSection)) },
  profile: { content: lazyPart(() => import('#features/mentor-drafts/profile.tsx').then((m) => m.MentorProfileDraft)) },
  reviews: { content: lazyPart(() => import('#features/reviews/mentor/reviews.tsx').then((m) => m.MentorReviews)) },
  earnings: {
    content: lazyPart(() => import('#features/earnings/earnings.tsx').then((module) => module.MentorEarnings)),
  },
  settings: { content: lazyPart(() => import('./settings.tsx').then((module) => module.Settings)) },
};

const BAR: SectionId[] = ['today', 'requests', 'sessions', 'hours'];

/** The mentor's area: a rail with all sections at the left, on a phone a bar with the first four (mentor side, section 2). */
export function MentorDashboard({
  mentor,
  section,
  part,
}: {
  mentor: MyMentor;
  section: string;
  part: string | undefined;
}) {
  const ids = Object.keys(SECTIONS) as SectionId[];
  const open = ids.find((id) => id === section) ?? 'today';
  const Content = SECTIONS[open]?.content;
  return (
    <div className="page-width py-6 md:py-10">
      <div className="grid gap-6 md:grid-cols-[11rem_minmax(0,1fr)] xl:gap-10">
        <nav aria-label={copy.sections} className="hidden md:block">
          <div className="sticky top-24 flex flex-col gap-1">
            {ids.map((id) => (
              <RailLink key={id} id={id} isOpen={id === open} mentorId={mentor.id} />
            ))}
          </div>
        </nav>
        <div className="min-w-0" key={open}>
          {mentor.listing_state === 'left' && (
            <div className="mb-6">
              <Alert>
                <p>
                  {mentorRefusals.mentor_left}{' '}
                  <Link to={paths.contact} className="font-semibold underline">
                    {copy.contact}
                  </Link>
                </p>
              </Alert>
            </div>
          )}
          {mentor.listing_state !== 'left' && <CalendarBanner mentor={mentor} />}
          {Content && <Content mentor={mentor} part={part} />}
        </div>
      </div>
      <BottomBar ids={ids} open={open} mentorId={mentor.id} />
    </div>
  );
}

function addressOf(id: SectionId): string {
  return id === 'today' ? paths.mentorDashboard : paths.mentorSection(id);
}

function RailLink({ id, isOpen, mentorId }: { id: SectionId; isOpen: boolean; mentorId: string }) {
  const Icon = ICONS[id];
  const Count = SECTIONS[id]?.Count;
  return (
    <Link
      to={addressOf(id)}
      aria-current={isOpen ? 'page' : undefined}
      className={cn(
        'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium',
        isOpen ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">{copy.names[id]}</span>
      {Count && <Count mentorId={mentorId} />}
    </Link>
  );
}

/** The rest stands behind "More". */
function BottomBar({ ids, open, mentorId }: { ids: SectionId[]; open: SectionId; mentorId: string }) {
  const inBar = BAR.filter((id) => ids.includes(id));
  const rest = ids.filter((id) => !BAR.includes(id));
  const cell =
    'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-control text-xs font-medium';
  return (
    <nav
      aria-label={copy.sections}
      data-bottom-bar
      className={
        'fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] ' +
        'md:hidden print:hidden'
      }
    >
      <div className="flex">
        {inBar.map((id) => {
          const Icon = ICONS[id];
          const Count = SECTIONS[id]?.Count;
          const isOpen = id === open;
          return (
            <Link
              key={id}
              to={addressOf(id)}
              aria-current={isOpen ? 'page' : undefined}
              className={cn(cell, isOpen ? 'text-accent-text' : 'text-muted')}
            >
              <Icon className="size-5" aria-hidden="true" />
              {copy.names[id]}
              {Count && (
                <span className="absolute right-1/2 top-1 translate-x-7">
                  <Count mentorId={mentorId} />
                </span>
              )}
            </Link>
          );
        })}
        {rest.length > 0 && (
          <Menu
            label={copy.more}
            className={cn(
              cell,
              'h-14 gap-0.5! border-0 bg-transparent px-0! text-xs font-medium!',
              rest.includes(open) ? 'text-accent-text!' : 'text-muted!',
            )}
            trigger={
              <>
                <Ellipsis aria-hidden="true" className="size-5!" />
                {copy.more}
              </>
            }
          >
            {rest.map((id) => (
              <MenuLink key={id} to={addressOf(id)}>
                {copy.names[id]}
              </MenuLink>
            ))}
          </Menu>
        )}
      </div>
    </nav>
  );
}
