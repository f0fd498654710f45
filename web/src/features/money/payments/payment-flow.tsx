import { Info } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks, useBlocker } from 'react-router';
import { consents } from '#copy/people/consents.ts';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { heldSentence } from '#features/people/auth/held-choice.ts';
import { BriefBeforeLogIn } from '#features/sessions/briefs/brief-before-log-in.tsx';
import { BriefFields } from '#features/sessions/briefs/brief-fields.tsx';
import { useKeptBrief } from '#features/sessions/briefs/use-kept-brief.ts';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/server-time.ts';
import { type LocalUser, useSession } from '#lib/session/session.ts';
import type { BookableMentor } from '#rules/mentors/bookable-mentor.ts';
import { choiceQuery, mentorPath } from '#rules/mentors/mentor-path.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { toPaise } from '#rules/money/rupees.ts';
import { cancellationSentence } from '#rules/sessions/booking.ts';
import { slotStart } from '#rules/shell/ist.ts';
import { Dialog, type DialogOpening } from '#ui/dialog.tsx';
import { DialogActions } from '#ui/dialog-actions.tsx';
import { Alert } from '#ui/messages/alert.tsx';
import { ConsentSentence } from '#ui/prose/consent-sentence.tsx';
import type { Hold } from './holds.data.ts';
import { HoldsDialog } from './holds-dialog.tsx';
import { LoginDialog } from './login-dialog.tsx';
import { OwnTimeDialog } from './own-time.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { SlotLostDialog } from './slot-lost-dialog.tsx';
import { type PaymentPhase, usePayment } from './use-payment.ts';

const { confirmDialog: copy } = bookingCopy;

interface PaymentFlowProps {
  mentor: BookableMentor;
  isOpen: boolean;
  onClose: () => void;
  /** Of the dialogs whose opener is gone: a button of the dialog before. */
  returnFocus: DialogOpening['returnFocus'];
  /** The slot cannot be had any more: the choice starts again. */
  onSlotLost: () => void;
  /** Another slot of the same mentor is wanted instead. */
  onChoose: (slot: SlotTime) => void;
  /** What is known of the mentor's slots is out of date. */
  onSlotsChanged: () => void;
  /** The mentor's price is out of date; resolves when it was read again. */
  onPriceChanged: () => Promise<unknown>;
  /** The slot is held for this person already: they continue paying for it. */
  hold: Hold | null;
}

/** Everything between 'Confirm Booking' and the processing page. `flowCount` says how often it was opened. */
export function PaymentFlow({
  slot,
  flowCount,
  ...flow
}: PaymentFlowProps & { slot: SlotTime | null; flowCount: number }) {
  const { localUser, isLoading } = useSession();
  // The dialogs keep showing the slot that they are about while they close.
  const [shown, setShown] = useState<SlotTime | null>(null);
  if (slot && flow.isOpen && slot !== shown) setShown(slot);
  // A session that ends while the payment is verified must not end the verification.
  const [payer, setPayer] = useState<LocalUser | null>(null);
  if (localUser && localUser.id !== payer?.id) setPayer(localUser);
  if (!shown || isLoading) return null;
  if (!payer) {
    return <SlotLogin isOpen={flow.isOpen} onClose={flow.onClose} mentor={flow.mentor} slot={shown} />;
  }
  return (
    <PayingFlow
      // Each time the flow opens, and for each person, it starts from its beginning.
      key={`${flowCount} ${payer.id}`}
      {...flow}
      slot={shown}
      user={payer}
      isSignedIn={localUser !== null}
    />
  );
}

/** Nothing is under way: the flow can be left. */
const RESTING: ReadonlySet<PaymentPhase> = new Set<PaymentPhase>(['confirm', 'ready', 'own', 'lost', 'too-many']);

type PayingFlowProps = PaymentFlowProps & { slot: SlotTime; user: LocalUser; isSignedIn: boolean };

function PayingFlow({ slot, hold, user, isSignedIn, ...flow }: PayingFlowProps) {
  const { mentor, isOpen, returnFocus } = flow;
  // What was held when the flow opened: from then on the order says so.
  const [resumed, setResumed] = useState(hold);
  const payment = usePayment({
    mentor,
    slot,
    user,
    hold: resumed,
    onSlotsChanged: flow.onSlotsChanged,
    onPriceChanged: () => {
      // The hold with the former price has ended: the founder confirms the new one.
      setResumed(null);
      return flow.onPriceChanged();
    },
  });
  const { phase } = payment;
  const brief = useKeptBrief(mentor.id, user.id);
  const isOrdering = phase === 'ordering';
  const isResting = RESTING.has(phase);
  const close = () => {
    payment.leave();
    flow.onClose();
  };
  const closeLost = () => {
    flow.onClose();
    flow.onSlotLost();
  };

  const { forget } = brief;
  const isOrdered = payment.order !== null;
  useEffect(() => {
    if (isOrdered) forget();
  }, [isOrdered, forget]);
  const proceed = () => {
    const checked = brief.check();
    if (checked !== 'wrong') void payment.proceed(checked);
  };

  useBackGuard(isOpen, () => {
    if (phase === 'lost') closeLost();
    else if (isResting) close();
    else if (phase === 'checkout') payment.leaveCheckout();
  });

  if (!isSignedIn && isResting) {
    return <SlotLogin isOpen={isOpen} onClose={close} mentor={mentor} slot={slot} />;
  }
  return (
    <>
      <Dialog
        isOpen={isOpen && (phase === 'confirm' || (isOrdering && !resumed))}
        isLocked={isOrdering}
        onClose={close}
        title={copy.title}
        actions={
          <DialogActions keep={copy.cancel} keepVariant="quiet" onKeep={close} isBusy={isOrdering} onClick={proceed}>
            {copy.proceed}
          </DialogActions>
        }
      >
        {phase === 'confirm' && payment.refusal && (
          <div ref={bringIntoView} className="mb-4">
            <Alert tone="danger">{payment.refusal}</Alert>
          </div>
        )}
        <PaymentFacts mentor={mentor} slot={slot} amount={mentor.price} />
        <div className="mt-4">
          <BriefFields
            id={brief.id}
            text={brief.text}
            errors={brief.errors}
            mentorId={mentor.id}
            isDisabled={isOrdering}
            onChange={brief.change}
            onClear={brief.clear}
          />
        </div>
        <p className="mt-4 flex gap-2 text-sm text-muted">
          <Info className="mt-0.5 size-4 shrink-0 text-info" aria-hidden="true" />
          <span className="nums min-w-0">
            {copy.cancellationNote}
            <span className="mt-1 block">
              {cancellationSentence(
                { status: 'pending_admin_review', paidAt: null, startsAt: slotStart(slot) },
                serverNow(),
              )}
            </span>
          </span>
        </p>
        <ConsentSentence className="mt-3 text-sm text-muted">{consents.payment}</ConsentSentence>
      </Dialog>
      <PaymentDialog
        payment={payment}
        isOpen={isOpen && (!isOrdering || resumed !== null)}
        mentor={mentor}
        slot={slot}
        userId={user.id}
        fallbackAmount={resumed?.amountPaise ?? toPaise(mentor.price)}
        onClose={close}
        returnFocus={returnFocus}
      />
      {payment.ownTime && (
        <OwnTimeDialog
          time={payment.ownTime}
          isOpen={isOpen && phase === 'own'}
          onClose={close}
          returnFocus={returnFocus}
        />
      )}
      <SlotLostDialog
        isOpen={isOpen && phase === 'lost'}
        sentence={payment.refusal}
        mentor={mentor}
        slot={slot}
        onChoose={flow.onChoose}
        onClose={closeLost}
        returnFocus={returnFocus}
      />
      <HoldsDialog
        isOpen={isOpen && phase === 'too-many'}
        sentence={payment.refusal}
        mentorId={mentor.id}
        userId={user.id}
        onChoose={flow.onChoose}
        onReleased={flow.onSlotsChanged}
        onProceed={proceed}
        onClose={close}
        returnFocus={returnFocus}
      />
      {payment.order && <PagesAfterPaying bookingId={payment.order.bookingId} />}
    </>
  );
}

/** The dialog may have been scrolled to its end. */
function bringIntoView(message: HTMLElement | null): void {
  message?.scrollIntoView({ block: 'nearest' });
}

/** Fetches the next pages' code before the money moves: afterwards the network may be gone. */
function PagesAfterPaying({ bookingId }: { bookingId: string }) {
  return (
    <>
      <PrefetchPageLinks page={paths.bookingProcessing(bookingId)} />
      <PrefetchPageLinks page={paths.bookingSuccess(bookingId)} />
    </>
  );
}

/** While `isOn`, the browser's Back stays on this page and calls `onBack` instead. Every other way on passes. */
function useBackGuard(isOn: boolean, onBack: () => void): void {
  const blocker = useBlocker(({ historyAction }) => isOn && historyAction === 'POP');
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    latest.current();
  }, [blocker]);
}

type SlotLoginProps = { isOpen: boolean; onClose: () => void; mentor: BookableMentor; slot: SlotTime };

/** Both ways in come back to this mentor with the slot still chosen (docs/product/bookings.md#choosing-a-slot). */
function SlotLogin({ mentor, slot, ...opening }: SlotLoginProps) {
  return (
    <LoginDialog
      {...opening}
      returnUrl={`${mentorPath(mentor)}?${choiceQuery(slot)}`}
      held={heldSentence(mentor.name, slot)}
    >
      <BriefBeforeLogIn mentorId={mentor.id} />
    </LoginDialog>
  );
}
