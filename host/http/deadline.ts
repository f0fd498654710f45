import { setTimeout as wait } from 'node:timers/promises';

/**
 * The answer, or 503 when there is none within `limitMs`: a page must not wait for a database that froze.
 * `hono/timeout` is for routes, and this is a call that the page itself makes while it renders.
 */
export async function answerWithin(limitMs: number, answer: Promise<Response>): Promise<Response> {
  const late = wait(limitMs, undefined, { ref: false }).then(() =>
    Response.json({ message: 'timeout' }, { status: 503 }),
  );
  return Promise.race([answer, late]);
}
