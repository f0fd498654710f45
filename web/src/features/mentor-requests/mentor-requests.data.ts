import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { mentorAnswer as copy } from '#copy/mentor-answer.ts';
import { apiFailure } from '#lib/api-error.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { type AnswerOutcome, type MentorAnswer, mentorRequestShape, refusalOf } from './mentor-request.ts';

const KEY = ['mentor-requests'];

/** Requests that wait for the mentor's answer, read again on each visit and return, and each minute while they are shown. */
export function mentorRequestsQuery(mentorId: string) {
  return queryOptions({
    queryKey: [...KEY, mentorId],
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

/** Answers as the signed-in mentor. Throws ApiError with a sentence. */
export async function answerRequest(bookingId: string, answer: MentorAnswer): Promise<AnswerOutcome> {
  const { data, error, status } = await supabase().rpc('answer_request', {
    p_booking_id: bookingId,
    p_answer: answer.answer,
    ...(answer.reasonCode && { p_reason_code: answer.reasonCode }),
    ...(answer.reasonText && { p_reason_text: answer.reasonText }),
    p_times: [...answer.times],
  });
  if (!error) {
    const isConfirmed = (data as { is_confirmed?: boolean } | null)?.is_confirmed === true;
    return { kind: 'done', isConfirmed };
  }
  const refusal = refusalOf(error.message, error.details);
  if (refusal) return refusal;
  throw apiFailure(error, status, () => copy.failed);
}

export function useRequestsReload() {
  const client = useQueryClient();
  return useCallback(() => {
    for (const queryKey of [KEY, ['mentor-today'], ['mentor-sessions']]) void client.invalidateQueries({ queryKey });
  }, [client]);
}
