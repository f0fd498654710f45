import { useCallback, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { mentorEditor } from '#copy/mentors/editor.ts';
import { adminAccess } from '#copy/office/access.ts';
import { MentorEditor, NewMentor } from '#features/mentors/profile/admin/mentor-editor.tsx';
import { AdminGate } from '#features/people/auth/admin-gate.tsx';
import { isLoggingOut } from '#features/people/auth/use-log-out.ts';
import { Starting, startInBrowser } from '#features/shell/start/browser-start.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { forgetSession } from '#lib/functions/functions.data.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import { unlistedMeta } from '#lib/page/page-meta.ts';
import { paths } from '#lib/paths.ts';
import { useSession } from '#lib/session/session.ts';
import { toast } from '#lib/toast.ts';
import type { Route } from './+types/mentor-edit';

export const ErrorBoundary = PageFailure;

const MentorHoursTab = lazyPart(() =>
  import('#features/mentors/hours/admin/mentor-hours-tab.tsx').then((module) => module.MentorHoursTab),
);

const MarketplaceShare = lazyPart(() =>
  import('#features/money/earnings/admin/marketplace-share.tsx').then((module) => module.MarketplaceShare),
);

/** The id in the address of a mentor who is yet to be added. */
const NEW = 'new';

export const meta: Route.MetaFunction = ({ params }) =>
  unlistedMeta(params.mentorId === NEW ? mentorEditor.addTitle : mentorEditor.editTitle);

export const clientLoader = startInBrowser;
export const HydrateFallback = Starting;

export default function MentorEditPage({ params: { mentorId } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isHours = search.get('tab') === 'hours';
  const { user } = useSession();
  const hasExpired = useRef(false);

  const isLeaving = useCallback(() => hasExpired.current || isLoggingOut(), []);
  const leave = () => {
    hasExpired.current = true;
    toast.error(adminAccess.sessionExpired, { id: 'admin-access' });
    // The login would send on whom it takes for signed in.
    void forgetSession().then(() => navigate(paths.adminLogin));
  };

  return (
    <AdminGate kind="screen" isLeaving={isLeaving}>
      <div className="page-width py-8 md:py-12">
        {user && mentorId === NEW && <NewMentor userId={user.id} onExpired={leave} />}
        {user && mentorId !== NEW && isHours && (
          <MentorHoursTab key={mentorId} id={mentorId} userId={user.id} onExpired={leave} />
        )}
        {user && mentorId !== NEW && !isHours && (
          <MentorEditor key={mentorId} id={mentorId} userId={user.id} onExpired={leave}>
            <MarketplaceShare mentorId={mentorId} />
          </MentorEditor>
        )}
      </div>
    </AdminGate>
  );
}
