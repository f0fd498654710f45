import { AsyncLocalStorage } from 'node:async_hooks';
import type { HostLog } from './log.ts';

/** The APIs that functions and jobs of this process call. */
const APIS = /^\/(rest|auth|storage)\/v1\//;

type Answer = (request: Request) => Response | Promise<Response>;

const current = new AsyncLocalStorage<string | undefined>();

/** Runs a function on behalf of a request. The function's calls to the own APIs are logged with the request's id. */
export function onBehalfOf<T>(requestId: string | undefined, run: () => T): T {
  return current.run(requestId, run);
}

/**
 * From now on, requests of this process to its own APIs use no network connection. That costs half as much, and jobs
 * that still run while the process stops can reach their data after the port was closed.
 *
 * @param apiUrl the address at which functions and jobs call the APIs
 * @returns a function that ends this
 */
export function answerOwnRequests(apiUrl: string, answer: Answer, log: HostLog): () => void {
  const direct = globalThis.fetch;
  const { origin } = new URL(apiUrl);
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin || !APIS.test(url.pathname)) return direct(input, init);
    const request = new Request(input, init);
    const start = performance.now();
    const response = await Promise.race([answer(request), whenGivenUp(request.signal)]);
    const ms = Math.round((performance.now() - start) * 10) / 10;
    const { method } = request;
    const line = { requestId: current.getStore(), method, path: url.pathname, status: response.status, ms };
    log.debug(line, 'request of a function');
    return response;
  };
  return () => {
    globalThis.fetch = direct;
  };
}

function whenGivenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}
