import { infiniteQueryOptions } from '@tanstack/react-query';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';
import { olderThan } from '#rules/shell/list-filter.ts';

/** Twelve make whole rows of one, two, three or four. */
const STORIES_A_PAGE = 12;

export interface ImpactStory {
  id: string;
  name: string;
  experience: string;
  /** Where their photo is; null for none. */
  image: string | null;
  /** When it was submitted, as the database wrote it. */
  createdAt: string;
}

export type StoryPage = { stories: ImpactStory[]; hasMore: boolean };

type Api = () => PublicApi | Promise<PublicApi>;

async function readStories(api: PublicApi, last: ImpactStory | null, signal: AbortSignal): Promise<StoryPage> {
  // As a visitor, without the person's own rights: this is the public wall.
  let query = api
    .from('impact_stories')
    .select('id,name,experience,image:image_url,createdAt:created_at')
    .eq('is_approved', true);
  // Each page begins where the one before ended: an approval or deletion in between repeats no story.
  if (last) query = query.or(olderThan({ created_at: last.createdAt, id: last.id }));
  const { data, error } = await query
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    // One more than are shown tells whether there are more.
    .limit(STORIES_A_PAGE + 1)
    .abortSignal(signal);
  if (error) throw error;
  return { stories: data.slice(0, STORIES_A_PAGE), hasMore: data.length > STORIES_A_PAGE };
}

/** The approved stories, newest first (docs/product/content.md#wall-of-impact). */
export function wallQuery(api: Api = latePublicApi) {
  return infiniteQueryOptions({
    ...PUBLIC_CONTENT,
    queryKey: ['wall-of-impact'],
    queryFn: async ({ pageParam, signal }) => readStories(await api(), pageParam, signal),
    initialPageParam: null as ImpactStory | null,
    getNextPageParam: ({ stories, hasMore }) => (hasMore ? stories.at(-1) : undefined),
    meta: { silent: true },
  });
}
