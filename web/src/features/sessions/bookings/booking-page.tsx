import type { ReactNode } from 'react';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { Stepper } from '#ui/stepper.tsx';

const { stepper: copy } = bookingCopy;

type BookingStep = 'payment' | 'review' | 'meeting';

interface BookingPageProps {
  step: BookingStep;
  /** A sign above the title. */
  mark?: ReactNode;
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}

/** The frame of the pages after paying: one column on the dotted grid, the steps above. */
export function BookingPage({ step, mark, title, subtitle, children }: BookingPageProps) {
  return (
    <div className="relative">
      <div aria-hidden="true" className="dotted-grid dotted-grid-fade absolute inset-x-0 top-0 h-80" />
      <div className="relative mx-auto w-full max-w-xl px-5 pt-8 md:pt-14">
        <BookingSteps now={step} />
        <header className="mb-6 mt-8 text-center md:mb-8 md:mt-12">
          {mark}
          <h1 className="text-2xl md:text-3xl">{title}</h1>
          {subtitle && <div className="mt-2 text-balance text-muted md:text-lg">{subtitle}</div>}
        </header>
        <div className="space-y-5">{children}</div>
      </div>
    </div>
  );
}

/** Where a booking stands: Slot, Payment, Review, Meeting. */
function BookingSteps({ now }: { now: BookingStep }) {
  return (
    <Stepper
      label={copy.label}
      steps={[copy.slot, copy.payment, copy.review, copy.meeting]}
      current={{ payment: 1, review: 2, meeting: 3 }[now]}
    />
  );
}
