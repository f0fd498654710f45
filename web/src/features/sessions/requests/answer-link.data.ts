import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { learnZone } from '#rules/mentors/mentor-time.ts';
import {
  type AnswerOutcome,
  type MentorAnswer,
  type MentorRequest,
  mentorRequestShape,
  refusedOutcome,
} from './mentor-request.ts';

const FUNCTION = 'answer-request';
const answered = z.object({ is_confirmed: z.boolean() });
const opened = z.object({
  request: mentorRequestShape.extend({
    zone_offsets: z.array(z.object({ from: z.number(), minutes: z.number().nullable() })),
  }),
});

/** The request that a link is about, or why it cannot be answered. Changes nothing. Throws FunctionError. */
async function readRequest(
  token: string,
): Promise<{ kind: 'open'; request: MentorRequest } | Extract<AnswerOutcome, { kind: 'closed' }>> {
  try {
    const { request } = opened.parse(await callVisitorFunction(FUNCTION, { action: 'read', token }));
    learnZone(request.time_zone, request.zone_offsets);
    return { kind: 'open', request };
  } catch (error) {
    const outcome = refusedOutcome(error);
    if (outcome.kind === 'closed') return outcome;
    throw error;
  }
}

export function requestByLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['mentor-answer', token],
    queryFn: () => readRequest(token),
    ...NEVER_CACHED,
    ...SILENT,
  });
}

/** Answers by link, without a log-in. Throws FunctionError. */
export async function answerByLink(token: string, answer: MentorAnswer): Promise<AnswerOutcome> {
  try {
    const { is_confirmed } = answered.parse(
      await callVisitorFunction(FUNCTION, {
        action: 'answer',
        token,
        answer: answer.answer,
        reason_code: answer.reasonCode ?? null,
        reason_text: answer.reasonText ?? null,
        times: answer.times,
      }),
    );
    return { kind: 'done', isConfirmed: is_confirmed };
  } catch (error) {
    return refusedOutcome(error);
  }
}
