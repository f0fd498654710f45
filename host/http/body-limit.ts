import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hostErrors } from '#copy/office/host.ts';
import { formLimitOf } from '#rules/shell/visitor-forms.ts';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import type { HostEnv } from './host-env.ts';
import { plainPage } from './plain-page.ts';

const DEFAULT_LIMIT = limitOf(1);
/** The largest file that a bucket takes is 20 MiB; its multipart wrapping comes on top. */
const STORAGE_LIMIT = limitOf(21);
/** Above the function's own limit for a picture, so that the function itself names its limit. */
const PICTURE_LIMIT = limitOf(4);
/** Forms that are read and answered at once; one with a photo has up to 8 MB. Others wait. */
const FORMS = createConcurrencyLimiter({ limit: 16, maxWaitMs: 5_000 });
/** How much of an unread body is read before the answer is sent, in bytes and milliseconds. */
const REST_LIMIT = 16 * 1024 * 1024;
const REST_LIMIT_MS = 3_000;

/**
 * Refuses bodies over the limit with 413. A body that does not announce its size is counted before a handler gets it,
 * except by storage, which first asks who sends it and then counts by itself (host/lite/storage/uploads.ts). The unread
 * rest of a body is read before the answer is sent.
 */
export const limitBodies: MiddlewareHandler<HostEnv> = async (context, next) => {
  const { method, path } = context.req;
  if (method === 'GET' || method === 'HEAD') return next();
  const limit = () => limitFor(path)(context, next);
  const refusal = await (formLimitOf(path) === undefined ? limit() : inTurn(limit));
  if (context.env?.incoming) await discardRest(context.env.incoming);
  return refusal;
};

/** The answer to a form, or a refusal when its turn does not come. */
async function inTurn<T>(answer: () => Promise<T>): Promise<T | Response> {
  const answered = await FORMS.run(async () => ({ response: await answer() }));
  return answered ? answered.response : plainPage(hostErrors.unavailable, 503, { 'retry-after': '60' });
}

function limitFor(path: string): MiddlewareHandler<HostEnv> {
  if (path.startsWith('/storage/v1/')) return limitStorage;
  if (path === '/functions/v1/store-picture') return PICTURE_LIMIT;
  const form = formLimitOf(path);
  return form === undefined ? DEFAULT_LIMIT : formLimit(form);
}

const limitStorage: MiddlewareHandler<HostEnv> = (context, next) =>
  context.req.header('transfer-encoding') === undefined ? STORAGE_LIMIT(context, next) : next();

/** The limit for forms: its refusal is a page, because a person reads it. */
function formLimit(mebibytes: number): MiddlewareHandler<HostEnv> {
  return bodyLimit({
    maxSize: mebibytes * 1024 * 1024,
    onError: () => plainPage(hostErrors.formTooLarge(`${mebibytes} MB`), 413),
  });
}

function limitOf(mebibytes: number): MiddlewareHandler<HostEnv> {
  const error = hostErrors.bodyTooLarge(`${mebibytes} MB`);
  return bodyLimit({
    maxSize: mebibytes * 1024 * 1024,
    onError: (context) => context.json({ error, message: error }, 413),
  });
}

/**
 * Reads the rest of a body that was not read to its end. Otherwise the server library closes the connection half a
 * second after the answer: the sender may lose the answer, or the next request on that connection.
 */
function discardRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let length = 0;
    const end = () => {
      clearTimeout(limit);
      incoming.off('data', onData).off('end', end).off('close', end);
      resolve();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > REST_LIMIT) return end();
      // A reader that stopped in the middle pauses the body at each piece.
      setImmediate(() => incoming.resume());
    };
    const limit = setTimeout(end, REST_LIMIT_MS);
    incoming.on('data', onData).on('end', end).on('close', end);
    incoming.resume();
  });
}
