import { queryOptions } from '@tanstack/react-query';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';
import { isSlug, isUuid } from '#rules/mentors/mentor-path.ts';
import { istToday } from '#rules/shell/ist.ts';
import { DETAIL_COLUMNS } from './profile-details.tsx';

/** A mentor as everyone sees them: prices in rupees a session, `categories` by name, `rating` of `reviews` reviews. */
export type MentorProfile = NonNullable<Awaited<ReturnType<typeof readMentor>>>;
export type MentorReview = Awaited<ReturnType<typeof readReviews>>[number];

const REVIEWS_SHOWN = 50;

/** `segment` is the mentor's id or a slug, which a mentor may have had before. */
async function readMentor(api: PublicApi, segment: string) {
  const id = isUuid(segment) ? segment : await readIdOfSlug(api, segment);
  if (!id) return null;
  const { data, error } = await api
    .from('mentors')
    .select(
      `id,slug,name,title,expertise,specializations,bio,image,rating,reviews,price,sessionMinutes:session_minutes,
      isTakingBookings:is_taking_bookings,takingBookingsFrom:taking_bookings_from,
      isDemonstration:is_demonstration,${DETAIL_COLUMNS},
      listing_state,mentor_categories(categories(name,place:order_index))` as const,
    )
    .eq('id', id)
    .maybeSingle();
  if (error) throw new Error(mentorProfile.loadFailed, { cause: error });
  if (!data) return null;
  const { mentor_categories, listing_state, ...mentor } = data;
  return {
    ...mentor,
    /** The profile stays, and nobody can book. */
    hasLeft: listing_state === 'left',
    categories: mentor_categories
      .map((link) => link.categories)
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name),
  };
}

async function readIdOfSlug(api: PublicApi, slug: string): Promise<string | null> {
  if (!isSlug(slug)) return null;
  const { data, error } = await api.rpc('mentor_of_slug', { p_slug: slug }, { get: true });
  if (error) throw new Error(mentorProfile.loadFailed, { cause: error });
  return data;
}

async function readReviews(api: PublicApi, mentorId: string) {
  const { data, error } = await api
    .from('mentor_reviews')
    .select(
      'id,author:author_name,rating,comment,created_at,isDemonstration:is_demonstration,reply:review_replies(body)',
    )
    .eq('mentor_id', mentorId)
    .order('created_at', { ascending: false })
    .limit(REVIEWS_SHOWN);
  if (error) throw error;
  return data.map(({ created_at, ...review }) => ({ ...review, date: istToday(new Date(created_at)) }));
}

export function mentorKey(segment: string) {
  return ['mentor', segment] as const;
}

/** A mentor as everyone sees them; null when there is none with this id or slug. `api` is given on the server. */
export function mentorQuery(segment: string, api?: PublicApi) {
  return queryOptions({
    queryKey: mentorKey(segment),
    queryFn: async () => readMentor(api ?? (await latePublicApi()), segment),
    meta: { silent: true },
  });
}

/** What founders said; an administrator may take a review away, and it is then gone within a minute. */
export function mentorReviewsQuery(mentorId: string, api?: PublicApi) {
  return queryOptions({
    queryKey: ['mentor-reviews', mentorId] as const,
    queryFn: async () => readReviews(api ?? (await latePublicApi()), mentorId),
    ...PUBLIC_CONTENT,
    meta: { silent: true },
  });
}

const STORIES_SHOWN = 3;

/** The newest stories that name the mentor, each with their number in all. */
export function mentorStoriesQuery(mentorId: string, api?: PublicApi) {
  return queryOptions({
    queryKey: ['mentor-stories', mentorId] as const,
    queryFn: async () => {
      const call = { p_mentor: mentorId, p_limit: STORIES_SHOWN };
      const { data, error } = await (api ?? (await latePublicApi())).rpc('wall_stories', call, { get: true });
      if (error) throw error;
      return data;
    },
    ...PUBLIC_CONTENT,
    meta: { silent: true },
  });
}
