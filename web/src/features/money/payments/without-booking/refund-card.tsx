import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { bookingPanel } from '#copy/mentors/booking-panel.ts';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { cn } from '#lib/class-names.ts';
import { serverNow } from '#lib/server-time.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort, formatMoment, formatTimeRange, type IstDate, istToday } from '#rules/shell/ist.ts';
import { Card } from '#ui/card.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import { NameLink } from '#ui/name-link.tsx';
import {
  type PaymentWithoutBooking,
  type RefundProgress,
  refundProgressQuery,
} from './payments-without-booking.data.ts';

const { refund: copy } = paymentsWithoutBooking;

/** What was paid for what, and how far the money is on its way back. */
export function RefundCard({ payment }: { payment: PaymentWithoutBooking }) {
  const { date, startTime, endTime } = payment;
  return (
    <Card className="px-5 py-5" role="region" aria-labelledby="refund-title">
      <h2 id="refund-title" className="text-lg">
        {copy.title}
      </h2>
      <Steps payment={payment} />
      <dl className="nums mt-5 divide-y divide-line border-t border-line">
        <Row name={copy.amount}>{formatInr(payment.amount)}</Row>
        <Row name={copy.session}>
          <span className="block">
            <NameLink to={payment.profile}>{payment.mentorName}</NameLink>
          </span>
          <span className="block text-sm font-normal text-muted">
            {formatDateShort(date)}, {formatTimeRange(startTime, endTime)} {bookingPanel.ist}
          </span>
        </Row>
        <Row name={copy.paymentId}>
          <span className="break-all text-sm">{payment.paymentId}</span>
        </Row>
      </dl>
    </Card>
  );
}

function Steps({ payment }: { payment: PaymentWithoutBooking }) {
  const { data, isPending, isError, refetch } = useQuery(refundProgressQuery(payment.bookingId, payment.refund));
  if (isPending) {
    return (
      <div role="status" className="mt-4">
        <span className="sr-only">{copy.loading}</span>
        <div aria-hidden="true" className="space-y-4">
          <div className="skeleton h-12" />
          <div className="skeleton h-12" />
          <div className="skeleton h-12" />
        </div>
      </div>
    );
  }
  const progress = data?.find(({ paymentId }) => paymentId === payment.paymentId) ?? null;
  return (
    <>
      <RefundSteps payment={payment} progress={progress} today={istToday(serverNow())} />
      {isError && !data && (
        <LoadFailure look="line" className="mt-4 text-sm text-muted" onRetry={refetch}>
          <p className="min-w-0 flex-1">{copy.failedToLoad}</p>
        </LoadFailure>
      )}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-6 py-3 last:pb-0">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 break-words text-right font-medium">{children}</dd>
    </div>
  );
}

type StepState = 'done' | 'underWay' | 'toCome';

type RefundStepsProps = { payment: PaymentWithoutBooking; progress: RefundProgress | null; today: IstDate };

/** The steps of the refund, with their expected days. `progress` is null where that is not known. */
function RefundSteps({ payment, progress, today }: RefundStepsProps) {
  const { refund } = payment;
  const isDone = refund === 'processed';
  const isSent = isDone || refund === 'pending';
  const isLate = !isDone && progress !== null && progress.expectedBy < today;
  return (
    <ol className="mt-4 text-sm">
      <Step state="done" title={copy.steps.received}>
        {copy.paid(formatMoment(payment.paidAt))}
      </Step>
      <Step state={isSent ? 'done' : 'underWay'} title={copy.steps.sent} isTrouble={refund === 'failed'}>
        {sentSentence(refund, progress)}
      </Step>
      <Step state={isDone ? 'done' : isSent ? 'underWay' : 'toCome'} title={copy.steps.arrived} isTrouble={isLate}>
        {isDone
          ? doneSentence(payment, progress)
          : isLate
            ? copy.late(formatDateShort(progress.expectedBy))
            : expectedSentence(progress)}
      </Step>
    </ol>
  );
}

function sentSentence(refund: PaymentWithoutBooking['refund'], progress: RefundProgress | null): string {
  if (refund === 'failed') return copy.failed;
  if (refund === 'queued') return copy.queued;
  const at = progress?.requestedAt;
  return at ? copy.sent(formatDateShort(istToday(at))) : copy.sentSome;
}

function expectedSentence(progress: RefundProgress | null): string {
  if (!progress) return copy.expected;
  return copy.between(formatDateShort(progress.expectedFrom), formatDateShort(progress.expectedBy));
}

function doneSentence({ refundedAt }: PaymentWithoutBooking, progress: RefundProgress | null): string {
  const at = formatDateShort(istToday(progress?.processedAt ?? refundedAt));
  if (progress?.outsideReference) return copy.arrivedOutside(at, progress.outsideReference);
  const arrived = copy.arrived(at);
  return progress ? `${arrived} ${copy.arrivedHint(formatDateShort(progress.expectedBy))}` : arrived;
}

type StepProps = { state: StepState; title: string; isTrouble?: boolean; children: ReactNode };

/** A dot on the line; colour does not speak alone: a mark, and for a screen reader a word, say it too. */
function Step({ state, title, isTrouble = false, children }: StepProps) {
  return (
    <li
      aria-current={state === 'underWay' ? 'step' : undefined}
      className={
        'relative flex gap-3 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-6 not-last:before:bottom-0 ' +
        'not-last:before:left-[0.6rem] not-last:before:w-0.5 not-last:before:bg-line'
      }
    >
      <span
        aria-hidden="true"
        className={cn(
          'relative mt-0.5 grid size-5 shrink-0 place-items-center rounded-full',
          state === 'done' && 'bg-accent text-on-accent',
          state === 'underWay' && 'bg-accent ring-4 ring-accent-soft',
          state === 'toCome' && 'border-2 border-line-strong bg-surface',
        )}
      >
        {state === 'done' && <Check className="size-3.5" strokeWidth={3} />}
        {state === 'underWay' && <span className="size-2 rounded-full bg-on-accent" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 text-base font-semibold">
          <span>
            {title}
            <span className="sr-only"> ({copy[state]})</span>
          </span>
          {isTrouble && <CircleAlert className="size-4 shrink-0 text-danger" aria-hidden="true" />}
        </p>
        <p className="text-pretty text-muted nums">{children}</p>
      </div>
    </li>
  );
}
