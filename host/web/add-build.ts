import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** For how long files stay that are in no build any more: pages that are open in browsers ask for them. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

export interface BuildPaths {
  client: string;
  server: string;
  current: string;
}

/**
 * Puts a finished build beside those before it. Nothing that a running process reads is taken away: its files stay
 * for 14 days after the first build without them, and the server of each build has a folder of its own.
 *
 * @param options.next what the bundler wrote: `client/` and `server/`; it is gone afterwards
 * @param options.name of the build, which processes find in `current` from now on
 * @returns the files that browsers load, to be compressed
 */
export function addBuild(options: { next: string; name: string; now: Date; to: BuildPaths }): string[] {
  const { next, name, now, to } = options;
  const files = listFiles(path.join(next, 'client'));
  for (const file of files) moveFile(path.join(next, 'client', file), path.join(to.client, file));
  const server = path.join(to.server, name);
  // The same sources give the same server: a process may have it loaded.
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

/** A file that is there already, as one whose name holds the hash of its content, stays as it is. */
function moveFile(from: string, to: string): void {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  // Compressed forms of another content.
  for (const suffix of ['.br', '.gz']) rmSync(to + suffix, { force: true });
  mkdirSync(path.dirname(to), { recursive: true });
  renameSync(from, to);
}

/** Removes what no build has had for 14 days, and notes since when the rest of the old is in none. */
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
