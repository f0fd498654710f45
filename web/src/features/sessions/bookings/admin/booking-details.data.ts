import { queryOptions } from '@tanstack/react-query';
import type { OfferedTimeRow } from '#features/sessions/time-proposals/time-proposals.data.ts';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import type { DeclineReason } from '#rules/sessions/request.ts';
import { BOOKINGS_KEY } from './booking-counts.data.ts';

/** What the list does not say of a booking; dates and times are India's, instants ISO, amounts paise. */
export interface BookingDetails {
  /** Null once the account is deleted. */
  founder: { startup: string | null; industry: string | null; idea: string | null; phone: string | null } | null;
  /** How many other bookings the founder has; `sessions` are the five latest of them. */
  session_count: number;
  sessions: { id: string; mentor_name: string; date: string; start_time: string; end_time: string; status: string }[];
  reviews: { mentor_name: string; rating: number; comment: string; created_at: string }[];
  mentor_day: { id: string; user_name: string | null; start_time: string; end_time: string; status: string }[];
  payment: { id: string; order_id: string | null; amount_paise: number; method: string | null; paid_at: string } | null;
  refund: {
    amount_paise: number;
    state: 'queued' | 'pending' | 'processed' | 'failed';
    id: string | null;
    created_at: string;
    processed_at: string | null;
    failure: string | null;
  } | null;
  /** Null while the mentor has not answered. */
  mentor_answer: {
    answer: 'accept' | 'decline';
    reason_code: DeclineReason | null;
    reason_text: string | null;
    via: 'dashboard' | 'link';
    answered_at: string;
  } | null;
  approval_mode: 'administrator' | 'mentor' | 'automatic';
  /** What the mentor offers instead. */
  offered_times: OfferedTimeRow[];
  mails: {
    /** What it tells, as the key of the e-mail has it. */
    event: string;
    role: string;
    state: 'ready' | 'done' | 'dead' | 'put_aside';
    at: string;
    last_error: string | null;
  }[];
}

/** Everything about one booking, for the panel beside the list; read anew while it is open. */
export function bookingDetailsQuery(bookingId: string) {
  return queryOptions({
    queryKey: [...BOOKINGS_KEY, 'details', bookingId],
    queryFn: async () => {
      const { data, error } = await supabase().rpc('booking_details', { p_booking_id: bookingId });
      if (error) throw error;
      return data as unknown as BookingDetails;
    },
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
