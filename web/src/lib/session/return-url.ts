import type { Location } from 'react-router';
import { paths, safeReturnPath } from '../paths.ts';

const PARAMETER = 'returnUrl';

/** A sign-in page that returns to `path`, named in the query, so that it survives an e-mail link and a reload. */
export function withReturnUrl(page: string, path: string): string {
  return `${page}?${new URLSearchParams({ [PARAMETER]: path })}`;
}

/** Where to go after sign-in: the URL in the navigation state, in the query, else the dashboard. Never another site. */
export function returnUrlOf(location: Pick<Location, 'state' | 'search'>): string {
  const state: unknown = location.state;
  const fromState = state && typeof state === 'object' && PARAMETER in state ? state[PARAMETER] : null;
  return safeReturnPath(fromState ?? new URLSearchParams(location.search).get(PARAMETER), paths.dashboard);
}
