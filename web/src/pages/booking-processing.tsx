import { bookingCopy } from '#copy/booking.ts';
import { BookingProcessing } from '#features/bookings/booking-processing.tsx';
import { Starting, startInBrowser } from '#features/shell/browser-start.tsx';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { isUuid } from '#rules/mentor-path.ts';
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
