import { type DehydratedState, dehydrate, type InfiniteData } from '@tanstack/react-query';
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { mentorListing } from '#copy/mentors/listing.ts';
import { site } from '#copy/shell/site.ts';
import {
  categoriesQuery,
  MENTOR_LISTS_KEY,
  type MentorPage,
  mentorListQuery,
} from '#features/mentors/listing/listing.data.ts';
import { MentorListing } from '#features/mentors/listing/listing.tsx';
import { nearestMentorsQuery } from '#features/mentors/listing/nearest.data.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { JsonLd } from '#lib/page/json-ld.tsx';
import { absoluteUrl, pageMeta } from '#lib/page/page-meta.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, logFailedQueries, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { PageQueries } from '#lib/query/page-query.tsx';
import { createQueryClient } from '#lib/query/query-client.ts';
import {
  filtersFromSearch,
  hasFilters,
  NO_FILTERS,
  pageFromSearch,
  searchFromFilters,
} from '#rules/mentors/listing-address.ts';
import { mentorPath } from '#rules/mentors/mentor-path.ts';
import type { Route } from './+types/mentors';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

export async function loader({ context, request }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  const { search } = new URL(request.url);
  const [filters, page] = [filtersFromSearch(search), pageFromSearch(search)];
  const list = mentorListQuery(filters, page, () => api);
  // What fails here is left to the browser, which tries again and tells the visitor.
  await Promise.all([
    client.prefetchInfiniteQuery({ ...list, retry: false }),
    client.prefetchQuery({ ...categoriesQuery(() => api), retry: false }),
  ]);
  const shown = client.getQueryData(list.queryKey)?.pages[0];
  if (shown?.total === 0 && page === 1) {
    await client.prefetchQuery({ ...nearestMentorsQuery(filters, () => api), retry: false });
  }
  logFailedQueries(client, context.get(logContext));
  // Behind the end, as after mentors left: the beginning of the same list.
  if (page > 1 && shown?.mentors.length === 0) throw redirect(paths.mentors + searchFromFilters(filters));
  return { state: dehydrate(client), siteUrl: env.siteUrl, hasMentors: (shown?.mentors.length ?? 0) > 0 };
}

/** Starts the reading and shows the page at once: the listing draws its own loading and error states. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = (await lateQueries()).client();
  const { search } = new URL(request.url);
  void client.prefetchInfiniteQuery(mentorListQuery(filtersFromSearch(search), pageFromSearch(search)));
  void client.prefetchQuery(categoriesQuery());
  return { state: null, siteUrl: readPublicEnv().siteUrl, hasMentors: false };
}

/** Filters change the address, and the listing itself reads what they ask for. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}

/** A later page of the whole list is a page of its own for search engines; a list with filters belongs to the whole one. */
export function meta({ loaderData, location: { search } }: Route.MetaArgs) {
  if (!loaderData) return;
  const page = hasFilters(filtersFromSearch(search)) ? 1 : pageFromSearch(search);
  const { metaTitle, metaPage, metaDescription: description } = mentorListing;
  const title = site.pageTitle(page > 1 ? metaPage(metaTitle, page) : metaTitle);
  const path = paths.mentors + searchFromFilters(NO_FILTERS, page);
  return pageMeta({ title, description, path, siteUrl: loaderData.siteUrl });
}

export default function MentorsPage({ loaderData: { state, siteUrl, hasMentors } }: Route.ComponentProps) {
  return (
    <PageQueries state={state}>
      <MentorListing />
      {hasMentors && state && <JsonLd facts={import.meta.env.SSR ? factsOf(state, siteUrl) : {}} />}
    </PageQueries>
  );
}

/** What the loader read, for search engines. A browser finds it in the page and needs no code for it. */
function factsOf({ queries }: DehydratedState, siteUrl: string): Record<string, unknown> {
  const query = queries.find(({ queryKey }) => queryKey[0] === MENTOR_LISTS_KEY);
  const list = query?.state.data as InfiniteData<MentorPage, number> | undefined;
  const before = list?.pageParams[0] ?? 0;
  return {
    '@type': 'ItemList',
    name: mentorListing.title,
    itemListElement: list?.pages[0]?.mentors.map((mentor, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      name: mentor.name,
      url: absoluteUrl(siteUrl, mentorPath(mentor)),
    })),
  };
}
