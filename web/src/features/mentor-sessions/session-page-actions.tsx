import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { mentorSessions as copy } from '#copy/mentor-sessions.ts';
import { myMentorQuery } from '#features/mentor-accounts/my-mentor.data.ts';
import type { SessionPageData } from '#features/session-page/session-page.data.ts';
import { useNow } from '#lib/use-now.ts';
import { sessionTurn } from '#rules/mentor-session.ts';
import { mentorTime } from '#rules/mentor-time.ts';
import type { MentorSession } from './mentor-sessions.data.ts';
import { SessionActions, useSessionDialogs } from './session-actions.tsx';

/** What a mentor can do on a session's page (mentor side, section 6), and the time in the mentor's own zone. */
export function SessionPageActions({ page, userId }: { page: SessionPageData; userId: string }) {
  const { data: mentor } = useQuery(myMentorQuery(userId));
  const session: MentorSession = { ...page.booking, decision_cause: null };
  const { date, start_time, end_time } = session;
  const now = useNow(useCallback((time: Date) => sessionTurn([page.booking], time), [page.booking]));
  const zone = mentor?.time_zone ?? 'Asia/Kolkata';
  const { onOpen, dialogs } = useSessionDialogs(mentor ?? { time_zone: zone, min_notice_minutes: 720 });
  const { own, india } = mentorTime({ date, startTime: start_time, endTime: end_time }, zone);
  return (
    <>
      {india && <p className="nums mt-3 text-sm text-muted">{copy.yourTime(own)}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden">
        {mentor && mentor.listing_state !== 'left' && (
          <SessionActions session={session} now={now} onOpen={onOpen} look="buttons" />
        )}
      </div>
      {dialogs}
    </>
  );
}
