import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { Link } from 'react-router';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { nearestSlotsQuery } from '#features/money/payments/nearest-slots.data.ts';
import { isolate } from '#lib/isolate.tsx';
import { serverNow } from '#lib/server-time.ts';
import { choiceQuery, listedMentorPath } from '#rules/mentors/mentor-path.ts';
import { slotKey } from '#rules/mentors/slots.ts';
import { firstName } from '#rules/people/first-name.ts';
import { formatMoment, istToday, slotStart } from '#rules/shell/ist.ts';
import { ButtonLink } from '#ui/button.tsx';

const SHOWN = 3;
const CHIP =
  'nums inline-flex min-h-9 items-center rounded-full border border-line-strong bg-surface px-3 py-1 text-sm ' +
  'transition-colors duration-150 pointer-coarse:min-h-11 hover:border-accent-text hover:bg-accent-soft';

interface BookAgainProps {
  session: { mentor_id: string | null; mentor_name: string; mentor_slug: string | null };
  className?: string;
}

/** After a session, the way to the next one: the mentor's profile, and the next free times, each chosen there. */
export function BookAgain({ session, className }: BookAgainProps) {
  const profile = listedMentorPath(session);
  if (profile === null || session.mentor_id === null) return null;
  return (
    <div className={className}>
      <ButtonLink to={profile} variant="secondary" size="sm" className="@max-tight:long-label">
        <CalendarPlus className="size-4 text-accent-text" aria-hidden="true" />
        {isolate(dashboard.bookAgain(firstName(session.mentor_name)))}
      </ButtonLink>
      <NextTimes mentorId={session.mentor_id} name={session.mentor_name} profile={profile} />
    </div>
  );
}

function NextTimes({ mentorId, name, profile }: { mentorId: string; name: string; profile: string }) {
  const fromToday = { date: istToday(serverNow()), startTime: '00:00', endTime: '00:00' };
  const { data, isPending } = useQuery(nearestSlotsQuery(mentorId, fromToday));
  // Without an answer the profile still has the times.
  if (!isPending && !data?.length) return null;
  return (
    <ul aria-label={dashboard.nextTimes(name)} aria-busy={isPending} className="mt-2 flex flex-wrap gap-2">
      {data
        ? data.slice(0, SHOWN).map((slot) => (
            <li key={slotKey(slot)}>
              <Link to={`${profile}?${choiceQuery(slot)}`} className={CHIP}>
                {dashboard.inIst(formatMoment(slotStart(slot)))}
              </Link>
            </li>
          ))
        : Array.from({ length: SHOWN }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places are all there is
            <li key={place} aria-hidden="true" className="skeleton h-small w-48 rounded-full!" />
          ))}
    </ul>
  );
}
