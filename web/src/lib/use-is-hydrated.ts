import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and until the page's own code runs: what only works with it can say so. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
