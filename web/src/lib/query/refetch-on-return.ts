import type { Query } from '@tanstack/react-query';

const AWAY_MS = 60_000;

/**
 * For `refetchOnWindowFocus` of what changes behind the page's back: whoever comes back to the tab after more than a
 * minute sees it as it is now. General queries stay as they are (specification, section 9).
 */
export function refetchOnReturn(query: Pick<Query, 'state'>): 'always' | false {
  return Date.now() - query.state.dataUpdatedAt > AWAY_MS ? 'always' : false;
}
