import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { bookingCopy } from '#copy/booking.ts';
import { site } from '#copy/site.ts';
import { BookingProcessing } from '#features/booking-status/booking-processing.tsx';
import { ProcessingView } from '#features/booking-status/processing-view.tsx';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/return-url.ts';
import { useSession } from '#lib/session.ts';
import { readProcessingQuery } from '#rules/booking-query.ts';
import { isUuid } from '#rules/mentor-path.ts';
import { Starting } from '#ui/starting.tsx';
import type { Route } from './+types/booking-processing';

const { processing: copy } = bookingCopy;

export const meta: Route.MetaFunction = () => [
  { title: site.pageTitle(copy.subtitle) },
  { name: 'robots', content: 'noindex' },
  // The address carries what the checkout signed: no other site shall read it.
  { name: 'referrer', content: 'no-referrer' },
];

/** This page depends on who is signed in, so it starts in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Starting message={site.initializing} />;
}

export default function BookingProcessingPage({ params }: Route.ComponentProps) {
  const session = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const query = readProcessingQuery(search);
  const bookingId = isUuid(params.bookingId) ? params.bookingId.toLowerCase() : '';

  if (session.isLoading) return <Starting message={site.initializing} />;
  if (session.isAuthenticated) {
    return <BookingProcessing key={bookingId} bookingId={bookingId} query={query} />;
  }
  return (
    <ProcessingView
      bookingId={bookingId}
      query={query}
      view={{ status: 'error', message: copy.loginRequired, progress: 0, attempt: 1 }}
      loginUrl={withReturnUrl(paths.login, location.pathname + location.search)}
      onRetry={() => void navigate(0)}
    />
  );
}
