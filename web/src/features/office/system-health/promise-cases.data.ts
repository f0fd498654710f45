import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { FigureName, Report } from '#features/content/promise/promise.data.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { healthQuery } from './system-health.data.ts';

const MOST_CASES = 50;

const caseShape = z.object({
  /** Null: a payment that became no booking. */
  booking_id: z.string().nullable(),
  code: z.string().nullable(),
  mentor: z.string(),
  at: z.string(),
  outcome: z.string(),
});

/** The public promise, also of figures with few cases. "Count now" reads it again, as all below this key. */
export const promiseQuery = queryOptions({
  queryKey: [...healthQuery.queryKey, 'promise'],
  queryFn: async ({ signal }) => {
    const answer = await takeAnswer(supabase().rpc('promise_with_cases').abortSignal(signal));
    return answer as unknown as Report;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/** The latest cases behind a figure. The reading is an entry of the audit log. */
export function casesQuery(figure: FigureName) {
  return queryOptions({
    queryKey: [...promiseQuery.queryKey, figure],
    queryFn: async ({ signal }) => {
      const call = supabase().rpc('promise_with_cases', { p_figure: figure, p_limit: MOST_CASES }).abortSignal(signal);
      return z.object({ cases: z.array(caseShape) }).parse(await takeAnswer(call)).cases;
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
