import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseEncoding, type Encoding } from './caching/compression.ts';
import { matchesEtag } from './caching/stored-response.ts';

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
const YEAR = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400, stale-while-revalidate=604800';

interface StaticFile {
  file: string;
  type: string;
  etag: string;
  cacheControl: string;
  encodings: Set<Encoding>;
}

export type StaticFiles = (request: Request) => Promise<Response | undefined>;

/**
 * Serves the files of a directory as they are at this moment; a path that is not among them gives `undefined`. Only listed
 * files are ever opened, so that no path can lead out of the directory. Files under `/assets/` have their content's hash
 * in their name and may be kept for ever.
 */
export function openStaticFiles(directory: string): StaticFiles {
  const files = listFiles(directory);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const found = files.get(decodePath(new URL(request.url).pathname));
    if (!found) return undefined;
    const headers = new Headers({
      'content-type': found.type,
      'cache-control': found.cacheControl,
      etag: found.etag,
    });
    if (found.encodings.size > 0) headers.set('vary', 'Accept-Encoding');
    if (matchesEtag(request.headers.get('if-none-match'), found.etag)) {
      return new Response(null, { status: 304, headers });
    }
    const wanted = chooseEncoding(request.headers.get('accept-encoding'));
    const encoding = wanted && found.encodings.has(wanted) ? wanted : undefined;
    if (encoding) headers.set('content-encoding', encoding);
    const body = await readFile(encoding ? found.file + SUFFIXES[encoding] : found.file);
    headers.set('content-length', String(body.byteLength));
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers });
  };
}

function listFiles(directory: string): Map<string, StaticFile> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const present = new Set(entries.map((entry) => path.join(entry.parentPath, entry.name)));
  const files = new Map<string, StaticFile>();
  for (const file of present) {
    const type = TYPES[path.extname(file)];
    if (!type || path.basename(file).startsWith('.')) continue;
    const urlPath = `/${path.relative(directory, file).split(path.sep).join('/')}`;
    files.set(urlPath, {
      file,
      type,
      etag: `W/"${createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"`,
      cacheControl: urlPath.startsWith('/assets/') ? YEAR : DAY,
      encodings: new Set(
        (Object.keys(SUFFIXES) as Encoding[]).filter((encoding) => present.has(file + SUFFIXES[encoding])),
      ),
    });
  }
  return files;
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
