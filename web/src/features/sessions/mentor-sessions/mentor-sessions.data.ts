import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { keepNextSession } from '#lib/offline/keep-session.ts';
import { MENTOR_REQUESTS, MENTOR_SESSIONS, MENTOR_TODAY, SESSION_PAGE } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { isFlag, isNumber, isText, listOf, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';
import { nextSession } from '#rules/sessions/meeting.ts';

/** A session as its mentor's lists have it: no address, no number, no payment. */
export const mentorSessionFields = {
  id: isText,
  code: isText,
  created_at: isText,
  /** Null where the account is gone, or has no name of its own. */
  founder_name: orNull(isText),
  /** India's, as the two times. */
  date: isText,
  start_time: isText,
  end_time: isText,
  status: isText,
  incident: orNull(isText),
  decision_cause: orNull(isText),
  google_meet_link: orNull(isText),
};
export const isMentorSession = shapeOf(mentorSessionFields);
export type MentorSession = Shaped<typeof isMentorSession>;

export type SessionView = 'upcoming' | 'past';

const PAGE_SIZE = 20;
const isPage = shapeOf({ sessions: listOf(isMentorSession), has_more: isFlag });

/** A mentor's sessions, 20 at a time: those ahead with the next first, or past ones with the latest first. */
export function mentorSessionsQuery(mentorId: string, view: SessionView, search: string) {
  return infiniteQueryOptions({
    queryKey: [MENTOR_SESSIONS, mentorId, view, search],
    queryFn: async ({ pageParam, signal }) => {
      const userId = storedUserId();
      const answer = readAs(
        isPage,
        'mentor_sessions',
        await takeAnswer(
          supabase()
            .rpc('mentor_sessions', {
              p_mentor_id: mentorId,
              p_view: view,
              p_search: search,
              p_limit: PAGE_SIZE,
              ...(pageParam && { p_before: pageParam }),
            })
            .abortSignal(signal),
        ),
      );
      if (userId && view === 'upcoming' && search === '' && !pageParam)
        void keepNextSession(userId, 'mentor', nextSession(answer.sessions, serverNow()));
      return answer;
    },
    initialPageParam: '',
    getNextPageParam: ({ sessions, has_more }) => (has_more ? sessions.at(-1)?.id : undefined),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

const isTerms = shapeOf({ is_possible: isFlag, refund_paise: isNumber, cancellations: isNumber });

/** What the founder gets back, and how often the mentor cancelled in 90 days, before the mentor cancels. */
export function mentorCancellationQuery(bookingId: string) {
  return queryOptions({
    queryKey: [MENTOR_SESSIONS, 'cancellation', bookingId],
    queryFn: async () => {
      const call = supabase().rpc('preview_mentor_cancellation', { p_booking_id: bookingId });
      return readAs(isTerms, 'preview_mentor_cancellation', await takeAnswer(call));
    },
    ...NEVER_CACHED,
    ...SILENT,
  });
}

/** Answers what goes back, in paise. Throws ApiError. */
export async function cancelAsMentor(bookingId: string, reason: string): Promise<number> {
  const answer = await takeAnswer(
    supabase().rpc('cancel_session_as_mentor', { p_booking_id: bookingId, p_reason: reason }),
  );
  return readAs(shapeOf({ refund_paise: isNumber }), 'cancel_session_as_mentor', answer).refund_paise;
}

/** Throws ApiError. */
export async function reportAbsence(bookingId: string): Promise<void> {
  await takeAnswer(supabase().rpc('report_founder_absence', { p_booking_id: bookingId }));
}

/** Each list of sessions, the first page and the session's own page are read again. */
export function forgetSessions(client: QueryClient): void {
  for (const noun of [MENTOR_SESSIONS, MENTOR_TODAY, MENTOR_REQUESTS, SESSION_PAGE]) {
    void client.invalidateQueries({ queryKey: [noun] });
  }
}
