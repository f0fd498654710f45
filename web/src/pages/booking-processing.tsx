import { useLocation, useNavigate } from 'react-router';
import { bookingCopy } from '#copy/booking.ts';
import { site } from '#copy/site.ts';
import { BookingProcessing } from '#features/booking-status/booking-processing.tsx';
import { PROCESSING_START } from '#features/booking-status/processing-run.ts';
import { ProcessingView } from '#features/booking-status/processing-view.tsx';
import { useProcessingQuery } from '#features/booking-status/use-processing-query.ts';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { useSession } from '#lib/session/session.ts';
import { withoutProof } from '#rules/booking-query.ts';
import { isUuid } from '#rules/mentor-path.ts';
import { Starting } from '#ui/messages/starting.tsx';
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
  return <Starting message={site.initializing} />;
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

  if (session.isLoading) return <Starting message={site.initializing} />;
  if (session.isAuthenticated) return <BookingProcessing bookingId={bookingId} query={query} />;
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
