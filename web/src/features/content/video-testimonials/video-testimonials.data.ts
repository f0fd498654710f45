import { queryOptions } from '@tanstack/react-query';
import { type PublicApi, publicApi } from '#lib/public-api.ts';
import { HOME_CONTENT } from '#lib/query/public-content.ts';

export interface Testimonial {
  id: string;
  name: string;
  role: string;
  company: string | null;
  videoUrl: string;
  thumbnailUrl: string | null;
}

/** The stories that can be shown, featured ones first, then the newest. */
export function videoTestimonialsQuery(api?: PublicApi) {
  return queryOptions({
    ...HOME_CONTENT,
    queryKey: ['video-testimonials'],
    queryFn: async ({ signal }): Promise<Testimonial[]> => {
      const { data, error } = await (api ?? publicApi())
        .from('video_testimonials')
        .select('id,name,role,company,video_url,thumbnailUrl:thumbnail_url')
        .order('is_featured', { ascending: false })
        .order('created_at', { ascending: false })
        .abortSignal(signal);
      if (error) throw error;
      return data
        .filter(isShowable)
        .map(({ name, role, company, video_url, ...row }) => ({
          ...row,
          name: name.trim(),
          role: role.trim(),
          company: company?.trim() || null,
          videoUrl: video_url,
        }));
    },
  });
}

/** Whether a testimonial has something to show. Lists leave the others out. */
export function isShowable(testimonial: { name: string; role: string; video_url: string }): boolean {
  const { name, role, video_url } = testimonial;
  return name.trim() !== '' && role.trim() !== '' && /^(https?:\/\/|\/)/.test(video_url);
}
