import type { PublicApi } from '#lib/public-api.ts';

const TABLES = { trustedBy: 'partner_logos', podcasts: 'podcasts', videoStories: 'video_testimonials' } as const;

/** Whether each of the sections that load late has anything to show. */
export type DeferredContent = Record<keyof typeof TABLES, boolean>;

/** Before anything is known: the browser asks, and a section without content goes again. */
export const UNKNOWN_CONTENT: DeferredContent = { trustedBy: true, podcasts: true, videoStories: true };

/** Asked while the page renders: an empty table's section never takes room. Unknown counts as there. */
export async function readDeferredContent(api: PublicApi): Promise<DeferredContent> {
  const hasRows = async (table: (typeof TABLES)[keyof typeof TABLES]) => {
    const { data } = await api.from(table).select('id').limit(1);
    return data === null || data.length > 0;
  };
  const [trustedBy, podcasts, videoStories] = await Promise.all([
    hasRows(TABLES.trustedBy),
    hasRows(TABLES.podcasts),
    hasRows(TABLES.videoStories),
  ]);
  return { trustedBy, podcasts, videoStories };
}
