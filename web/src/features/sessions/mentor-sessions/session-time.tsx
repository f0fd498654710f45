import { mentorTime } from '#rules/mentors/mentor-time.ts';
import type { MentorSession } from './mentor-sessions.data.ts';

/** A session's time in the mentor's own zone, and in India's behind it where the clocks differ. */
export function SessionTime({
  session,
  zone,
  className,
}: {
  session: Pick<MentorSession, 'date' | 'start_time' | 'end_time'>;
  zone: string;
  className?: string;
}) {
  const { own, india } = mentorTime(
    { date: session.date, startTime: session.start_time, endTime: session.end_time },
    zone,
  );
  return (
    <p className={className} translate="no">
      <span className="nums font-medium text-ink">{own}</span>
      {india && <span className="nums block text-sm text-muted">{india}</span>}
    </p>
  );
}
