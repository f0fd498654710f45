import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { loggingOut } from '#copy/people/log-out.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { start } from '#copy/shell/start.ts';
import { bookingReviewsQuery } from '#features/mentors/reviews/reviews.data.ts';
import { HoldsBar } from '#features/money/payments/holds-bar.tsx';
import { UnfinishedPayment } from '#features/money/payments/unfinished-payment.tsx';
import { paymentsWithoutBookingQuery } from '#features/money/payments/without-booking/payments-without-booking.data.ts';
import { PaymentsWithoutBooking } from '#features/money/payments/without-booking/payments-without-booking.tsx';
import { bookingRefundsQuery } from '#features/money/refunds/refunds.data.ts';
import { EasyPasswordAlert } from '#features/people/account/easy-password-alert.tsx';
import { readSessionAhead } from '#features/people/auth/auth.data.ts';
import { isLoggingOut, useLogOut } from '#features/people/auth/use-log-out.ts';
import { InvestorInterest } from '#features/people/investor-interest/investor-interest.tsx';
import { keptInvitation } from '#features/people/mentor-accounts/kept-invitation.ts';
import { BookingList } from '#features/sessions/bookings/booking-list.tsx';
import { bookingsQuery, suggestedTimesQuery } from '#features/sessions/bookings/bookings.data.ts';
import { changeRequestsQuery } from '#features/sessions/bookings/change-requests.data.ts';
import { QuickActions } from '#features/sessions/bookings/quick-actions.tsx';
import { briefsQuery } from '#features/sessions/briefs/briefs.data.ts';
import { offersQuery } from '#features/sessions/time-proposals/time-proposals.data.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { isolate } from '#lib/isolate.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { forStoredPerson, readEarly } from '#lib/query/early-reads.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/button.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/dashboard';

export const ErrorBoundary = PageFailure;

const KeptInvitationLink = lazyPart(
  () => import('#features/people/mentor-accounts/kept-invitation-link.tsx').then((module) => module.KeptInvitationLink),
  { isOptional: true },
);

export const meta: Route.MetaFunction = () => unlistedMeta(dashboard.title);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

forStoredPerson(
  (pathname) => pathname === paths.dashboard,
  (userId) => {
    void readSessionAhead();
    // The next session waits for these two.
    readEarly(bookingsQuery(userId), (bookings) => {
      if (bookings.some(({ status }) => status === 'rejected')) readEarly(suggestedTimesQuery(userId));
    });
    readEarly(briefsQuery(userId));
    readEarly(paymentsWithoutBookingQuery(userId));
    readEarly(bookingRefundsQuery(userId));
    readEarly(bookingReviewsQuery(userId));
    readEarly(changeRequestsQuery(userId));
    readEarly(offersQuery(userId));
  },
);

export default function DashboardPage() {
  const { isLoading, localUser } = useSession();
  const navigate = useNavigate();
  const logOut = useLogOut(loggingOut.error);
  const heading = useRef<HTMLHeadingElement>(null);
  const isMissing = !isLoading && !localUser;

  useEffect(() => {
    if (!isMissing || isLoggingOut()) return;
    toast.error(dashboard.loginRequired, { id: 'login-required' });
    void navigate(paths.login, { replace: true, state: { returnUrl: paths.dashboard } });
  }, [isMissing, navigate]);

  if (!localUser) return <AppLoading message={start.initializing} />;

  return (
    <div className="page-width py-8 md:py-12">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 ref={heading} tabIndex={-1} className="min-w-0 break-words text-2xl outline-none">
          {isolate(dashboard.welcome(localUser.name))}
        </h1>
        <Button variant="secondary" size="sm" onClick={() => void logOut()}>
          {dashboard.logOut}
        </Button>
      </div>
      <EasyPasswordAlert className="mb-6" />
      {keptInvitation(new Date()) !== null && <KeptInvitationLink />}
      <PaymentToFinish userId={localUser.id} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="min-w-0 space-y-6">
          <PaymentsWithoutBooking userId={localUser.id} />
          <BookingList key={localUser.id} userId={localUser.id}>
            <InvestorInterest userId={localUser.id} onGone={() => heading.current?.focus({ preventScroll: true })} />
          </BookingList>
        </div>
        <QuickActions userId={localUser.id} />
      </div>
      <HoldsBar userId={localUser.id} />
    </div>
  );
}

/** Waits for the bookings and the refunds: a payment that became one of these needs no finishing. */
function PaymentToFinish({ userId }: { userId: string }) {
  const bookings = useQuery(bookingsQuery(userId));
  const lost = useQuery(paymentsWithoutBookingQuery(userId));
  const settled = useMemo(
    () => [...(bookings.data ?? []), ...(lost.data ?? []).map(({ bookingId }) => ({ id: bookingId }))],
    [bookings.data, lost.data],
  );
  return bookings.isPending || lost.isPending ? null : <UnfinishedPayment bookings={settled} />;
}
