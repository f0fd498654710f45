import type { QueryClient } from '@tanstack/react-query';
import { partnerLogosQuery } from '#features/content/partners/partner-logos.data.ts';
import { podcastsQuery } from '#features/content/podcasts/podcasts.data.ts';
import { videoTestimonialsQuery } from '#features/content/video-testimonials/video-testimonials.data.ts';
import type { PublicApi } from '#lib/public-api.ts';

type Carousel = 'trustedBy' | 'podcasts' | 'videoStories';

/** What is known of each carousel: that it has something to show, or nothing. */
export type CarouselContent = Partial<Record<Carousel, boolean | undefined>>;

/** Reads into the client what the carousels show. What cannot be read is left to the browser. */
export async function readCarousels(client: QueryClient, api: PublicApi): Promise<CarouselContent> {
  const read = async (query: { queryKey: readonly unknown[] }) => {
    await client.prefetchQuery({ ...query, retry: false });
    const rows = client.getQueryData<readonly unknown[]>(query.queryKey);
    return rows && rows.length > 0;
  };
  const [trustedBy, podcasts, videoStories] = await Promise.all([
    read(partnerLogosQuery(api)),
    read(podcastsQuery(api)),
    read(videoTestimonialsQuery(api)),
  ]);
  return { trustedBy, podcasts, videoStories };
}
