import { queryOptions } from '@tanstack/react-query';
import type { listingChoices } from '#copy/mentors/listing-choices.ts';
import { latePublicApi } from '#lib/late-api.ts';
import type { ListingFilters } from '#rules/mentors/listing-address.ts';
import { type Api, argumentsOf, CARD_COLUMNS, type ListedMentor } from './listing.data.ts';

/** A mentor who is shown where nobody matches, and why. */
export interface NearMentor extends ListedMentor {
  reason: keyof typeof listingChoices.nearest.reasons;
  /** The search, the word of it, or the day that the reason names; '' where it names none. */
  about: string;
}

/** Up to three mentors who can be booked, where the filters leave nobody (docs/product/mentors.md#nothing-found). */
export function nearestMentorsQuery({ sort: _sort, ...filters }: ListingFilters, api: Api = latePublicApi) {
  return queryOptions({
    queryKey: ['nearest-mentors', filters],
    queryFn: async ({ signal }): Promise<NearMentor[]> => {
      const { data, error } = await (await api())
        .rpc('nearest_mentors', argumentsOf(filters), { get: true })
        .select(`${CARD_COLUMNS},nextStarts:next_starts,reason,about`)
        .abortSignal(signal);
      if (error) throw error;
      return data as NearMentor[];
    },
    staleTime: 600_000,
    retry: 1,
    meta: { silent: true },
  });
}
