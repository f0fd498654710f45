import { bookingCopy } from '#copy/sessions/bookings.ts';
import { BookingProcessing } from '#features/sessions/bookings/booking-processing.tsx';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import type { Route } from './+types/booking-processing';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(bookingCopy.processing.checkingTitle),
  // The address carries what the checkout signed: no other site shall read it.
  { name: 'referrer', content: 'no-referrer' },
];

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function BookingProcessingPage({ params }: Route.ComponentProps) {
  const given = params.bookingId ?? '';
  const bookingId = isUuid(given) ? given.toLowerCase() : '';
  return <BookingProcessing key={bookingId} bookingId={bookingId} />;
}
