import { Link } from 'react-router';
import { listingChoices } from '#copy/mentors/listing-choices.ts';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import { formatDateShort, formatTime, istTimeOfDay, istToday } from '#rules/shell/ist.ts';
import type { ListedMentor } from './listing.data.ts';

/** The next three times, each a link to the profile with the time chosen. A mentor without a length has links to the day. */
export function NextTimes({ mentor }: { mentor: ListedMentor }) {
  if (!mentor.nextStarts?.length) return null;
  return (
    <ul
      aria-label={listingChoices.nextTimes}
      className="relative grid basis-full grid-cols-3 gap-2 border-t border-line p-3 sm:basis-auto"
    >
      {mentor.nextStarts.map((start) => {
        const from = new Date(start);
        const date = istToday(from);
        const startTime = istTimeOfDay(from);
        const query = mentor.sessionMinutes
          ? choiceQuery({
              date,
              startTime,
              endTime: istTimeOfDay(new Date(from.getTime() + mentor.sessionMinutes * 60_000)),
            })
          : new URLSearchParams({ day: date });
        return (
          <li key={start} className="grid">
            <Link
              to={`${mentorPath(mentor)}?${query}`}
              className={
                'flex min-h-11 flex-col items-center justify-center rounded-control border border-line-strong px-1 py-1 ' +
                'text-center text-xs transition-colors duration-150 nums hover:border-accent-text hover:bg-accent-soft'
              }
            >
              {/* A device whose clock is in another year would add this one. */}
              <span suppressHydrationWarning className="text-muted">
                {formatDateShort(date)}
              </span>{' '}
              <span>{formatTime(startTime)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
