import { queryOptions } from '@tanstack/react-query';
import { type PublicApi, publicApi } from '#lib/public-api.ts';
import { HOME_CONTENT } from '#lib/query/public-content.ts';

export type Podcast = Awaited<ReturnType<typeof readPodcasts>>[number];

async function readPodcasts(api: PublicApi, signal: AbortSignal) {
  const { data, error } = await api
    .from('podcasts')
    .select('id,title,description,youtubeUrl:youtube_url,youtubeId:youtube_id,thumbnailUrl:thumbnail_url')
    .eq('published', true)
    .order('is_featured', { ascending: false })
    .order('created_at', { ascending: false })
    .abortSignal(signal);
  if (error) throw error;
  return data;
}

/** The published episodes, featured ones first, then the newest. Drafts are not shown here, even to administrators. */
export function podcastsQuery(api?: PublicApi) {
  return queryOptions({
    ...HOME_CONTENT,
    queryKey: ['podcasts'],
    queryFn: ({ signal }) => readPodcasts(api ?? publicApi(), signal),
  });
}
