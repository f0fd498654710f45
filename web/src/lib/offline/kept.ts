/** What the site keeps in a browser beside its storage, by name: the service worker and the pages agree on it here. */

/** Of all caches of ours. */
const PREFIX = 'point-0-';

/** Where the next session is kept. */
export const NEXT_SESSION_CACHE = `${PREFIX}next-session`;

/** The cache of the files that the offline page is drawn with, of one version of them. */
export const shellCache = (version: string) => `${PREFIX}shell-${version}`;

/** Where both are asked for: no address that the server knows. */
export const OFFLINE_FOLDER = '/offline/';

export const WORKER_PATH = '/service-worker.js';

/** Removes what is kept in caches, except what `isKept` names. */
export async function deleteCaches(caches: CacheStorage, isKept: (name: string) => boolean = () => false) {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && !isKept(name)).map((name) => caches.delete(name)),
  );
}
