import { infiniteQueryOptions } from '@tanstack/react-query';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';
import { PUBLIC_CONTENT } from '#lib/query/public-content.ts';

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
  /** Its session took place, and its payment is still ours. */
  isVerified: boolean;
  /** Whose session it was, where both sides agreed to the name. */
  mentor: { id: string; slug: string; name: string } | null;
}

export type StoryPage = { stories: ImpactStory[]; hasMore: boolean };

type Api = () => PublicApi | Promise<PublicApi>;

/** As a visitor, without the person's own rights: this is the public wall. */
async function readStories(
  api: PublicApi,
  mentor: string | null,
  last: ImpactStory | null,
  signal: AbortSignal,
): Promise<StoryPage> {
  const { data, error } = await api
    .rpc(
      'wall_stories',
      {
        ...(mentor !== null && { p_mentor: mentor }),
        // Each page begins where the one before ended: an approval or deletion in between repeats no story.
        ...(last && { p_before: last.createdAt, p_before_id: last.id }),
        // One more than are shown tells whether there are more.
        p_limit: STORIES_A_PAGE + 1,
      },
      { get: true },
    )
    .abortSignal(signal);
  if (error) throw error;
  const stories = data
    .slice(0, STORIES_A_PAGE)
    .map((row) => ({
      id: row.id,
      name: row.name,
      experience: row.experience,
      image: row.image_url,
      createdAt: row.created_at,
      isVerified: row.is_verified,
      mentor: row.mentor_id ? { id: row.mentor_id, slug: row.mentor_slug, name: row.mentor_name } : null,
    }));
  return { stories, hasMore: data.length > STORIES_A_PAGE };
}

/**
 * The approved stories, newest first (docs/product/content.md#wall-of-impact); `mentor` is the slug or the id of the one
 * whom they name, null for all.
 */
export function wallQuery(mentor: string | null, api: Api = latePublicApi) {
  return infiniteQueryOptions({
    ...PUBLIC_CONTENT,
    queryKey: ['wall-of-impact', mentor],
    queryFn: async ({ pageParam, signal }) => readStories(await api(), mentor, pageParam, signal),
    initialPageParam: null as ImpactStory | null,
    getNextPageParam: ({ stories, hasMore }) => (hasMore ? stories.at(-1) : undefined),
    meta: { silent: true },
  });
}
