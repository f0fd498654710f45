import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { hiddenRow, requireRow, savedOrLatest } from '#lib/api-error.ts';
import { ADMIN_LIST } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { supabase } from '#lib/supabase.ts';
import type { podcastSchema } from '#rules/content/podcast-form.ts';
import { containing } from '#rules/shell/list-filter.ts';
import { cleanLine } from '#rules/shell/text.ts';

/** Four rows of three. */
export const PAGE_SIZE = 12;

interface PodcastList {
  search: string;
  /** Null is either. */
  isPublished: boolean | null;
  page: number;
}

/** The beginning of every list's key. */
export const PODCASTS_KEY = ['podcasts-admin'];

const COLUMNS = 'id, title, description, youtube_url, thumbnail_url, published, is_featured, updated_at';

function readPodcasts({ search, isPublished, page }: PodcastList, signal: AbortSignal) {
  return readPage({ page, size: PAGE_SIZE }, (from, to) => {
    let query = supabase().from('podcasts').select(COLUMNS, { count: 'exact' });
    if (search) query = query.ilike('title', containing(cleanLine(search)));
    if (isPublished !== null) query = query.eq('published', isPublished);
    return query.order('created_at', { ascending: false }).order('id').range(from, to).abortSignal(signal);
  });
}
export type PodcastRow = Awaited<ReturnType<typeof readPodcasts>>['rows'][number];

/** One page of all podcasts, drafts included, newest first. */
export function podcastListQuery(list: PodcastList) {
  return queryOptions({
    queryKey: [...PODCASTS_KEY, list],
    queryFn: ({ signal }) => readPodcasts(list, signal),
    ...ADMIN_LIST,
  });
}

/** As `requireRow`; a row that this person may not write is taken for one that is hidden. */
function settle(answer: Parameters<typeof requireRow>[0]): void {
  if (answer.error?.code === '42501') throw hiddenRow(answer.error);
  requireRow(answer);
}

/** Adds a podcast. The id is chosen by the form: added twice because an answer was lost, it is still one. */
export async function addPodcast(id: string, row: z.output<typeof podcastSchema>): Promise<void> {
  settle(
    await supabase()
      .from('podcasts')
      .upsert({ id, ...row })
      .select('id'),
  );
}

/** Changes a podcast that nobody has changed since it was read; else answers what it is now. */
export async function updatePodcast(was: PodcastRow, row: z.output<typeof podcastSchema>): Promise<PodcastRow | null> {
  const answer = await supabase()
    .from('podcasts')
    .update(row)
    .eq('id', was.id)
    .eq('updated_at', was.updated_at)
    .select('id');
  if (answer.error?.code === '42501') throw hiddenRow(answer.error);
  return savedOrLatest(answer, () => supabase().from('podcasts').select(COLUMNS).eq('id', was.id));
}

export async function deletePodcast(id: string): Promise<void> {
  settle(await supabase().from('podcasts').delete().eq('id', id).select('id'));
}
