import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

const earnings = z.object({
  /** Paise; negative where a refund came after the payment. */
  unpaid_paise: z.number(),
  paid_this_year_paise: z.number(),
  /** First day of the financial year. */
  year_start: z.string(),
  fee_bps: z.number(),
  months: z.array(z.object({ month: z.string(), sessions: z.number(), net_paise: z.number() })),
});
export type Earnings = z.output<typeof earnings>;

const statement = z.object({
  mentor_name: z.string(),
  /** First day of the month. */
  month: z.string(),
  is_open: z.boolean(),
  opening_paise: z.number(),
  closing_paise: z.number(),
  lines: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      kind: z.enum(['session', 'reversal']),
      /** Null where the record of the session was deleted. */
      code: z.string().nullable(),
      date: z.string().nullable(),
      start_time: z.string().nullable(),
      founder_name: z.string().nullable(),
      gross_paise: z.number(),
      fee_paise: z.number(),
      net_paise: z.number(),
      payout_reference: z.string().nullable(),
    }),
  ),
  payouts: z.array(
    z.object({
      id: z.string(),
      period: z.string(),
      paid_on: z.string(),
      utr: z.string(),
      net_paise: z.number(),
      recorded_at: z.string(),
    }),
  ),
});
export type Statement = z.output<typeof statement>;

export function earningsQuery(mentorId: string) {
  return queryOptions({
    queryKey: ['earnings', mentorId],
    queryFn: async () => {
      const { data, error } = await supabase().rpc('my_earnings', { p_mentor_id: mentorId });
      if (error) throw error;
      return earnings.parse(data);
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** Null where the month has not begun. @param month 'yyyy-MM' */
export function statementQuery(mentorId: string, month: string) {
  return queryOptions({
    queryKey: ['statement', mentorId, month],
    queryFn: async (): Promise<Statement | null> => {
      const { data, error } = await supabase().rpc('statement', { p_mentor_id: mentorId, p_month: `${month}-01` });
      if (error?.message === 'month_not_valid') return null;
      if (error) throw error;
      return statement.parse(data);
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
