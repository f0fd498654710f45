/**
 * The answer, or 503 when there is none within `limitMs`: a page must not wait for a database that hangs.
 * `hono/timeout` does not fit: it is for routes, and this is a call that a page makes while it renders.
 */
export async function answerWithin(limitMs: number, answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(Response.json({ message: 'timeout' }, { status: 503 })), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
