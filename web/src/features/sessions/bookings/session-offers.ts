import { isFree, type Slot, type SlotTime } from '#rules/mentors/slots.ts';
import { minutesOfDay } from '#rules/shell/ist.ts';
import type { CancellationTerms } from './cancellation.data.ts';
import type { ChangeRequest } from './change-requests.data.ts';

/** What a founder may do with an approved session now (docs/product/bookings.md#changes-by-founders). */
export interface SessionOffers {
  /** `refund` and `none`: at once, with that refund. `ask`: the mentor has to agree. */
  cancel: 'refund' | 'ask' | 'none';
  /** `now`: to a free time of the mentor, at once. Else they ask: it is `late`, or their two moves are `used-up`. */
  move: 'now' | 'late' | 'used-up';
}

/** What the database's answer offers; null where the session is not approved, or has begun. */
export function sessionOffers(terms: CancellationTerms): SessionOffers | null {
  if (!terms.isPossible || (terms.status !== 'confirmed' && terms.status !== 'rescheduled')) return null;
  return {
    cancel: terms.needsAgreement ? 'ask' : terms.refund === 'full' ? 'refund' : 'none',
    move: terms.canMoveHere ? 'now' : terms.movesLeft > 0 ? 'late' : 'used-up',
  };
}

type Asked = Pick<ChangeRequest, 'booking_id' | 'state' | 'asked_at' | 'answered_at'>;

/** What was asked last about a session; null where nothing was. */
export function lastRequest<R extends Asked>(requests: readonly R[] | undefined, bookingId: string): R | null {
  const about = (requests ?? []).filter(({ booking_id }) => booking_id === bookingId);
  return about.toSorted((a, b) => Date.parse(b.asked_at) - Date.parse(a.asked_at))[0] ?? null;
}

/** The request that waits for an answer; there is one at most. */
export function openRequest<R extends Asked>(requests: readonly R[] | undefined, bookingId: string): R | null {
  return requests?.find(({ booking_id, state }) => booking_id === bookingId && state === 'open') ?? null;
}

/** Why a request ended without an answer: the session began, or changed in another way before. */
export function expiryOf({ answered_at: endedAt }: Asked, startsAt: Date): 'began' | 'overtaken' {
  return endedAt !== null && Date.parse(endedAt) < startsAt.getTime() ? 'overtaken' : 'began';
}

/** The free slots that are exactly as long as a session. */
export function slotsToMoveTo(slots: readonly Slot[], session: Pick<SlotTime, 'startTime' | 'endTime'>): Slot[] {
  return slots.filter((slot) => isFree(slot) && minutesOf(slot) === minutesOf(session));
}

function minutesOf({ startTime, endTime }: Pick<SlotTime, 'startTime' | 'endTime'>): number {
  return minutesOfDay(endTime) - minutesOfDay(startTime);
}
