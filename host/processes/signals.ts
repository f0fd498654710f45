import { startUp } from '#copy/host.ts';
import type { HostLog } from '../log.ts';

/** npm and the terminal may both deliver one Ctrl-C. */
const SAME_PRESS_MS = 500;
/** Longer than open requests and Postgres may take together; something is stuck. */
const STOP_LIMIT_MS = 45_000;

interface Stoppable {
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface Signals {
  /** From now on, a signal stops this; one that came earlier does so at once. */
  guard(host: Stoppable): void;
  /** Ends the process with an error after stopping what is guarded. */
  endBecause(reason: string, log: HostLog): void;
}

/** SIGINT or SIGTERM: stop in order; the same again: stop at once. */
export function stopOnSignals(say: (line: string) => void): Signals {
  let host: Stoppable | undefined;
  let firstSignalAt: number | undefined;
  let isStopping = false;

  const stop = async (target: Stoppable, exitCode: number) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      void target.kill().finally(() => process.exit(1));
    }, STOP_LIMIT_MS).unref();
    try {
      await target.stop();
    } catch (error) {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    }
    if (exitCode === 0) say(startUp.stopped);
    process.exit(exitCode);
  };

  const onSignal = () => {
    const now = performance.now();
    if (firstSignalAt === undefined) {
      firstSignalAt = now;
      say(startUp.stopping);
      if (host) void stop(host, 0);
      return;
    }
    if (now - firstSignalAt < SAME_PRESS_MS) return;
    void (host?.kill() ?? Promise.resolve()).finally(() => process.exit(1));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  return {
    guard(started) {
      host = started;
      if (firstSignalAt !== undefined) void stop(started, 0);
    },
    endBecause(reason, log) {
      if (isStopping || !host) return;
      log.fatal(reason);
      process.stderr.write(`${reason}\n`);
      void stop(host, 1);
    },
  };
}
