import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';

type Answer = (request: Request, pass: () => Promise<Response>) => Promise<Response> | Response;

export type Front = Awaited<ReturnType<typeof startFront>>;

/**
 * A server before a host, at the address that people type: it passes every request on, but for paths whose answer a test
 * has planted.
 */
export async function startFront(port: number, target: string) {
  const planted = new Map<string, Answer>();

  async function pass(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const { method } = request;
    const body = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer();
    const headers = new Headers(request.headers);
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) headers.delete(name);
    const answer = await fetch(target + pathname + search, {
      method,
      headers,
      redirect: 'manual',
      ...(body && body.byteLength > 0 && { body }),
    });
    const answered = new Headers(answer.headers);
    // The body is decoded by now.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']) {
      answered.delete(name);
    }
    return new Response([204, 304].includes(answer.status) ? null : await answer.arrayBuffer(), {
      status: answer.status,
      headers: answered,
    });
  }

  const server = createServer(
    getRequestListener(async (request) => {
      const answer = planted.get(new URL(request.url).pathname);
      return answer ? answer(request, () => pass(request)) : pass(request);
    }),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    /** Until `clear`. */
    plant: (path: string, answer: Answer) => void planted.set(path, answer),
    clear: () => planted.clear(),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
