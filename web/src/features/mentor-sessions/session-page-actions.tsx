import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeProposals } from '#copy/mentor-answer.ts';
import { mentorSessions as copy } from '#copy/mentor-sessions.ts';
import { myMentorQuery } from '#features/mentor-accounts/my-mentor.data.ts';
import type { SessionPageData } from '#features/session-page/session-page.data.ts';
import { ProposeDialog } from '#features/time-proposals/propose-dialog.tsx';
import { useNow } from '#lib/use-now.ts';
import { bookingStart } from '#rules/booking.ts';
import { takesPlace } from '#rules/meeting.ts';
import { Button } from '#ui/button.tsx';
import { SessionActions, useSessionDialogs } from './session-actions.tsx';

const MINUTE_MS = 60_000;
/** Until so long before the start a mentor may propose a new time (mentor side, section 6). */
const PROPOSE_MS = 120 * MINUTE_MS;

const nextMinute = (time: Date) => new Date((Math.floor(time.getTime() / MINUTE_MS) + 1) * MINUTE_MS);

/** What the mentor can do about a session, on its page. */
export function SessionPageActions({ booking, userId }: { booking: SessionPageData['booking']; userId: string }) {
  const { data: mentor } = useQuery(myMentorQuery(userId));
  const now = useNow(nextMinute);
  const [isProposing, setIsProposing] = useState(false);
  const { onOpen, heading, dialogs } = useSessionDialogs(mentor?.time_zone ?? 'Asia/Kolkata');
  if (!mentor) return null;
  const canPropose = takesPlace(booking.status) && now.getTime() <= bookingStart(booking).getTime() - PROPOSE_MS;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <h3 ref={heading} tabIndex={-1} className="sr-only">
        {copy.actions(booking.founder_name ?? copy.aFounder)}
      </h3>
      {canPropose && (
        <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={() => setIsProposing(true)}>
          {timeProposals.propose.title}
        </Button>
      )}
      <SessionActions session={{ ...booking, decision_cause: null }} now={now} onOpen={onOpen} />
      {dialogs}
      <ProposeDialog
        booking={{ ...booking, time_zone: mentor.time_zone, min_notice_minutes: mentor.min_notice_minutes }}
        isOpen={isProposing}
        onClose={() => setIsProposing(false)}
      />
    </div>
  );
}
