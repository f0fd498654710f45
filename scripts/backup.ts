/**
 * npm run backup -- --to DIR [--keep N]: database, stored files and keys of DATA_DIR in a folder of its own, while the
 * host runs or without it (docs/operations/backup.md).
 */
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { backupCopy } from '#copy/office/backup.ts';
import { backUp } from '#host/backup/back-up.ts';
import { formatSize } from '#host/backup/sizes.ts';
import { ExplainedError } from '#host/explained-error.ts';
import { projectPaths } from '#host/project-paths.ts';
import { readSettings } from '#host/settings.ts';

try {
  const startedAt = performance.now();
  const { to, keep } = readArguments();
  const envFile = path.join(projectPaths.root, '.env');
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  if (process.env.DATABASE_URL) throw new ExplainedError(backupCopy.ownDatabase);
  const { DATA_DIR: dataDir } = readSettings(process.env);
  giveWay();
  const backup = await backUp({ dataDir, to, keep });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(backupCopy.done(formatSize(backup.bytes), seconds, backup.path));
  console.log(backupCopy.keepPrivate);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments(): { to: string; keep: number | undefined } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } });
    if (!values.to || (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))) throw new Error();
    return { to: path.resolve(values.to), keep: values.keep === undefined ? undefined : Number(values.keep) };
  } catch {
    throw new ExplainedError(backupCopy.usage);
  }
}

/** People who buy come first. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not everywhere allowed, and nothing depends on it.
  }
}
