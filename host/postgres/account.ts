import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { PostgresStartError } from './start-error.ts';

/** The operating-system account under which Postgres runs; undefined when it is our own account. */
export type Account = { uid: number; gid: number };

const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * Postgres refuses to run as root. An ordinary user runs it under the own account; root runs it as the owner of the
 * existing data, or as `nobody` for new data.
 *
 * @throws PostgresStartError when the data belongs to another ordinary user, whom we cannot become
 */
export function chooseAccount(dataDirectory: string): Account | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const owner = ownerOf(dataDirectory);
  if (own === 0) return owner && owner.uid !== 0 ? owner : readNobody();
  if (owner && owner.uid !== own) {
    throw new PostgresStartError(
      `The database in ${dataDirectory} belongs to user id ${owner.uid}, and this process runs as user id ${own}. ` +
        'Start it as the user who made it, or choose another DATA_DIR.',
    );
  }
  return undefined;
}

/** Whether the account may pass through every directory above and including `directory`. */
export function canReach(account: Account, directory: string): boolean {
  for (let current = directory; ; current = path.dirname(current)) {
    const { mode, uid, gid } = statSync(current);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

function ownerOf(directory: string): Account | undefined {
  try {
    const { uid, gid } = statSync(directory);
    return { uid, gid };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new PostgresStartError(`The database in ${directory} cannot be read: ${(error as Error).message}`);
  }
}

// initdb needs an account with an entry in the user database, so an arbitrary number would not work.
function readNobody(): Account {
  try {
    const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m);
    if (line) return { uid: Number(line[1]), gid: Number(line[2]) };
  } catch {
    // Without a readable user database, the usual numbers are the best guess.
  }
  return NOBODY;
}
