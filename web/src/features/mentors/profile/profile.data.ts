import { queryOptions } from '@tanstack/react-query';
import { mentorProfile } from '#copy/mentors/profile.ts';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';
import { isSlug, isUuid } from '#rules/mentors/mentor-path.ts';
import { DETAIL_COLUMNS } from './profile-details.tsx';

/** A mentor as everyone sees them: prices in rupees a session, `categories` by name, `rating` of `reviews` reviews. */
export type MentorProfile = NonNullable<Awaited<ReturnType<typeof readMentor>>>;

/** As public.mentor_reviews_page() answers it. */
export type MentorReview = {
  id: string;
  author: string;
  rating: number;
  comment: string;
  created_at: string;
  is_demonstration: boolean;
  reply: string | null;
};

/** As public.mentor_ratings() answers it: averages with one decimal, and the first ten reviews of each kind. */
export interface MentorRatings {
  /** Of founders, about a session here. */
  sessions: { rating: number | null; count: number; reviews: MentorReview[] };
  /** Before the first of those; `written` of them can be read here. */
  carried: { rating: number | null; count: number; written: number; reviews: MentorReview[] };
}

/** `segment` is the mentor's id or a slug, which a mentor may have had before. */
async function readMentor(api: PublicApi, segment: string) {
  const id = isUuid(segment) ? segment : await readIdOfSlug(api, segment);
  if (!id) return null;
  const { data, error } = await api
    .from('mentors')
    .select(
      `id,slug,name,title,expertise,specializations,bio,image,rating,reviews,price,sessionMinutes:session_minutes,
      answersWithin:answers_within,
      isTakingBookings:is_taking_bookings,takingBookingsFrom:taking_bookings_from,
      isDemonstration:is_demonstration,${DETAIL_COLUMNS},
      listing_state,categories(name,place:order_index)` as const,
    )
    .eq('id', id)
    .maybeSingle();
  if (error) throw new Error(mentorProfile.loadFailed, { cause: error });
  if (!data) return null;
  const { categories, listing_state, ...mentor } = data;
  return {
    ...mentor,
    /** The profile stays, and nobody can book. */
    hasLeft: listing_state === 'left',
    categories: categories.toSorted((a, b) => a.place - b.place).map(({ name }) => name),
  };
}

async function readIdOfSlug(api: PublicApi, slug: string): Promise<string | null> {
  if (!isSlug(slug)) return null;
  const { data, error } = await api.rpc('mentor_of_slug', { p_slug: slug }, { get: true });
  if (error) throw new Error(mentorProfile.loadFailed, { cause: error });
  return data;
}

/** Of a mentor whom visitors cannot see. */
const NONE = { rating: null, count: 0, reviews: [] };

async function readRatings(api: PublicApi, mentorId: string): Promise<MentorRatings> {
  const { data, error } = await api.rpc('mentor_ratings', { p_mentor_id: mentorId }, { get: true });
  if (error) throw error;
  return (data as MentorRatings | null) ?? { sessions: NONE, carried: { ...NONE, written: 0 } };
}

/** The ten reviews of a kind after `last`. Throws the data API's error. */
export async function readMoreReviews(mentorId: string, isOfSession: boolean, last: MentorReview) {
  const { data, error } = await (await latePublicApi()).rpc(
    'mentor_reviews_page',
    { p_mentor_id: mentorId, p_is_of_session: isOfSession, p_before: last.created_at, p_before_id: last.id },
    { get: true },
  );
  if (error) throw error;
  return data as MentorReview[];
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

export function mentorRatingsKey(mentorId: string) {
  return ['mentor-ratings', mentorId] as const;
}

/** What founders said; an administrator may take a review away, and it is then gone within a minute. */
export function mentorRatingsQuery(mentorId: string, api?: PublicApi) {
  return queryOptions({
    queryKey: mentorRatingsKey(mentorId),
    queryFn: async () => readRatings(api ?? (await latePublicApi()), mentorId),
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
