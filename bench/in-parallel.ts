import { performance } from 'node:perf_hooks';

/**
 * Runs `act` over and over in `lanes` lanes for `seconds`, or until it says there is nothing left (false).
 *
 * @returns how often it ran, per second
 */
export async function inParallel(
  act: (turn: number) => Promise<unknown>,
  { lanes, seconds }: { lanes: number; seconds: number },
): Promise<number> {
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
  return done / ((performance.now() - startedAt) / 1000);
}
