export interface ConcurrencyLimiter {
  /**
   * Runs `work` as soon as fewer than `limit` others run.
   *
   * @param signal ends the wait when the caller has gone away
   * @returns undefined when the work was not begun: the wait took too long, or the caller has gone away
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T | undefined>;
  /** How many callers wait for their turn. */
  waiting(): number;
}

/**
 * Runs work in the order of arrival, only a few at once. Without it, the requests of a crowd all begin together. Then
 * all of them wait for the database's few connections in the middle of their work, longer than their own limits allow.
 */
export function createConcurrencyLimiter(options: { limit: number; maxWaitMs: number }): ConcurrencyLimiter {
  const { limit, maxWaitMs } = options;
  let running = 0;
  const waiting = new Set<() => void>();

  /** Whether the caller's turn has come. */
  function wait(signal: AbortSignal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const leave = () => end(false);
      const timer = setTimeout(leave, maxWaitMs);
      const enter = () => end(true);
      function end(isTurn: boolean) {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        waiting.delete(enter);
        resolve(isTurn);
      }
      signal?.addEventListener('abort', leave);
      waiting.add(enter);
      if (signal?.aborted) leave();
    });
  }

  return {
    waiting: () => waiting.size,
    async run(work, signal) {
      if (running < limit) running += 1;
      // Work that ends gives its place to the first caller that waits, so that no later caller can take it.
      else if (!(await wait(signal))) return undefined;
      try {
        return await work();
      } finally {
        const [next] = waiting;
        if (next) next();
        else running -= 1;
      }
    },
  };
}
