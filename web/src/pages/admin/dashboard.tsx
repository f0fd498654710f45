import type { ReactNode } from 'react';
import { adminShell } from '#copy/office/shell.ts';
import { overviewQuery } from '#features/office/overview/admin-overview.data.ts';
import { Overview, weeksOf } from '#features/office/overview/overview.tsx';
import { SectionViews } from '#features/office/shell/section-views.tsx';
import { type SectionId, useOpenSection } from '#features/office/shell/sections.tsx';
import { AdminGate } from '#features/people/auth/admin-gate.tsx';
import { readSessionAhead } from '#features/people/auth/auth.data.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { forStoredPerson, readEarly } from '#lib/query/early-reads.ts';
import type { Route } from './+types/dashboard';

export const ErrorBoundary = PageFailure;

export const meta: Route.MetaFunction = () => unlistedMeta(adminShell.title);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

const AdminBookings = lazyPart(() =>
  import('#features/sessions/bookings/admin/bookings.tsx').then((m) => m.AdminBookings),
);
const Discrepancies = lazyPart(() =>
  import('#features/money/reconciliation/discrepancies.tsx').then((m) => m.Discrepancies),
);
const ReconciliationRuns = lazyPart(() =>
  import('#features/money/reconciliation/reconciliation-runs.tsx').then((m) => m.ReconciliationRuns),
);
const Payments = lazyPart(() => import('#features/money/payments/admin/payments.tsx').then((m) => m.Payments));
const Refunds = lazyPart(() => import('#features/money/refunds/admin/refunds.tsx').then((m) => m.Refunds));
const Payouts = lazyPart(() => import('#features/money/earnings/admin/payouts.tsx').then((m) => m.Payouts));
const AdminMentors = lazyPart(() => import('#features/mentors/listing/admin/mentors.tsx').then((m) => m.AdminMentors));
const ProfileChanges = lazyPart(() =>
  import('#features/mentors/drafts/admin/profile-changes.tsx').then((m) => m.ProfileChanges),
);
const ChangesCount = lazyPart(
  () => import('#features/mentors/drafts/admin/changes-count.tsx').then((m) => m.ChangesCount),
  { isOptional: true },
);
const ReviewReports = lazyPart(() =>
  import('#features/mentors/reviews/admin/review-reports.tsx').then((m) => m.ReviewReports),
);
const AdminCategories = lazyPart(() =>
  import('#features/mentors/listing/admin/categories.tsx').then((m) => m.AdminCategories),
);
const AdminHolidays = lazyPart(() => import('#features/mentors/hours/admin/holidays.tsx').then((m) => m.AdminHolidays));
const MentorApplications = lazyPart(() =>
  import('#features/mentors/applications/admin/mentor-applications.tsx').then((m) => m.MentorApplications),
);
const HelpRequests = lazyPart(() =>
  import('#features/mentors/help-requests/admin/help-requests.tsx').then((m) => m.HelpRequests),
);
const Users = lazyPart(() => import('#features/people/users/users.tsx').then((m) => m.Users));
const VideoTestimonials = lazyPart(() =>
  import('#features/content/video-testimonials/admin/video-testimonials.tsx').then((m) => m.VideoTestimonials),
);
const AdminPartners = lazyPart(() =>
  import('#features/content/partners/admin/partners.tsx').then((m) => m.AdminPartners),
);
const SearchWords = lazyPart(() =>
  import('#features/mentors/listing/admin/search-words.tsx').then((m) => m.SearchWords),
);
const AdminPodcasts = lazyPart(() =>
  import('#features/content/podcasts/admin/podcasts.tsx').then((m) => m.AdminPodcasts),
);
const SystemHealth = lazyPart(() =>
  import('#features/office/system-health/system-health.tsx').then((m) => m.SystemHealth),
);
const Notifications = lazyPart(() => import('#features/office/alerts/notifications.tsx').then((m) => m.Notifications));
const AuditLog = lazyPart(() => import('#features/office/audit-log/audit-log.tsx').then((m) => m.AuditLog));

const ImpactStories = lazyPart(() =>
  import('#features/content/impact-stories/admin/impact-stories.tsx').then((m) => m.ImpactStories),
);

const CheckIns = lazyPart(() => import('#features/sessions/check-ins/admin/check-ins.tsx').then((m) => m.CheckIns));

const CalendarTest = lazyPart(() =>
  import('#features/office/google-permission/calendar-test.tsx').then((m) => m.CalendarTest),
);

const CONTENT: Record<SectionId, ReactNode> = {
  overview: <Overview />,
  bookings: <AdminBookings />,
  payments: (
    <SectionViews
      label={adminShell.paymentViews.label}
      views={[
        { id: 'findings', label: adminShell.paymentViews.discrepancies, content: <Discrepancies /> },
        { id: 'all', label: adminShell.paymentViews.all, content: <Payments /> },
        { id: 'refunds', label: adminShell.paymentViews.refunds, content: <Refunds /> },
        { id: 'nights', label: adminShell.paymentViews.reconciliationRuns, content: <ReconciliationRuns /> },
      ]}
    />
  ),
  payouts: <Payouts />,
  mentors: (
    <SectionViews
      label={adminShell.mentorViews.label}
      views={[
        { id: 'mentors', label: adminShell.mentorViews.mentors, content: <AdminMentors /> },
        { id: 'changes', label: adminShell.mentorViews.changes, count: <ChangesCount />, content: <ProfileChanges /> },
        { id: 'categories', label: adminShell.mentorViews.categories, content: <AdminCategories /> },
        { id: 'holidays', label: adminShell.mentorViews.holidays, content: <AdminHolidays /> },
      ]}
    />
  ),
  reviews: <ReviewReports />,
  applications: <MentorApplications />,
  'help-requests': <HelpRequests />,
  users: <Users />,
  'impact-stories': (
    <SectionViews
      label={adminShell.storyViews.label}
      views={[
        { id: 'stories', label: adminShell.storyViews.stories, content: <ImpactStories /> },
        { id: 'check-ins', label: adminShell.storyViews.checkIns, content: <CheckIns /> },
      ]}
    />
  ),
  'video-testimonials': <VideoTestimonials />,
  podcasts: <AdminPodcasts />,
  'partner-logos': <AdminPartners />,
  'search-words': <SearchWords />,
  'calendar-test': <CalendarTest />,
  'system-health': <SystemHealth />,
  'audit-log': <AuditLog />,
  notifications: <Notifications />,
};

forStoredPerson(
  (pathname) => pathname === paths.admin,
  async () => {
    const session = await readSessionAhead();
    const address = new URLSearchParams(location.search);
    // The database refuses it to others, which would look like a session that ended.
    if (session?.isAdmin && !address.has('tab')) readEarly(overviewQuery(weeksOf(address)));
  },
);

export default function AdminDashboardPage() {
  const { id } = useOpenSection();
  return (
    <AdminGate kind="dashboard">
      <div className="page-width py-5 md:py-6 xl:py-4">
        <div className="mb-5 flex flex-wrap items-baseline gap-x-3 md:mb-6 xl:mb-2">
          <h1 className="text-base">{adminShell.title}</h1>
          <p className="text-sm text-muted">{adminShell.subtitle}</p>
        </div>
        <section aria-label={adminShell.tabs[id]} key={id}>
          {CONTENT[id]}
        </section>
      </div>
    </AdminGate>
  );
}
