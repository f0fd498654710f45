import { EARLY_MS, REFUNDABLE_MS } from '#rules/sessions/booking.ts';

/**
 * What a founder gets back when a session goes wrong (docs/product/refunds.md#refund-policy). The database decides, by
 * the same rule (private.refund_decision).
 */

/** What can go wrong with an approved booking, as an administrator records it. */
export const INCIDENTS = [
  'founder_cancels',
  'mentor_cancels',
  'technical_issue',
  'mentor_no_show',
  'founder_no_show',
] as const;
export type Incident = (typeof INCIDENTS)[number];

/** What the policy is asked about: an incident, a rejection, or a founder's request for another time. */
export const REFUND_QUESTIONS = ['reject', 'founder_moves', ...INCIDENTS] as const;
export type RefundQuestion = (typeof REFUND_QUESTIONS)[number];

export interface RefundDecision {
  /** Whether this can happen to a booking in this state at this time. If not, nothing is owed. */
  isPossible: boolean;
  refund: 'full' | 'none';
  /** Another time instead: free of charge, at the mentor's discretion, or none. */
  newTime: 'free' | 'discretion' | 'none';
  /** Only with the mentor's agreement: the founder asked so late that the policy promises nothing. */
  needsAgreement: boolean;
}

/** What the policy says of a booking with this status and start at `now`. */
export function decideRefund(
  question: RefundQuestion,
  booking: { status: string; startsAt: Date },
  now: Date,
): RefundDecision {
  const notice = booking.startsAt.getTime() - now.getTime();
  const state = stateOf(booking.status);
  if (!isPossible(question, state, notice <= 0)) {
    return { isPossible: false, refund: 'none', newTime: 'none', needsAgreement: false };
  }
  const decided = { isPossible: true, needsAgreement: false } as const;
  switch (question) {
    case 'reject':
      return { ...decided, refund: 'full', newTime: 'none' };
    case 'mentor_cancels':
    case 'technical_issue':
    case 'mentor_no_show':
      return { ...decided, refund: 'full', newTime: 'free' };
    case 'founder_no_show':
      return { ...decided, refund: 'none', newTime: 'discretion' };
    case 'founder_moves':
      return { ...decided, refund: 'none', newTime: notice >= EARLY_MS ? 'free' : 'discretion' };
    case 'founder_cancels':
      if (state === 'pending') return { ...decided, refund: 'full', newTime: 'none' };
      if (notice >= EARLY_MS) return { ...decided, refund: 'full', newTime: 'free' };
      if (notice >= REFUNDABLE_MS) {
        return { isPossible: true, refund: 'full', newTime: 'discretion', needsAgreement: true };
      }
      return { ...decided, refund: 'none', newTime: 'discretion' };
  }
}

type SessionState = 'pending' | 'approved' | 'completed' | 'ended';

function stateOf(status: string): SessionState {
  if (status === 'pending_admin_review') return 'pending';
  if (status === 'confirmed' || status === 'rescheduled') return 'approved';
  return status === 'completed' ? 'completed' : 'ended';
}

function isPossible(question: RefundQuestion, state: SessionState, hasBegun: boolean): boolean {
  const isApproved = state === 'approved';
  const wasHeld = state === 'completed';
  switch (question) {
    case 'reject':
      return state === 'pending';
    case 'founder_cancels':
      return state === 'pending' || (isApproved && !hasBegun);
    case 'founder_moves':
      return (state === 'pending' || isApproved) && !hasBegun;
    case 'mentor_cancels':
      return isApproved && !hasBegun;
    case 'technical_issue':
      return isApproved || wasHeld;
    case 'mentor_no_show':
    case 'founder_no_show':
      return (isApproved || wasHeld) && hasBegun;
  }
}
