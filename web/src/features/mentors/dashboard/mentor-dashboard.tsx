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
import { type ComponentType, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { mentorDashboard as copy } from '#copy/mentors/dashboard.ts';
import { mentorRefusals } from '#copy/mentors/settings.ts';
import { site } from '#copy/shell/site.ts';
import { CalendarBanner } from '#features/mentors/calendar/calendar-banner.tsx';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { cn } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { paths } from '#lib/paths.ts';
import { toast } from '#lib/toast.ts';
import { useIdle } from '#lib/use-idle.ts';
import { Menu, MenuLink } from '#ui/menu.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
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

/** How long code may take before the page says that it does not come: a slow line needs half a minute for a section. */
const LATE_MS = 45_000;

const reload = () => location.reload();

/** In place of a section whose code is on its way, or did not arrive. */
function Coming({ id, isMissing }: { id: SectionId; isMissing: () => boolean }) {
  const [isLate, setIsLate] = useState(() => isMissing() || !navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    if (!navigator.onLine) window.addEventListener('online', reload);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', reload);
    };
  }, []);
  // A browser remembers an import that failed until the page is reloaded; without a network it would show nothing then.
  const retry = () => (navigator.onLine ? reload() : toast.error(site.offline, { id: 'network' }));
  return (
    <>
      <h1 className="text-2xl">{copy.names[id]}</h1>
      <div className="mt-6">
        {isLate ? (
          <LoadFailure onRetry={retry}>
            <p>{copy.loadFailed}</p>
          </LoadFailure>
        ) : (
          <div className="skeleton h-60 rounded-card" aria-hidden="true" />
        )}
      </div>
    </>
  );
}

function lazySection(id: SectionId, load: () => Promise<ComponentType<SectionProps>>) {
  let isMissing = false;
  const loadOrTell = () =>
    load().catch((error: unknown) => {
      isMissing = true;
      throw error;
    });
  return lazyPart(loadOrTell, { fallback: <Coming id={id} isMissing={() => isMissing} /> });
}

const PARTS = {
  requests: lazySection('requests', () =>
    import('#features/sessions/requests/mentor-requests.tsx').then((module) => module.MentorRequests),
  ),
  sessions: lazySection('sessions', () =>
    import('#features/sessions/mentor-sessions/mentor-sessions.tsx').then((module) => module.MentorSessions),
  ),
  hours: lazySection('hours', () =>
    import('#features/mentors/hours/hours-section.tsx').then((module) => module.HoursSection),
  ),
  profile: lazySection('profile', () =>
    import('#features/mentors/drafts/profile.tsx').then((module) => module.MentorProfileDraft),
  ),
  reviews: lazySection('reviews', () =>
    import('#features/mentors/reviews/mentor/reviews.tsx').then((module) => module.MentorReviews),
  ),
  earnings: lazySection('earnings', () =>
    import('#features/money/earnings/earnings.tsx').then((module) => module.MentorEarnings),
  ),
  settings: lazySection('settings', () => import('./settings.tsx').then((module) => module.Settings)),
};

/** In the order of the rail. */
const SECTIONS: Record<SectionId, ComponentType<SectionProps>> = { today: Today, ...PARTS };

const RequestsCount = lazyPart(
  () => import('#features/sessions/requests/requests-count.tsx').then((module) => module.RequestsCount),
  { isOptional: true },
);

/** Beside a section's name. */
const COUNTS: Partial<Record<SectionId, ComponentType<CountProps>>> = { requests: RequestsCount };

const BAR: SectionId[] = ['today', 'requests', 'sessions', 'hours'];

/**
 * The mentor's area: a rail with all sections at the left, on a phone a bar with the first four
 * (docs/product/mentor-accounts.md#mentor-area).
 */
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
  const Content = SECTIONS[open];
  const isIdle = useIdle();
  useEffect(() => {
    // Between two meetings the network may be gone: the other sections are there then.
    if (isIdle) for (const one of Object.values(PARTS)) one.prepare();
  }, [isIdle]);
  return (
    <div className="page-width py-6 md:py-10">
      <div className="grid gap-6 md:grid-cols-[11rem_minmax(0,1fr)] xl:gap-10 print:block">
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
          <Content mentor={mentor} part={part} />
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
  const Count = COUNTS[id];
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
    // With large text the names still stand beside each other.
    'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-control ' +
    'text-[min(0.75rem,4vw)] leading-4 font-medium';
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
          const Count = COUNTS[id];
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
                <span className="pointer-events-none absolute left-1/2 top-1 z-10 ml-1">
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
              'h-14 gap-0.5! border-0 bg-transparent px-0! text-[min(0.75rem,4vw)]! leading-4! font-medium!',
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
