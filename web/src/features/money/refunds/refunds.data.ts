import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { IstDate } from '#rules/shell/ist.ts';

/** The worker sends a refund within seconds: the card follows it for as long as that is likely. */
const FOLLOW_MS = 3_000;
const FOLLOWED_TIMES = 40;

/** What became of the payment for a session that ended early or did not go as agreed. */
export interface BookingRefund {
  bookingId: string;
  paymentId: string;
  /** Rupees. */
  amount: number;
  /** `none`: nothing goes back; `queued`: not with the provider yet; `pending`: on its way; `processed`: paid out. */
  state: 'none' | 'queued' | 'pending' | 'processed';
  sentAt: Date | null;
  paidAt: Date | null;
  /** Both null where nothing goes back. */
  expectedFrom: IstDate | null;
  expectedBy: IstDate | null;
  /** Not paid out by the day that it was expected. */
  isLate: boolean;
  /** The bank's, where we returned the money by a transfer. */
  outsideReference: string | null;
}

async function readRefunds(): Promise<BookingRefund[]> {
  const { data, error } = await supabase().rpc('my_session_refunds');
  if (error) throw error;
  // The generated types do not know that a left join leaves gaps.
  type Gaps = 'requested_at' | 'processed_at' | 'expected_from' | 'expected_by' | 'outside_reference';
  type Row = Omit<(typeof data)[number], Gaps> & Record<Gaps, string | null>;
  return (data as Row[]).map((row) => ({
    bookingId: row.booking_id,
    paymentId: row.payment_id,
    amount: row.amount_paise / 100,
    state: row.state as BookingRefund['state'],
    sentAt: row.requested_at === null ? null : new Date(row.requested_at),
    paidAt: row.processed_at === null ? null : new Date(row.processed_at),
    expectedFrom: row.expected_from,
    expectedBy: row.expected_by,
    isLate: row.is_late,
    outsideReference: row.outside_reference,
  }));
}

export const BOOKING_REFUNDS = 'booking-refunds';

/** The refunds of the signed-in person's sessions, in one call, read again on each visit and return. */
export function bookingRefundsQuery(userId: string) {
  return queryOptions({
    queryKey: [BOOKING_REFUNDS, userId],
    queryFn: readRefunds,
    ...FRESH_ON_RETURN,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.some(({ state, isLate }) => state === 'queued' && !isLate) && dataUpdateCount < FOLLOWED_TIMES
        ? FOLLOW_MS
        : false,
    ...SILENT,
  });
}
