import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { mentorListing } from '#copy/mentors/listing.ts';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { FEATURED_LIMIT, FEATURED_RATING, LISTING_PAGE_SIZE } from '#rules/mentors/filter.ts';
import { type ListingFilters, languagesOf, priceRangeOf } from '#rules/mentors/listing-address.ts';
import { isSlug } from '#rules/mentors/mentor-path.ts';

const MINUTE_MS = 60_000;

export type Api = () => PublicApi | Promise<PublicApi>;

/** A mentor as a card shows them. */
export interface ListedMentor {
  id: string;
  slug: string;
  name: string;
  title: string;
  expertise: string;
  image: string;
  rating: number;
  reviews: number;
  /** Whole rupees a session. */
  price: number;
  /** Length of a session, where the mentor has set one. */
  sessionMinutes: number | null;
  /** In IST; null when no slot is free, absent where the query does not ask or the mentor does not show it. */
  nextAvailableDate?: string | null;
  /** Up to three instants at which a session can begin; absent where the query does not ask. */
  nextStarts?: string[];
  /** Hours in which half of the mentor's requests are answered; null with too few of them. */
  answersWithin: number | null;
  /** How the search found the mentor; null without a search. */
  match?: string | null;
  /** What of the mentor is related to the search, where nothing matches it literally. */
  matched?: string | null;
}

export interface MentorPage {
  mentors: ListedMentor[];
  /** All matches, not only this page's. */
  total: number;
  /** The search as it was understood, where it was misspelt. */
  corrected: string | null;
}

/** Without a slug it is one of the fixed categories, which have no page. */
export type ListedCategory = { name: string; icon: string; slug?: string };
/** A category with a page of its own. */
export type CategoryPage = { name: string; slug: string; description: string };

export const CARD_COLUMNS =
  'id,slug,name,title,expertise,image,rating,reviews,price,sessionMinutes:session_minutes,answersWithin:answers_within';

async function readPage(
  api: PublicApi,
  filters: ListingFilters,
  offset: number,
  signal: AbortSignal,
): Promise<MentorPage> {
  const { data, error } = await api
    .rpc(
      'search_mentors',
      {
        ...argumentsOf(filters),
        ...(filters.sort && { p_sort: filters.sort }),
        p_offset: offset,
        p_limit: LISTING_PAGE_SIZE,
      },
      { get: true },
    )
    .select(
      `${CARD_COLUMNS},nextAvailableDate:next_available_date,nextStarts:next_starts,showsNext:shows_next_availability,match,matched,corrected,total`,
    )
    .abortSignal(signal);
  if (error) throw error;
  const mentors = data.map(({ total: _total, corrected: _corrected, showsNext, nextAvailableDate, ...mentor }) =>
    showsNext ? { ...mentor, nextAvailableDate } : mentor,
  );
  const corrected = data.find((row) => row.corrected)?.corrected ?? null;
  return { mentors, total: data[0]?.total ?? 0, corrected };
}

/** What is not set is left out. In an address Supabase Lite takes "{}" for an object, not for an empty array. */
export function argumentsOf(filters: Omit<ListingFilters, 'sort'>) {
  const [min, max] = priceRangeOf(filters);
  return {
    p_search: filters.search,
    p_category: filters.category,
    p_min_price: min,
    p_max_price: max,
    ...(filters.languages && { p_languages: languagesOf(filters) }),
    ...(filters.free && { p_is_free_this_week: true }),
  };
}

/** All listings, to forget what they show. */
export const MENTOR_LISTS_KEY = 'mentor-list';

/** How many mentors stand before those of a page. */
export const mentorsBefore = (page: number) => (page - 1) * LISTING_PAGE_SIZE;

/** Each mentor once: where a mentor joined the list between two answers, the second one repeats another. */
export function mentorsOf(pages: readonly MentorPage[]): ListedMentor[] {
  return [...new Map(pages.flatMap(({ mentors }) => mentors.map((mentor) => [mentor.id, mentor]))).values()];
}

/**
 * The mentors that match, from those of `page` on, eight at a time: fresh for 10 minutes, one retry
 * (docs/product/mentors.md#listing).
 */
export function mentorListQuery(filters: ListingFilters, page = 1, api: Api = latePublicApi) {
  return infiniteQueryOptions({
    queryKey: [MENTOR_LISTS_KEY, filters, page],
    queryFn: async ({ pageParam, signal }) => readPage(await api(), filters, pageParam, signal),
    initialPageParam: mentorsBefore(page),
    getNextPageParam: (last: MentorPage, pages: MentorPage[]) => {
      const next = pages.reduce((sum, { mentors }) => sum + mentors.length, mentorsBefore(page));
      return last.mentors.length > 0 && next < last.total ? next : undefined;
    },
    staleTime: 10 * MINUTE_MS,
    retry: 1,
    meta: { silent: true },
  });
}

/**
 * All categories, in the administrators' order. The listing shows the fixed ones where they cannot be read
 * (docs/product/mentors.md#categories).
 */
export function categoriesQuery(api: Api = latePublicApi) {
  return queryOptions({
    queryKey: ['categories'],
    queryFn: async ({ signal }): Promise<ListedCategory[]> => {
      const { data, error } = await (await api())
        .from('categories')
        .select('name, icon, slug')
        .order('order_index')
        .order('id')
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
    meta: { silent: true },
  });
}

/** The category that has or had this slug; null where there is none. */
export function categoryOfSlugQuery(slug: string, api: Api = latePublicApi) {
  return queryOptions({
    queryKey: ['category', slug],
    queryFn: async ({ signal }): Promise<CategoryPage | null> => {
      if (!isSlug(slug)) return null;
      const read = (await api()).rpc('category_of_slug', { p_slug: slug }, { get: true });
      const { data, error } = await read.abortSignal(signal);
      if (error) throw error;
      return data[0] ?? null;
    },
    meta: { silent: true },
  });
}

/** The categories to offer: the fixed eight while there are none (docs/product/mentors.md#categories). */
export function categoriesOrFallback(categories: readonly ListedCategory[] | undefined): readonly ListedCategory[] {
  return categories?.length ? categories : mentorListing.fallbackCategories;
}

/** The mentors of the home page: fresh for 15 minutes, kept for 60 (docs/product/mentors.md#home-page). */
export function featuredMentorsQuery(api: Api = latePublicApi) {
  return queryOptions({
    queryKey: ['featured-mentors'],
    queryFn: async ({ signal }): Promise<ListedMentor[]> => {
      const { data, error } = await (await api())
        .from('mentors')
        .select(CARD_COLUMNS)
        .eq('listing_state', 'listed')
        .or(`is_featured_on_homepage.eq.true,rating.gte.${FEATURED_RATING}`)
        .order('is_featured_on_homepage', { ascending: false })
        .order('homepage_display_order', { ascending: true })
        .order('rating', { ascending: false })
        .limit(FEATURED_LIMIT)
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
    staleTime: 15 * MINUTE_MS,
    gcTime: 60 * MINUTE_MS,
    meta: { silent: true },
  });
}
