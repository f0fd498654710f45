import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ADMIN_LIST, OFFICE } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { storedCheckIn } from '#rules/sessions/check-in.ts';

export const PAGE_SIZE = 20;

const listShape = z.object({
  rows: z.array(
    storedCheckIn.extend({
      id: z.string(),
      booking_id: z.string(),
      mentor_name: z.string(),
      founder_name: z.string().nullable(),
      answered_at: z.string(),
    }),
  ),
  total: z.number(),
  counts: z.array(
    z.object({ day: z.number(), asked: z.number(), yes: z.number(), partly: z.number(), no: z.number() }),
  ),
});

/** One page of the answers, newest first, and the counts of each day. The reading is an entry of the audit log. */
export function checkInsQuery(page: number) {
  return queryOptions({
    queryKey: [OFFICE, 'check-ins', page],
    queryFn: async ({ signal }) => {
      let counts: z.output<typeof listShape>['counts'] = [];
      const list = await readPage({ page, size: PAGE_SIZE }, async (from) => {
        const call = supabase()
          .rpc('list_check_ins', { p_page: from / PAGE_SIZE })
          .abortSignal(signal);
        const answer = listShape.parse(await takeAnswer(call));
        counts = answer.counts;
        return { data: answer.rows, count: answer.total, error: null };
      });
      return { ...list, counts };
    },
    ...ADMIN_LIST,
  });
}
