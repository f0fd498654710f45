import type { ReactNode } from 'react';
import { adminBookings } from '#copy/admin/bookings.ts';
import { bookingDecisions } from '#copy/booking-decisions.ts';
import { incidents } from '#copy/money/incidents.ts';
import { isRejectionReason, statusLabel } from '#rules/booking.ts';
import { formatMoment } from '#rules/ist.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { EmailAddress } from '#ui/email-address.tsx';
import { useBookingActions } from './booking-actions.ts';
import { MeetingCell } from './booking-cells.tsx';
import { amountOf, canRecordIncident, timeOf, userOf, whenOf } from './booking-names.ts';
import { canDecide, canReschedule, paymentSummary, reviewWait, shortSpan } from './booking-review.ts';
import type { AdminBooking } from './bookings.data.ts';
import { knownIncident } from './incident.ts';

const { details: copy, payment } = adminBookings;

/** Everything that the list knows of a booking, and all that can be done with it. */
export function DetailsDialog({
  booking,
  onApprove,
  ...dialog
}: DialogOpening & { booking: AdminBooking; onApprove: () => void }) {
  const { now, reject, reschedule, recordIncident, answerRequest } = useBookingActions();
  const summary = paymentSummary(booking);
  const paid = summary === 'kept' ? incidents.kept : payment[summary];
  const wait = reviewWait(booking, now);
  const incident = knownIncident(booking.incident);
  return (
    <Dialog
      {...dialog}
      title={copy.title(userOf(booking), booking.mentor_name)}
      placement="bottom"
      actions={
        <>
          <Button variant="secondary" onClick={dialog.onClose}>
            {copy.close}
          </Button>
          {canRecordIncident(booking, now) && (
            <Button variant="secondary" onClick={() => recordIncident(booking)}>
              {incidents.button}
            </Button>
          )}
          {canReschedule(booking.status) && (
            <Button variant="secondary" onClick={() => reschedule(booking)}>
              {adminBookings.reschedule.button}
            </Button>
          )}
          {canDecide(booking.status) && (
            <Button variant="danger" onClick={() => reject(booking)}>
              {adminBookings.reject.button}
            </Button>
          )}
          {booking.request_id !== null && (
            <Button onClick={() => answerRequest(booking)}>{adminBookings.request.button}</Button>
          )}
          {canDecide(booking.status) && <Button onClick={onApprove}>{adminBookings.approve}</Button>}
        </>
      }
    >
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[9rem_1fr]">
        <Fact label={copy.session}>{whenOf(timeOf(booking))}</Fact>
        <Fact label={copy.status}>
          {statusLabel(booking.status)}
          {wait &&
            ` · ${(wait.urgency === 'broken' ? adminBookings.late : adminBookings.timeLeft)(shortSpan(wait.leftMs))}`}
        </Fact>
        {wait && <Fact label={copy.answerBy}>{copy.moment(formatMoment(new Date(booking.answer_by)))}</Fact>}
        <Fact label={copy.code}>{booking.code}</Fact>
        {booking.user_email && (
          <Fact label={copy.email}>
            <EmailAddress>{booking.user_email}</EmailAddress>
          </Fact>
        )}
        <Fact label={copy.payment}>{typeof paid === 'string' ? paid : paid(amountOf(booking))}</Fact>
        {booking.payment_id && <Fact label={copy.paymentId}>{booking.payment_id}</Fact>}
        <Fact label={copy.meeting}>
          <MeetingCell booking={booking} />
        </Fact>
        {booking.calendar_error && <Fact label={copy.calendarError}>{booking.calendar_error}</Fact>}
        {incident && <Fact label={copy.incident}>{incidents.kinds[incident].row}</Fact>}
        {isRejectionReason(booking.decision_cause) && (
          <Fact label={copy.reason}>
            {booking.decision_cause === 'other'
              ? booking.decision_reason
              : bookingDecisions.reasons[booking.decision_cause]}
          </Fact>
        )}
        {booking.decision_cause === 'unanswered' && <Fact label={copy.reason}>{bookingDecisions.unanswered}</Fact>}
        {booking.request_message && <Fact label={copy.request}>{booking.request_message}</Fact>}
        {booking.notes && <Fact label={copy.notes}>{booking.notes}</Fact>}
        {booking.conflicts > 0 && <Fact label={copy.conflicts}>{adminBookings.conflicts(booking.conflicts)}</Fact>}
        <Fact label={copy.made}>{copy.moment(formatMoment(new Date(booking.created_at)))}</Fact>
      </dl>
    </Dialog>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-muted sm:pt-0.5">{label}</dt>
      <dd className="nums min-w-0 break-words whitespace-pre-line max-sm:mb-1.5">{children}</dd>
    </>
  );
}
