import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { ADMIN_LIST, OFFICE } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';

const refundShape = z.object({
  id: z.string(),
  payment_id: z.string(),
  booking_id: z.string().nullable(),
  mentor_name: z.string().nullable(),
  founder_name: z.string().nullable(),
  amount_paise: z.number(),
  currency: z.string(),
  reason: z.string(),
  state: z.enum(['queued', 'pending', 'processed', 'failed']),
  failure_reason: z.string().nullable(),
  attempt: z.number(),
  created_at: z.string(),
  requested_at: z.string().nullable(),
  processed_at: z.string().nullable(),
  expected_by: z.string(),
  /** Why one that waits has not been sent yet. */
  last_error: z.string().nullable(),
  /** It stopped: it is not sent any more. */
  can_retry: z.boolean(),
  /** The bank's, where we returned the money by a transfer. */
  outside_reference: z.string().nullable(),
});
export type Refund = z.output<typeof refundShape>;

export const PAGE_SIZE = 20;

/**
 * One page of the refunds in a state, or of all of them where it is ''; "stopped" are those that a person starts again.
 */
export function refundsQuery({ state, page }: { state: string; page: number }) {
  return queryOptions({
    queryKey: [OFFICE, 'refunds', state, page],
    queryFn: async ({ signal }) => {
      const { rows, ...rest } = await readPage({ page, size: PAGE_SIZE }, async (from) => {
        const { data, error } = await supabase()
          .rpc('list_refunds', { p_limit: PAGE_SIZE, p_offset: from, ...(state !== '' && { p_state: state }) })
          .abortSignal(signal);
        return { data, count: data?.[0]?.total_count ?? 0, error };
      });
      return { rows: rows.map((row) => refundShape.parse(row)), ...rest };
    },
    ...ADMIN_LIST,
  });
}
