import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { isNumber, isText, listOf, oneOf, orNull, readAs, type Shaped, shapeOf } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';

const isFailure = shapeOf({
  /** "job:", "refund:" or "event:", and the id. */
  id: isText,
  kind: isText,
  booking_id: orNull(isText),
  /** Whom it is about, where no booking says it. */
  user_id: orNull(isText),
  mentor_id: orNull(isText),
  amount_paise: orNull(isNumber),
  currency: orNull(isText),
  last_error: orNull(isText),
  since: orNull(isText),
  /** What may be done instead of trying again. */
  other_act: orNull(oneOf('put_aside', 'outside_refund')),
});
export type Failure = Shaped<typeof isFailure>;

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
      return { rows: readAs(listOf(isFailure), 'list_failures', data), total: data[0]?.total_count ?? 0 };
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

/** Leaves a job undone. `gone` as `tryAgain`; throws where the job is needed, and what the database reports otherwise. */
export async function putAside(id: string): Promise<'done' | 'gone'> {
  const { error } = await supabase().rpc('put_aside_job', { p_job_id: id.slice(id.indexOf(':') + 1) });
  if (error?.message === 'job_not_found' || error?.message === 'job_not_failed') return 'gone';
  if (error) throw error;
  return 'done';
}

/** Records that a failed refund was returned by a bank transfer. `gone` as `tryAgain`; throws what else is refused. */
export async function recordOutsideRefund(id: string, utr: string): Promise<'done' | 'gone'> {
  const { error } = await supabase().rpc('record_outside_refund', {
    p_refund_id: id.slice(id.indexOf(':') + 1),
    p_utr: utr,
  });
  if (error?.code === 'PT404' || error?.code === 'PT409') return 'gone';
  if (error) throw error;
  return 'done';
}

const isOutcome = shapeOf({
  state: oneOf('waiting', 'done', 'accepted', 'failed', 'given_up'),
  last_error: orNull(isText),
});

export type Outcome = Shaped<typeof isOutcome>;

/** What came of `tryAgain`; asked again until the worker has tried it. */
export function outcomeQuery(id: string, isStarted: boolean) {
  return queryOptions({
    queryKey: [OFFICE, 'outcome-of-retry', id],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase().rpc('outcome_of_retry', { p_id: id }).abortSignal(signal);
      if (error) throw error;
      return readAs(isOutcome, 'outcome_of_retry', data);
    },
    enabled: isStarted,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : 2_000),
    ...SILENT,
    gcTime: 0,
  });
}
