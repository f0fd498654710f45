/** Runs in the thread of function-thread.ts: calls one function at a time and sends back its answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { routeProvidersTo } from '../outbound-proxy.ts';
import type { ThreadAnswer, ThreadCall, ThreadSetup } from './function-thread.ts';

const { providersUrl } = workerData as ThreadSetup;
if (providersUrl) routeProvidersTo(providersUrl);

parentPort?.on('message', async ({ module, url, method, headers, body }: ThreadCall) => {
  try {
    const { default: target } = await import(module);
    const request = new Request(url, { method, headers, body: body.byteLength > 0 ? body : null });
    const response: Response = await target.fetch(request);
    const bytes = await response.arrayBuffer();
    const { status } = response;
    send({ answer: { status, headers: [...response.headers], body: bytes } }, [bytes]);
  } catch (error) {
    send({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

function send(answer: ThreadAnswer, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(answer, transferred);
}
