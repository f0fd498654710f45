import { AsyncLocalStorage } from 'node:async_hooks';
import { jobsCopy } from '#copy/shell/functions.ts';

/** Half a minute less than a claim lasts, so that the report of a stopped job still counts. */
const JOB_LIMIT_MS = 90_000;

/** A job as it was claimed. */
export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  /** Tries since the job was last started, this one included. */
  tries: number;
}

/** A retry cannot help: the job becomes a dead letter, which the administrator sees. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

const running = new AsyncLocalStorage<AbortSignal>();

/** A job took longer than it may. Its message is what administrators read. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';

  constructor() {
    super(jobsCopy.stopped);
  }
}

/**
 * Runs a job for 90 s at most (docs/product/notifications.md#outbox). Its calls of the database and of providers end
 * with it, so that a stopped job writes nothing more.
 *
 * @throws JobStopped
 */
export async function runWithinLimit<T>(run: () => Promise<T>, limitMs: number = JOB_LIMIT_MS): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new JobStopped();
      controller.abort(error);
      reject(error);
    }, limitMs);
  });
  try {
    return await Promise.race([running.run(controller.signal, run), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends with `signal`, or with the caller's job if there is one. */
export function untilJobStops(signal: AbortSignal): AbortSignal {
  const job = running.getStore();
  return job ? AbortSignal.any([job, signal]) : signal;
}
