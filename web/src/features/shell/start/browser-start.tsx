import { start } from '#copy/shell/start.ts';
import { AppLoading } from '#ui/messages/app-loading.tsx';

/** The `clientLoader` of a page that depends on who is signed in: it starts in the browser. */
export const startInBrowser = Object.assign(() => null, { hydrate: true as const });

/** Its `HydrateFallback`. */
export function Starting() {
  return <AppLoading message={start.initializing} />;
}
