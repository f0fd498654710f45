import { setTimeout as wait } from 'node:timers/promises';
import type { HostLog } from '../log.ts';

export interface UndoStack {
  /** What to do when everything stops; given up after `limitMs`, so that one stuck part cannot hold the others. */
  add(name: string, limitMs: number, undo: () => Promise<unknown> | unknown): void;
  /** Undoes everything, the latest first. A failure is logged, and the rest is undone all the same. */
  run(): Promise<void>;
}

export function createUndoStack(log: HostLog): UndoStack {
  const steps: { name: string; limitMs: number; undo: () => Promise<unknown> | unknown }[] = [];
  return {
    add(name, limitMs, undo) {
      steps.push({ name, limitMs, undo });
    },
    async run() {
      for (const { name, limitMs, undo } of steps.splice(0).reverse()) {
        const abort = new AbortController();
        const limit = wait(limitMs, 'late', { signal: abort.signal }).catch(() => 'aborted');
        try {
          if ((await Promise.race([undo(), limit])) === 'late')
            log.warn({ part: name, limitMs }, 'did not stop in time');
        } catch (error) {
          log.warn({ part: name, err: error }, 'did not stop cleanly');
        } finally {
          abort.abort();
        }
      }
    },
  };
}
