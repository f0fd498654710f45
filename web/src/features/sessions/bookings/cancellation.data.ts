import { queryOptions } from '@tanstack/react-query';
import { SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

const MINUTE_MS = 60_000;

/** What the refund policy says of a session at this moment, by the database's clock. */
export interface CancellationTerms {
  status: string;
  startsAt: Date;
  /** Whether it can be cancelled at all: a session that has begun cannot. */
  isPossible: boolean;
  /** Whether its founder may cancel it on the dashboard: under review, and for 4 hours. */
  canCancelHere: boolean;
  refund: 'full' | 'none';
  needsAgreement: boolean;
  /** Whether its founder may move it on the dashboard: approved, at least 24 hours ahead, and not moved twice yet. */
  canMoveHere: boolean;
  movesLeft: number;
  /** Rupees; null where nothing was paid online. */
  paid: number | null;
  /** How long banks take. */
  workingDays: { min: number; max: number };
  decidedAt: Date;
}

async function readTerms(bookingId: string): Promise<CancellationTerms | null> {
  const { data, error } = await supabase().rpc('preview_cancellation', { p_booking_id: bookingId }).maybeSingle();
  if (error) throw error;
  if (!data) return null;
  // The generated types do not know that a left join leaves gaps.
  const paise = data.paid_paise as number | null;
  return {
    status: data.status,
    startsAt: new Date(data.starts_at),
    isPossible: data.is_possible,
    canCancelHere: data.can_cancel_here,
    refund: data.refund === 'full' ? 'full' : 'none',
    needsAgreement: data.needs_agreement,
    canMoveHere: data.can_move_here,
    movesLeft: data.moves_left,
    paid: paise === null ? null : paise / 100,
    workingDays: { min: data.min_working_days, max: data.max_working_days },
    decidedAt: new Date(data.decided_at),
  };
}

/** What would be refunded for one's own session, asked again each minute: the answer has deadlines. */
export function cancellationQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['cancellation', bookingId],
    queryFn: () => readTerms(bookingId),
    staleTime: 0,
    gcTime: MINUTE_MS,
    refetchOnMount: 'always',
    refetchInterval: MINUTE_MS,
    ...SILENT,
  });
}
