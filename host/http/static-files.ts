import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { byteRangeOf } from './byte-range.ts';
import { chooseEncoding, type Encoding } from './caching/compression.ts';
import { matchesEtag } from './caching/stored-response.ts';
import { decodeEscapes } from './decode-escapes.ts';

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const SUFFIXES: Record<Encoding, string> = { br: '.br', gzip: '.gz' };
/** The folder is listed again at most this often, to find files that another process has built. */
const LIST_EVERY_MS = 1_000;
/** Files that a browser must ask for each time, to learn whether they have changed. */
const ASKED_FOR_EACH_TIME = new Set(['/service-worker.js', '/service-worker-off.js']);
/** Of the files under `/assets/` that were asked for last: each is read once while it is kept. */
const KEPT_BYTES = 16 * 1024 ** 2;
const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400, stale-while-revalidate=604800';

interface StaticFile {
  file: string;
  type: string;
  /** In bytes, uncompressed. */
  size: number;
  hash: string;
  etag: string;
  cacheControl: string;
  encodings: Set<Encoding>;
  changedAt: number;
}

export type StaticFiles = (request: Request) => Promise<Response | undefined>;

/**
 * Serves the files of a directory; any other path gives `undefined`. Only listed files are ever opened, so that no path
 * can lead out of the directory. Files under `/assets/` have their content's hash in their name and may be kept for a
 * year. When one is missing, the directory is listed again, since a new build may have added it.
 *
 * Neither `sirv` nor Hono's `serveStatic` fits. Their entity tags are missing, or made from the file's time, which
 * differs between hosts. They do not support `If-Range`. And one form of range in each (`bytes=-5`, or two ranges) gets
 * the wrong bytes or an error.
 */
export function openStaticFiles(directory: string, now = () => performance.now()): StaticFiles {
  let files = listFiles(directory);
  let listedAt = now();
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: KEPT_BYTES,
    maxEntrySize: KEPT_BYTES / 16,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
  });
  const read = async (file: string, cacheControl: string) => {
    const known = kept.get(file);
    if (known) return known;
    const bytes = await readIfThere(file);
    // Any other name may have other content after the next build.
    if (bytes && cacheControl === YEAR) kept.set(file, bytes);
    return bytes;
  };
  const find = (name: string) => {
    const isNew = name.startsWith('/assets/') && !files.has(name);
    if (isNew && now() - listedAt >= LIST_EVERY_MS) {
      files = listFiles(directory, files);
      listedAt = now();
    }
    return files.get(name);
  };
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const found = find(decodeEscapes(new URL(request.url).pathname));
    if (!found) return undefined;
    const headers = new Headers({ 'content-type': found.type, 'cache-control': found.cacheControl, etag: found.etag });
    // No ranges for files with compressed forms: a range would be of the compressed bytes.
    const isWhole = found.encodings.size === 0;
    if (isWhole) headers.set('accept-ranges', 'bytes');
    else headers.set('vary', 'Accept-Encoding');
    if (matchesEtag(request.headers.get('if-none-match'), found.etag)) {
      return new Response(null, { status: 304, headers });
    }
    const range = isWhole ? byteRangeOf(request.headers, found) : undefined;
    if (range === 'unsatisfiable') {
      headers.set('content-range', `bytes */${found.size}`);
      // A cache that kept this answer would refuse the file to everyone.
      headers.set('cache-control', 'no-store');
      return new Response(null, { status: 416, headers });
    }
    if (range) {
      const { first, last } = range;
      headers.set('content-range', `bytes ${first}-${last}/${found.size}`);
      headers.set('content-length', String(last - first + 1));
      const part = request.method === 'HEAD' ? null : await readPart(found.file, first, last);
      return new Response(part, { status: 206, headers });
    }
    const wanted = chooseEncoding(request.headers.get('accept-encoding'));
    const encoding = wanted && found.encodings.has(wanted) ? wanted : undefined;
    const compressed = encoding && (await read(found.file + SUFFIXES[encoding], found.cacheControl));
    if (encoding && compressed) headers.set('content-encoding', encoding);
    // After a later build replaced the file, its compressed form may be missing for a moment.
    const body = compressed ?? (await read(found.file, found.cacheControl));
    if (!body) return undefined;
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : body, { headers });
  };
}

/** @param known files of an earlier listing; unchanged ones are not read again */
function listFiles(directory: string, known: Map<string, StaticFile> = new Map()): Map<string, StaticFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const present = new Set(entries.map((entry) => path.join(entry.parentPath, entry.name)));
  const files = new Map<string, StaticFile>();
  for (const file of present) {
    const type = TYPES[path.extname(file)];
    if (!type || path.basename(file).startsWith('.')) continue;
    const urlPath = `/${path.relative(directory, file).split(path.sep).join('/')}`;
    const encodings = new Set(
      (Object.keys(SUFFIXES) as Encoding[]).filter((encoding) => present.has(file + SUFFIXES[encoding])),
    );
    const state = statSync(file, { throwIfNoEntry: false });
    // A build may have removed the file since the directory was listed.
    if (!state) continue;
    const before = known.get(urlPath);
    const isUnchanged = before?.changedAt === state.mtimeMs && before.size === state.size;
    const hash = isUnchanged ? before.hash : hashOf(file);
    files.set(urlPath, {
      file,
      type,
      size: state.size,
      hash,
      // Weak where compressed forms share it, else strong: joining ranges needs a strong one.
      etag: encodings.size > 0 ? `W/"${hash}"` : `"${hash}"`,
      cacheControl: ASKED_FOR_EACH_TIME.has(urlPath) ? 'no-cache' : urlPath.startsWith('/assets/') ? YEAR : DAY,
      encodings,
      changedAt: state.mtimeMs,
    });
  }
  return files;
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22);
}

/** Undefined when a build has removed the file since it was listed. */
async function readIfThere(file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function readPart(file: string, first: number, last: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(last - first + 1);
  const handle = await open(file);
  try {
    await handle.read(part, 0, part.byteLength, first);
  } finally {
    await handle.close();
  }
  return part;
}
