import { keepPreviousData, type Query } from '@tanstack/react-query';

const AWAY_MS = 60_000;

/**
 * Options that several queries share. Queries of public pages repeat them, because this file is no part of a first
 * load.
 */

/** For data that other people change: read again whenever a screen opens. */
export const FRESH_ON_OPEN = { staleTime: 0, refetchOnMount: true } as const;

/** The same, and read again on a return to the tab after more than a minute. */
export const FRESH_ON_RETURN = { ...FRESH_ON_OPEN, refetchOnWindowFocus: refetchOnReturn } as const;

/** For data that depends on the clock, or is edited: an old copy is never shown. */
export const NEVER_CACHED = { staleTime: 0, gcTime: 0, refetchOnMount: 'always' } as const;

/** The screen shows the query's failure itself, so no toast. */
export const SILENT = { meta: { silent: true } } as const;

/** A page of a back-office list: the previous page stays on the screen until the next one is there. */
export const ADMIN_LIST = { ...FRESH_ON_RETURN, ...SILENT, placeholderData: keepPreviousData } as const;

/** First part of the keys of the back office's lists: each may show what an administrator changed. */
export const OFFICE = 'admin';

/**
 * For `refetchOnWindowFocus` of data that others change: read again on a return after a minute
 * (docs/product/site.md#freshness).
 */
function refetchOnReturn(query: Pick<Query, 'state'>): 'always' | false {
  return Date.now() - query.state.dataUpdatedAt > AWAY_MS ? 'always' : false;
}
