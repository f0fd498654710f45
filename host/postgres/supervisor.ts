import { setTimeout as wait } from 'node:timers/promises';
import type { HostLog } from '../log.ts';
import type { RunningServer } from './server.ts';

type Exit = Awaited<RunningServer['exited']>;

/** Failures count that happened at most this long before the newest one. */
const WINDOW_MS = 60_000;
/** How long to wait before each new start. The next failure after the last pause is final. */
export const RESTART_PAUSES_MS: readonly number[] = [100, 500, 1_000, 2_000];

export interface SupervisedServer {
  /** Process id of the running server, or of the last one. */
  readonly pid: number;
  /** Settles when the server has stopped and is not started again. */
  ended: Promise<Exit>;
  /** Sends this signal to the running or starting server, waits for its end, and starts no other. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

interface Options {
  /** Starts the server anew, on the same port. */
  start: () => Promise<RunningServer>;
  /** The pauses between a failure and the next start; their number is the most new starts within a minute. */
  pausesMs: readonly number[];
  log: HostLog;
  now?: () => number;
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Starts a server again when it ends by itself. Such an end is a failure, and so is a start that does not succeed.
 * After more failures within a minute than there are pauses, the server stays down.
 */
export function superviseServer(first: RunningServer, options: Options): SupervisedServer {
  const { start, pausesMs, log } = options;
  const now = options.now ?? (() => performance.now());
  const pause = options.pause ?? ((milliseconds, signal) => wait(milliseconds, undefined, { signal }));
  const stopping = new AbortController();
  let stopSignal: NodeJS.Signals | undefined;
  let server = first;
  let failures: number[] = [];

  function pauseAfterFailure(): number | undefined {
    const at = now();
    failures = [...failures.filter((earlier) => at - earlier < WINDOW_MS), at];
    return pausesMs[failures.length - 1];
  }

  async function run(): Promise<Exit> {
    for (;;) {
      const exit = await server.exited;
      if (stopSignal) return exit;
      const endedAt = now();
      log.error({ part: 'postgres', err: `${exit.signal ?? exit.code} ${server.lastNews()}` }, 'Postgres ended');
      if (!(await startAgain())) return exit;
      log.warn({ part: 'postgres', ms: Math.round(now() - endedAt) }, 'Postgres was started again');
    }
  }

  /** @returns whether a server runs again */
  async function startAgain(): Promise<boolean> {
    for (;;) {
      const pauseMs = pauseAfterFailure();
      if (pauseMs === undefined) return false;
      await pause(pauseMs, stopping.signal).catch(() => {});
      if (stopSignal) return false;
      try {
        server = await start();
        if (stopSignal) server.process.kill(stopSignal);
        return true;
      } catch (error) {
        log.error({ part: 'postgres', err: error }, 'Postgres did not start');
        if (stopSignal) return false;
      }
    }
  }

  const ended = run();
  return {
    get pid() {
      return server.process.pid ?? 0;
    },
    ended,
    async stop(signal) {
      stopSignal = signal;
      stopping.abort();
      server.process.kill(signal);
      await ended;
    },
  };
}
