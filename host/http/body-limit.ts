import type { MiddlewareHandler } from 'hono';
import { hostErrors } from '#copy/host.ts';
import type { HostEnv } from './host-env.ts';

const MEBIBYTE = 1024 * 1024;
const DEFAULT_LIMIT = MEBIBYTE;
/** The largest file that a bucket takes is 20 MiB; its multipart wrapping comes on top. */
const STORAGE_LIMIT = 21 * MEBIBYTE;
/** More than a picture may have, so that the function itself says what its limit is. */
const PICTURE_LIMIT = 4 * MEBIBYTE;

/**
 * Refuses bodies over the limit with 413. A body that does not announce its size is read and counted first, so that
 * nothing behind this sees more than the limit either.
 */
export function limitBodies(): MiddlewareHandler<HostEnv> {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    const limit = limitOf(context.req.path);
    const refuse = () => {
      const error = hostErrors.bodyTooLarge(`${limit / MEBIBYTE} MB`);
      return context.json({ error, message: error }, 413);
    };
    const announced = context.req.header('content-length');
    if (announced !== undefined && context.req.header('transfer-encoding') === undefined) {
      return Number(announced) > limit ? refuse() : next();
    }
    const body = context.req.raw.body;
    if (!body) return next();
    const chunks: Uint8Array[] = [];
    let size = 0;
    // Read by hand: leaving a `for await` loop would cut the connection before the client has its answer.
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > limit) return refuse();
      chunks.push(part.value);
    }
    context.req.raw = new Request(context.req.raw, { body: Buffer.concat(chunks) });
    return next();
  };
}

function limitOf(path: string): number {
  if (path.startsWith('/storage/v1/')) return STORAGE_LIMIT;
  return path === '/functions/v1/store-picture' ? PICTURE_LIMIT : DEFAULT_LIMIT;
}
