import type { Location } from 'react-router';
import { paths } from '../paths.ts';
import type { AccountState } from './session.ts';

const PARAMETER = 'returnUrl';

/** A sign-in page that returns to `path`, named in the query, so that it survives an e-mail link and a reload. */
export function withReturnUrl(page: string, path: string): string {
  return `${page}?${new URLSearchParams({ [PARAMETER]: path })}`;
}

/** Where to go after sign-in: the URL in the navigation state, in the query, else null. Never another site. */
export function returnUrlOf(location: Pick<Location, 'state' | 'search'>): string | null {
  return safeReturnPath(
    stateText(location.state, PARAMETER) ?? new URLSearchParams(location.search).get(PARAMETER),
    null,
  );
}

/** A text in the navigation state, which no address can carry; null where there is none. */
export function stateText(state: unknown, name: string): string | null {
  const text = state && typeof state === 'object' ? (state as Record<string, unknown>)[name] : null;
  return typeof text === 'string' ? text : null;
}

/** Where a person lands who wanted to go nowhere else (docs/product/accounts.md#log-in). */
export function landingPath(account: Pick<AccountState, 'isMentor'> | null): string {
  return account?.isMentor ? paths.mentorDashboard : paths.dashboard;
}

/** The path of a return URL on this site, else the fallback: a link must not lead elsewhere after sign-in. */
export function safeReturnPath<Fallback>(value: unknown, fallback: Fallback): string | Fallback {
  if (typeof value !== 'string' || !value.startsWith('/')) return fallback;
  try {
    const base = 'https://point-0.invalid';
    const url = new URL(value, base);
    // Dots are resolved: `/.//elsewhere` becomes `//elsewhere`, the address of another site.
    const isHere = url.origin === base && !url.pathname.startsWith('//');
    return isHere ? url.pathname + url.search + url.hash : fallback;
  } catch {
    return fallback;
  }
}
