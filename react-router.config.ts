import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '@react-router/dev/config';
import { buildWorker } from './web/build-worker.ts';

/** The routes whose files a link asks for before it is pressed (`prefetch`). */
const PREFETCHED = ['pages/mentor-profile'];

type Entry = Record<string, unknown>;

/**
 * What a page downloads of the list of routes, without what no page reads: the server writes what the first page
 * preloads from a list of its own, a link preloads those of PREFETCHED only, and what is false or empty may be absent.
 */
function shortenRouteList(folder: string): void {
  const start = 'window.__reactRouterManifest=';
  const name = readdirSync(folder).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error(`The build has no list of routes in ${folder}.`);
  const file = path.join(folder, name);
  const manifest = JSON.parse(readFileSync(file, 'utf8').slice(start.length).replace(/;$/, ''));
  const isRead = (id: string, [key, value]: [string, unknown]) => {
    if (key === 'imports' && !PREFETCHED.includes(id)) return false;
    return value !== false && !(Array.isArray(value) && value.length === 0);
  };
  const shorten = (id: string, entry: Entry) =>
    Object.fromEntries(Object.entries(entry).filter((property) => isRead(id, property)));
  const entries = Object.entries<Entry>(manifest.routes).map(([id, entry]) => [id, shorten(id, entry)]);
  writeFileSync(file, `${start}${JSON.stringify({ ...manifest, routes: Object.fromEntries(entries) })};`);
}

export default {
  appDirectory: 'web/src',
  // host/web/build-web.ts takes the parts of a finished build from there.
  buildDirectory: 'build/next',
  ssr: true,
  // A loader in a file of its own costs every page one or two files, and the build an eighth of its time.
  splitRouteModules: false,
  // The route table is small: sending it with the page saves a request for each link the visitor sees.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = path.join(reactRouterConfig.buildDirectory, 'client');
    shortenRouteList(path.join(client, 'assets'));
    await buildWorker(client);
  },
} satisfies Config;
