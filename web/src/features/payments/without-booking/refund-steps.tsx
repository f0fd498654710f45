import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { cn } from '#lib/class-names.ts';
import { formatDateShort, formatMoment, type IstDate, istToday } from '#rules/ist.ts';
import type { PaymentWithoutBooking, RefundProgress } from './payments-without-booking.data.ts';

const { refund: copy } = paymentsWithoutBooking;

type StepState = 'done' | 'underWay' | 'toCome';

/**
 * The way of the money back: received, sent, arrived; with the days on which it is expected. `progress` is null
 * where that is not known.
 */
export function RefundSteps({
  payment,
  progress,
  today,
}: {
  payment: PaymentWithoutBooking;
  progress: RefundProgress | null;
  today: IstDate;
}) {
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
  const arrived = copy.arrived(formatDateShort(istToday(progress?.processedAt ?? refundedAt)));
  return progress ? `${arrived} ${copy.arrivedHint(formatDateShort(progress.expectedBy))}` : arrived;
}

/** A dot on the line; colour does not speak alone: a mark, and for a screen reader a word, say it too. */
function Step({
  state,
  title,
  isTrouble = false,
  children,
}: {
  state: StepState;
  title: string;
  isTrouble?: boolean;
  children: ReactNode;
}) {
  return (
    <li
      aria-current={state === 'underWay' ? 'step' : undefined}
      className={
        'relative flex gap-3 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-6 ' +
        'not-last:before:bottom-0 not-last:before:left-[0.6rem] not-last:before:w-0.5 not-last:before:bg-line'
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
