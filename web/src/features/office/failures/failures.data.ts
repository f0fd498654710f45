import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

const failureShape = z.object({
  /** "job:", "refund:" or "event:", and the id. */
  id: z.string(),
  kind: z.string(),
  booking_id: z.string().nullable(),
  /** Whom it is about, where no booking says it. */
  user_id: z.string().nullable(),
  mentor_id: z.string().nullable(),
  amount_paise: z.number().nullable(),
  last_error: z.string().nullable(),
  since: z.string().nullable(),
});
export type Failure = z.output<typeof failureShape>;

/** The key of all that is read about failures. */
export const FAILURES_KEY = [OFFICE, 'failures'] as const;

/** What was given up, the latest first: of one booking, of one kind, or all. */
export function failuresQuery({ bookingId, kind }: { bookingId?: string | undefined; kind?: string | undefined } = {}) {
  return queryOptions({
    queryKey: [...FAILURES_KEY, bookingId ?? null, kind ?? null],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase()
        .rpc('list_failures', { ...(bookingId && { p_booking_id: bookingId }), ...(kind && { p_kind: kind }) })
        .abortSignal(signal);
      if (error) throw error;
      return { rows: failureShape.array().parse(data), total: data[0]?.total_count ?? 0 };
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/**
 * Starts what was given up again. `gone` where another administrator has done so, or nothing needs it any more. Throws
 * what the database reports otherwise.
 */
export async function tryAgain(id: string): Promise<'started' | 'gone'> {
  const [kind, subject = ''] = id.split(':');
  const { error } =
    kind === 'refund'
      ? await supabase().rpc('retry_refund', { p_refund_id: subject })
      : kind === 'event'
        ? await supabase().rpc('retry_calendar_event', { p_booking_id: subject })
        : await supabase().rpc('retry_job', { p_job_id: subject });
  if (error?.code === 'PT404' || error?.code === 'PT409') return 'gone';
  if (error) throw error;
  return 'started';
}

const outcomeShape = z.object({
  state: z.enum(['waiting', 'done', 'accepted', 'failed', 'given_up']),
  last_error: z.string().nullable(),
});

export type Outcome = z.output<typeof outcomeShape>;

/** What came of `tryAgain`; asked again until the worker has tried it. */
export function outcomeQuery(id: string, isStarted: boolean) {
  return queryOptions({
    queryKey: [OFFICE, 'outcome-of-retry', id],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase().rpc('outcome_of_retry', { p_id: id }).abortSignal(signal);
      if (error) throw error;
      return outcomeShape.parse(data);
    },
    enabled: isStarted,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : 2_000),
    ...SILENT,
    gcTime: 0,
  });
}
