import { type DehydratedState, dehydrate, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { site } from '#copy/shell/site.ts';
import { countersQuery } from '#features/content/promise/counters.data.ts';
import {
  type CategoryPage,
  categoriesQuery,
  categoryOfSlugQuery,
  MENTOR_LISTS_KEY,
  type MentorPage,
  mentorListQuery,
} from '#features/mentors/listing/listing.data.ts';
import { MentorListing } from '#features/mentors/listing/listing.tsx';
import { nearestMentorsQuery } from '#features/mentors/listing/nearest.data.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { JsonLd } from '#lib/page/json-ld.tsx';
import { absoluteUrl, pageMeta, unlistedMeta } from '#lib/page/page-meta.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, logFailedQueries, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi, type PublicApi } from '#lib/public-api.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { PageQueries } from '#lib/query/page-query.tsx';
import { createQueryClient } from '#lib/query/query-client.ts';
import {
  filtersFromSearch,
  filtersOf,
  hasFilters,
  NO_FILTERS,
  pageFromSearch,
  searchFromFilters,
} from '#rules/mentors/listing-address.ts';
import { categoryPath, mentorPath, tidySegment } from '#rules/mentors/mentor-path.ts';
import type { Route } from './+types/mentors';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

/** The category of the address. Throws the redirect from a former or an empty one, and 404 where there never was one. */
async function readCategory(slug: string | undefined, url: URL, client: QueryClient, api?: PublicApi) {
  if (url.pathname === paths.mentors) return null;
  if (slug === undefined) throw redirect(paths.mentors + url.search, 301);
  const category = await client.fetchQuery(categoryOfSlugQuery(tidySegment(slug), api && (() => api)));
  if (!category) throw data(null, { status: 404 });
  const path = categoryPath(category.slug);
  if (url.pathname !== path) throw redirect(path + url.search, 301);
  return category;
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  const url = new URL(request.url);
  const category = await readCategory(params.category, url, client, api);
  const [filters, page] = [filtersOf(url.search, category), pageFromSearch(url.search)];
  const list = mentorListQuery(filters, page, () => api);
  const categories = categoriesQuery(() => api);
  // What fails here is left to the browser, which tries again and tells the visitor.
  await Promise.all([
    client.prefetchInfiniteQuery({ ...list, retry: false }),
    client.prefetchQuery({ ...categories, retry: false }),
    // The page of a category does not say them.
    category ? null : client.prefetchQuery({ ...countersQuery(() => api), retry: false }),
  ]);
  const shown = client.getQueryData(list.queryKey)?.pages[0];
  if (shown?.total === 0 && page === 1) {
    await client.prefetchQuery({ ...nearestMentorsQuery(filters, () => api), retry: false });
  }
  logFailedQueries(client, context.get(logContext));
  // Behind the end, as after mentors left: the beginning of the same list.
  if (page > 1 && shown?.mentors.length === 0) {
    throw redirect(url.pathname + searchFromFilters(filtersFromSearch(url.search)));
  }
  const filtered = client.getQueryData(categories.queryKey)?.find(({ name }) => name === filters.category);
  return {
    state: dehydrate(client),
    siteUrl: env.siteUrl,
    mentors: shown?.mentors.length,
    category,
    filteredSlug: filtered?.slug,
  };
}

/** Starts the reading and shows the page at once: the listing draws its own loading and error states. */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const client = (await lateQueries()).client();
  const url = new URL(request.url);
  const category = await readCategory(params.category, url, client);
  void client.prefetchInfiniteQuery(mentorListQuery(filtersOf(url.search, category), pageFromSearch(url.search)));
  void client.prefetchQuery(categoriesQuery());
  return { state: null, siteUrl: readPublicEnv().siteUrl, mentors: undefined, category, filteredSlug: undefined };
}

/** Filters change the address, and the listing itself reads what they ask for. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}

/**
 * A later page of a list is a page of its own for search engines; a list with filters belongs to the one without, and a
 * list that is filtered by a category alone to the category's page.
 */
export function meta({ loaderData, location: { search } }: Route.MetaArgs) {
  if (!loaderData) return unlistedMeta(mentorListing.title);
  const { siteUrl, category, filteredSlug, mentors } = loaderData;
  const filters = filtersFromSearch(search);
  const others = { ...filters, category: '' };
  const page = hasFilters(category ? others : filters) ? 1 : pageFromSearch(search);
  const { intro, ofCategory, metaTitle, metaPage, metaDescription } = mentorListing;
  const title = category ? ofCategory.title(category.name) : metaTitle;
  const slug = category?.slug ?? (hasFilters(others) ? undefined : filteredSlug);
  return [
    ...pageMeta({
      title: site.pageTitle(page > 1 ? metaPage(title, page) : title),
      description: category ? `${category.description} ${intro}`.trim() : metaDescription,
      path: (slug ? categoryPath(slug) : paths.mentors) + searchFromFilters(NO_FILTERS, page),
      siteUrl,
    }),
    ...(category && mentors === 0 ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
}

export default function MentorsPage({ loaderData: { state, siteUrl, mentors, category } }: Route.ComponentProps) {
  return (
    <PageQueries state={state}>
      <MentorListing category={category} />
      {Boolean(mentors) && state && <JsonLd facts={import.meta.env.SSR ? factsOf(state, siteUrl, category) : {}} />}
    </PageQueries>
  );
}

/** What the loader read, for search engines. A browser finds it in the page and needs no code for it. */
function factsOf(
  { queries }: DehydratedState,
  siteUrl: string,
  category: CategoryPage | null,
): Record<string, unknown> {
  const query = queries.find(({ queryKey }) => queryKey[0] === MENTOR_LISTS_KEY);
  const list = query?.state.data as InfiniteData<MentorPage, number> | undefined;
  const before = list?.pageParams[0] ?? 0;
  return {
    '@type': 'ItemList',
    name: category ? mentorListing.ofCategory.title(category.name) : mentorListing.title,
    itemListElement: list?.pages[0]?.mentors.map((mentor, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      name: mentor.name,
      url: absoluteUrl(siteUrl, mentorPath(mentor)),
    })),
  };
}
