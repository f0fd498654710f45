import { startUp } from '#copy/office/host.ts';
import type { HostLog } from '../log.ts';
import type { StopReason } from './drain.ts';

/** npm and the terminal may both deliver the same Ctrl-C: a second signal within this time does not count. */
const SAME_PRESS_MS = 500;
/** More than the longest drain, open requests, jobs and Postgres take together; after that, a part must be stuck. */
const STOP_LIMIT_MS = 120_000;

interface Stoppable {
  stop(reason: StopReason): Promise<void>;
  kill(): Promise<void>;
}

export interface Signals {
  /** From now on, a signal stops this host; a signal that came earlier stops it at once. */
  guard(host: Stoppable): void;
  /** Ends the process with an error after stopping what is guarded. */
  endBecause(reason: string, log: HostLog): void;
}

/** The first SIGINT or SIGTERM stops in order; a second one stops at once. */
export function stopOnSignals(say: (line: string) => void): Signals {
  let host: Stoppable | undefined;
  let first: { at: number; signal: StopReason } | undefined;
  let isStopping = false;

  const stop = async (target: Stoppable, reason: StopReason) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      void target.kill().finally(() => process.exit(1));
    }, STOP_LIMIT_MS).unref();
    try {
      await target.stop(reason);
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    }
    if (reason !== 'failure') say(startUp.stopped);
    process.exit(reason === 'failure' ? 1 : 0);
  };

  const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
    const now = performance.now();
    if (!first) {
      first = { at: now, signal };
      say(startUp.stopping);
      if (host) void stop(host, signal);
      return;
    }
    if (now - first.at < SAME_PRESS_MS) return;
    void (host?.kill() ?? Promise.resolve()).finally(() => process.exit(1));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  return {
    guard(started) {
      host = started;
      if (first) void stop(started, first.signal);
    },
    endBecause(reason, log) {
      if (isStopping || !host) return;
      log.fatal(reason);
      process.stderr.write(`${reason}\n`);
      void stop(host, 'failure');
    },
  };
}
