import type { ReactNode } from 'react';
import type { SlotTime } from '#rules/slots.ts';
import { BookingFacts } from './booking-facts.tsx';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import type { AdminBooking } from './bookings.data.ts';
import { FreeTimes } from './free-times.tsx';

interface Asking {
  now: Date;
  onClose: () => void;
  onChanged: () => void;
  returnFocus: () => HTMLElement | null;
}

/** What the dialog that records an incident needs of a booking, without knowing this list. */
export function cancellationRequest(booking: AdminBooking, { now, ...asking }: Asking) {
  const { mentor_id: mentorId, mentor_name: mentorName } = booking;
  return {
    ...asking,
    session: {
      id: booking.id,
      user: userOf(booking),
      mentor: mentorName,
      status: booking.status,
      time: timeOf(booking),
      paidPaise: booking.payment_state === 'none' ? null : booking.amount_paise,
    },
    facts: <BookingFacts booking={booking} />,
    freeTimes:
      mentorId === null
        ? null
        : (chosen: SlotTime, onPick: (time: SlotTime) => void): ReactNode => (
            <FreeTimes
              mentorId={mentorId}
              mentorName={mentorName}
              now={now}
              chosen={chosen}
              onPick={onPick}
            />
          ),
    whenOf,
  };
}

export type IncidentAsked = ReturnType<typeof cancellationRequest>;
