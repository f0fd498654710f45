import { Worker } from 'node:worker_threads';
import { functionErrors } from '#copy/shell/functions.ts';
import type { HostLog } from '../log.ts';

/** The limit for old JavaScript objects, in MiB: a larger heap ends the thread instead of the host. */
const HEAP_LIMIT_MIB = 512;

export interface FunctionThread {
  /**
   * Calls the function in `module` (a file's address), one call after the other. Answers 503 when too many calls wait
   * or when everything stops, and 504 when the function takes too long.
   * @throws the function's own error, or an Error when the thread ended during the call
   */
  call(module: string, request: Request): Promise<Response>;
  /** Ends the thread at once; running and waiting calls are answered with 503. */
  close(): Promise<void>;
}

export interface FunctionThreadOptions {
  log: HostLog;
  /** Where requests to outside services go instead, see outbound-proxy.ts. */
  providersUrl?: string | undefined;
  /** Milliseconds that one call may take; after that the thread is ended. */
  limitMs?: number;
  /** Milliseconds without a call after which the thread ends, and its memory with it. */
  idleMs?: number;
  /** How many calls may wait for the running one. */
  maxWaiting?: number;
}

export type ThreadSetup = { providersUrl?: string | undefined };

export interface ThreadCall {
  module: string;
  url: string;
  method: string;
  headers: [string, string][];
  body: ArrayBuffer;
}

export type ThreadAnswer =
  | { answer: { status: number; headers: [string, string][]; body: ArrayBuffer }; error?: never }
  | { error: string; answer?: never };

/**
 * A thread for functions with long computations: on the main thread, each would delay all other requests. The thread
 * starts with the first call, with this process's environment at that time, and does one call at a time. It ends after
 * a while without calls, and after each failed call, since its state is then unknown. The next call starts a new
 * thread.
 */
export function createFunctionThread({
  log,
  providersUrl,
  limitMs = 30_000,
  idleMs = 5 * 60_000,
  maxWaiting = 8,
}: FunctionThreadOptions): FunctionThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let unfinished = 0;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const setup: ThreadSetup = { providersUrl };
    const started = new Worker(new URL('./function-worker.ts', import.meta.url), {
      workerData: setup,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB },
    });
    // A call that waits for an answer keeps the process alive; an idle thread must not.
    started.unref();
    started.on('error', (error) => log.error({ err: error }, 'the thread of functions failed'));
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  async function take(request: Request, call: ThreadCall): Promise<Response> {
    if (isClosed || request.signal.aborted) return busy();
    clearTimeout(idle);
    worker ??= start();
    try {
      const response = await answerOf(worker, call, limitMs);
      if (!response || response.status === 500) await end();
      return response ?? Response.json({ error: functionErrors.tookTooLong }, { status: 504 });
    } catch (error) {
      if (isClosed) return busy();
      await end();
      throw error;
    } finally {
      idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    async call(module, request) {
      // Read before the call's turn, so that a slow sender does not delay the calls behind it.
      const body = await request.arrayBuffer();
      const { url, method } = request;
      if (isClosed || unfinished > maxWaiting) return busy();
      unfinished += 1;
      const turn = last.then(() => take(request, { module, url, method, headers: [...request.headers], body }));
      last = turn
        .catch(() => {})
        .finally(() => {
          unfinished -= 1;
        });
      return turn;
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
}

/** The function's answer; null when it takes longer than `limitMs`. */
function answerOf(worker: Worker, call: ThreadCall, limitMs: number): Promise<Response | null> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('exit', onExit);
    };
    const onMessage = ({ answer, error }: ThreadAnswer) => {
      done();
      if (answer) resolve(new Response(answer.status === 204 ? null : answer.body, answer));
      else reject(new Error(error));
    };
    const onExit = (code: number) => {
      done();
      reject(new Error(`The thread of functions ended with code ${code}`));
    };
    const timer = setTimeout(() => {
      done();
      resolve(null);
    }, limitMs);
    worker.on('message', onMessage).on('exit', onExit);
    worker.postMessage(call, [call.body]);
  });
}

function busy(): Response {
  return Response.json({ error: functionErrors.unavailable }, { status: 503, headers: { 'retry-after': '5' } });
}
