import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { mentorSessions as copy } from '#copy/sessions/mentor-sessions.ts';
import { type MyMentor, myMentorQuery } from '#features/people/mentor-accounts/my-mentor.data.ts';
import type { SessionPageData } from '#features/sessions/session-page/session-page.data.ts';
import { paths } from '#lib/paths.ts';
import { useNow } from '#lib/use-now.ts';
import { sessionTurn } from '#rules/sessions/mentor-session.ts';
import { ButtonLink } from '#ui/button.tsx';
import type { MentorSession } from './mentor-sessions.data.ts';
import { SessionActions, useSessionDialogs } from './session-actions.tsx';

/** What a mentor can do on a session's page (docs/product/sessions.md#who-may-do-what). */
export function SessionPageActions({ page, userId }: { page: SessionPageData; userId: string }) {
  const { data: mentor } = useQuery(myMentorQuery(userId));
  return mentor ? <Actions booking={page.booking} mentor={mentor} /> : null;
}

function Actions({ booking, mentor }: { booking: SessionPageData['booking']; mentor: MyMentor }) {
  const session: MentorSession = { ...booking, decision_cause: null };
  const now = useNow(useCallback((time: Date) => sessionTurn([booking], time), [booking]));
  const { onOpen, dialogs } = useSessionDialogs(mentor);
  const isAsked = booking.status === 'pending_admin_review' && now.getTime() < Date.parse(booking.answer_by);
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden max-sm:*:grow lg:*:grow">
        {onOpen && isAsked && (
          <ButtonLink size="sm" to={paths.mentorSection('requests')}>
            {copy.openRequest}
          </ButtonLink>
        )}
        {onOpen && <SessionActions session={session} now={now} onOpen={onOpen} look="buttons" />}
      </div>
      {dialogs}
    </>
  );
}
