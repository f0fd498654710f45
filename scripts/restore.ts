/**
 * npm run restore -- --from BACKUP --to DATA_DIR: a data directory of a backup that `npm run backup` made; a host is
 * started on it as on any other (docs/operations/backup.md).
 *
 * Exit 1: nothing was restored. 3: a promise about money is broken. 4: stored files are missing.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreCopy } from '#copy/backup.ts';
import { restore } from '#host/backup/restore.ts';
import { ExplainedError } from '#host/explained-error.ts';
import { formatMoment } from '#rules/ist.ts';

try {
  const { stateAt, violations, missingFiles } = await restore(readArguments());
  console.log(restoreCopy.done(formatMoment(stateAt)));
  if (missingFiles > 0) endWith(4, restoreCopy.missingFiles(missingFiles));
  if (violations > 0) endWith(3, restoreCopy.violations(violations));
} catch (error) {
  endWith(1, error instanceof Error ? error.message : String(error));
}

function readArguments(): { from: string; to: string } {
  try {
    const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
    if (!values.from || !values.to) throw new Error();
    return { from: path.resolve(values.from), to: path.resolve(values.to) };
  } catch {
    throw new ExplainedError(restoreCopy.usage);
  }
}

function endWith(code: number, sentence: string): void {
  console.error(sentence);
  process.exitCode = code;
}
