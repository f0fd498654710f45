import { access, constants, readdir } from 'node:fs/promises';
import path from 'node:path';
import { startUp } from '#copy/office/host.ts';
import { ExplainedError } from './explained-error.ts';

/** Below it nothing is saved any more before long; Postgres may write 512 MB of its own log first. */
export const LEAST_FREE_BYTES = 200e6;

/**
 * Looks whether uploaded files can be stored. Never blocks the process: the folder may be on a network file system that
 * does not answer.
 *
 * @throws ExplainedError naming the first folder that this user may not write
 */
export async function requireOpenStorage(dataDir: string): Promise<void> {
  const storage = path.join(dataDir, 'storage');
  const buckets = await readdir(storage, { withFileTypes: true }).catch(() => undefined);
  if (buckets === undefined) return;
  const folders = buckets.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(storage, name));
  try {
    for (const folder of [storage, ...folders]) await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ExplainedError(startUp.storageClosed(storage, (error as Error).message), { cause: error });
  }
}
