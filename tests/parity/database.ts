/** A Postgres with the roles, schemas, default privileges and extensions that a hosted project has. */
import postgres from 'postgres';
import { prepareHostedDatabase, startHostedPostgres } from '#tests/kit/hosted-postgres.ts';

export type HostedDatabase = Awaited<ReturnType<typeof openHostedDatabase>>;

const AUTHENTICATOR_PASSWORD = 'authenticator';

/** Who makes and runs what, by hosted Supabase's names: `supabase_admin` is the superuser, `postgres` owns our tables. */
export async function openHostedDatabase() {
  const server = await startHostedPostgres();
  try {
    const superuserUrl = await giveSuperuserItsName(server.url);
    const ownerUrl = await prepareHostedDatabase(superuserUrl, 'postgres');
    const sql = postgres(superuserUrl, { max: 10, onnotice: () => {} });
    await sql.unsafe(`
      alter role authenticator login password '${AUTHENTICATOR_PASSWORD}';
      grant anon, authenticated, service_role to authenticator;
      -- It may set what PostgREST reads, as on hosted Supabase.
      grant authenticator to postgres with admin option;
      alter database postgres owner to postgres;
    `);
    // Whatever postgres makes in public is open to the roles of the API until a migration takes it back.
    for (const kind of ['tables', 'sequences', 'functions']) {
      await sql.unsafe(`
        alter default privileges for role postgres in schema public
        grant all on ${kind} to postgres, anon, authenticated, service_role`);
    }
    const owner = postgres(ownerUrl, { max: 3, onnotice: () => {} });
    const authenticatorUrl = new URL(superuserUrl);
    authenticatorUrl.username = 'authenticator';
    authenticatorUrl.password = AUTHENTICATOR_PASSWORD;
    return {
      superuserUrl,
      ownerUrl,
      authenticatorUrl: authenticatorUrl.href,
      /** As the superuser. */
      sql,
      /** As `postgres`, who is none. */
      owner,
      async close() {
        await Promise.all([sql.end({ timeout: 1 }), owner.end({ timeout: 1 })]);
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** The superuser of a new cluster is called `postgres`, a name that hosted Supabase gives to an ordinary role. */
async function giveSuperuserItsName(url: string): Promise<string> {
  const first = postgres(url, { max: 1, onnotice: () => {} });
  await first`create role renamer superuser login password 'renamer'`;
  await first.end();
  const renamerUrl = new URL(url);
  renamerUrl.username = 'renamer';
  renamerUrl.password = 'renamer';
  const renamer = postgres(renamerUrl.href, { max: 1, onnotice: () => {} });
  await renamer`alter role postgres rename to supabase_admin`;
  await renamer.end();
  const superuserUrl = new URL(url);
  superuserUrl.username = 'supabase_admin';
  const superuser = postgres(superuserUrl.href, { max: 1, onnotice: () => {} });
  await superuser`drop role renamer`;
  await superuser.end();
  return superuserUrl.href;
}
