import { useLocation, useSearchParams } from 'react-router';
import { bookingCopy } from '#copy/sessions/bookings.ts';
import { start } from '#copy/shell/start.ts';
import { BookingNotFound, BookingSuccess } from '#features/sessions/bookings/booking-success.tsx';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { readBookingSummary } from '#rules/sessions/booking-query.ts';
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
