import { Link } from 'react-router';
import { bookingDecisions } from '#copy/sessions/bookings.ts';
import { mentorSessions as copy } from '#copy/sessions/mentor-sessions.ts';
import { MeetingActions } from '#features/sessions/bookings/meeting-actions.tsx';
import { paths } from '#lib/paths.ts';
import { statusLabel } from '#rules/sessions/booking.ts';
import { isUnderWay } from '#rules/sessions/meeting.ts';
import { slotEnd, slotStart } from '#rules/shell/ist.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import type { MentorSession } from './mentor-sessions.data.ts';
import { type OpenSessionDialog, SessionActions } from './session-actions.tsx';
import { SessionTime } from './session-time.tsx';

const TONES: Record<string, Tone> = {
  pending_admin_review: 'accent',
  confirmed: 'success',
  rescheduled: 'info',
  rejected: 'danger',
};

interface Props {
  session: MentorSession;
  zone: string;
  now: Date;
  /** Missing where the mentor has left, who only reads. */
  onOpen: OpenSessionDialog | undefined;
}

/** One session in a mentor's list: its name opens its page. */
export function SessionRow({ session, zone, now, onOpen }: Props) {
  const founder = session.founder_name ?? copy.aFounder;
  return (
    <li className="relative flex flex-wrap items-start gap-x-6 gap-y-3 px-4 py-4 transition-colors hover:bg-sunken/60 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 break-words font-sans text-base font-semibold tracking-normal">
            <Link
              to={paths.session(session.id)}
              className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
            >
              <bdi>{founder}</bdi>
            </Link>
          </h2>
          <SessionState session={session} now={now} />
        </div>
        <SessionTime session={session} zone={zone} className="mt-1" />
        <p className="nums mt-0.5 text-sm text-muted">
          {copy.minutes(minutesOf(session))} <span aria-hidden="true">·</span> {session.code}
        </p>
      </div>
      <div
        className={
          'relative flex flex-wrap items-center gap-2 empty:hidden max-sm:w-full max-sm:[&>button]:grow ' +
          'lg:justify-end lg:text-right'
        }
      >
        <MeetingActions
          booking={{ ...session, mentor_name: founder }}
          now={now}
          dashboardPath={paths.mentorDashboard}
          className={
            'contents max-sm:[&>:is(a,div)]:grow max-sm:[&>div>button]:w-full max-sm:[&>div>button]:justify-center'
          }
        />
        {onOpen && <SessionActions session={session} now={now} onOpen={onOpen} />}
      </div>
    </li>
  );
}

/** The state in a word: what became of it, before its bare status. */
function SessionState({ session, now }: { session: MentorSession; now: Date }) {
  const tone = TONES[session.status] ?? 'neutral';
  if (isUnderWay(session, now)) return <Badge tone="accent">{copy.states.underWay}</Badge>;
  return <Badge tone={tone}>{stateOf(session)}</Badge>;
}

function stateOf({ status, incident, decision_cause }: MentorSession): string {
  if (status === 'pending_admin_review') return copy.states.pending_admin_review;
  if (status === 'rejected' && decision_cause === 'unanswered') return bookingDecisions.unanswered;
  const states: Record<string, string> = copy.states;
  const isEnded = status === 'cancelled' || status === 'completed';
  return (isEnded && incident !== null && Object.hasOwn(states, incident) && states[incident]) || statusLabel(status);
}

function minutesOf({ date, start_time, end_time }: MentorSession): number {
  const from = slotStart({ date, startTime: start_time });
  return Math.round((slotEnd({ date, endTime: end_time }).getTime() - from.getTime()) / 60_000);
}
