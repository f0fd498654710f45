import { dehydrate } from '@tanstack/react-query';
import { useState } from 'react';
import { impactStories } from '#copy/content/impact-stories.ts';
import { site } from '#copy/shell/site.ts';
import { wallQuery } from '#features/content/impact-stories/impact-stories.data.ts';
import { ShareStoryLink } from '#features/content/impact-stories/share-story-link.tsx';
import { StoryWall } from '#features/content/impact-stories/story-wall.tsx';
import { countersQuery } from '#features/content/promise/counters.data.ts';
import { PageFailure } from '#features/shell/start/page-failure.tsx';
import { lazyPart } from '#lib/lazy-part.tsx';
import { NO_SCRIPT_YET } from '#lib/page/all-styles.ts';
import { JsonLd } from '#lib/page/json-ld.tsx';
import { absoluteUrl, listedMeta } from '#lib/page/page-meta.ts';
import { readPublicEnv } from '#lib/page/public-env.tsx';
import { apiFetchContext, logContext, logFailedQueries, publicEnvContext } from '#lib/page/server-context.ts';
import { paths } from '#lib/paths.ts';
import { createPublicApi } from '#lib/public-api.ts';
import { lateQueries } from '#lib/query/late-queries.tsx';
import { PageQueries, usePageQuery } from '#lib/query/page-query.tsx';
import { createQueryClient } from '#lib/query/query-client.ts';
import { istToday } from '#rules/shell/ist.ts';
import { PageHeader } from '#ui/page-header.tsx';
import type { Route } from './+types/wall-of-impact';

export const ErrorBoundary = PageFailure;
export const handle = NO_SCRIPT_YET;

const StoryDialog = lazyPart(() =>
  import('#features/content/impact-stories/story-dialog.tsx').then((module) => module.StoryDialog),
);

/** The slug of the mentor whose stories are asked for; null for all. */
const mentorIn = (search: URLSearchParams) => search.get('mentor') || null;

export async function loader({ request, context }: Route.LoaderArgs) {
  const env = context.get(publicEnvContext);
  const api = createPublicApi(env, context.get(apiFetchContext));
  const client = createQueryClient();
  const mentor = mentorIn(new URL(request.url).searchParams);
  const query = wallQuery(mentor, () => api);
  // What fails here is left to the browser, which tries again and tells the visitor.
  await Promise.all([
    client.prefetchInfiniteQuery({ ...query, retry: false }),
    client.prefetchQuery({ ...countersQuery(() => api), retry: false }),
  ]);
  logFailedQueries(client, context.get(logContext));
  const first = client.getQueryData(query.queryKey)?.pages[0];
  return {
    state: dehydrate(client),
    siteUrl: env.siteUrl,
    mentor,
    listed: first?.stories.map(({ name, createdAt }) => ({ name, createdAt })) ?? [],
  };
}

/** Starts the reading and shows the page at once: the wall draws its own loading and error states. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const client = (await lateQueries()).client();
  const mentor = mentorIn(new URL(request.url).searchParams);
  void client.prefetchInfiniteQuery(wallQuery(mentor));
  return { state: null, siteUrl: readPublicEnv().siteUrl, mentor, listed: [] };
}

export const meta = listedMeta(paths.wallOfImpact, site.pageTitle(impactStories.title), impactStories.metaDescription);

export default function WallOfImpactPage({ loaderData: { state, siteUrl, mentor, listed } }: Route.ComponentProps) {
  const [isOpen, setIsOpen] = useState(false);
  const share = () => setIsOpen(true);
  return (
    <PageQueries state={state}>
      <PageHeader eyebrow={impactStories.eyebrow} title={impactStories.title} intro={impactStories.intro}>
        <Verified />
        <ShareStoryLink size="lg" className="mt-7" onNear={StoryDialog.prepare} onOpen={share} />
      </PageHeader>
      <StoryWall key={mentor} mentor={mentor} onShare={share} />
      {/* Once opened it stays, and what was typed and chosen with it. */}
      <StoryDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
      {listed.length > 0 && (
        <JsonLd
          facts={{
            '@type': 'CollectionPage',
            name: impactStories.title,
            url: absoluteUrl(siteUrl, paths.wallOfImpact),
            hasPart: listed.map(({ name, createdAt }) => ({
              '@type': 'CreativeWork',
              author: { '@type': 'Person', name },
              // The month, as its card says.
              dateCreated: istToday(new Date(createdAt)).slice(0, 7),
            })),
          }}
        />
      )}
    </PageQueries>
  );
}

/** How many stories are about a verified session, from one on (docs/product/outcomes.md#live-counters). */
function Verified() {
  const counters = usePageQuery(countersQuery()).data;
  if (!counters?.verified_stories) return null;
  return <p className="mt-3 text-sm text-muted nums">{impactStories.verifiedCount(counters.verified_stories)}</p>;
}
