import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type ListPage, readPage } from '#lib/query/read-page.ts';
import { refetchOnReturn } from '#lib/query/refetch-on-return.ts';
import { AdminRefusal } from '#lib/session/admin-refusal-error.ts';
import { supabase } from '#lib/supabase.ts';
import { containing } from '#rules/admin/list-filter.ts';
import type { podcastSchema } from '#rules/content/podcast-form.ts';
import type { Tables } from '#supabase/database.types.ts';

export type PodcastRow = Pick<
  Tables<'podcasts'>,
  'id' | 'title' | 'description' | 'youtube_url' | 'thumbnail_url' | 'published' | 'is_featured'
>;

/** Four rows of three. */
export const PAGE_SIZE = 12;

export interface PodcastList {
  search: string;
  /** Null is either. */
  isPublished: boolean | null;
  page: number;
}

/** The beginning of every list's key. */
export const PODCASTS_KEY = ['podcast-episodes'];

/** One page of all podcasts, drafts included, newest first. */
export function podcastListQuery(list: PodcastList) {
  return queryOptions({
    queryKey: [...PODCASTS_KEY, list],
    queryFn: ({ signal }): Promise<ListPage<PodcastRow>> =>
      readPage({ page: list.page, size: PAGE_SIZE }, (from, to) => {
        let query = supabase()
          .from('podcasts')
          .select('id, title, description, youtube_url, thumbnail_url, published, is_featured', {
            count: 'exact',
          });
        if (list.search) query = query.ilike('title', containing(list.search));
        if (list.isPublished !== null) query = query.eq('published', list.isPublished);
        return query
          .order('created_at', { ascending: false })
          .order('id')
          .range(from, to)
          .abortSignal(signal);
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: refetchOnReturn,
    meta: { silent: true },
  });
}

/** The database's answer was not yes. `status` is HTTP's, 0 where there was no answer. */
export class PodcastNotSaved extends Error {
  override readonly name = 'PodcastNotSaved';
  readonly status: number;

  constructor(status: number, cause: unknown) {
    super(`The data API answered ${status}`, { cause });
    this.status = status;
  }
}

type Answer = {
  data: { id: string }[] | null;
  error: { code: string; message: string } | null;
  status: number;
};

/** Throws AdminRefusal where there is no such row for this person, PodcastNotSaved for all else. */
function settle({ data, error, status }: Answer): void {
  if (error?.code === '42501') throw new AdminRefusal();
  if (error) throw new PodcastNotSaved(status, error);
  if (data?.length === 0) throw new AdminRefusal();
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

export async function updatePodcast(id: string, row: z.output<typeof podcastSchema>): Promise<void> {
  settle(await supabase().from('podcasts').update(row).eq('id', id).select('id'));
}

export async function deletePodcast(id: string): Promise<void> {
  settle(await supabase().from('podcasts').delete().eq('id', id).select('id'));
}
