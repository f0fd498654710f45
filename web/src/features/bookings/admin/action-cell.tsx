import { adminBookings as copy } from '#copy/admin/bookings.ts';
import { incidents } from '#copy/money/incidents.ts';
import { statusLabel } from '#rules/booking.ts';
import { Button } from '#ui/button.tsx';
import { useBookingActions } from './booking-actions.ts';
import { canRecordIncident, userOf } from './booking-names.ts';
import { canDecide, canReschedule } from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';

/** The ids of a booking's buttons: one that is busy loses the focus, and one that goes takes it along. */
export const approveButtonId = (bookingId: string) => `approve-${bookingId}`;
export const rescheduleButtonId = (bookingId: string) => `reschedule-${bookingId}`;

export function ActionCell({ booking }: { booking: AdminBooking }) {
  const { now, isBusy, decidedAs, approve, reject, reschedule, recordIncident, answerRequest } = useBookingActions();
  const [user, mentor] = [userOf(booking), booking.mentor_name];
  const isApproving = isBusy(booking.id, 'approve');
  const decision = decidedAs(booking.id);
  if (!canReschedule(booking.status)) return decision === undefined ? null : <Decision status={decision} />;
  return (
    <div className="flex flex-wrap gap-2 @max-rows:[&>*]:flex-1 @rows:w-28 @rows:flex-col">
      {canDecide(booking.status) && (
        <>
          <Button
            id={approveButtonId(booking.id)}
            size="sm"
            isBusy={isApproving}
            aria-label={copy.approveOf(user, mentor)}
            onClick={() => approve(booking)}
          >
            {copy.approve}
          </Button>
          <Button
            variant="danger"
            size="sm"
            disabled={isApproving}
            aria-label={copy.reject.buttonOf(user, mentor)}
            onClick={() => reject(booking)}
          >
            {copy.reject.button}
          </Button>
        </>
      )}
      {decision !== undefined && !canDecide(booking.status) && <Decision status={decision} />}
      {booking.request_kind !== null && booking.request_id !== null && (
        <Button size="sm" aria-label={copy.request.buttonOf(user, mentor)} onClick={() => answerRequest(booking)}>
          {copy.request.button}
        </Button>
      )}
      <Button
        id={rescheduleButtonId(booking.id)}
        variant="secondary"
        size="sm"
        disabled={isApproving}
        aria-label={copy.reschedule.buttonOf(user, mentor)}
        onClick={() => reschedule(booking)}
      >
        {copy.reschedule.button}
      </Button>
      {canRecordIncident(booking, now) && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={incidents.buttonOf(user, mentor)}
          onClick={() => recordIncident(booking)}
        >
          {incidents.button}
        </Button>
      )}
    </div>
  );
}

/** What was decided here a moment ago, where the button was: a second click there decides nothing. */
function Decision({ status }: { status: string }) {
  return (
    <p className="flex h-small items-center justify-center rounded-control bg-sunken px-3 text-sm text-muted">
      {statusLabel(status)}
    </p>
  );
}
