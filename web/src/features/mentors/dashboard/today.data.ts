import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { mentorSessionShape } from '#features/sessions/mentor-sessions/mentor-sessions.data.ts';
import { correctNextSessionUntil } from '#lib/offline/keep-session.ts';
import { MENTOR_TODAY } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { serverNow } from '#lib/server-time.ts';
import { storedUserId } from '#lib/session/stored-user.ts';
import { supabase } from '#lib/supabase.ts';
import { nextSession } from '#rules/sessions/meeting.ts';

const today = z.object({
  requests: z.object({ count: z.number(), first: z.array(mentorSessionShape.extend({ answer_by: z.string() })) }),
  /** Of today and tomorrow in the mentor's zone, also those that are over. */
  sessions: z.array(mentorSessionShape),
  /** A time that founders may book now, India's. */
  next_free: z.object({ date: z.string(), start_time: z.string(), end_time: z.string() }).nullable(),
  /** What has to be done before anybody can book. */
  missing: z.array(z.enum(['hours', 'profile', 'price'])),
});
export type MentorToday = z.output<typeof today>;

const DAY_MS = 86_400_000;

async function readToday(mentorId: string): Promise<MentorToday> {
  const userId = storedUserId();
  const answer = today.parse(await takeAnswer(supabase().rpc('mentor_today', { p_mentor_id: mentorId })));
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
