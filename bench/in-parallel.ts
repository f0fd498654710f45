import { performance } from 'node:perf_hooks';
import type { TestHost } from '#tests/kit/host.ts';
import { countProcessorTime, type ProcessorTime } from './processor-time.ts';

export interface Speed {
  perSecond: number;
  /** Of one turn; undefined where the system does not tell it. */
  processor: ProcessorTime | undefined;
}

/**
 * Runs `act` over and over in `lanes` lanes for `seconds`, or until it says there is nothing left (false).
 *
 * @returns how often it ran, per second, and what one turn cost
 */
export async function inParallel(
  act: (turn: number) => Promise<unknown>,
  { host, lanes, seconds }: { host: TestHost; lanes: number; seconds: number },
): Promise<Speed> {
  const processorTime = countProcessorTime(host);
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  let turns = 0;
  let done = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < endAt) {
        turns += 1;
        if ((await act(turns)) === false) return;
        done += 1;
      }
    }),
  );
  return { perSecond: done / ((performance.now() - startedAt) / 1000), processor: processorTime(done) };
}
