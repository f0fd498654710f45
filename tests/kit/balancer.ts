import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Target {
  url: string;
  failures: number;
}

/**
 * A load balancer as docs/operations/rolling-restart.md sets one: it asks each host's `/readyz`, takes a host out after
 * two failures and in again after one success, and sends each request to one of those that are in.
 *
 * @param options.probeMs between two probes; a second in the document
 */
export async function startBalancer(urls: readonly string[], { probeMs = 1_000 } = {}) {
  const targets: Target[] = urls.map((url) => ({ url, failures: 0 }));
  const probe = async (target: Target) => {
    const isReady = await fetch(`${target.url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
    target.failures = isReady ? 0 : target.failures + 1;
  };
  const timer = setInterval(() => targets.forEach((target) => void probe(target)), probeMs);
  let turn = 0;
  const isIn = ({ failures }: Target) => failures < 2;
  const server = createServer((incoming, response) => {
    const ready = targets.filter(isIn);
    const target = ready[turn++ % ready.length];
    if (!target) return response.writeHead(502).end('no host is ready');
    const { method, headers } = incoming;
    const outgoing = forward(`${target.url}${incoming.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${target.url}: ${error.message}`);
    });
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isIn: (url: string) => targets.some((target) => target.url === url && isIn(target)),
    async close(): Promise<void> {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
