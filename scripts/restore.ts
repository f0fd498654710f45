/**
 * npm run restore -- --from BACKUP --to DATA_DIR: a data directory of a backup that `npm run backup` made; a host is
 * started on it as on any other (docs/operations/backup.md).
 *
 * Exit 1: nothing was restored. 3: a promise about money is broken. 4: stored files are missing.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { restoreCopy } from '#copy/office/backup.ts';
import { problemsOf, restore } from '#host/backup/restore.ts';
import { ExplainedError } from '#host/explained-error.ts';
import { formatMoment } from '#rules/shell/ist.ts';

try {
  const state = await restore(readArguments());
  console.log(restoreCopy.done(formatMoment(state.stateAt)));
  const { code, sentences } = problemsOf(state);
  for (const sentence of sentences) console.error(sentence);
  process.exitCode = code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
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
