import type postgres from 'postgres';
import { isMp4, VIDEO_HEAD_BYTES } from '#rules/content/video.ts';
import { hasFewFields } from '../../http/posted-forms.ts';
import { readBody } from '../request-body.ts';
import { refusedByPolicy, storageError } from './storage-request.ts';

/*
 * Library behaviour (0.10.0): an upload of a `File` or `Blob` fails ("Missing file in multipart upload": supabase-js
 * gives the field an empty name), and PUT stores the multipart text itself. The size limit looks only at
 * `content-length`, so that a chunked body passes it. The declared type is compared with the bucket's list but never
 * with the content. `cacheControl` is lost. A key may hold any character.
 *
 * Correction: each upload becomes a plain body with type, length and cache time, after its size, key and first bytes
 * were checked.
 */

/** The limit of a bucket without its own limit; as `[storage] file_size_limit` in supabase/config.toml. */
const LARGEST_FILE = 20 * 1024 * 1024;

/** The size that a multipart form adds to its file. */
const FORM_BYTES = 16 * 1024;

const DEADLINE_MS = 120_000;

/** Supabase's own alphabet for keys. */
const KEY = /^[\w/!\-.*'() &$@=;:+,?]{1,512}$/;

const OBJECT = /^\/storage\/v1\/object\/(?!(?:list|sign|info|public|move|copy|upload)(?:\/|$))([^/]+)\/(.+)$/;
const SIGNED = /^\/storage\/v1\/object\/upload\/sign\/([^/]+)\/(.+)$/;

export function isUpload(request: Request): boolean {
  return matchUpload(request) !== undefined;
}

/** @returns the request to pass on, or its refusal */
export async function normalizeUpload(
  sql: postgres.Sql,
  request: Request,
  mayAdd: (file: { bucket: string; key: string }) => Promise<boolean>,
): Promise<Request | Response> {
  const target = matchUpload(request);
  const key = target && decodeKey(target.key);
  if (!target || key === undefined || !isUsableKey(key)) return storageError(400, 'InvalidKey', 'Invalid key');
  if (!(await mayAdd({ bucket: target.bucket, key }))) return refusedByPolicy();

  const [bucket] = await sql<{ limit: string | null }[]>`
    select file_size_limit as limit from storage.buckets where id = ${target.bucket}`;
  const limit = Math.min(Number(bucket?.limit ?? LARGEST_FILE), LARGEST_FILE);
  const read = await readBody(request, limit + FORM_BYTES, DEADLINE_MS);
  if (read.problem?.status === 408) return storageError(408, 'RequestTimeout', read.problem.message, 408);
  const file = read.bytes && (await takeFile(request.headers, read.bytes));
  if (file === null) return storageError(400, 'InvalidRequest', 'Missing file in multipart upload');
  if (!file || file.bytes.byteLength > limit) {
    return storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size');
  }
  if (!startsLike(file.type, file.bytes)) {
    return storageError(415, 'invalid_mime_type', `The content is not ${file.type}`);
  }

  const headers = new Headers(request.headers);
  headers.delete('transfer-encoding');
  headers.set('content-type', file.type);
  headers.set('content-length', String(file.bytes.byteLength));
  if (file.cacheControl) headers.set('cache-control', file.cacheControl);
  return new Request(request.url, { method: request.method, headers, body: file.bytes });
}

function matchUpload({ method, url }: Request) {
  const { pathname } = new URL(url);
  const match =
    method === 'PUT'
      ? (SIGNED.exec(pathname) ?? OBJECT.exec(pathname))
      : method === 'POST'
        ? OBJECT.exec(pathname)
        : null;
  return match?.[1] && match[2] ? { bucket: match[1], key: match[2] } : undefined;
}

/** Decodes a key as the library does; a part that stays escaped is refused later, because of its `%`. */
function decodeKey(escaped: string): string | undefined {
  try {
    return decodeURI(escaped);
  } catch {
    return undefined;
  }
}

export function isUsableKey(key: string): boolean {
  return KEY.test(key) && !key.split('/').some((part) => part === '' || part === '.' || part === '..');
}

type TakenFile = { bytes: Uint8Array<ArrayBuffer>; type: string; cacheControl?: string };

/** The file of an upload; null when a form holds none. */
async function takeFile(headers: Headers, bytes: Uint8Array<ArrayBuffer>): Promise<TakenFile | null> {
  const declared = headers.get('content-type') ?? '';
  if (!declared.toLowerCase().startsWith('multipart/form-data')) {
    const cacheControl = headers.get('cache-control') ?? undefined;
    return { bytes, type: essence(declared), ...(cacheControl && { cacheControl }) };
  }
  try {
    // Reading a hundred thousand fields would stop the process for seconds.
    if (!hasFewFields(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), declared)) return null;
    const form = await new Response(bytes, { headers: { 'content-type': declared } }).formData();
    const file = [...form.values()].find((value) => value instanceof File);
    if (!file) return null;
    const seconds = form.get('cacheControl');
    return {
      bytes: new Uint8Array(await file.arrayBuffer()),
      type: essence(file.type),
      ...(typeof seconds === 'string' && /^\d{1,9}$/.test(seconds) && { cacheControl: `max-age=${seconds}` }),
    };
  } catch {
    return null;
  }
}

function essence(type: string): string {
  return type.split(';')[0]?.trim().toLowerCase() || 'application/octet-stream';
}

type Signature = (text: string, head: Uint8Array) => boolean;

const jpeg: Signature = (text) => text.startsWith('\xff\xd8\xff');

/** The first bytes of the types that our buckets take, read as Latin-1. */
const SIGNATURES: Record<string, Signature> = {
  'image/png': (text) => text.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': jpeg,
  'image/jpg': jpeg,
  'image/webp': (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP',
  'image/gif': (text) => text.startsWith('GIF8'),
  'image/avif': (text) => text.slice(4, 8) === 'ftyp' && /avi[fs]/.test(text.slice(8, 32)),
  'application/pdf': (text) => text.startsWith('%PDF-'),
  'video/mp4': (_text, head) => isMp4(head),
};

function startsLike(type: string, bytes: Uint8Array): boolean {
  const signature = SIGNATURES[type];
  const head = bytes.subarray(0, VIDEO_HEAD_BYTES);
  return !signature || signature(Buffer.from(head).toString('latin1'), head);
}

/**
 * Library behaviour (0.10.0): two uploads under one name at the same time both find no file there, and both write their
 * bytes. The second one's bytes replace the first one's, and then the second upload is answered with 500.
 *
 * Correction: uploads under one name run one after the other, so that the second finds the first one's file. This does
 * not work across several hosts, but our own names hold the millisecond.
 */
export function createTurns(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (name, act) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(act);
    const done = turn
      .catch(() => {})
      .finally(() => {
        if (last.get(name) === done) last.delete(name);
      });
    last.set(name, done);
    return turn;
  };
}
