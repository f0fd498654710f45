import type { HostLog } from '../log.ts';

export interface JobClock {
  /** Work has probably arrived: run soon instead of at the next tick. */
  poke(): void;
  /** Starts no further round and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Runs the work every `everyMs` and soon after a poke, one round at a time. A task that fails is logged and tried again in the
 * next round; the others run all the same. Where Supabase is hosted, pg_cron does this.
 */
export function startJobClock(options: {
  tasks: Record<string, () => Promise<unknown>>;
  everyMs: number;
  log: HostLog;
}): JobClock {
  const { tasks, everyMs, log } = options;
  const POKE_MS = 50;
  let running: Promise<void> | undefined;
  let isPoked = false;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(start, delay);
  };
  const start = () => {
    isPoked = false;
    running = runAll().finally(() => {
      running = undefined;
      schedule(isPoked ? POKE_MS : everyMs);
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

  schedule(POKE_MS);
  return {
    poke() {
      if (isPoked) return;
      isPoked = true;
      if (!running) schedule(POKE_MS);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
