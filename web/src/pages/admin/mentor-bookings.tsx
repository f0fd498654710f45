import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { AdminGate } from '#features/people/auth/admin-gate.tsx';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import type { Route } from './+types/mentor-bookings';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(adminBookings.mentorPage.pageTitle);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

// Every page's first load names what each page needs at once: parts of their own keep that short.
const options = { fallback: <Starting /> };
const MentorBookings = lazyPart(
  () => import('#features/sessions/bookings/admin/mentor-bookings.tsx').then((module) => module.MentorBookings),
  options,
);
const AdminBookings = lazyPart(() =>
  import('#features/sessions/bookings/admin/bookings.tsx').then((m) => m.AdminBookings),
);
const ReviewModeration = lazyPart(() =>
  import('#features/mentors/reviews/admin/review-moderation.tsx').then((module) => module.ReviewModeration),
);

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
