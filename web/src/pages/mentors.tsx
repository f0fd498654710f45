import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { mentorListing } from '#copy/mentor-listing.ts';
import { site } from '#copy/site.ts';
import { filtersFromSearch } from '#features/mentors/filter-address.ts';
import { categoriesQuery, mentorListQuery } from '#features/mentors/mentor-listing.data.ts';
import { MentorListing } from '#features/mentors/mentor-listing.tsx';
import { PageFailure } from '#features/shell/page-failure.tsx';
import { JsonLd } from '#lib/page/json-ld.tsx';
import { absoluteUrl, listedMeta } from '#lib/page/page-meta.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, logFailedQueries, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { createQueryClient, queryClient } from '#lib/query/query-client.ts';
import { mentorPath } from '#rules/mentor-path.ts';
import type { Route } from './+types/mentors';

export const ErrorBoundary = PageFailure;

export async function loader({ context, request }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  const list = mentorListQuery(filtersFromSearch(new URL(request.url).search), () => api);
  // What fails here is left to the browser, which tries again and tells the visitor.
  await Promise.all([
    client.prefetchInfiniteQuery({ ...list, retry: false }),
    client.prefetchQuery({ ...categoriesQuery(() => api), retry: false }),
  ]);
  logFailedQueries(client, context.get(logContext));
  const firstPage = client.getQueryData(list.queryKey)?.pages[0];
  return {
    state: dehydrate(client),
    siteUrl: env.siteUrl,
    listed: firstPage?.mentors.map((mentor) => ({ name: mentor.name, path: mentorPath(mentor) })) ?? [],
  };
}

/** Starts the reading and shows the page at once: the listing draws its own loading and error states. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = queryClient();
  void client.prefetchInfiniteQuery(mentorListQuery(filtersFromSearch(new URL(request.url).search)));
  void client.prefetchQuery(categoriesQuery());
  return { state: null, siteUrl: readPublicEnv().siteUrl, listed: [] };
}

/** Filters change the address, and the listing itself reads what they ask for. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}

export const meta = listedMeta(paths.mentors, site.pageTitle(mentorListing.metaTitle), mentorListing.metaDescription);

export default function MentorsPage({ loaderData: { state, siteUrl, listed } }: Route.ComponentProps) {
  return (
    <HydrationBoundary state={state}>
      <MentorListing />
      {listed.length > 0 && (
        <JsonLd
          facts={{
            '@type': 'ItemList',
            name: mentorListing.title,
            itemListElement: listed.map(({ name, path }, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name,
              url: absoluteUrl(siteUrl, path),
            })),
          }}
        />
      )}
    </HydrationBoundary>
  );
}
