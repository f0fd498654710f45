import { bookingCopy } from '#copy/booking.ts';
import { site } from '#copy/site.ts';
import { BookingProcessing } from '#features/bookings/booking-processing.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { isUuid } from '#rules/mentor-path.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/booking-processing';

export const meta: Route.MetaFunction = () => [
  ...unlistedMeta(bookingCopy.processing.checkingTitle),
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
  return <BookingProcessing key={bookingId} bookingId={bookingId} />;
}
