import { queryOptions } from '@tanstack/react-query';
import { isMentorSession, mentorSessionFields } from '#features/sessions/mentor-sessions/mentor-sessions.data.ts';
import { correctNextSessionUntil } from '#lib/offline/keep-session.ts';
import { MENTOR_TODAY } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { isFlag, isNumber, isText, listOf, oneOf, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';
import { nextSession } from '#rules/sessions/meeting.ts';

const isToday = shapeOf({
  requests: shapeOf({
    count: isNumber,
    first: listOf(
      shapeOf({
        ...mentorSessionFields,
        answer_by: isText,
        amount_paise: orNull(isNumber),
        /** What the founder wants to leave with. */
        question: orNull(isText),
      }),
    ),
  }),
  /** Of today and tomorrow in the mentor's zone, also those that are over. */
  sessions: listOf(isMentorSession),
  /** A time that founders may book now, India's. */
  next_free: orNull(shapeOf({ date: isText, start_time: isText, end_time: isText })),
  first_steps: shapeOf({ is_hidden: isFlag, has_calendar: isFlag, has_payout_details: isFlag }),
  /** What has to be done before anybody can book. */
  missing: listOf(oneOf('hours', 'profile', 'price')),
});
export type MentorToday = Shaped<typeof isToday>;

const DAY_MS = 86_400_000;

async function readToday(mentorId: string): Promise<MentorToday> {
  const userId = storedUserId();
  const call = supabase().rpc('mentor_today', { p_mentor_id: mentorId });
  const answer = readAs(isToday, 'mentor_today', await takeAnswer(call));
  const now = serverNow();
  // Today and tomorrow hold at least the next 24 hours.
  const until = new Date(now.getTime() + DAY_MS);
  if (userId) void correctNextSessionUntil(userId, 'mentor', nextSession(answer.sessions, now), until);
  return answer;
}

/** What stands on the first page of the mentor's area. */
export function mentorTodayQuery(mentorId: string) {
  return queryOptions({
    queryKey: [MENTOR_TODAY, mentorId],
    queryFn: () => readToday(mentorId),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
