import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { MENTOR_REQUESTS, MENTOR_SESSIONS, MENTOR_TODAY } from '#lib/query/query-keys.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { type AnswerOutcome, type MentorAnswer, mentorRequestShape, refusedOutcome } from './mentor-request.ts';

/** Requests that wait for the mentor's answer, read again on each visit and return, and each minute while they are shown. */
export function mentorRequestsQuery(mentorId: string) {
  return queryOptions({
    queryKey: [MENTOR_REQUESTS, mentorId],
    queryFn: async () => {
      const { data, error } = await supabase().rpc('mentor_requests', { p_mentor_id: mentorId });
      if (error) throw error;
      return mentorRequestShape.array().parse(data);
    },
    refetchInterval: 60_000,
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** Answers as the signed-in mentor. Throws ApiError. */
export async function answerRequest(bookingId: string, answer: MentorAnswer): Promise<AnswerOutcome> {
  try {
    const done = await takeAnswer(
      supabase().rpc('answer_request', {
        p_booking_id: bookingId,
        p_answer: answer.answer,
        ...(answer.reasonCode && { p_reason_code: answer.reasonCode }),
        ...(answer.reasonText && { p_reason_text: answer.reasonText }),
        p_times: [...answer.times],
      }),
    );
    const { is_confirmed }: { is_confirmed?: unknown } = Object(done);
    return { kind: 'done', isConfirmed: is_confirmed === true };
  } catch (error) {
    return refusedOutcome(error);
  }
}

export function useRequestsReload() {
  const client = useQueryClient();
  return useCallback(() => {
    for (const noun of [MENTOR_REQUESTS, MENTOR_TODAY, MENTOR_SESSIONS])
      void client.invalidateQueries({ queryKey: [noun] });
  }, [client]);
}
