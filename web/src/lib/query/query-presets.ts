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

/**
 * First part of the keys of the back office's lists: each may show what an administrator changed.
 *
 * This one and those below are here because a noun invalidates them that stands below theirs; every other key stands in
 * the data file of its noun, and others import it from there.
 */
export const OFFICE = 'admin';
export const FOUNDER_BOOKINGS = 'bookings';
export const INVESTOR_INTEREST = 'investor-interest';
export const MENTOR_HOURS = 'mentor-hours';
export const MENTOR_REQUESTS = 'mentor-requests';
export const MENTOR_SESSIONS = 'mentor-sessions';
export const MENTOR_TODAY = 'mentor-today';

/**
 * For `refetchOnWindowFocus` of data that others change: read again on a return after a minute
 * (docs/product/site.md#freshness).
 */
function refetchOnReturn(query: Pick<Query, 'state'>): 'always' | false {
  return Date.now() - query.state.dataUpdatedAt > AWAY_MS ? 'always' : false;
}
