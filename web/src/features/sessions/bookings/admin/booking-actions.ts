import { createContext, use } from 'react';
import type { AdminBooking, Outcome } from './bookings.data.ts';

export interface BookingActions {
  now: Date;
  /** Whether something is under way for this booking. */
  isBusy: (bookingId: string, what: 'approve' | 'retry') => boolean;
  /** The mentor's name leads to their bookings; not where all are one mentor's. */
  hasMentorLinks: boolean;
  approve: (booking: AdminBooking) => void;
  reject: (booking: AdminBooking) => void;
  /** After a rejection, or an attempt at one. */
  rejected: (booking: AdminBooking, outcome: Outcome) => void;
  reschedule: (booking: AdminBooking) => void;
  recordIncident: (booking: AdminBooking) => void;
  answerRequest: (booking: AdminBooking) => void;
  retryCalendar: (booking: AdminBooking) => void;
}

/** What the cells of the table can do: its columns are made once, outside of any component. */
export const BookingActionsContext = createContext<BookingActions | null>(null);

export function useBookingActions(): BookingActions {
  const actions = use(BookingActionsContext);
  if (!actions) throw new Error('BookingActionsContext is missing');
  return actions;
}
