import { queryOptions } from '@tanstack/react-query';
import { latePublicApi } from '#lib/late-api.ts';
import type { PublicApi } from '#lib/public-api.ts';

/**
 * How many mentors, founders, sessions and verified stories there are; null where they were not counted for seven days
 * (docs/product/outcomes.md#live-counters).
 */
export function countersQuery(api: () => PublicApi | Promise<PublicApi> = latePublicApi) {
  return queryOptions({
    queryKey: ['counters'],
    queryFn: async () => {
      const { data, error } = await (await api()).from('public_counters').select().maybeSingle();
      if (error) throw error;
      return data;
    },
    meta: { silent: true },
  });
}
