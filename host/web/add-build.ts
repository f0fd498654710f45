import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** How long a file stays after the last build that had it: pages that are open in browsers may still ask for it. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

export interface BuildPaths {
  client: string;
  server: string;
  current: string;
}

/**
 * Puts a finished build beside the earlier ones. Files that running processes read are kept: they stay for 14 days
 * after the first build without them, and the server of each build has a folder of its own.
 *
 * @param options.next the folder that the bundler wrote: `client/` and `server/`; its contents are moved away
 * @param options.name the name of the build, which processes from now on find in `current`
 * @returns the files that browsers load, to be compressed
 */
export function addBuild(options: { next: string; name: string; now: Date; to: BuildPaths }): string[] {
  const { next, name, now, to } = options;
  const files = listFiles(path.join(next, 'client'));
  for (const file of files) moveFile(path.join(next, 'client', file), path.join(to.client, file));
  const server = path.join(to.server, name);
  // The same sources give the same server, so the old one stays: a process may have loaded it.
  if (existsSync(server)) rmSync(path.join(next, 'server'), { recursive: true });
  else {
    mkdirSync(to.server, { recursive: true });
    renameSync(path.join(next, 'server'), server);
  }
  rmSync(next, { recursive: true, force: true });
  writeFileSync(`${to.current}.partial`, name);
  renameSync(`${to.current}.partial`, to.current);
  removeOld(new Set([...files.map((file) => `client/${file}`), `server/${name}`]), now, to);
  return files.map((file) => path.join(to.client, file));
}

/** Moves a file, unless the same content is there already, as for a name that holds the hash of the content. */
function moveFile(from: string, to: string): void {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  // These are compressed forms of the old content.
  for (const suffix of ['.br', '.gz']) rmSync(to + suffix, { force: true });
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
}

/** Removes files that have been in no build for 14 days, and notes since when the other old files are in no build. */
function removeOld(present: ReadonlySet<string>, now: Date, to: BuildPaths): void {
  const record = `${to.current}.left.json`;
  const known: Record<string, string> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
  const left: Record<string, string> = {};
  const servers = readdirSync(to.server).map((folder) => `server/${folder}`);
  const files = listFiles(to.client)
    .filter((file) => !/\.(br|gz)$/.test(file))
    .map((file) => `client/${file}`);
  for (const part of [...files, ...servers].filter((one) => !present.has(one))) {
    const since = known[part] ?? now.toISOString();
    if (now.getTime() - Date.parse(since) <= KEPT_MS) {
      left[part] = since;
      continue;
    }
    const place = part.startsWith('client/')
      ? path.join(to.client, part.slice('client/'.length))
      : path.join(to.server, part.slice('server/'.length));
    for (const suffix of ['', '.br', '.gz']) rmSync(place + suffix, { recursive: true, force: true });
  }
  writeFileSync(record, JSON.stringify(left));
}

function listFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
