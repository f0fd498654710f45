import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router';
import type { PublicEnv } from './public-env.tsx';

/** The public settings of this installation, given to loaders and to the server render. */
export const publicEnvContext = createContext<PublicEnv>();

/** Set to true where the backend did not give all of a page's data. */
export const incompleteContext = createContext<{ isIncomplete: boolean }>();

/** The host's log: facts first, then what happened. */
export type PageLog = { warn(facts: object, message: string): void; error(facts: object, message: string): void };

/** The log for failures in loaders: the browser does not learn their cause. */
export const logContext = createContext<PageLog>();

/** The fetch that reaches the data API from a loader. */
export const apiFetchContext = createContext<typeof fetch>();

/** The fetch that reaches server functions from the action of a form, as the visitor who posted it. */
export const functionFetchContext = createContext<typeof fetch>();

/** Logs which of a page's queries failed. The page is sent without their data, and its browser repeats them. */
export function logFailedQueries(client: QueryClient, log: PageLog): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.error) log.warn({ err: state.error, queryKey }, 'a page was made without some of its data');
  }
}

/** The `nonce` of this rendering's inline scripts; empty where the host gives none. */
export const scriptMarkContext = createContext<string>('');
