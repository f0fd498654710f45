import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { latePublicApi } from '#lib/late-api.ts';
import { FRESH_ON_OPEN, SILENT } from '#lib/query/query-presets.ts';
import { isUuid } from '#rules/mentors/mentor-path.ts';
import { CARD_COLUMNS, type ListedMentor } from './listing.data.ts';

/** So many ids stand in one address. */
const AT_ONCE = 50;

/** Those of these mentors who are listed, in this order. */
export function savedMentorsQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['saved-mentors', ids],
    queryFn: async ({ signal }): Promise<ListedMentor[]> => {
      const api = await latePublicApi();
      const known = ids.filter(isUuid);
      const parts = Array.from({ length: Math.ceil(known.length / AT_ONCE) }, (_, part) =>
        known.slice(part * AT_ONCE, (part + 1) * AT_ONCE),
      );
      const answers = await Promise.all(
        parts.map((part) =>
          api.from('mentors').select(CARD_COLUMNS).eq('listing_state', 'listed').in('id', part).abortSignal(signal),
        ),
      );
      const mentors = answers.flatMap(({ data, error }) => {
        if (error) throw error;
        return data;
      });
      const byId = new Map(mentors.map((mentor) => [mentor.id, mentor]));
      return known.flatMap((id) => byId.get(id) ?? []);
    },
    placeholderData: keepPreviousData,
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
