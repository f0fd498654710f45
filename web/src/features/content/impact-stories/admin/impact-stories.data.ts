import { queryOptions } from '@tanstack/react-query';
import { requireRow, savedOrLatest } from '#lib/api-error.ts';
import { ADMIN_LIST, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';

export const PAGE_SIZE = 12;

/** The beginning of every list's key. */
export const STORIES_KEY = ['impact-stories'];

const COLUMNS = 'id, name, experience, image_url, is_approved, created_at, updated_at';

function readStories(isApproved: boolean | null, page: number, signal: AbortSignal) {
  return readPage({ page, size: PAGE_SIZE }, (from, to) => {
    let query = supabase().from('impact_stories').select(COLUMNS, { count: 'exact' });
    if (isApproved !== null) query = query.eq('is_approved', isApproved);
    return query.order('created_at', { ascending: false }).order('id').range(from, to).abortSignal(signal);
  });
}

export type StoryPage = Awaited<ReturnType<typeof readStories>>;
export type SubmittedStory = StoryPage['rows'][number];

/**
 * One page of the stories, newest first; `isApproved` null is either, pages count from 0. Visitors add to them all
 * the time.
 */
export function storiesQuery(isApproved: boolean | null, page: number) {
  return queryOptions({
    queryKey: [...STORIES_KEY, 'page', isApproved, page],
    queryFn: ({ signal }) => readStories(isApproved, page, signal),
    ...ADMIN_LIST,
  });
}

/** How many stories wait for review. */
export const waitingStoriesQuery = queryOptions({
  queryKey: [...STORIES_KEY, 'waiting'],
  queryFn: async ({ signal }): Promise<number> => {
    const { count, error } = await supabase()
      .from('impact_stories')
      .select('id', { count: 'exact', head: true })
      .eq('is_approved', false)
      .abortSignal(signal);
    if (error) throw error;
    return count ?? 0;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/**
 * Puts a story on the wall, or takes it off (docs/product/content.md#review-of-stories), as the administrator has read
 * it. Where it has changed since, it answers what it is now. Throws when there is none any more.
 */
export async function setApproved(read: SubmittedStory, isApproved: boolean): Promise<SubmittedStory | null> {
  const answer = await supabase()
    .from('impact_stories')
    .update({ is_approved: isApproved })
    .eq('id', read.id)
    .eq('updated_at', read.updated_at)
    .select('id');
  return savedOrLatest(answer, () => supabase().from('impact_stories').select(COLUMNS).eq('id', read.id));
}

/** Deletes a story for good; its photo goes with it. Throws when there was none to delete. */
export async function deleteStory(id: string): Promise<void> {
  requireRow(await supabase().from('impact_stories').delete().eq('id', id).select('id'));
}
