import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Account } from './account.ts';
import { packagedVersion } from './binaries.ts';
import type { PostgresHome } from './home.ts';
import { serverEnvironment } from './server.ts';
import { PostgresStartError } from './start-error.ts';

/**
 * Creates the database cluster unless it exists. After a run that was killed in the middle, the next run does not treat
 * the unfinished cluster as finished.
 *
 * @returns the superuser's password, kept in `dataDir` with mode 600
 * @throws PostgresStartError when initdb fails, or existing data is of another Postgres or its password is lost
 */
export function openCluster(options: {
  dataDir: string;
  home: PostgresHome;
  initdb: string;
  account: Account | undefined;
}): string {
  const { dataDir, home, initdb, account } = options;
  const passwordFile = path.join(dataDir, 'postgres-password');
  if (existsSync(home.data)) {
    const made = path.join(home.data, 'PG_VERSION');
    const [ours] = packagedVersion().split('.');
    const theirs = existsSync(made) ? readFileSync(made, 'utf8').trim() : ours;
    if (theirs !== ours) {
      throw new PostgresStartError(
        `The database in ${home.data} is of Postgres ${theirs}, and this version of Point 0 runs ${ours}. Start it with the ` +
          `version that made it, or restore a backup of Postgres ${ours}.`,
      );
    }
    if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8').trim();
    throw new PostgresStartError(
      `The database in ${home.data} exists, but its password file ${passwordFile} is missing.`,
    );
  }

  const password = randomBytes(24).toString('hex');
  const unfinished = `${home.data}.unfinished`;
  const handedOver = path.join(home.directory, 'password');
  rmSync(unfinished, { recursive: true, force: true });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  writeFileSync(handedOver, password, { mode: 0o600 });
  if (account) chownSync(handedOver, account.uid, account.gid);
  const result = spawnSync(
    initdb,
    [
      ...['-D', unfinished, '-U', 'postgres', '-E', 'UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['-A', 'scram-sha-256', `--pwfile=${handedOver}`, '--no-instructions'],
    ],
    { ...account, cwd: home.directory, env: serverEnvironment(), encoding: 'utf8' },
  );
  rmSync(handedOver, { force: true });
  if (result.status !== 0) {
    throw new PostgresStartError(`initdb failed: ${result.error?.message ?? result.stderr.trim()}`);
  }
  renameSync(unfinished, home.data);
  return password;
}
