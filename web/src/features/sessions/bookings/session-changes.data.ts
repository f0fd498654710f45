import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { bookingRefundsQuery } from '#features/money/refunds/refunds.data.ts';
import { supabase } from '#lib/supabase.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { RECEIPTS_KEY } from './booking-receipt.data.ts';
import { type Booking, bookingsQuery } from './bookings.data.ts';
import { changeRequestsQuery } from './change-requests.data.ts';

/**
 * Why the database did not change a session: `answer` the policy gives something else by now, `session` it was changed
 * or ended meanwhile, `request` there is an open request or, when one is withdrawn, it was answered; `time` the new time
 * cannot be had, `away` the mentor takes no bookings.
 */
export type Conflict = 'answer' | 'session' | 'request' | 'time' | 'away';

const CONFLICTS: Readonly<Record<string, Conflict>> = {
  refund_changed: 'answer',
  request_needed: 'answer',
  no_request_needed: 'answer',
  moves_used_up: 'answer',
  session_has_begun: 'answer',
  booking_transition_not_allowed: 'session',
  session_moved_meanwhile: 'session',
  booking_not_found: 'session',
  request_open: 'request',
  too_many_requests: 'request',
  request_not_open: 'request',
  request_not_found: 'request',
  time_not_valid: 'time',
  slot_taken: 'time',
  slot_in_past: 'time',
  slot_not_offered: 'time',
  slot_too_soon: 'time',
  slot_other_length: 'time',
  slot_busy: 'time',
  slot_buffered: 'time',
  mentor_day_full: 'time',
  mentor_week_full: 'time',
  mentor_paused: 'away',
};

interface Answer {
  error: { message: string } | null;
}

/** Null where it was done. Throws what is no conflict, such as a lost connection. */
function conflictOf({ error }: Answer): Conflict | null {
  if (!error) return null;
  const conflict = CONFLICTS[error.message];
  if (!conflict) throw error;
  return conflict;
}

/** Cancels an approved session with the refund that its founder was told. Repeating it is harmless. */
export async function cancelSession(bookingId: string, expected: 'full' | 'none'): Promise<Conflict | null> {
  return conflictOf(await supabase().rpc('cancel_session', { p_booking_id: bookingId, p_expected_refund: expected }));
}

/** Moves an approved session, which was seen at `from`, to a free slot of its mentor. Repeating it is harmless. */
export async function moveSession(
  bookingId: string,
  from: Pick<Booking, 'date' | 'start_time'>,
  to: SlotTime,
): Promise<Conflict | null> {
  return conflictOf(
    await supabase().rpc('move_session', {
      p_booking_id: bookingId,
      p_seen_date: from.date,
      p_seen_start_time: from.start_time,
      p_date: to.date,
      p_start_time: to.startTime,
      p_end_time: to.endTime,
    }),
  );
}

/** What a founder asks for where the mentor has to agree. */
export type RequestKind = 'cancel' | 'move';

export async function askForChange(bookingId: string, kind: RequestKind, message: string): Promise<Conflict | null> {
  return conflictOf(
    await supabase().rpc('ask_for_change', { p_booking_id: bookingId, p_kind: kind, p_message: message }),
  );
}

export async function withdrawRequest(requestId: string): Promise<Conflict | null> {
  return conflictOf(await supabase().rpc('withdraw_request', { p_request_id: requestId }));
}

/** Reads everything again that a changed session changes; `patch` shows the change at once. */
export function useSessionReload(userId: string) {
  const client = useQueryClient();
  return useCallback(
    (bookingId: string, patch?: Partial<Booking>) => {
      const { queryKey } = bookingsQuery(userId);
      if (patch) {
        client.setQueryData(queryKey, (bookings) =>
          bookings?.map((one) => (one.id === bookingId ? { ...one, ...patch } : one)),
        );
      }
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries(changeRequestsQuery(userId));
      void client.invalidateQueries({ queryKey: [RECEIPTS_KEY] });
      void client.invalidateQueries(bookingRefundsQuery(userId));
    },
    [client, userId],
  );
}
