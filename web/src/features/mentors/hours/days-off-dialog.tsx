import { useQuery } from '@tanstack/react-query';
import { mentorHours } from '#copy/mentors/hours.ts';
import { mentorSessions } from '#copy/sessions/mentor-sessions.ts';
import type { MentorSession } from '#features/sessions/mentor-sessions/mentor-sessions.data.ts';
import { useSessionDialogs } from '#features/sessions/mentor-sessions/session-actions.tsx';
import { groupBy } from '#lib/group-by.ts';
import { isolate } from '#lib/isolate.tsx';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import type { MentorHours } from '#rules/mentors/hours.ts';
import { zoned } from '#rules/mentors/mentor-time.ts';
import { canMentorCancel, canProposeTimes } from '#rules/sessions/mentor-session.ts';
import { formatDateShort, formatTime, slotStart } from '#rules/shell/ist.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import type { DialogOpening } from '#ui/dialog.tsx';
import { sessionsOnDaysOffQuery } from './hours.data.ts';

const copy = mentorHours.daysOff;

interface Props extends DialogOpening {
  mentorId: string;
  /** As they would be saved. */
  hours: MentorHours;
  /** The mentor at the own hours, who alone may answer the founders. */
  isOwn: boolean;
  onTake: () => void;
}

/** Asks before days become days off on which sessions stand (docs/product/hours.md#days-off). */
export function DaysOffDialog({ mentorId, hours, isOwn, onTake, ...dialog }: Props) {
  const sessions = useQuery({ ...sessionsOnDaysOffQuery(mentorId, hours), enabled: dialog.isOpen }).data ?? [];
  const { time_zone: zone, min_notice_minutes } = hours;
  const { onOpen, heading, dialogs } = useSessionDialogs({
    time_zone: zone,
    min_notice_minutes,
    listing_state: 'listed',
  });
  const now = useNow();
  const days = [...groupBy(sessions, (session) => startIn(session, zone).date)];
  const founderOf = ({ founder_name: name }: MentorSession) => name ?? mentorSessions.aFounder;
  const nameOf = (session: MentorSession) => `${founderOf(session)}, ${shortTime(startIn(session, zone).time)}`;
  const act = (name: 'propose' | 'cancel', session: MentorSession) => (
    <Button
      variant={name === 'cancel' ? 'danger' : 'secondary'}
      size="sm"
      className="long-label"
      onClick={() => onOpen?.(name, session)}
    >
      {copy[name]}
      <span className="sr-only">{mentorSessions.withFounder(founderOf(session))}</span>
    </Button>
  );
  return (
    <ConfirmDialog
      {...dialog}
      title={copy.title}
      description={copy.hint}
      labels={{ keep: copy.keep, confirm: copy.take }}
      button={{ variant: 'primary' }}
      onConfirm={onTake}
    >
      <div ref={heading} tabIndex={-1} className="nums grid grid-cols-[minmax(0,1fr)] gap-4 break-words outline-none">
        {days.length === 0 && <p>{copy.none}</p>}
        {days.map(([day, ofDay]) => (
          <section key={day}>
            <p>{isolate(copy.sessions(ofDay.map(nameOf), formatDateShort(day), isOwn))}</p>
            {isOwn && (
              <ul className="mt-2 divide-y divide-line rounded-card border border-line">
                {ofDay.map((session) => (
                  <li key={session.id} className="flex flex-wrap items-center justify-between gap-2 px-3 py-2">
                    <bdi className="min-w-0 text-sm font-medium">{nameOf(session)}</bdi>
                    <span className="flex flex-wrap gap-2">
                      {session.status === 'pending_admin_review' && (
                        <ButtonLink
                          variant="secondary"
                          size="sm"
                          className="long-label"
                          to={paths.mentorSection('requests')}
                        >
                          {mentorSessions.openRequest}
                        </ButtonLink>
                      )}
                      {canProposeTimes(session, now) && act('propose', session)}
                      {canMentorCancel(session, now) && act('cancel', session)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
      {dialogs}
    </ConfirmDialog>
  );
}

function startIn({ date, start_time: startTime }: MentorSession, zone: string) {
  return zoned(slotStart({ date, startTime }), zone);
}

/** "6 PM", "6:30 PM". */
function shortTime(time: string): string {
  return formatTime(time).replace(':00 ', ' ');
}
