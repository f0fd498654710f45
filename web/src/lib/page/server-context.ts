import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router';
import type { PublicEnv } from './public-env.tsx';

/** The public settings of this installation, given to loaders and to the server render. */
export const publicEnvContext = createContext<PublicEnv>();

/** The host's log: facts first, then what happened. */
export type PageLog = { warn(facts: object, message: string): void; error(facts: object, message: string): void };

/** Where loaders tell of what went wrong: the browser is told nothing of the cause. */
export const logContext = createContext<PageLog>();

/** The fetch that reaches the data API from a loader. */
export const apiFetchContext = createContext<typeof fetch>();

/** The fetch that reaches server functions from the action of a form, as the visitor who posted it. */
export const functionFetchContext = createContext<typeof fetch>();

/** Tells the log which of a page's queries failed. The page is made all the same: its browser asks for them again. */
export function logFailedQueries(client: QueryClient, log: PageLog): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    if (state.error) log.warn({ err: state.error, queryKey }, 'a page was made without some of its data');
  }
}

/** What marks the scripts of this rendering as its own; empty where no one asks for it. */
export const scriptMarkContext = createContext<string>('');
