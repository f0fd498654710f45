import { dehydrate, type QueryClient } from '@tanstack/react-query';
import { data, redirect, replace } from 'react-router';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { site } from '#copy/shell/site.ts';
import { mentorSlotsKey, mentorSlotsQuery } from '#features/mentors/availability/mentor-slots.data.ts';
import { mentorHead } from '#features/mentors/profile/mentor-head.ts';
import {
  type MentorProfile,
  type MentorRatings,
  mentorKey,
  mentorQuery,
  mentorRatingsKey,
  mentorRatingsQuery,
  mentorStoriesQuery,
} from '#features/mentors/profile/profile.data.ts';
import { MentorProfileById } from '#features/mentors/profile/profile.tsx';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lateServerNow } from '#lib/late-api.ts';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, logFailedQueries, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi, type PublicApi } from '#lib/public-api.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { PageQueries } from '#lib/query/page-query.tsx';
import { createQueryClient } from '#lib/query/query-client.ts';
import { withReturnUrl } from '#lib/session/return-url.ts';
import { choiceQuery, isMentorSegment, isUuid, mentorIdFromSegment, mentorPath } from '#rules/mentors/mentor-path.ts';
import { CONFIRM_STEP, isConfirming, isFree, readWanted, type Slot, slotAt, TELL } from '#rules/mentors/slots.ts';
import { istToday } from '#rules/shell/ist.ts';
import type { Route } from './+types/mentor-profile';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

/** A quick answer shows the profile at once; a slower one shows the skeleton first. */
const SKELETON_DELAY_MS = 150;

/** Characters of a senseless address that the log keeps. */
const SEGMENT_LOGGED = 100;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.mentor
    ? mentorHead(loaderData.siteUrl, loaderData.mentor, loaderData.ratings)
    : [{ title: site.pageTitle(mentorProfile.notFoundTitle) }, { name: 'robots', content: 'noindex' }];

/** The canonical address where the present one differs (a slug or an id alone, a former name), with its query. */
function movedTo(url: URL, mentor: MentorProfile): string | null {
  const canonical = mentorPath(mentor);
  return url.pathname === canonical ? null : canonical + url.search;
}

/**
 * The log-in, where the form of the page confirms a slot before scripts: it leads a signed-in person straight back, and
 * the dialogs open; the same for a person who wants to be told of new times. Null for a slot that cannot be had, of which the page tells. Nothing is held by it.
 */
function loginFor(url: URL, mentor: MentorProfile, slots: readonly Slot[] | undefined): string | null {
  if (url.searchParams.get(TELL) === '1') return withReturnUrl(paths.login, `${mentorPath(mentor)}?${TELL}=1`);
  const { time } = readWanted(url.searchParams);
  if (!time || !isConfirming(url.searchParams)) return null;
  const slot = slots && slotAt(slots, time);
  if (slots && !(slot && isFree(slot))) return null;
  return withReturnUrl(paths.login, `${mentorPath(mentor)}?${choiceQuery(time)}&step=${CONFIRM_STEP}`);
}

/** A slug leads to the canonical address, so the mentor alone is read for it. */
async function prefetchProfile(client: QueryClient, id: string, api?: PublicApi): Promise<void> {
  await Promise.all([
    client.prefetchQuery(mentorQuery(id, api)),
    isUuid(id) && client.prefetchQuery(mentorRatingsQuery(id, api)),
    isUuid(id) && client.prefetchQuery(mentorSlotsQuery(id, api)),
    isUuid(id) && client.prefetchQuery(mentorStoriesQuery(id, api)),
  ]);
}

/** Renders the profile for everyone: nothing in it depends on the visitor. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const log = context.get(logContext);
  const id = mentorIdFromSegment(params.segment);
  const client = createQueryClient();
  if (isMentorSegment(id)) await prefetchProfile(client, id, createPublicApi(env, context.get(apiFetchContext)));
  else log.warn({ segment: id.slice(0, SEGMENT_LOGGED) }, 'no mentor id and no slug in the address');
  logFailedQueries(client, log);

  const mentor = client.getQueryData<MentorProfile | null>(mentorKey(id)) ?? null;
  const hasFailed = client.getQueryState(mentorKey(id))?.status === 'error';
  const url = new URL(request.url);
  const target = mentor && movedTo(url, mentor);
  if (target) throw redirect(target, 301);
  const login = mentor && loginFor(url, mentor, client.getQueryData<Slot[]>(mentorSlotsKey(id)));
  if (login) throw redirect(login, 303);
  return data(
    {
      id,
      mentor,
      ratings: client.getQueryData<MentorRatings>(mentorRatingsKey(id)),
      hasFailed,
      siteUrl: env.siteUrl,
      today: istToday(new Date()),
      state: dehydrate(client),
    },
    { status: mentor ? 200 : hasFailed ? 503 : 404 },
  );
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const id = mentorIdFromSegment(params.segment);
  const client = (await lateQueries()).client();
  if (isMentorSegment(id)) {
    const skeleton = new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS));
    await Promise.race([prefetchProfile(client, id), skeleton]);
  } else {
    console.warn('No mentor id and no slug in the address.', id);
  }
  const mentor = client.getQueryData<MentorProfile | null>(mentorKey(id)) ?? null;
  const url = new URL(request.url);
  const target = mentor && movedTo(url, mentor);
  // A profile that came after its skeleton is in the history already, under the address to be replaced.
  if (target) throw (url.pathname === location.pathname ? replace : redirect)(target);
  const today = istToday(await lateServerNow());
  const ratings = client.getQueryData<MentorRatings>(mentorRatingsKey(id));
  return { id, mentor, ratings, hasFailed: false, siteUrl: readPublicEnv().siteUrl, today, state: null };
}

export default function MentorProfilePage({ loaderData }: Route.ComponentProps) {
  const { id, mentor, hasFailed, today, state } = loaderData;
  return (
    <PageQueries state={state}>
      <MentorProfileById
        key={id}
        id={id}
        isKnown={mentor !== null}
        hasFailed={hasFailed}
        today={today}
        isSharedPage={state !== null}
      />
    </PageQueries>
  );
}
