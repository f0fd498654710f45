import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

export interface Receipt {
  /** Rupees. */
  amount: number;
  refund: 'none' | 'under_way' | 'done';
}

/** What was paid for one's own booking; null where nothing was. */
async function readReceipt(bookingId: string): Promise<Receipt | null> {
  const { data, error } = await supabase().rpc('booking_receipt', { p_booking_id: bookingId }).maybeSingle();
  if (error) throw error;
  if (!data) return null;
  // The generated types do not know that a left join leaves gaps.
  const state = data.refund_state as string | null;
  const refund = state === null ? 'none' : state === 'processed' ? 'done' : 'under_way';
  return { amount: data.amount_paise / 100, refund };
}

/** The receipts of all bookings, to have them read again. */
export const RECEIPTS_KEY = 'booking-receipt';

export function receiptQuery(bookingId: string) {
  return queryOptions({
    queryKey: [RECEIPTS_KEY, bookingId],
    queryFn: () => readReceipt(bookingId),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
