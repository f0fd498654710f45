import { deleteCaches, WORKER_PATH } from './kept.ts';
import { tidyNextSession } from './kept-session.ts';

/**
 * Registers the service worker, or removes it where the operator has switched it off. Called when the page is idle,
 * because nothing on it needs the worker.
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
    // Loaded only when needed: most visitors have nothing kept.
    await tidyNextSession(async () => (await import('../server-time.ts')).serverNow());
    // Only a build writes the worker, so there is none during development.
    if (import.meta.env.PROD) await navigator.serviceWorker.register(WORKER_PATH, { updateViaCache: 'none' });
  } catch (error) {
    // A privacy mode may refuse it. The site works without it.
    console.warn('The service worker could not be changed', error);
  }
}
