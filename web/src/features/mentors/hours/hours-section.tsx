import { mentorHours as copy } from '#copy/mentors/hours.ts';
import { CalendarSection } from '#features/mentors/calendar/calendar-section.tsx';
import type { MyMentor } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { useSession } from '#lib/session/session.ts';
import { HoursScreen } from './hours-screen.tsx';

/** The page "Hours" of the mentor's area. */
export function HoursSection({ mentor }: { mentor: MyMentor }) {
  const { localUser } = useSession();
  return (
    <>
      <h1 className="text-2xl">{copy.title}</h1>
      <p className="mt-1 mb-6 text-muted">{copy.intro}</p>
      {localUser && (
        <HoursScreen mentorId={mentor.id} userId={localUser.id} isOwn calendar={<CalendarSection mentor={mentor} />} />
      )}
    </>
  );
}
