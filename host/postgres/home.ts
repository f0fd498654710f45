import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { makeDirectories } from '../make-directories.ts';
import { type Account, canReach } from './account.ts';
import { PostgresStartError } from './start-error.ts';

/*
 * The database is in DATA_DIR/postgres. Under root that may be impossible, because the unprivileged account may not
 * pass through the directories above, or own files in them. Then the database has a home in another place, which the
 * file DATA_DIR/postgres-home names.
 */
const POINTER = 'postgres-home';
const OWNER = 'owner';
// /var/lib first: systems delete files from /var/tmp that were not used for a month.
const OTHER_PLACES = ['/var/lib', '/var/tmp'];

export interface PostgresHome {
  directory: string;
  /** The directory that initdb makes and the server opens. */
  data: string;
}

/**
 * Creates DATA_DIR when it is missing and returns its path with symbolic links resolved.
 *
 * @throws PostgresStartError when the directory cannot be created or written
 */
export function openDataDirectory(dataDir: string): string {
  try {
    makeDirectories(dataDir, 0o711);
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new PostgresStartError(
      `DATA_DIR (${dataDir}) cannot be written (${(error as Error).message}): set it to a directory that this user may write.`,
    );
  }
  // The database's account must be able to pass through; each secret in the directory has a mode of its own.
  if (process.getuid?.() === 0 && readdirSync(dataDir).length === 0) chmodSync(dataDir, 0o711);
  return realpathSync(dataDir);
}

/** Where the database of this (resolved) data directory is, or would be by default. */
export function findHome(dataDir: string): PostgresHome {
  const pointer = path.join(dataDir, POINTER);
  const directory = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres');
  return { directory, data: path.join(directory, 'data') };
}

/**
 * Makes the database's home ready for `account`, in another place where necessary.
 *
 * @throws PostgresStartError when existing data cannot be reached, or no reachable place can be made
 */
export function prepareHome(dataDir: string, account: Account | undefined): PostgresHome {
  const home = findHome(dataDir);
  if (home.directory !== path.join(dataDir, 'postgres')) claimOwnership(home, dataDir);
  if (isUsable(home.directory, account)) return home;
  if (existsSync(home.data)) {
    throw new PostgresStartError(
      `The database in ${home.data} belongs to user id ${account?.uid}, who can no longer reach it: ` +
        'one of the directories above it has become closed to others.',
    );
  }
  rmSync(home.directory, { recursive: true, force: true });
  const elsewhere = makeHomeElsewhere(dataDir);
  if (isUsable(elsewhere, account)) return { directory: elsewhere, data: path.join(elsewhere, 'data') };
  throw new PostgresStartError(
    `Postgres cannot run as root, and user id ${account?.uid} can use neither ${dataDir} nor ${elsewhere}.`,
  );
}

/** Deletes the database's home, wherever it is, and the note of where it was. */
export function removeHome(dataDir: string): void {
  rmSync(findHome(dataDir).directory, { recursive: true, force: true });
  rmSync(path.join(dataDir, POINTER), { force: true });
}

function isUsable(directory: string, account: Account | undefined): boolean {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!account) return true;
  try {
    chownSync(directory, account.uid, account.gid);
    // Network and shared-folder file systems may accept the change and ignore it.
    return statSync(directory).uid === account.uid && canReach(account, directory);
  } catch {
    return false;
  }
}

function makeHomeElsewhere(dataDir: string): string {
  for (const place of OTHER_PLACES) {
    const parent = path.join(place, 'point-0');
    try {
      mkdirSync(parent, { recursive: true, mode: 0o711 });
      accessSync(parent, constants.W_OK);
      // In a directory that all users may write to, another user could have made ours first, and would own it.
      if (statSync(parent).uid !== process.getuid?.()) continue;
      const directory = mkdtempSync(path.join(parent, 'postgres-'));
      writeFileSync(path.join(directory, OWNER), dataDir, { mode: 0o600 });
      writeFileSync(path.join(dataDir, POINTER), `${directory}\n`, { mode: 0o600 });
      return directory;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM' && code !== 'ENOENT') throw error;
    }
  }
  throw new PostgresStartError(`No directory for the database can be made in ${OTHER_PLACES.join(' or ')}.`);
}

// A moved data directory keeps its database; a copied one must not share it with the original.
function claimOwnership(home: PostgresHome, dataDir: string): void {
  const note = path.join(home.directory, OWNER);
  if (!existsSync(note)) return;
  const owner = readFileSync(note, 'utf8').trim();
  if (owner === dataDir) return;
  if (existsSync(path.join(owner, POINTER)) && findHome(owner).directory === home.directory) {
    throw new PostgresStartError(
      `${dataDir} is a copy of ${owner}, and the database itself was not copied with it. ` +
        `Delete ${dataDir} to start afresh, or use the original.`,
    );
  }
  writeFileSync(note, dataDir, { mode: 0o600 });
}
