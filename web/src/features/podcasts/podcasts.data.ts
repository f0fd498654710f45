import { queryOptions } from '@tanstack/react-query';
import { publicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';

export interface Podcast {
  id: string;
  title: string;
  description: string | null;
  youtubeUrl: string;
  youtubeId: string;
  thumbnailUrl: string | null;
}

/** The published episodes, featured ones first, then the newest. Drafts are not shown here, even to administrators. */
export function podcastsQuery() {
  return queryOptions({
    ...PUBLIC_CONTENT,
    queryKey: ['podcasts'],
    queryFn: async ({ signal }): Promise<Podcast[]> => {
      const { data, error } = await publicApi()
        .from('podcasts')
        .select('id, title, description, youtube_url, youtube_id, thumbnail_url')
        .eq('published', true)
        .order('is_featured', { ascending: false })
        .order('created_at', { ascending: false })
        .abortSignal(signal);
      if (error) throw error;
      return data.map((row) => ({
        id: row.id,
        title: row.title,
        description: row.description,
        youtubeUrl: row.youtube_url,
        youtubeId: row.youtube_id,
        thumbnailUrl: row.thumbnail_url,
      }));
    },
  });
}
