/** Extensions that our migrations create, which belong into the schema `extensions`. */
export const EXTENSIONS = ['btree_gist', 'pg_trgm', 'unaccent'] as const;

/**
 * The roles of a Supabase project that are missing are made. Roles belong to the whole server: another database's host
 * may be creating them at this moment.
 */
export const REQUEST_ROLES = `
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
  end if;
exception
  when duplicate_object or unique_violation then null;
end $$;
`;

/**
 * What a superuser runs once, so that an ordinary role can own the database of a host; it may be run again. The rights
 * that it takes are examined by host/postgres/examine-database.ts.
 */
export function superuserSql({ role, database }: { role: string; database: string }): string {
  const [owner, name] = [quote(role), quote(database)];
  return `${REQUEST_ROLES.trim()}
alter role service_role bypassrls;
grant anon, authenticated, service_role to authenticator, ${owner};
alter database ${name} owner to ${owner};
alter schema public owner to pg_database_owner;
create schema if not exists extensions;
alter schema extensions owner to ${owner};
${EXTENSIONS.map(
  (extension) =>
    `create extension if not exists ${extension} with schema extensions;\nalter extension ${extension} set schema extensions;`,
).join('\n')}
`;
}

const quote = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`;
