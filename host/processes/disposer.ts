import { setTimeout as wait } from 'node:timers/promises';
import type { HostLog } from '../log.ts';

export interface Disposer {
  /**
   * What to do when everything stops. It is given up after `limitMs`, so that one stuck part cannot block the others.
   */
  add(name: string, limitMs: number, dispose: () => Promise<unknown> | unknown): void;
  /**
   * Stops everything, the part that was added last first. After a failure, which is logged, the rest is stopped too.
   */
  run(): Promise<void>;
}

export function createDisposer(log: HostLog): Disposer {
  const steps: { name: string; limitMs: number; dispose: () => Promise<unknown> | unknown }[] = [];
  return {
    add(name, limitMs, dispose) {
      steps.push({ name, limitMs, dispose });
    },
    async run() {
      for (const { name, limitMs, dispose } of steps.splice(0).reverse()) {
        const abort = new AbortController();
        const limit = wait(limitMs, 'late', { signal: abort.signal }).catch(() => 'aborted');
        try {
          if ((await Promise.race([dispose(), limit])) === 'late')
            log.warn({ part: name, ms: limitMs }, 'did not stop in time');
        } catch (error) {
          log.warn({ part: name, err: error }, 'did not stop cleanly');
        } finally {
          abort.abort();
        }
      }
    },
  };
}
