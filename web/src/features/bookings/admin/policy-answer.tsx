import { CalendarClock, CircleAlert, MailOpen, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { dashboard } from '#copy/dashboard.ts';
import { cancellationRequest } from '#copy/money/cancellation-request.ts';
import { incidents as copy } from '#copy/money/incidents.ts';
import type { RefundPreview } from '#features/refunds/refund-preview.data.ts';
import { formatMoment } from '#rules/ist.ts';
import { formatInr } from '#rules/money.ts';
import type { Incident } from '#rules/refund-policy.ts';
import type { IncidentWay } from './incident.ts';
import type { SpoiledSession } from './use-incident.ts';

/** What happens to the money, and to the mentor's time, when this is confirmed. */
export function PolicyAnswer({
  what,
  way,
  preview,
  session,
}: {
  what: Incident;
  way: IncidentWay;
  preview: RefundPreview;
  session: SpoiledSession;
}) {
  const isAhead = preview.startsAt.getTime() > Date.now();
  const needsAgreement = way === 'end' ? preview.needsAgreement : preview.newTime === 'discretion';
  return (
    <div role="status">
      <ul className="nums grid gap-2.5 text-sm" aria-label={copy.previewTitle}>
        <Line icon={<Undo2 aria-hidden="true" />} isStrong>
          {moneySentence(what, way, preview, session)}
        </Line>
        {preview.cancellationRequestedAt && (
          <Line icon={<MailOpen aria-hidden="true" />}>
            {cancellationRequest.counted(dashboard.inIst(formatMoment(preview.cancellationRequestedAt)))}
          </Line>
        )}
        {needsAgreement && (
          <Line icon={<CircleAlert aria-hidden="true" />}>
            {way === 'end' ? copy.askForRefund(session.mentor) : copy.askForTime(session.mentor)}
          </Line>
        )}
        {way === 'end' && isAhead && (
          <Line icon={<CalendarClock aria-hidden="true" />}>
            {(what === 'mentor_cancels' ? copy.timeFreeAway : copy.timeFree)(session.mentor)}
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
  { user, paidPaise }: SpoiledSession,
): string {
  if (paidPaise === null) return way === 'move' ? copy.moveWithoutPayment : copy.noPayment;
  const paid = formatInr(paidPaise / 100);
  if (refundState !== null) return copy.refundOnRecord;
  if (way === 'move') return copy.moveKeepsPayment(paid);
  if (refund === 'full') return copy.refund(user, formatInr(refundPaise / 100));
  return what === 'founder_no_show' ? copy.noRefund.noShow(paid) : copy.noRefund.late(paid);
}
