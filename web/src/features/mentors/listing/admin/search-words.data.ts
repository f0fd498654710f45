import { queryOptions } from '@tanstack/react-query';
import { searchWords as copy } from '#copy/mentors/search-words.ts';
import { ApiError, requireSuccess } from '#lib/api-error.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';

/** What a term means; `is_both_ways` also the other way round. */
export interface Synonym {
  id: string;
  term: string;
  means: string;
  is_both_ways: boolean;
  updated_at: string;
}
export type SynonymForm = Pick<Synonym, 'term' | 'means' | 'is_both_ways'>;

/** All entries, by term. */
export const synonymsQuery = queryOptions({
  queryKey: ['search-synonyms'],
  queryFn: async ({ signal }): Promise<Synonym[]> => {
    const { data, error } = await supabase()
      .from('search_synonyms')
      .select('id, term, means, is_both_ways, updated_at')
      .order('term')
      .order('means')
      .abortSignal(signal);
    if (error) throw error;
    return data;
  },
  ...FRESH_ON_RETURN,
  ...SILENT,
});

/**
 * Adds an entry, or changes one that nobody has changed since it was read.
 *
 * @throws ApiError `invalid` with the sentence for a field, or for the whole entry
 */
export async function saveSynonym(was: Synonym | null, form: SynonymForm): Promise<void> {
  const answer = await supabase().rpc('save_synonym', {
    // Generated types know no null; a new entry has no id.
    p_id: (was?.id ?? null) as unknown as string,
    p_term: form.term,
    p_means: form.means,
    p_is_both_ways: form.is_both_ways,
    ...(was && { p_seen: was.updated_at }),
  });
  const reason = answer.error?.message ?? '';
  if (reason in copy.problems) {
    const field = { term_invalid: 'term', synonym_exists: 'term', means_invalid: 'means' }[reason] ?? '';
    const sentence = copy.problems[reason as keyof typeof copy.problems];
    throw new ApiError('invalid', { sentence, problems: [{ field, sentence }], cause: answer.error });
  }
  requireSuccess(answer);
}

export async function deleteSynonym(id: string): Promise<void> {
  requireSuccess(await supabase().rpc('delete_synonym', { p_id: id }));
}

const TRIED = 5;

/** The first mentors whom founders find with this search, each with its tier; asked anew after each change of an entry. */
export function triedSearchQuery(search: string, version: number) {
  return queryOptions({
    queryKey: [...synonymsQuery.queryKey, 'tried', search, version],
    queryFn: async ({ signal }) => {
      const { data, error } = await supabase()
        .rpc('search_mentors', { p_search: search, p_limit: TRIED })
        .select('id, name, match, matched, corrected')
        .abortSignal(signal);
      if (error) throw error;
      return data;
    },
    enabled: search !== '',
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
