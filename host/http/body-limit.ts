import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hostErrors } from '#copy/host.ts';
import type { HostEnv } from './host-env.ts';

const DEFAULT_LIMIT = limitOf(1);
/** The largest file that a bucket takes is 20 MiB; its multipart wrapping comes on top. */
const STORAGE_LIMIT = limitOf(21);
/** More than a picture may have, so that the function itself says what its limit is. */
const PICTURE_LIMIT = limitOf(4);

/** Refuses bodies over the limit with 413; one that does not announce its size is counted before anything sees it. */
export const limitBodies: MiddlewareHandler<HostEnv> = (context, next) => {
  const { method, path } = context.req;
  if (method === 'GET' || method === 'HEAD') return next();
  if (path.startsWith('/storage/v1/')) return STORAGE_LIMIT(context, next);
  return (path === '/functions/v1/store-picture' ? PICTURE_LIMIT : DEFAULT_LIMIT)(context, next);
};

function limitOf(mebibytes: number): MiddlewareHandler {
  const error = hostErrors.bodyTooLarge(`${mebibytes} MB`);
  return bodyLimit({
    maxSize: mebibytes * 1024 * 1024,
    onError: (context) => context.json({ error, message: error }, 413),
  });
}
