import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { timeOf, userOf, whenOf } from './booking-names.ts';
import type { AdminBooking } from './bookings.data.ts';

const { columns } = adminBookings;

/** Whom and when a decision concerns. */
export function BookingFacts({ booking }: { booking: AdminBooking }) {
  return (
    <dl
      className={
        'nums grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-control bg-sunken px-4 py-3 ' +
        '[&>dd]:min-w-0 [&>dd]:break-words [&>dd]:font-medium [&>dt]:text-muted'
      }
    >
      <dt>{columns.user}</dt>
      <dd>{userOf(booking)}</dd>
      <dt>{columns.mentor}</dt>
      <dd>{booking.mentor_name}</dd>
      <dt>{columns.time}</dt>
      <dd>{whenOf(timeOf(booking))}</dd>
    </dl>
  );
}
