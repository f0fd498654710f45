/**
 * Library behaviour (0.10.0): signing answers `{"signedUrl":"/storage/v1/object/…"}`, but supabase-js reads
 * `signedURL`, or `url` for uploads, without the prefix: its addresses end in "undefined". A request to sign several
 * files is treated as one for a file without a name. A forged or expired token is HTTP 500.
 *
 * Correction: Supabase's names, one call of the library for each file, and Supabase's error.
 */
import { storageError } from './storage-request.ts';

const SIGNING = /^\/storage\/v1\/object\/(upload\/)?sign\//;
const PREFIX = /^\/storage\/v1/;

const SIGN_MANY = /^\/storage\/v1\/object\/sign\/[^/]+$/;

export function isSigningMany(request: Request): boolean {
  return request.method === 'POST' && SIGN_MANY.test(new URL(request.url).pathname);
}

export async function signMany(request: Request, library: (request: Request) => Promise<Response>): Promise<Response> {
  const asked = (await request.json().catch(() => ({}))) as { paths?: unknown; expiresIn?: unknown };
  if (!Array.isArray(asked.paths)) return storageError(400, 'InvalidRequest', 'paths must be a list');
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const signed: object[] = [];
  for (const path of asked.paths.map(String)) {
    const one = new Request(`${request.url}/${encodeURI(path)}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ expiresIn: asked.expiresIn }),
    });
    const answer = await library(one);
    const body = (await answer.json()) as Signed & { message?: string };
    signed.push(
      answer.ok
        ? { path, error: null, ...correct(body) }
        : {
            path,
            error: body.message ?? 'Either the object does not exist or you do not have access to it',
            signedURL: null,
          },
    );
  }
  return Response.json(signed, { headers: { 'access-control-allow-origin': '*' } });
}

export async function correctSignedUrls(request: Request, answer: Response): Promise<Response> {
  if (!SIGNING.test(new URL(request.url).pathname)) return answer;
  if (request.method !== 'POST') {
    return answer.status === 500 ? storageError(400, 'InvalidJWT', 'The signature is not valid') : answer;
  }
  if (!answer.ok) return answer;
  const body = (await answer.json()) as Signed;
  const headers = new Headers(answer.headers);
  headers.delete('content-length');
  return Response.json(correct(body), { status: answer.status, headers });
}

type Signed = { signedUrl?: string };

function correct(entry: Signed) {
  const path = entry.signedUrl?.replace(PREFIX, '') || null;
  return { ...entry, signedUrl: undefined, signedURL: path, url: path };
}
