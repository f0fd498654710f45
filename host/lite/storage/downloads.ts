/**
 * Library behaviour (0.10.0): files are always sent whole, without ranges: people cannot skip in videos, and Safari
 * does not play them at all. There is no 304, no `nosniff`, and no protection against an uploaded page that runs as
 * ours. And every read of a public file writes to the database.
 *
 * Correction: we send the files ourselves. One query decides about access for public buckets, the library for the
 * others.
 */
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { byteRangeOf } from '../../http/byte-range.ts';
import type { FileFacts, FileStore } from './file-store.ts';
import { storageError } from './storage-request.ts';

/** Types that browsers show; all other files are downloaded. */
const SHOWN = /^(image\/(png|jpeg|jpg|webp|gif|avif)|video\/mp4|audio\/)/;

export async function streamFile(store: FileStore, bucket: string, key: string, request: Request): Promise<Response> {
  const opened = await store.open(bucket, key);
  if (!opened) return storageError(404, 'not_found', 'Object not found');
  const { facts, handle } = opened;
  const headers = describeFile(facts, key, new URL(request.url).searchParams.get('download'));

  if (isUnchanged(request.headers, facts)) return finish(handle, 304, headers);
  const range = byteRangeOf(request.headers, { size: facts.size, etag: facts.eTag });
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${facts.size}`);
    return finish(handle, 416, headers);
  }
  const { first, last } = range ?? { first: 0, last: facts.size - 1 };
  if (range) headers.set('content-range', `bytes ${first}-${last}/${facts.size}`);
  headers.set('content-length', String(last - first + 1));
  const status = range ? 206 : 200;
  if (request.method === 'HEAD' || facts.size === 0) return finish(handle, status, headers);
  // The stream closes the handle when it ends or when the client goes away.
  const stream = handle.createReadStream({ start: first, end: last });
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers });
}

async function finish(handle: FileHandle, status: number, headers: Headers): Promise<Response> {
  await handle.close();
  return new Response(null, { status, headers });
}

/** Even an uploaded page runs no script. The page that a browser makes around a video or a sound may play it. */
function policyOf(type: string): string {
  return /^(video|audio)\//.test(type)
    ? "default-src 'none'; media-src 'self'; sandbox"
    : "default-src 'none'; sandbox";
}

function describeFile(facts: FileFacts, key: string, download: string | null): Headers {
  const isShown = SHOWN.test(facts.mimetype) && download === null;
  const name = download || key.split('/').at(-1) || 'file';
  return new Headers({
    'content-type': facts.mimetype,
    'content-disposition': isShown ? 'inline' : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'cache-control': facts.cacheControl,
    etag: facts.eTag,
    'last-modified': facts.lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': policyOf(facts.mimetype),
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'x-robots-tag': 'none',
  });
}

function isUnchanged(headers: Headers, facts: FileFacts): boolean {
  const tags = headers.get('if-none-match');
  if (tags !== null) {
    return tags.split(',').some((tag) => ['*', facts.eTag].includes(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return facts.lastModified.getTime() < since + 1000;
}
