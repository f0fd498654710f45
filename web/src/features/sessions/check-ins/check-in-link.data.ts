import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callVisitorFunction } from '#lib/functions/visitor-functions.ts';
import { NEVER_CACHED, SILENT } from '#lib/query/query-presets.ts';
import { type CheckInAnswer, storedCheckIn } from '#rules/sessions/check-in.ts';
import type { IstDate } from '#rules/shell/ist.ts';

const stateShape = storedCheckIn.extend({
  booking_id: z.string(),
  mentor_name: z.string(),
  date: z.string().transform((text) => text as IstDate),
});
export type LinkedCheckIn = z.output<typeof stateShape>;

const call = async (body: object) => stateShape.parse(await callVisitorFunction('answer-check-in', body));

/** What a link is about. Changes nothing. */
export function checkInByLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['check-in', token],
    queryFn: () => call({ action: 'read', token }),
    retry: false,
    ...NEVER_CACHED,
    ...SILENT,
  });
}

/** Throws FunctionError. */
export const answerByLink = (token: string, answer: CheckInAnswer) => call({ action: 'answer', token, answer });
