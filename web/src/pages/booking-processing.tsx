import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { bookingCopy } from '#copy/booking.ts';
import { paymentsWithoutBooking } from '#copy/money/payments-without-booking.ts';
import { site } from '#copy/site.ts';
import { BookingPage } from '#features/bookings/booking-page.tsx';
import { BookingProcessing } from '#features/bookings/booking-processing.tsx';
import { PROCESSING_START } from '#features/bookings/processing-run.ts';
import { ProcessingView } from '#features/bookings/processing-view.tsx';
import { useProcessingQuery } from '#features/bookings/use-processing-query.ts';
import { PaymentWithoutBookingDetails } from '#features/payments/without-booking/payment-without-booking.tsx';
import {
  type PaymentWithoutBooking,
  paymentWithoutBookingQuery,
} from '#features/payments/without-booking/payments-without-booking.data.ts';
import { refundReason } from '#features/payments/without-booking/refund-reason.ts';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { withoutProof } from '#rules/booking-query.ts';
import { isUuid } from '#rules/mentor-path.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/booking-processing';

const { processing: copy } = bookingCopy;

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(copy.checkingTitle),
  // The address carries what the checkout signed: no other site shall read it.
  { name: 'referrer', content: 'no-referrer' },
];

/** This page depends on who is signed in, so it starts in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AppLoading message={site.initializing} />;
}

export default function BookingProcessingPage({ params }: Route.ComponentProps) {
  const given = params.bookingId ?? '';
  const bookingId = isUuid(given) ? given.toLowerCase() : '';
  return <Processing key={bookingId} bookingId={bookingId} />;
}

function Processing({ bookingId }: { bookingId: string }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = useProcessingQuery(bookingId);

  const queryClient = useQueryClient();
  const lost = useQuery({
    ...paymentWithoutBookingQuery(bookingId),
    enabled: session.isAuthenticated && bookingId !== '',
  });

  if (session.isLoading) return <AppLoading message={site.initializing} />;
  if (session.isAuthenticated && lost.data) return <Lost payment={lost.data} />;
  if (session.isAuthenticated) {
    // Without a payment to verify, this may be somebody who looks where their refund stands.
    const isReturn = bookingId !== '' && !query.verified && !query.paymentId;
    if (isReturn && lost.isPending) return <AppLoading message={site.initializing} />;
    return (
      <BookingProcessing
        bookingId={bookingId}
        query={query}
        isReturned={async () => {
          const found = await queryClient.fetchQuery(paymentWithoutBookingQuery(bookingId));
          return found !== null;
        }}
      />
    );
  }
  const returnQuery = withoutProof(new URLSearchParams(search)).toString();
  return (
    <ProcessingView
      bookingId={bookingId}
      query={query}
      view={{ ...PROCESSING_START, status: 'error', message: copy.loginRequired }}
      loginUrl={withReturnUrl(paths.login, returnQuery ? `${pathname}?${returnQuery}` : pathname)}
      onRetry={() => void navigate(0)}
    />
  );
}

/** The payment could not become the booking: why, and the way of the money back. */
function Lost({ payment }: { payment: PaymentWithoutBooking }) {
  const isDone = payment.refund === 'processed';
  return (
    <BookingPage
      step="payment"
      title={isDone ? paymentsWithoutBooking.titleDone : paymentsWithoutBooking.title}
      subtitle={<span role="status">{refundReason(payment)}</span>}
    >
      <PaymentWithoutBookingDetails payment={payment} />
    </BookingPage>
  );
}
