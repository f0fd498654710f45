import { deleteCaches, WORKER_PATH } from './kept.ts';
import { tidyNextSession } from './kept-session.ts';

/**
 * Gives this browser the service worker, or takes it away where the operator has switched it off. For a page that is at
 * rest: nothing on it needs the worker.
 */
export async function registerWorker(isOff: boolean): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    if (isOff) {
      const registrations = await navigator.serviceWorker.getRegistrations();
      await Promise.all(registrations.map((registration) => registration.unregister()));
      await deleteCaches(caches);
      return;
    }
    // Most visitors have nothing kept.
    await tidyNextSession(async () => (await import('../server-time.ts')).serverNow());
    // While developing there is none: a build writes it.
    if (import.meta.env.PROD) await navigator.serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' });
  } catch (error) {
    // A privacy mode may refuse it. The site needs none.
    console.warn('The service worker could not be changed', error);
  }
}
