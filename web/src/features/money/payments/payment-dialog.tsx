import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, ShieldCheck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { holds } from '#copy/money/holds.ts';
import { paymentCopy } from '#copy/money/payments.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { cn } from '#lib/class-names.ts';
import { useReturn } from '#lib/use-return.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { type HoldState, holdState } from '#rules/money/payment.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatTime, istTimeOfDay } from '#rules/shell/ist.ts';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { HoldClock, useSeconds } from './hold-clock.tsx';
import { holdsQuery } from './holds.data.ts';
import type { PaymentOrder } from './payment.data.ts';
import { PaymentFacts } from './payment-facts.tsx';
import type { Payment, PaymentPhase } from './use-payment.ts';

const { dialog: copy } = paymentCopy;
const { stepper } = bookingCopy;
const { ended } = holds;

/** What the button says while something is under way. */
const WAITS: Partial<Record<PaymentPhase, string>> = {
  ordering: ended.holding,
  holding: ended.holding,
  opening: copy.processing,
  verifying: copy.verifying,
};
const BUSY: ReadonlySet<PaymentPhase> = new Set<PaymentPhase>(['ordering', 'holding', 'opening', 'verifying']);

interface PaymentDialogProps extends DialogOpening {
  payment: Payment;
  mentor: BookableMentor;
  slot: SlotTime;
  userId: string;
  /** Paise, until the order says what is to be paid. */
  fallbackAmount: number;
}

/** The last look before the provider's checkout, and the wait after it. Its buttons are disabled while it works. */
export function PaymentDialog({ payment, mentor, slot, userId, fallbackAmount, ...dialog }: PaymentDialogProps) {
  const { isOpen, onClose } = dialog;
  const { phase, order } = payment;
  const isBusy = BUSY.has(phase);
  const heldNow = useHeldTime(order, userId);
  const heldLast = useRef(heldNow);
  useEffect(() => {
    if (isOpen) heldLast.current = heldNow;
  });
  // Closing gives the slot back: while the dialog fades, it stays as it was.
  const held = isOpen ? heldNow : heldLast.current;
  const isOver = held?.state === 'over' && (phase === 'ready' || phase === 'holding');
  const amount = (order?.amount ?? fallbackAmount) / 100;
  return (
    <Dialog
      {...dialog}
      isOpen={isOpen && (phase === 'ready' || isBusy)}
      isLocked={isBusy}
      title={copy.title}
      description={copy.description}
      actions={
        <DialogActions
          keep={copy.cancel}
          keepVariant="quiet"
          onKeep={onClose}
          isBusy={isBusy}
          onClick={() => void (isOver ? payment.holdAgain() : payment.pay())}
        >
          {WAITS[phase] ?? (isOver ? ended.again : copy.pay(formatInr(amount)))}
        </DialogActions>
      }
    >
      <div className="mb-5">
        <Stepper
          label={stepper.label}
          steps={[stepper.slot, stepper.payment, stepper.review, stepper.meeting]}
          current={1}
        />
      </div>
      {payment.failure !== null && (
        <div className="mb-4">
          <Alert tone="danger" title={copy.failed} icon={<TriangleAlert aria-hidden="true" />}>
            {payment.failure && <p>{payment.failure}</p>}
            {held && !isOver && <p className="nums">{copy.stillHeld(formatTime(istTimeOfDay(held.until)))}</p>}
            <p>{copy.tryOther}</p>
          </Alert>
        </div>
      )}
      <PaymentFacts mentor={mentor} slot={slot} amount={amount} />
      {held && phase !== 'verifying' && <HoldNote held={held} />}
      {phase === 'ordering' && <div className="skeleton mt-4 h-17 rounded-control!" aria-hidden="true" />}
    </Dialog>
  );
}

/** How long the slot is held. The clock is for the eyes; a screen reader hears a sentence at each stage. */
function HoldNote({ held }: { held: HeldTime }) {
  const { state, endsAt } = held;
  const isOver = state === 'over';
  return (
    <div
      className={cn(
        'mt-4 flex items-start gap-3 rounded-control border px-4 py-3 text-sm nums',
        state === 'held' ? 'border-line bg-sunken' : 'border-accent-line bg-accent-soft',
      )}
    >
      {state === 'held' ? (
        <ShieldCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden="true" />
      ) : (
        <Clock className="mt-0.5 size-4 shrink-0 text-accent-text" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1">
        {!isOver && <HoldClock endsAt={endsAt} say={holds.heldFor} className="block font-semibold" />}
        <p role="status" className={cn('text-balance', !isOver && 'text-muted')}>
          {isOver && (
            <strong className="block font-semibold">
              {holds.ended.title}
              <span className="sr-only">. </span>
            </strong>
          )}
          {sentenceOf(state, formatTime(istTimeOfDay(held.until)))}
        </p>
      </div>
    </div>
  );
}

function sentenceOf(state: HoldState, until: string): string {
  switch (state) {
    case 'held':
      return holds.until(until);
    case 'short':
      return holds.fiveMinutes(until);
    case 'ending':
      return holds.lastMinute;
    case 'over':
      return holds.ended.text;
  }
}

interface HeldTime {
  state: HoldState;
  /** The server's time of the end. */
  until: Date;
  /** The same on this browser's clock. */
  endsAt: Date;
}

/** How long an order's slot is held, by the server's count; null where unknown. Asks again when the page wakes. */
function useHeldTime(order: PaymentOrder | null, userId: string): HeldTime | null {
  const now = useSeconds();
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt } = useQuery({ ...holdsQuery(userId), enabled: order !== null });

  // The page gave its hold back when it was left.
  useReturn(() => void queryClient.invalidateQueries({ queryKey: holdsQuery(userId).queryKey }));

  if (!order?.heldUntil) return null;
  const isKnown = data !== undefined && dataUpdatedAt >= order.madeAt;
  const hold = isKnown ? data.find(({ bookingId }) => bookingId === order.bookingId) : undefined;
  const until = hold?.until ?? order.heldUntil;
  // Where the count of seconds did not get through, the time that the order named has to do.
  const endsAt = hold?.endsAt ?? order.heldUntil;
  const state = isKnown && !hold ? 'over' : holdState(endsAt, now);
  return { state, until, endsAt };
}
