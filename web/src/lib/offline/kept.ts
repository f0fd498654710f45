/** The names of the site's caches and of their addresses, for the service worker and the pages. */

/** Begins the names of all our caches. */
const PREFIX = 'point-0-';

/** Where the next session is kept. */
export const NEXT_SESSION_CACHE = `${PREFIX}next-session`;

/** The cache for one version of the offline page's files. */
export const shellCache = (version: string) => `${PREFIX}shell-${version}`;

/** Begins the addresses of both. The server has no such addresses. */
export const OFFLINE_FOLDER = '/offline/';

export const WORKER_PATH = '/service-worker.js';

/** Deletes our caches, except those for which `isKept` is true. */
export async function deleteCaches(caches: CacheStorage, isKept: (name: string) => boolean = () => false) {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && !isKept(name)).map((name) => caches.delete(name)),
  );
}
