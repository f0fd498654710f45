/** The answer to `request`, or 503 when there is none within `limitMs`: a page must not wait for a database that froze. */
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
