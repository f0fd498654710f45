import { CalendarClock, CircleAlert, MailOpen, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { cancellationRequest } from '#copy/sessions/cancellation-requests.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { incidents as copy } from '#copy/sessions/incidents.ts';
import type { RefundPreview } from '#features/money/refunds/refund-preview.data.ts';
import { serverNow } from '#lib/server-time.ts';
import type { Incident } from '#rules/money/refund-policy.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { paidOf, userOf } from './booking-names.ts';
import type { AdminBooking } from './bookings.data.ts';
import { type IncidentWay, needsMentor } from './incident.ts';

/** What happens to the money, and to the mentor's time, when this is confirmed. */
export function PolicyAnswer({
  what,
  way,
  preview,
  booking,
}: {
  what: Incident;
  way: IncidentWay;
  preview: RefundPreview;
  booking: AdminBooking;
}) {
  const isAhead = preview.startsAt > serverNow();
  const mentor = booking.mentor_name;
  return (
    <div role="status">
      <ul className="nums grid gap-2.5 text-sm" aria-label={copy.previewTitle}>
        <Line icon={<Undo2 aria-hidden="true" />} isStrong>
          {moneySentence(what, way, preview, booking)}
        </Line>
        {preview.cancellationRequestedAt && (
          <Line icon={<MailOpen aria-hidden="true" />}>
            {cancellationRequest.counted(dashboard.inIst(formatMoment(preview.cancellationRequestedAt)))}
          </Line>
        )}
        {needsMentor(preview, way) && (
          <Line icon={<CircleAlert aria-hidden="true" />}>
            {way === 'end' ? copy.askForRefund(mentor) : copy.askForTime(mentor)}
          </Line>
        )}
        {way === 'end' && isAhead && (
          <Line icon={<CalendarClock aria-hidden="true" />}>
            {(what === 'mentor_cancels' ? copy.timeFreeAway : copy.timeFree)(mentor)}
          </Line>
        )}
        {preview.status === 'completed' && <Line icon={<CircleAlert aria-hidden="true" />}>{copy.reviewGoes}</Line>}
      </ul>
    </div>
  );
}

function Line({ icon, isStrong = false, children }: { icon: ReactNode; isStrong?: boolean; children: ReactNode }) {
  return (
    <li className="flex gap-2 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span className={isStrong ? 'font-medium' : 'text-muted'}>{children}</span>
    </li>
  );
}

function moneySentence(
  what: Incident,
  way: IncidentWay,
  { refund, refundPaise, refundState }: RefundPreview,
  booking: AdminBooking,
): string {
  const paid = paidOf(booking);
  if (paid === null) return way === 'move' ? copy.moveWithoutPayment : copy.noPayment;
  if (refundState !== null) return copy.refundOnRecord;
  if (way === 'move') return copy.moveKeepsPayment(paid);
  if (refund === 'full') return copy.refund(userOf(booking), formatInr(refundPaise / 100));
  return what === 'founder_no_show' ? copy.noRefund.noShow(paid) : copy.noRefund.late(paid);
}
