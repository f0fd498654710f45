import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and until the page's code runs, so that a part that needs this code can say so. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
