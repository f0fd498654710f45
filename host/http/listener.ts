import type { Server } from 'node:http';
import { createServer, type RequestListener } from 'node:http';
import { hostErrors, startUp } from '#copy/office/host.ts';
import { ExplainedError } from '../explained-error.ts';
import { PLAIN_PAGE_POLICY } from './content-security-policy.ts';
import { OPENER_POLICY } from './secure-headers.ts';

const DRAIN_LIMIT_MS = 10_000;

export interface Listener {
  server: Server;
  /** From now on, requests go to this handler. Rejects as listen() where the port is opened only now. */
  serve(handler: RequestListener): Promise<void>;
  /** From now on each answer asks its client for a new connection next time, which a balancer sends to another host. */
  letGo(): void;
  /** Accepts no more requests, gives the open ones at most ten seconds, then closes. */
  drain(): Promise<void>;
  /** Closes at once, open requests too. */
  close(): void;
}

/** The port cannot be listened on; the message says what to do. */
class ListenError extends ExplainedError {
  override name = 'ListenError';
}

/**
 * Listens at once and answers "starting" (503) until a handler is given. So a port that is in use is known before any
 * work is done, and an early visitor gets a sentence.
 *
 * @param host the address to listen on; all of them when undefined
 * @param isLate listens only with a handler: while another process serves the port, nobody must get "starting"
 * @throws ListenError
 */
export async function listen(port: number, host: string | undefined, isLate = false): Promise<Listener> {
  let handler: RequestListener = answerStarting;
  let isDraining = false;
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, (request, response) => {
    if (isDraining) response.setHeader('connection', 'close');
    handler(request, response);
  });
  // Longer than the idle limit of common load balancers: the balancer must be the first to close.
  server.keepAliveTimeout = 65_000;
  const open = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host }, () => resolve());
    }).catch(async (error: NodeJS.ErrnoException) => {
      throw new ListenError(await whyNotListening(error, port, host));
    });
  if (!isLate) await open();
  return {
    server,
    async serve(next) {
      handler = next;
      if (isLate) await open();
    },
    letGo() {
      isDraining = true;
    },
    async drain() {
      isDraining = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS);
      // close() ends only the connections that are idle at that moment.
      const sweep = setInterval(() => server.closeIdleConnections(), 100);
      await closed;
      clearTimeout(limit);
      clearInterval(sweep);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function whyNotListening({ code, message }: NodeJS.ErrnoException, port: number, host = '127.0.0.1') {
  if (code === 'EACCES') return startUp.portForbidden(port);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return startUp.hostUnknown(host);
  if (code !== 'EADDRINUSE') return startUp.failed(startUp.steps.port, message);
  // A host that stops says so until it gives the port back.
  const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`, {
    signal: AbortSignal.timeout(2_000),
  })
    .then((response) => response.json() as Promise<{ status?: string }>)
    .catch(() => undefined);
  return answer?.status === 'draining' ? startUp.portStopping(port) : startUp.portTaken(port);
}

function answerStarting(...[request, response]: Parameters<RequestListener>): void {
  const isAlive = request.url === '/healthz';
  const wantsPage = request.headers.accept?.includes('text/html');
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': wantsPage ? 'text/html; charset=utf-8' : 'application/json',
    'cache-control': 'no-store',
    ...(wantsPage && { 'cross-origin-opener-policy': OPENER_POLICY, 'content-security-policy': PLAIN_PAGE_POLICY }),
    ...(!isAlive && { 'retry-after': '2', ...(wantsPage && { refresh: '2' }) }),
  });
  const status = isAlive ? { status: 'ok' } : { status: 'starting', error: hostErrors.starting };
  response.end(
    wantsPage
      ? '<!doctype html><title>Point 0</title><p style="font:1.1rem ' +
          `system-ui;text-align:center;margin-top:40vh">${hostErrors.starting}</p>`
      : JSON.stringify(status),
  );
}
