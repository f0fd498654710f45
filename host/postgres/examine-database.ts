/**
 * Whether a database of one's own, and the role that DATABASE_URL names, can carry the product: looked at before anything
 * is changed, so that what is missing is said in sentences and all of it at once.
 */
import postgres from 'postgres';
import { databaseCopy } from '#copy/office/database.ts';
import { noAnswerOf } from '#rules/office/no-answer.ts';
import { ExplainedError } from '../explained-error.ts';
import { EXTENSIONS } from './superuser-sql.ts';

/** The database cannot be reached or used; the message says what to do, without the password. */
export class DatabaseError extends ExplainedError {
  override name = 'DatabaseError';
}

/** The oldest Postgres on which all is tested (docs/decisions/069). */
const OLDEST = 15;

interface Facts {
  version: number;
  database: string;
  role: string;
  encoding: string;
  zone: string;
  isSuperuser: boolean;
  mayCreateRoles: boolean;
  passesRls: boolean;
  ownsDatabase: boolean;
  ownsPublic: boolean;
  mayCreateSchemas: boolean;
  /** Null where there is no such schema yet. */
  ownsExtensionsSchema: boolean | null;
  isOurs: boolean;
  /** Tables in it that are not ours. */
  strangers: string[];
  roles: { name: string; exists: boolean; passesRls: boolean; isMember: boolean; mayGrant: boolean }[];
  extensions: { name: string; isAvailable: boolean; isTrusted: boolean; schema: string | null }[];
}

/**
 * Examines the database that `url` names, and sets the time zone of this role there to UTC.
 *
 * @throws DatabaseError when it cannot be reached, or is not ready for this role
 */
export async function examineDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, onnotice: () => {}, prepare: false });
  try {
    const { hostname, port } = new URL(url);
    const place = `${hostname}:${port || 5432}`;
    const facts = await readFacts(sql).catch((error: unknown) => {
      throw new DatabaseError(whyUnreachable(error, place, url), { cause: error });
    });
    const stop = whyUnusable(facts);
    if (stop !== undefined) throw new DatabaseError(stop);
    const missing = whatIsMissing(facts);
    if (missing.length > 0) throw new DatabaseError(databaseCopy.notReady(facts.database, facts.role, missing));
    // The times that the data API writes are in the zone of the role.
    if (facts.zone !== 'UTC') {
      await sql.unsafe(`
        do $$ begin
          execute format('alter role %I in database %I set timezone to %L', current_user, current_database(), 'UTC');
        exception when others then
          -- Another host that starts at this moment does the same.
          if sqlerrm not like '%concurrently updated%' then raise; end if;
        end $$`);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** One sentence for what a connection failed with. */
function whyUnreachable(error: unknown, place: string, url: string): string {
  const { code = '', message } = error as { code?: string; message?: string };
  const { username, pathname } = new URL(url);
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1)) || username];
  const copy = databaseCopy;
  if (code === '28P01' || code === '28000') return copy.password(place, role);
  if (code === '3D000') return copy.noDatabase(place, database);
  if (code === '42501') return copy.mayNotConnect(place, role, database);
  if (code === '53300') return copy.full(place);
  const kind = noAnswerOf(code);
  return kind === 'other' ? copy.unreachable(place, message || code) : copy.silent(place, copy.reasons[kind]);
}

async function readFacts(sql: postgres.Sql): Promise<Facts> {
  const [row] = await sql<Facts[]>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_database() as database, current_user as role,
      current_setting('server_encoding') as encoding, current_setting('TimeZone') as zone,
      r.rolsuper as "isSuperuser", r.rolcreaterole as "mayCreateRoles", r.rolbypassrls as "passesRls",
      pg_has_role(d.datdba, 'usage') as "ownsDatabase",
      coalesce(pg_has_role(p.nspowner, 'usage'), false) as "ownsPublic",
      has_database_privilege(d.oid, 'create') as "mayCreateSchemas",
      (select pg_has_role(n.nspowner, 'usage') from pg_namespace n where n.nspname = 'extensions')
        as "ownsExtensionsSchema",
      to_regclass('lite_host.prepared') is not null or to_regclass('supabase_migrations.schema_migrations') is not null
        as "isOurs",
      array(
        select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
          and not exists (select from pg_depend x where x.objid = c.oid and x.deptype = 'e')
        order by 1 limit 4
      ) as strangers
    from pg_roles r join pg_database d on d.datname = current_database()
    left join pg_namespace p on p.nspname = 'public'
    where r.rolname = current_user`;
  const facts = row as Facts;
  // Since Postgres 16 whoever made a role may administer it, which is not yet the right to become it.
  const right = facts.version >= 16 ? 'set' : 'member';
  facts.roles = await sql<Facts['roles']>`
    select w.name, r.oid is not null as exists, coalesce(r.rolbypassrls, false) as "passesRls",
      coalesce(
        pg_has_role(r.oid, ${right}) and (a.oid is null or a.oid = r.oid or pg_has_role(a.oid, r.oid, ${right})), false
      ) as "isMember",
      coalesce(exists (
        select from pg_auth_members m where m.roleid = r.oid and m.admin_option and pg_has_role(m.member, 'usage')
      ), false) as "mayGrant"
    from unnest(array['anon', 'authenticated', 'service_role', 'authenticator']) with ordinality w (name, place)
    left join pg_roles r on r.rolname = w.name
    left join pg_roles a on a.rolname = 'authenticator'
    order by w.place`;
  facts.extensions = await sql<Facts['extensions']>`
    select w.name, a.name is not null as "isAvailable", n.nspname as schema,
      coalesce((
        select bool_or(v.trusted) from pg_available_extension_versions v
        where v.name = w.name and v.version = a.default_version
      ), false) as "isTrusted"
    from unnest(${[...EXTENSIONS]}::text[]) w (name)
    left join pg_available_extensions a on a.name = w.name
    left join pg_extension e on e.extname = w.name
    left join pg_namespace n on n.oid = e.extnamespace
    order by w.name`;
  return facts;
}

/** What no right can put right. */
function whyUnusable({ version, database, encoding, isOurs, strangers }: Facts): string | undefined {
  const copy = databaseCopy;
  if (version < OLDEST) return copy.tooOld(version, OLDEST);
  if (encoding !== 'UTF8') return copy.encoding(database, encoding);
  return isOurs || strangers.length === 0 ? undefined : copy.strangers(database, strangers);
}

/** A sentence for each right that the role lacks and a superuser can give. */
function whatIsMissing(facts: Facts): string[] {
  const copy = databaseCopy.missing;
  const { version, isSuperuser, mayCreateRoles, passesRls, extensions, roles, mayCreateSchemas } = facts;
  if (isSuperuser) return extensions.filter((one) => !one.isAvailable).map(({ name }) => copy.extensionFiles(name));
  const mayMake = (name: string) => mayCreateRoles && (name !== 'service_role' || (version >= 16 && passesRls));
  const absent = roles.filter(({ name, exists }) => !exists && !mayMake(name)).map(({ name }) => name);
  const isGrantOpen = (mayGrant: boolean) => (version >= 16 ? mayGrant : mayCreateRoles);
  const closed = roles.filter(
    ({ name, exists, isMember, mayGrant }) => exists && name !== 'authenticator' && !isMember && !isGrantOpen(mayGrant),
  );
  const service = roles.find(({ name }) => name === 'service_role');
  const said = [
    ...(absent.length > 0 ? [copy.roles(absent, version)] : []),
    ...(service?.exists && !service.passesRls ? [copy.serviceRole] : []),
    ...(closed.length > 0 ? [copy.grant(closed.map(({ name }) => name))] : []),
    ...(facts.ownsDatabase ? [] : [copy.database(facts.database)]),
    ...(facts.ownsDatabase && !facts.ownsPublic ? [copy.schema('public')] : []),
    ...(facts.ownsExtensionsSchema === false ? [copy.schema('extensions')] : []),
  ];
  for (const { name, isAvailable, isTrusted, schema } of extensions) {
    if (!isAvailable) said.push(copy.extensionFiles(name));
    else if (schema === null && !(isTrusted && mayCreateSchemas)) said.push(copy.extension(name));
    else if (schema !== null && schema !== 'extensions') said.push(copy.extensionPlace(name, schema));
  }
  return said;
}
