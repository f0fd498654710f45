import { callFunction } from '#lib/functions/functions.data.ts';
import { allReleased } from '#lib/holds/holds.data.ts';
import type { LocalUser } from '#lib/session/session.ts';
import type { BookableMentor } from '#rules/bookable-mentor.ts';
import { CURRENCY } from '#rules/money.ts';
import type { SlotTime } from '#rules/slots.ts';

/** What create-payment-order is asked (spec section 7). create-payment-order checks its shape. */
interface OrderWish {
  amount: number;
  currency: string;
  mentor_id: string;
  booking_id: null;
  user_id: string;
  notes: {
    booking_id: string;
    booking_date: string;
    booking_time: string;
    mentor_name: string;
    mentor_email: null;
    user_email: string;
  };
}

export interface PaymentOrder {
  orderId: string;
  /** Paise. */
  amount: number;
  /** The booking that the payment makes: an order of one's own that is still open keeps the id it has. */
  bookingId: string;
  /** Until when the slot is held, the server's time; null when the server does not say. */
  heldUntil: Date | null;
  /** When it was made, milliseconds since 1970: what was known of holds before says nothing of its own. */
  madeAt: number;
}

/**
 * Holds the slot and makes the order at the payment provider; null when the answer names no order. Throws FunctionError.
 *
 * @param amount what the person was shown, in paise: the server refuses any other price than its own
 */
export async function createPaymentOrder(
  mentor: BookableMentor,
  slot: SlotTime,
  user: LocalUser,
  bookingId: string,
  amount: number,
): Promise<PaymentOrder | null> {
  await allReleased();
  const wish: OrderWish = {
    amount,
    currency: CURRENCY,
    mentor_id: mentor.id,
    booking_id: null,
    user_id: user.id,
    notes: {
      booking_id: bookingId,
      booking_date: slot.date,
      booking_time: `${slot.startTime}-${slot.endTime}`,
      mentor_name: mentor.name,
      // Mentors' addresses are not readable by founders; the server knows them.
      mentor_email: null,
      user_email: user.email,
    },
  };
  const answer = (await callFunction('create-payment-order', wish)) as Record<string, unknown> | null;
  const orderId = answer?.order_id ?? answer?.id;
  if (typeof orderId !== 'string' || !orderId) return null;
  return {
    orderId,
    amount: typeof answer?.amount === 'number' ? answer.amount : wish.amount,
    bookingId: typeof answer?.booking_id === 'string' ? answer.booking_id : bookingId,
    heldUntil: typeof answer?.expires_at === 'string' ? new Date(answer.expires_at) : null,
    madeAt: Date.now(),
  };
}
