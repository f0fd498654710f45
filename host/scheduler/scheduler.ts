import type { HostLog } from '../log.ts';

export type Tasks = Record<string, () => Promise<unknown>>;

export interface Scheduler {
  /** Whether a round runs at this moment. */
  isBusy(): boolean;
  /** Runs the work soon instead of at the next tick, since there is probably some. */
  wake(): void;
  /** Starts no further round and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Runs the work every `everyMs` and soon after wake(), one round at a time. A task that fails is logged and tried again
 * in the next round; the other tasks still run. On hosted Supabase, pg_cron does this.
 */
export function startScheduler(options: { tasks: Tasks; everyMs: number; log: HostLog }): Scheduler {
  const { tasks, everyMs, log } = options;
  const WAKE_MS = 50;
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(start, delay);
  };
  const start = () => {
    isWoken = false;
    running = runAll().finally(() => {
      running = undefined;
      schedule(isWoken ? WAKE_MS : everyMs);
    });
  };
  const runAll = async () => {
    for (const [task, run] of Object.entries(tasks)) {
      if (isStopped) return;
      try {
        await run();
      } catch (error) {
        log.warn({ task, err: error }, 'job round failed');
      }
    }
  };

  schedule(WAKE_MS);
  return {
    isBusy: () => running !== undefined,
    wake() {
      if (isWoken) return;
      isWoken = true;
      if (!running) schedule(WAKE_MS);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
