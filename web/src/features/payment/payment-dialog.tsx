import { bookingCopy } from '#copy/booking.ts';
import { paymentCopy } from '#copy/payment.ts';
import { site } from '#copy/site.ts';
import type { BookableMentor } from '#rules/bookable-mentor.ts';
import { formatInr } from '#rules/money.ts';
import type { SlotTime } from '#rules/slots.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Stepper } from '#ui/stepper.tsx';
import { HoldNote } from './hold-note.tsx';
import { SessionFacts } from './session-facts.tsx';
import { useFocusBack } from './use-focus-back.ts';
import type { Payment } from './use-payment.ts';

const { dialog: copy } = paymentCopy;
const { stepper } = bookingCopy;

/** The last look before the provider's checkout, and the wait after it. Its buttons rest while something is under way. */
export function PaymentDialog({
  payment,
  isOpen,
  mentor,
  slot,
  onClose,
}: {
  payment: Payment;
  isOpen: boolean;
  mentor: BookableMentor;
  slot: SlotTime;
  onClose: () => void;
}) {
  const { phase, order } = payment;
  const isBusy = phase === 'opening' || phase === 'verifying';
  const keepFocus = useFocusBack(isBusy);
  const amount = order ? order.amount / 100 : mentor.price;
  return (
    <Dialog
      closeLabel={site.close}
      isOpen={isOpen && (phase === 'ready' || isBusy)}
      isLocked={isBusy}
      onClose={onClose}
      title={copy.title}
      description={copy.description}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {copy.cancel}
          </Button>
          <Button
            isBusy={isBusy}
            onClick={(event) => {
              keepFocus(event);
              void payment.pay();
            }}
          >
            {phase === 'verifying'
              ? copy.verifying
              : phase === 'opening'
                ? copy.processing
                : copy.pay(formatInr(amount))}
          </Button>
        </>
      }
    >
      <div className="mb-5">
        <Stepper
          label={stepper.label}
          steps={[stepper.slot, stepper.payment, stepper.review, stepper.meeting]}
          current={1}
        />
      </div>
      <SessionFacts mentor={mentor} slot={slot} amount={amount} />
      {order?.heldUntil && phase !== 'verifying' && <HoldNote heldUntil={order.heldUntil} />}
    </Dialog>
  );
}
