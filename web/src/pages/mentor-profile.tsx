import { dehydrate, HydrationBoundary, type QueryClient, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { data, Link, redirect, replace, useRevalidator } from 'react-router';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { site } from '#copy/site.ts';
import { BookingBar } from '#features/availability/booking-bar.tsx';
import { BookingPanel, BookingPanelSkeleton } from '#features/availability/booking-panel.tsx';
import { mentorSlotsQuery } from '#features/availability/mentor-slots.data.ts';
import { useBooking } from '#features/availability/use-slot-selection.ts';
import { mentorHead, mentorUrl } from '#features/mentors/mentor-head.ts';
import { MentorMissing } from '#features/mentors/mentor-missing.tsx';
import {
  type MentorProfile,
  mentorKey,
  mentorQuery,
  mentorReviewsQuery,
} from '#features/mentors/mentor-profile.data.ts';
import { ProfileFacts } from '#features/mentors/profile-facts.tsx';
import { ProfileSkeleton } from '#features/mentors/profile-skeleton.tsx';
import { ProfileTabs } from '#features/mentors/profile-tabs.tsx';
import { ShareButton } from '#features/mentors/share-button.tsx';
import { UnfinishedPayment } from '#features/payments/unfinished-payment.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { readPublicEnv, usePublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, logFailedQueries, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi, type PublicApi } from '#lib/public-api.ts';
import { createQueryClient, queryClient } from '#lib/query/query-client.ts';
import { type IstDate, istToday } from '#rules/ist.ts';
import { isUuid, mentorIdFromSegment, mentorPath } from '#rules/mentor-path.ts';
import { Button } from '#ui/button.tsx';
import type { Route } from './+types/mentor-profile';

const PaymentFlow = lazyPart(() =>
  import('#features/payments/payment-flow.tsx').then((module) => module.PaymentFlow),
);

/** A quick answer shows the profile at once; a slower one shows the skeleton first. */
const SKELETON_DELAY_MS = 150;

/** Characters of a senseless address that the log keeps. */
const SEGMENT_LOGGED = 100;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.mentor
    ? mentorHead(loaderData.siteUrl, loaderData.mentor)
    : [{ title: site.pageTitle(mentorProfile.notFoundTitle) }, { name: 'robots', content: 'noindex' }];

/** The canonical address where this is another one (a bare id, a former name, a UUID in capitals); its query goes along. */
function movedTo(url: URL, mentor: MentorProfile): string | null {
  const canonical = mentorPath(mentor);
  return url.pathname === canonical ? null : canonical + url.search;
}

function prefetchProfile(client: QueryClient, id: string, api?: PublicApi) {
  return Promise.all([
    client.prefetchQuery(mentorQuery(id, api)),
    client.prefetchQuery(mentorReviewsQuery(id, api)),
    client.prefetchQuery(mentorSlotsQuery(id, api)),
  ]);
}

/** Renders the profile for everyone: nothing in it depends on the visitor. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const log = context.get(logContext);
  const id = mentorIdFromSegment(params.segment);
  const client = createQueryClient();
  if (isUuid(id)) await prefetchProfile(client, id, createPublicApi(env, context.get(apiFetchContext)));
  else
    log.warn(
      { segment: id.slice(0, SEGMENT_LOGGED) },
      'no mentor id in the address; its last part stands for it',
    );
  logFailedQueries(client, log);

  const mentor = client.getQueryData<MentorProfile | null>(mentorKey(id)) ?? null;
  const hasFailed = client.getQueryState(mentorKey(id))?.status === 'error';
  const target = mentor && movedTo(new URL(request.url), mentor);
  if (target) throw redirect(target, 301);
  return data(
    { id, mentor, hasFailed, siteUrl: env.siteUrl, today: istToday(new Date()), state: dehydrate(client) },
    { status: mentor ? 200 : hasFailed ? 503 : 404 },
  );
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const id = mentorIdFromSegment(params.segment);
  const client = queryClient();
  if (isUuid(id)) {
    const skeleton = new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS));
    await Promise.race([prefetchProfile(client, id), skeleton]);
  } else {
    console.warn('No mentor id in the address; its last part stands for it.', id);
  }
  const mentor = client.getQueryData<MentorProfile | null>(mentorKey(id)) ?? null;
  const url = new URL(request.url);
  const target = mentor && movedTo(url, mentor);
  // A profile that came after its skeleton is in the history already, under the address to be replaced.
  if (target) throw (url.pathname === location.pathname ? replace : redirect)(target);
  return {
    id,
    mentor,
    hasFailed: false,
    siteUrl: readPublicEnv().siteUrl,
    today: istToday(new Date()),
    state: null,
  };
}

export default function MentorProfilePage({ loaderData }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={loaderData.state}>
      <ProfileById key={loaderData.id} {...loaderData} />
    </HydrationBoundary>
  );
}

function ProfileById({ id, mentor: known, hasFailed, today, state }: Route.ComponentProps['loaderData']) {
  const isPossible = isUuid(id);
  const mentor = useQuery({ ...mentorQuery(id), enabled: isPossible });
  const { revalidate } = useRevalidator();

  // A profile that came after the skeleton gives the page its title and its canonical address now.
  const isLate = Boolean(mentor.data && !known);
  useEffect(() => {
    if (isLate) void revalidate();
  }, [isLate, revalidate]);

  if (mentor.data) return <Profile mentor={mentor.data} today={today} isSharedPage={state !== null} />;
  if (!isPossible || mentor.data === null) {
    return <MentorMissing reason={id.trim() ? mentorProfile.notFound : mentorProfile.idRequired} />;
  }
  if (mentor.isError || hasFailed) {
    return (
      <MentorMissing
        reason={mentorProfile.loadFailed}
        onRetry={() => void mentor.refetch()}
        isRetrying={mentor.isFetching}
      />
    );
  }
  return (
    <div className={PAGE}>
      <div className={COLUMNS}>
        <ProfileSkeleton />
        <BookingPanelSkeleton />
      </div>
    </div>
  );
}

const PAGE = 'page-width pt-4 md:pt-5';
const COLUMNS =
  'grid items-start gap-x-8 md:grid-cols-[minmax(0,1fr)_21.5rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-14';

function Profile({
  mentor,
  today: rendered,
  isSharedPage,
}: {
  mentor: MentorProfile;
  today: IstDate;
  isSharedPage: boolean;
}) {
  const { siteUrl } = usePublicEnv();
  const today = useToday(rendered);
  const reviews = useQuery(mentorReviewsQuery(mentor.id));
  useEffect(() => {
    if (reviews.error) console.warn('Reviews could not be loaded; samples stand in.', reviews.error);
  }, [reviews.error]);
  const booking = useBooking({ mentor, today, isSharedPage, prepareFlow: PaymentFlow.prepare });
  return (
    <div className={PAGE}>
      <div className={COLUMNS}>
        <div className="min-w-0">
          <Link
            to={paths.mentors}
            className="tap-line -ml-1 mb-3 inline-flex items-center gap-1.5 rounded-control px-1 text-sm font-medium text-muted hover:text-ink"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            {mentorProfile.back}
          </Link>
          <UnfinishedPayment />
          <ProfileFacts
            mentor={mentor}
            actions={
              <>
                <Button onClick={booking.reveal}>{mentorProfile.book}</Button>
                <ShareButton
                  profileUrl={mentorUrl(siteUrl, mentor)}
                  title={mentorProfile.pageTitle(mentor.name, mentor.title)}
                />
              </>
            }
          />
          <div className="mt-8 lg:mt-12">
            <ProfileTabs mentor={mentor} reviews={reviews.isError ? [] : reviews.data} />
          </div>
        </div>
        {booking.isWide && <BookingPanel booking={booking} />}
      </div>
      <BookingBar booking={booking} />
      {booking.flowCount > 0 && (
        <PaymentFlow
          mentor={mentor}
          slot={booking.slot}
          hold={booking.hold}
          flowCount={booking.flowCount}
          isOpen={booking.isFlowOpen}
          onClose={booking.closeFlow}
          onSlotLost={booking.loseSlot}
          onChoose={booking.choose}
          onSlotsChanged={booking.refresh}
        />
      )}
    </div>
  );
}

/** The day in India: as rendered first, so that the page wakes up unchanged, then as it is. */
function useToday(rendered: IstDate): IstDate {
  const [today, setToday] = useState(rendered);
  useEffect(() => setToday(istToday(new Date())), []);
  return today;
}
