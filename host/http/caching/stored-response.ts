import { createHash } from 'node:crypto';
import { chooseEncoding, compress, type Encoding, isCompressible, WORTH_COMPRESSING } from './compression.ts';

/** An answer kept in memory, with its compressed forms, which are made when first asked for. */
export interface StoredResponse {
  status: number;
  headers: [string, string][];
  body: Buffer;
  etag: string;
  encoded: Map<Encoding, Encoded>;
}

interface Encoded {
  body: Promise<Buffer>;
  effort: 'fast' | 'best';
}

// These headers belong to one delivery of the answer, not to the answer itself.
const NOT_STORED = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'etag', 'date', 'connection']);

/** Keeps an answer, with the text that stands in the place of its body, or with its body read to the end. */
export async function storeResponse(response: Response, text?: string): Promise<StoredResponse> {
  const body = text === undefined ? Buffer.from(await response.arrayBuffer()) : Buffer.from(text);
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => !NOT_STORED.has(name)),
    body,
    // Weak, because the compressed forms share it.
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    encoded: new Map(),
  };
}

/**
 * Answers a request from the stored copy: in the encoding that the client prefers, empty for HEAD, 304 when the client
 * has it already.
 */
export async function replay(request: Request, stored: StoredResponse): Promise<Response> {
  const headers = new Headers(stored.headers);
  const isSuccess = stored.status === 200;
  if (isSuccess) headers.set('etag', stored.etag);
  const canCompress = stored.body.byteLength >= WORTH_COMPRESSING && isCompressible(headers.get('content-type'));
  if (canCompress) headers.append('vary', 'Accept-Encoding');
  if (isSuccess && matchesEtag(request.headers.get('if-none-match'), stored.etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  const encoding = canCompress ? chooseEncoding(request.headers.get('accept-encoding')) : undefined;
  const body = encoding ? await encode(stored, encoding) : stored.body;
  if (encoding) headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status: stored.status, headers });
}

/** How much memory the copy takes, compressed forms included (roughly a third on top). */
export function storedBytes(stored: StoredResponse): number {
  return Math.ceil(stored.body.byteLength * 1.4) + 1024;
}

export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const plain = etag.replace(/^W\//, '');
  return ifNoneMatch
    .split(',')
    .some((candidate) => candidate.trim() === '*' || candidate.trim().replace(/^W\//, '') === plain);
}

/** Whether the copy was compressed with brotli (which every browser accepts) at low effort, and could be smaller. */
export function canCompressBetter(stored: StoredResponse): boolean {
  return stored.encoded.get('br')?.effort === 'fast';
}

/** Compresses the copy with full effort. Until that is done, visitors get the form that was made for the first one. */
export async function compressBest(stored: StoredResponse): Promise<void> {
  if (stored.encoded.get('br')?.effort === 'best') return;
  const body = await compress(stored.body, 'br', 'best');
  stored.encoded.set('br', { body: Promise.resolve(body), effort: 'best' });
}

function encode(stored: StoredResponse, encoding: Encoding): Promise<Buffer> {
  let encoded = stored.encoded.get(encoding);
  if (!encoded) {
    encoded = { body: compress(stored.body, encoding, 'fast'), effort: 'fast' };
    stored.encoded.set(encoding, encoded);
  }
  return encoded.body;
}
