import { useLocation, useSearchParams } from 'react-router';
import { bookingCopy } from '#copy/booking.ts';
import { start } from '#copy/start.ts';
import { BookingNotFound, BookingSuccess } from '#features/bookings/booking-success.tsx';
import { Starting, startInBrowser } from '#features/shell/browser-start.tsx';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { readBookingSummary } from '#rules/booking-query.ts';
import { isUuid } from '#rules/mentor-path.ts';
import { ButtonLink } from '#ui/button.tsx';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { StatusMessage } from '#ui/messages/status-message.tsx';
import type { Route } from './+types/booking-success';

export const ErrorBoundary = PageFailure;

const { success, processing } = bookingCopy;

export const meta: Route.MetaFunction = () => unlistedMeta(success.detailsTitle);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function BookingSuccessPage({ params }: Route.ComponentProps) {
  const session = useSession();
  const location = useLocation();
  const [search] = useSearchParams();
  const bookingId = params.bookingId.toLowerCase();

  if (session.isLoading) return <AppLoading message={start.initializing} />;
  if (!isUuid(bookingId)) return <BookingNotFound />;
  if (!session.isAuthenticated) {
    return (
      <StatusMessage
        level={1}
        title={processing.loginRequired}
        action={
          <ButtonLink to={withReturnUrl(paths.login, location.pathname + location.search)}>
            {processing.logIn}
          </ButtonLink>
        }
      />
    );
  }
  return <BookingSuccess key={bookingId} bookingId={bookingId} query={readBookingSummary(search)} />;
}
