import { incidents as copy } from '#copy/money/incidents.ts';
import { site } from '#copy/site.ts';
import { supabase } from '#lib/supabase.ts';
import type { Incident } from '#rules/refund-policy.ts';
import { toStorableLine } from '#rules/search-term.ts';
import type { RescheduleForm } from './reschedule.ts';

/** By what the database reports. */
const REFUSALS = {
  refund_changed: 'refundChanged',
  slot_taken: 'slotTaken',
  slot_in_past: 'inPast',
  time_not_valid: 'inPast',
  mentor_gone: 'mentorGone',
  asked_at_not_valid: 'requestedAtNotValid',
  incident_not_possible: 'notAllowed',
  booking_transition_not_allowed: 'notAllowed',
  booking_not_found: 'missing',
} as const;
export type RecordProblem = (typeof REFUSALS)[keyof typeof REFUSALS];
export type RecordOutcome = { kind: 'done'; refundPaise: number } | { kind: 'refused'; why: RecordProblem };

/**
 * Records what spoiled a session; repeating it after a lost answer changes nothing. Throws an Error with the reason.
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
): Promise<RecordOutcome> {
  const { what, expectedRefund, expectedAgreement, cancellationRequestedAt, note, to } = record;
  const { data, error, status } = await supabase().rpc('record_incident', {
    p_booking_id: bookingId,
    p_what: what,
    p_expected_refund: expectedRefund,
    p_expected_agreement: expectedAgreement,
    p_reason: toStorableLine(note),
    ...(cancellationRequestedAt && { p_asked_at: cancellationRequestedAt.toISOString() }),
    ...(to && { p_date: to.date, p_start_time: to.startTime, p_end_time: to.endTime }),
  });
  const why = error && (REFUSALS as Partial<Record<string, RecordProblem>>)[error.message];
  if (why) return { kind: 'refused', why };
  if (error) throw new Error(status === 0 ? site.offline : error.message, { cause: error });
  if (!data[0]) throw new Error(copy.failed);
  return { kind: 'done', refundPaise: data[0].refund_paise };
}
