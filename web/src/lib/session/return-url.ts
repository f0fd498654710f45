import type { Location } from 'react-router';
import { paths, safeReturnPath } from '../paths.ts';

const PARAMETER = 'returnUrl';

/**
 * The address of a sign-in page that comes back to `path` afterwards. It rides in the query, so that it survives an
 * e-mail link and a reload.
 */
export function withReturnUrl(page: string, path: string): string {
  return `${page}?${new URLSearchParams({ [PARAMETER]: path })}`;
}

/**
 * Where to go after signing in: the return URL in the navigation state, else in the query, else the dashboard. Never
 * another site.
 */
export function returnUrlOf(location: Pick<Location, 'state' | 'search'>): string {
  const state: unknown = location.state;
  const fromState = state && typeof state === 'object' && PARAMETER in state ? state[PARAMETER] : null;
  return safeReturnPath(fromState ?? new URLSearchParams(location.search).get(PARAMETER), paths.dashboard);
}
