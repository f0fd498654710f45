import { queryOptions } from '@tanstack/react-query';
import { mentorProfile } from '#copy/mentor-profile.ts';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';
import { istToday } from '#rules/ist.ts';
import { isUuid } from '#rules/mentor-path.ts';

export interface MentorProfile {
  id: string;
  name: string;
  title: string;
  expertise: string;
  specializations: string[];
  bio: string;
  image: string;
  rating: number;
  /** How many reviews the rating stands on. */
  reviews: number;
  /** Rupees per session. */
  price: number;
  /** Length of a session, where the mentor has set one. */
  sessionMinutes: number | null;
  /** False until the day of return, where one is set. */
  isTakingBookings: boolean;
  /** The day of return of a mentor who takes no bookings; null where it is not known. */
  takingBookingsFrom: string | null;
  isDemonstration: boolean;
  /** By code, those of copy/languages.ts. */
  languages: string[];
  city: string | null;
  years: number | null;
  linkedin: string | null;
  video: string | null;
  /** The mentor has left Point 0: the profile stays, and nobody can book. */
  hasLeft: boolean;
  categories: string[];
}

export type MentorReview = Awaited<ReturnType<typeof readReviews>>[number];

const REVIEWS_SHOWN = 50;

async function readMentor(api: PublicApi, id: string): Promise<MentorProfile | null> {
  if (!isUuid(id)) return null;
  const { data, error } = await api
    .from('mentors')
    .select(
      `id,name,title,expertise,specializations,bio,image,rating,reviews,price,sessionMinutes:session_minutes,
      isTakingBookings:is_taking_bookings,takingBookingsFrom:taking_bookings_from,
      isDemonstration:is_demonstration,languages,city,years:years_of_experience,linkedin,video:video_url,
      listing_state,mentor_categories(categories(name,place:order_index))`,
    )
    .eq('id', id)
    .maybeSingle();
  if (error) throw new Error(mentorProfile.loadFailed, { cause: error });
  if (!data) return null;
  const { mentor_categories, listing_state, ...mentor } = data;
  return {
    ...mentor,
    hasLeft: listing_state === 'left',
    categories: mentor_categories
      .map((link) => link.categories)
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name),
  };
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

export function mentorKey(id: string) {
  return ['mentor', id] as const;
}

/** A mentor as everyone sees them; null when there is none with this id. `api` is given on the server. */
export function mentorQuery(id: string, api?: PublicApi) {
  return queryOptions({
    queryKey: mentorKey(id),
    queryFn: async () => readMentor(api ?? (await latePublicApi()), id),
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
