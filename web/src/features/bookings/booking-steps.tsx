import { bookingCopy } from '#copy/booking.ts';
import { Stepper } from '#ui/stepper.tsx';

const { stepper: copy } = bookingCopy;

export type BookingStep = 'payment' | 'review' | 'meeting';

/** Where a booking stands: Slot, Payment, Review, Meeting. */
export function BookingSteps({ now }: { now: BookingStep }) {
  return (
    <Stepper
      label={copy.label}
      steps={[copy.slot, copy.payment, copy.review, copy.meeting]}
      current={{ payment: 1, review: 2, meeting: 3 }[now]}
    />
  );
}
