import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { AdminGate } from '#features/admin-access/admin-gate.tsx';
import { isLoggingOut } from '#features/auth/use-log-out.ts';
import { BookingRequests } from '#features/booking-requests/booking-requests.tsx';
import { MentorBookings } from '#features/mentor-bookings/mentor-bookings.tsx';
import { ReviewModeration } from '#features/review-moderation/review-moderation.tsx';
import { IncidentDialog } from '#features/session-incidents/incident-dialog.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { Starting } from '#ui/messages/starting.tsx';
import type { Route } from './+types/mentor-bookings';

export const meta: Route.MetaFunction = () => unlistedMeta(adminBookings.mentorPage.pageTitle);

/** This page depends on who is signed in, so it starts in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <Starting message={site.initializing} />;
}

export default function MentorBookingsPage({ params }: Route.ComponentProps) {
  return (
    <AdminGate kind="screen" isLeaving={isLoggingOut}>
      <MentorBookings key={params.id} mentorId={params.id}>
        <BookingRequests mentorId={params.id} incidentDialog={(asked) => <IncidentDialog {...asked} />} />
        <ReviewModeration mentorId={params.id} />
      </MentorBookings>
    </AdminGate>
  );
}
