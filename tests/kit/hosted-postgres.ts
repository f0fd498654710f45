import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { prepareDatabase } from '#host/lite/prepare-database.ts';
import { silentLog } from '#host/log.ts';
import { chooseAccount } from '#host/postgres/account.ts';
import { provideBinaries } from '#host/postgres/binaries.ts';
import { openCluster } from '#host/postgres/cluster.ts';
import { findHome, openDataDirectory, prepareHome, removeHome } from '#host/postgres/home.ts';
import { runServer } from '#host/postgres/server.ts';

const EXTENSIONS = path.join(import.meta.dirname, 'hosted-extensions');

export interface HostedPostgres {
  /** Superuser's connection string. */
  url: string;
  /** Where the server finds its extensions. */
  extensions: string;
  close(): Promise<void>;
}

/**
 * A Postgres that has pg_cron, pg_net and supabase_vault, as hosted Supabase has them: stand-ins in SQL, which keep what
 * they are told and do nothing (`hosted-extensions/`).
 */
export async function startHostedPostgres(): Promise<HostedPostgres> {
  const dataDir = openDataDirectory(mkdtempSync(path.join(tmpdir(), 'point-0-hosted-postgres-')));
  const account = chooseAccount(findHome(dataDir).data);
  const home = prepareHome(dataDir, account);
  const binaries = provideBinaries(account, () => home.directory);
  const { program, extensions } = copyWithExtensions(
    path.dirname(path.dirname(binaries.postgres)),
    path.join(home.directory, 'hosted'),
  );
  const password = openCluster({ dataDir, home, initdb: binaries.initdb, account });
  const server = await runServer({
    postgres: program,
    data: home.data,
    account,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' },
    log: silentLog,
  });
  const stopAtExit = () => server.process.kill('SIGQUIT');
  process.once('exit', stopAtExit);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${server.port}/postgres`,
    extensions,
    async close() {
      process.off('exit', stopAtExit);
      server.process.kill('SIGQUIT');
      await server.exited;
      removeHome(dataDir);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server finds its files by its own place: its program is copied, the rest is linked. */
function copyWithExtensions(native: string, target: string): { program: string; extensions: string } {
  const share = path.join('share', 'postgresql');
  const extensions = path.join(target, share, 'extension');
  mkdirSync(path.join(target, 'bin'), { recursive: true });
  mkdirSync(extensions, { recursive: true });
  const program = path.join(target, 'bin', 'postgres');
  cpSync(path.join(native, 'bin', 'postgres'), program);
  symlinkSync(path.join(native, 'lib'), path.join(target, 'lib'));
  const link = (folder: string) => {
    for (const name of readdirSync(path.join(native, folder))) {
      if (name !== 'extension') symlinkSync(path.join(native, folder, name), path.join(target, folder, name));
    }
  };
  link(share);
  link(path.join(share, 'extension'));
  cpSync(EXTENSIONS, extensions, { recursive: true });
  return { program, extensions };
}

/**
 * Prepares an empty database as a hosted project is, with an owner of our migrations who is no superuser.
 *
 * @param url superuser's
 * @returns the owner's connection string
 */
export async function prepareHostedDatabase(url: string, owner: string): Promise<string> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await prepareDatabase(sql);
    const name = new URL(url).pathname.slice(1);
    await sql.unsafe(`
      create role ${owner} login password 'hosted' createrole bypassrls;
      grant anon, authenticated, service_role to ${owner};
      grant create on database ${name} to ${owner};
      grant all on schema public, extensions to ${owner} with grant option;
      grant usage on schema auth to ${owner};
      grant select on all tables in schema auth to ${owner} with grant option;
      grant insert, update, delete, truncate, references, trigger on all tables in schema auth to ${owner};
      grant execute on all functions in schema auth to ${owner};
      -- Supabase lets postgres write policies on the tables of storage, as their owner may.
      do $$ declare t regclass; begin
        for t in select c.oid from pg_class c where c.relnamespace = 'storage'::regnamespace and c.relkind = 'r' loop
          execute format('alter table %s owner to ${owner}', t);
        end loop;
      end $$;
      grant usage, create on schema storage to ${owner};
    `);
  } finally {
    await sql.end();
  }
  const own = new URL(url);
  own.username = owner;
  own.password = 'hosted';
  return own.href;
}
