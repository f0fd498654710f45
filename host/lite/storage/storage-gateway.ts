import type postgres from 'postgres';
import { backupCopy } from '#copy/office/backup.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { createConcurrencyLimiter } from '../../http/concurrency-limiter.ts';
import { decodeEscapes } from '../../http/decode-escapes.ts';
import { readBody } from '../request-body.ts';
import { streamFile } from './downloads.ts';
import { type FileStore, type GrantedFile, noteGrantedFile } from './file-store.ts';
import { isListing, listFolder } from './listing.ts';
import { createSenders, type Sender } from './senders.ts';
import { correctSignedUrls, isSigningMany, signMany } from './signed-urls.ts';
import {
  hasFewNames,
  hasStorableKeys,
  hasStorablePath,
  refusedByPolicy,
  storageError,
  withPlainPath,
} from './storage-request.ts';
import { createTurns, isUpload, normalizeUpload } from './uploads.ts';

/* `/storage/v1`: the corrections of this folder around the library. */

type Answer = (request: Request, context: { peerAddress: string | null }) => Promise<Response>;

const PUBLIC_FILE = /^\/storage\/v1\/object\/public\/([^/]+)\/(.+)$/;
const ANY_FILE = /^\/storage\/v1\/object\/(?!list\/|info\/)/;

/** All bodies except uploads are short JSON texts. */
const JSON_BYTES = 256 * 1024;

/** Uploads that are in memory at once; each may have 20 MiB. */
const MOST_UPLOADS = 6;
const UPLOAD_WAIT_MS = 10_000;

export function createStorageGateway(options: {
  library: Answer;
  sql: postgres.Sql;
  store: FileStore;
  jwtSecret: string;
  secretKey: string;
}): Answer {
  const { library, sql, store, secretKey } = options;
  const inTurn = createTurns();
  const senders = createSenders(options);
  const uploads = createConcurrencyLimiter({ limit: MOST_UPLOADS, maxWaitMs: UPLOAD_WAIT_MS });

  async function sendPublicFile(request: Request, bucket: string, escapedKey: string): Promise<Response> {
    let key: string;
    try {
      key = decodeURIComponent(escapedKey);
    } catch {
      return invalidKey();
    }
    const [object] = await sql`
      select from storage.objects o join storage.buckets b on b.id = o.bucket_id
      where b.id = ${bucket} and b.public and o.name = ${key}`;
    if (!object) return storageError(404, 'not_found', 'Object not found');
    return streamFile(store, bucket, key, request);
  }

  async function storeUpload(request: Request, sender: Sender, context: Parameters<Answer>[1]): Promise<Response> {
    const upload = await normalizeUpload(sql, request, (file) => senders.mayAdd(sender, file));
    if (upload instanceof Response) return upload;
    const name = decodeEscapes(new URL(request.url).pathname);
    return correctSignedUrls(request, await inTurn(name, () => library(upload, context)));
  }

  return async (given, context) => {
    const request = withPlainPath(given);
    const { pathname } = new URL(request.url);
    if (!hasStorablePath(pathname)) return invalidKey();
    if (request.method === 'GET' || request.method === 'HEAD') {
      const [, bucket, key] = PUBLIC_FILE.exec(pathname) ?? [];
      if (bucket && key) return sendPublicFile(request, bucket, key);
      if (!ANY_FILE.test(pathname)) return library(request, context);
      const file: GrantedFile = {};
      const answer = await noteGrantedFile(file, () => library(asGet(request), context));
      const isGranted = answer.ok && file.bucket !== undefined && file.key !== undefined;
      if (isGranted) return streamFile(store, file.bucket ?? '', file.key ?? '', request);
      return correctSignedUrls(request, answer);
    }

    const sender = await senders.identify(request);
    if (!sender && !isListing(request)) return refusedByPolicy();
    const refused = refuseEmptying(request, secretKey) ?? (await refuseDeletion(request, store));
    if (refused) return refused;
    if (sender && isUpload(request)) {
      const answer = await uploads.run(() => storeUpload(request, sender, context), request.signal);
      const retry = { 'retry-after': '10' };
      return answer ?? storageError(503, 'ServiceUnavailable', functionErrors.unavailable, 503, retry);
    }

    const read = await readBody(request, JSON_BYTES);
    if (read.problem) {
      return storageError(read.problem.status, 'InvalidRequest', read.problem.message, read.problem.status);
    }
    if (!hasStorableKeys(read.bytes)) return invalidKey();
    if (!hasFewNames(read.bytes)) return storageError(400, 'InvalidRequest', 'Too many names in one request');
    const whole = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      body: read.bytes.byteLength > 0 ? read.bytes : null,
    });
    if (isListing(whole)) return listFolder(whole, (changed) => library(changed, context));
    if (isSigningMany(whole)) return signMany(whole, (changed) => library(changed, context));
    const answer = await library(whole, context);
    // A backup may have begun during this deletion, which then failed at the file's bytes.
    return (answer.status >= 500 && (await refuseDeletion(request, store))) || correctSignedUrls(request, answer);
  };
}

function invalidKey(): Response {
  return storageError(400, 'InvalidKey', 'Invalid key');
}

/** The library's answer to HEAD says only whether the object exists. */
function asGet(request: Request): Request {
  return new Request(request.url, { headers: request.headers });
}

/*
 * Library behaviour (0.10.0): `POST /bucket/{id}/empty` checks no policy: anyone who can see a bucket can delete every
 * file in it.
 *
 * Correction: only the server's own key may empty a bucket. Our code empties none; it deletes files one by one, under
 * the policies.
 */

// The library's router decodes the path before it compares.
const EMPTY = /^\/storage\/v1\/bucket\/[^/]+\/empty\/?$/;

/** The refusal of a request to empty a bucket; undefined for any other request, and for the server's. */
function refuseEmptying(request: Request, secretKey: string): Response | undefined {
  if (!EMPTY.test(decodeEscapes(new URL(request.url).pathname))) return undefined;
  const token = request.headers.get('authorization')?.replace(/^Bearer +/i, '') ?? secretKey;
  if (request.headers.get('apikey') === secretKey && token === secretKey) return undefined;
  return storageError(403, 'Unauthorized', 'Only the server may empty a bucket');
}

/** The requests that delete a stored file's bytes: deleting it, moving it, and emptying its bucket. */
const DELETION = /^DELETE \/storage\/v1\/object\/|^POST \/storage\/v1\/(object\/move|bucket\/[^/]+\/empty)\/?$/;
const BACKUP_PAUSE_SECONDS = '10';

/** The answer to a deletion while a backup is being made (host/backup); undefined for any other request. */
async function refuseDeletion(request: Request, store: FileStore): Promise<Response | undefined> {
  const asked = `${request.method} ${decodeEscapes(new URL(request.url).pathname)}`;
  if (!DELETION.test(asked) || !(await store.keepsFiles())) return undefined;
  return storageError(503, 'ServiceUnavailable', backupCopy.filesKept, 503, { 'retry-after': BACKUP_PAUSE_SECONDS });
}
