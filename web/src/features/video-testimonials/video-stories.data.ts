import { queryOptions } from '@tanstack/react-query';
import { publicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';
import { isShowable } from './testimonial.ts';

export interface VideoStory {
  id: string;
  name: string;
  role: string;
  company: string | null;
  videoUrl: string;
  thumbnailUrl: string | null;
}

/**
 * The stories that can be shown, featured ones first, then the newest.
 */
export function videoStoriesQuery() {
  return queryOptions({
    ...PUBLIC_CONTENT,
    queryKey: ['video-stories'],
    queryFn: async ({ signal }): Promise<VideoStory[]> => {
      const { data, error } = await publicApi()
        .from('video_testimonials')
        .select('id, name, role, company, video_url, thumbnail_url')
        .order('is_featured', { ascending: false })
        .order('created_at', { ascending: false })
        .abortSignal(signal);
      if (error) throw error;
      return data.filter(isShowable).map(toVideoStory);
    },
  });
}

function toVideoStory(row: {
  id: string;
  name: string;
  role: string;
  company: string | null;
  video_url: string;
  thumbnail_url: string | null;
}): VideoStory {
  return {
    id: row.id,
    name: row.name.trim(),
    role: row.role.trim(),
    company: row.company?.trim() || null,
    videoUrl: row.video_url,
    thumbnailUrl: row.thumbnail_url,
  };
}
