import { adminBookings } from '#copy/admin/bookings.ts';
import { AdminGate } from '#features/auth/admin-gate.tsx';
import { AdminBookings } from '#features/bookings/admin/bookings.tsx';
import { MentorBookings } from '#features/bookings/admin/mentor-bookings.tsx';
import { ReviewModeration } from '#features/reviews/admin/review-moderation.tsx';
import { Starting, startInBrowser } from '#features/shell/browser-start.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/mentor-bookings';

export const meta: Route.MetaFunction = () => unlistedMeta(adminBookings.mentorPage.pageTitle);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

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
