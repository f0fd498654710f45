import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mentorDashboard as copy } from '#copy/mentors/dashboard.ts';
import { start } from '#copy/shell/start.ts';
import { MentorDashboard } from '#features/mentors/dashboard/mentor-dashboard.tsx';
import { mentorTodayQuery } from '#features/mentors/dashboard/today.data.ts';
import { readSessionAhead } from '#features/people/auth/auth.data.ts';
import { isLoggingOut } from '#features/people/auth/use-log-out.ts';
import { myMentorQuery } from '#features/people/mentor-accounts/my-mentor.data.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure, PageMissing } from '#features/shell/start/page-failure.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { forStoredPerson, readEarly } from '#lib/query/early-reads.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';
import { LoadFailure } from '#ui/messages/load-failure.tsx';
import type { Route } from './+types/mentor-dashboard';

export const ErrorBoundary = PageFailure;

const SECTIONS: readonly string[] = Object.keys(copy.names);

export const meta: Route.MetaFunction = () => unlistedMeta(copy.title);

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' });

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

forStoredPerson(
  (pathname) => pathname.startsWith(paths.mentorDashboard),
  (userId) => {
    void readSessionAhead();
    readEarly(myMentorQuery(userId), (mentor) => {
      if (mentor && location.pathname === paths.mentorDashboard) readEarly(mentorTodayQuery(mentor.id));
    });
  },
);

export default function MentorDashboardPage({ params }: Route.ComponentProps) {
  const section = params.section ?? 'today';
  if (!SECTIONS.includes(section) || params.section === 'today') return <PageMissing />;
  return <MentorsOnly section={section} part={params.part} />;
}

function MentorsOnly({ section, part }: { section: string; part: string | undefined }) {
  const { isLoading, localUser } = useSession();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const mentor = useQuery({ ...myMentorQuery(localUser?.id ?? ''), enabled: localUser !== null });
  const isMissing = !isLoading && !localUser;
  const isNoMentor = localUser !== null && mentor.data === null;

  useEffect(() => {
    if (!isMissing || isLoggingOut()) return;
    toast.error(copy.loginRequired, { id: 'login-required' });
    void navigate(paths.login, { replace: true, state: { returnUrl: pathname + search + hash } });
  }, [isMissing, navigate, pathname, search, hash]);

  useEffect(() => {
    if (!isNoMentor) return;
    toast.error(copy.mentorsOnly, { id: 'mentors-only' });
    void navigate(paths.dashboard, { replace: true });
  }, [isNoMentor, navigate]);

  if (mentor.isError && !mentor.data) {
    return (
      <div className="page-width py-12">
        <LoadFailure isRetrying={mentor.isFetching} onRetry={() => mentor.refetch()}>
          <p>{copy.loadFailed}</p>
        </LoadFailure>
      </div>
    );
  }
  if (!localUser || !mentor.data) return <AppLoading message={start.initializing} />;
  return <MentorDashboard key={mentor.data.id} mentor={mentor.data} section={section} part={part} />;
}
