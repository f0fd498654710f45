import { queryOptions } from '@tanstack/react-query';
import { ApiError, isApiError } from '#lib/api-error.ts';
import { NEVER_CACHED, OFFICE, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { RefundQuestion } from '#rules/money/refund-policy.ts';

/** What the policy says of a booking now; the database decides (rules/money/refund-policy.ts is the same rule). */
export interface RefundPreview {
  status: string;
  startsAt: Date;
  endsAt: Date;
  isPossible: boolean;
  refund: 'full' | 'none';
  newTime: 'free' | 'discretion' | 'none';
  needsAgreement: boolean;
  /** What would go back; 0 also where nothing was paid online. */
  refundPaise: number;
  /** The state of a refund that there is already. */
  refundState: string | null;
  /** When the founder asked, where an administrator said so: the policy counts from there. */
  cancellationRequestedAt: Date | null;
}

/**
 * For administrators; `null` without such a booking. It depends on the clock, so it is never kept. Fails with ApiError
 * `invalid` (before_booking or in_future) for an impossible `cancellationRequestedAt`; null is now.
 */
export function refundPreviewQuery(
  bookingId: string,
  what: RefundQuestion,
  cancellationRequestedAt: Date | null = null,
) {
  return queryOptions({
    queryKey: [OFFICE, 'refund-preview', bookingId, what, cancellationRequestedAt?.toISOString() ?? null],
    queryFn: async (): Promise<RefundPreview | null> => {
      const { data, error } = await supabase().rpc('preview_refund', {
        p_booking_id: bookingId,
        p_what: what,
        ...(cancellationRequestedAt && { p_asked_at: cancellationRequestedAt.toISOString() }),
      });
      if (error?.message === 'asked_at_not_valid') throw new ApiError('invalid', { reason: error.details });
      if (error?.message === 'booking_not_found') return null;
      if (error) throw error;
      const row = data[0];
      if (!row) return null;
      return {
        status: row.status,
        startsAt: new Date(row.starts_at),
        endsAt: new Date(row.ends_at),
        isPossible: row.is_possible,
        refund: row.refund === 'full' ? 'full' : 'none',
        newTime: row.new_time === 'free' || row.new_time === 'discretion' ? row.new_time : 'none',
        needsAgreement: row.needs_agreement,
        refundPaise: row.refund_paise,
        // The generated types know no null in what a function returns.
        refundState: row.refund_state as string | null,
        cancellationRequestedAt: row.asked_at ? new Date(row.asked_at) : null,
      };
    },
    ...NEVER_CACHED,
    ...SILENT,
    refetchOnWindowFocus: 'always',
    retry: (failures, error) => failures < 1 && !isApiError(error, 'invalid'),
  });
}
