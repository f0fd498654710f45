/**
 * Library behaviour (0.10.0): `POST /bucket/{id}/empty` looks at no policy: anyone who sees a bucket deletes every file in it.
 *
 * Correction: only the server's own key may. Nothing of ours empties buckets; files are deleted one by one, under the policies.
 */
import { decodePath } from './decode-path.ts';
import { storageError } from './storage-error.ts';

// The library's router decodes the path before it compares.
const EMPTY = /^\/storage\/v1\/bucket\/[^/]+\/empty\/?$/;

/** The answer that refuses the emptying of a bucket; undefined for any other request, and for the server's. */
export function refuseEmptying(request: Request, secretKey: string): Response | undefined {
  if (!EMPTY.test(decodePath(new URL(request.url).pathname))) return undefined;
  const token = request.headers.get('authorization')?.replace(/^Bearer +/i, '') ?? secretKey;
  if (request.headers.get('apikey') === secretKey && token === secretKey) return undefined;
  return storageError(403, 'Unauthorized', 'Only the server may empty a bucket');
}
