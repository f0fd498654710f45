import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { cancellationRequest } from '#copy/sessions/cancellation-requests.ts';
import { incidents as copy } from '#copy/sessions/incidents.ts';
import { ApiError, apiFailure } from '#lib/api-error.ts';
import { knownRefusal } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import type { Incident } from '#rules/money/refund-policy.ts';
import { cleanLine } from '#rules/shell/text.ts';
import type { RescheduleForm } from './reschedule.ts';

const OF_REQUEST = { asked_at_not_valid: cancellationRequest.problems.other };

/**
 * Records what spoiled a session, and answers how many paise go back; repeating it after a lost answer changes
 * nothing. Throws an Error with the reason, ApiError `refused` where the database's rules are against it.
 *
 * @param record.expectedRefund what the preview said; the database refuses when the clock has changed it since
 * @param record.expectedAgreement whether it said that the mentor has to agree; as above
 * @param record.cancellationRequestedAt when the founder asked; null is now
 * @param record.to the new time; without one the session ends
 */
export async function recordIncident(
  bookingId: string,
  record: {
    what: Incident;
    expectedRefund: 'full' | 'none';
    expectedAgreement: boolean;
    cancellationRequestedAt: Date | null;
    note: string;
    to?: RescheduleForm;
  },
): Promise<number> {
  const { what, expectedRefund, expectedAgreement, cancellationRequestedAt, note, to } = record;
  const { data, error, status } = await supabase().rpc('record_incident', {
    p_booking_id: bookingId,
    p_what: what,
    p_expected_refund: expectedRefund,
    p_expected_agreement: expectedAgreement,
    p_reason: cleanLine(note),
    ...(cancellationRequestedAt && { p_asked_at: cancellationRequestedAt.toISOString() }),
    ...(to && { p_date: to.date, p_start_time: to.startTime, p_end_time: to.endTime }),
  });
  const sentence = error && knownRefusal(error, copy.refusals, adminBookings.reschedule.refusals, OF_REQUEST);
  if (sentence) throw new ApiError('refused', { sentence, reason: error.message, cause: error });
  if (error) throw apiFailure(error, status);
  if (!data[0]) throw new ApiError('unknown', { sentence: copy.failed });
  return data[0].refund_paise;
}
