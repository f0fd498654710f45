import type { RefundPreview } from '#features/money/refunds/refund-preview.data.ts';
import { decideRefund, INCIDENTS, type Incident } from '#rules/money/refund-policy.ts';
import { takesPlace } from '#rules/sessions/meeting.ts';

/**
 * What an administrator can record of a booking now (docs/product/refunds.md#incidents). A booking under review has
 * Reject for that: it gives the same full refund. A founder asked before the start, but may be answered after it.
 */
export function recordableIncidents(booking: { status: string; startsAt: Date }, now: Date): Incident[] {
  if (booking.status === 'pending_admin_review') return [];
  const mayHaveAsked = takesPlace(booking.status) || booking.status === 'completed';
  return INCIDENTS.filter(
    (incident) => decideRefund(incident, booking, now).isPossible || (incident === 'founder_cancels' && mayHaveAsked),
  );
}

/** What follows an incident: the session ends (or stays as held), or it gets another time. */
export type IncidentWay = 'end' | 'move';

/**
 * Whether the mentor has to be asked first: for a refund that the founder was not promised, and for another time
 * that is not owed.
 */
export function needsMentor(terms: Pick<RefundPreview, 'newTime' | 'needsAgreement'>, way: IncidentWay): boolean {
  return way === 'move' ? terms.newTime === 'discretion' : terms.needsAgreement;
}

/** The incident in a booking's own words, undefined where this build does not know it. */
export function knownIncident(incident: string | null): Incident | undefined {
  return INCIDENTS.find((known) => known === incident);
}
