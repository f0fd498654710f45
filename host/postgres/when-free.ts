import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';

const ATTEMPTS = 10;
const PAUSE_MS = 3_000;
/** lock_not_available, and deadlock_detected: other hosts work on the same tables. */
const IN_USE = new Set(['55P03', '40P01']);

/**
 * Changes tables that other processes use. A change that does not get its locks soon is tried ten times, three seconds
 * apart, so that the requests behind it do not wait long (docs/product/operations.md#releases).
 *
 * @param change must set `lock_timeout`, and leave nothing behind when it fails
 * @param pauseMs between two tries
 */
export async function whenFree<T>(change: () => Promise<T>, pauseMs: number = PAUSE_MS): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isInUse(error) || attempt === ATTEMPTS) throw error;
      await wait(pauseMs);
    }
  }
}

function isInUse(error: unknown): boolean {
  const reason = error instanceof Error && !(error instanceof postgres.PostgresError) ? error.cause : error;
  return reason instanceof postgres.PostgresError && IN_USE.has(reason.code);
}
