import { adminBookings } from '#copy/admin/bookings.ts';
import { site } from '#copy/site.ts';
import { AdminGate } from '#features/auth/admin-gate.tsx';
import { AdminBookings } from '#features/bookings/admin/bookings.tsx';
import { MentorBookings } from '#features/bookings/admin/mentor-bookings.tsx';
import { ReviewModeration } from '#features/reviews/admin/review-moderation.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import type { Route } from './+types/mentor-bookings';

export const meta: Route.MetaFunction = () => unlistedMeta(adminBookings.mentorPage.pageTitle);

/** This page depends on who is signed in, so it starts in the browser. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return <AppLoading message={site.initializing} />;
}

export default function MentorBookingsPage({ params }: Route.ComponentProps) {
  return (
    <AdminGate kind="screen">
      <MentorBookings key={params.id} mentorId={params.id}>
        <AdminBookings mentorId={params.id} />
        <ReviewModeration mentorId={params.id} />
      </MentorBookings>
    </AdminGate>
  );
}
