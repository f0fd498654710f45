/**
 * What Supabase's own adviser (splinter) looks for in the security of a schema, as statements that must find nothing.
 * Each is shown to find something: it is asked once more in a transaction in which a violation was planted.
 */
import type { Sql } from 'postgres';

/** Functions that run as their owner and answer visitors. */
export const ANSWERS_VISITORS = [
  'category_of_slug',
  'is_mail_away',
  'look_at_mailed_link',
  'mentor_of_slug',
  'mentor_ratings',
  'mentor_reviews_page',
  'nearest_mentors',
  'promise',
  'search_mentors',
  'sitemap_entries',
  'wall_stories',
  'worker_pulse',
];

interface PolicyCheck {
  name: string;
  /** Gives one column, `found`. */
  statement: string;
  violation: string;
}

const CHECKS: PolicyCheck[] = [
  {
    name: 'row-level security is off',
    statement: `
      select relname as found from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    violation: 'create table public.planted (id int)',
  },
  {
    name: 'a policy stands on a table without row-level security',
    statement: `
      select c.relname || ': ' || p.polname as found from pg_policy p join pg_class c on c.oid = p.polrelid
      where not c.relrowsecurity`,
    violation: 'create table private.planted (id int); create policy planted on private.planted using (true)',
  },
  {
    name: 'visitors may execute a function that runs as its owner',
    statement: `
      select p.proname as found from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and has_function_privilege('anon', p.oid, 'execute')
        and p.proname not in (${ANSWERS_VISITORS.map((name) => `'${name}'`).join(', ')})`,
    violation: `create function public.planted() returns int language sql security definer as 'select 1';
      grant execute on function public.planted() to anon`,
  },
  {
    name: 'a function leaves its search path to the caller',
    statement: `
      select p.oid::regprocedure::text as found from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from unnest(p.proconfig) one where one like 'search_path=%')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        -- With a body in SQL's own form names are resolved when it is made.
        and p.prosqlbody is null`,
    violation: `create function public.planted() returns int language sql as 'select 1'`,
  },
  {
    name: 'a policy asks for the caller once a row',
    statement: `
      select c.relname || ': ' || p.polname as found
      from pg_policy p join pg_class c on c.oid = p.polrelid,
        lateral (select coalesce(pg_get_expr(p.polqual, p.polrelid), '') || ' ' ||
          coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')) e (text)
      where regexp_replace(e.text, '\\( *select +(auth\\.(uid|jwt|role|email)\\(\\)|current_setting\\([^)]*\\))', '', 'gi')
        ~* '(auth\\.(uid|jwt|role|email)|current_setting)\\('`,
    violation: `create table public.planted (id uuid); alter table public.planted enable row level security;
      create policy planted on public.planted using (id = auth.uid())`,
  },
  {
    name: 'a view shows rows as its owner sees them',
    statement: `
      select relname as found from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'v'
        and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
    violation: 'create view public.planted as select 1 as one',
  },
  {
    name: 'the API shows a materialized view',
    statement: `
      select relname as found from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'm' and has_table_privilege('anon', oid, 'select')`,
    violation: `create materialized view public.planted as select 1 as one;
      grant select on public.planted to anon`,
  },
  {
    name: 'an extension stands in public',
    statement: `select extname as found from pg_extension where extnamespace = 'public'::regnamespace`,
    violation: 'create extension fuzzystrmatch schema public',
  },
  {
    name: 'visitors may write a table whose rows no policy guards',
    statement: `
      select c.relname || ': ' || p.polname as found from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polpermissive and p.polcmd in ('*', 'a', 'w', 'd')
        and (p.polroles = '{0}' or p.polroles && array['anon'::regrole::oid])
        and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid)) = 'true'
        and has_any_column_privilege('anon', c.oid, 'insert, update')`,
    violation: `create table public.planted (id uuid); alter table public.planted enable row level security;
      grant insert on public.planted to anon; create policy planted on public.planted for insert with check (true)`,
  },
];

/** @param sql as a superuser */
export async function checkPolicies(sql: Sql): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, statement, violation } of CHECKS) {
    const found = await sql.unsafe(statement);
    problems.push(...found.map((row) => `${name}: ${row.found}`));
    const planted = await sql
      .begin(async (transaction) => {
        await transaction.unsafe(violation).simple();
        throw new Planted((await transaction.unsafe(statement)).length);
      })
      .catch((error: unknown) => {
        if (error instanceof Planted) return error.count;
        throw error;
      });
    if (planted <= found.length) problems.push(`"${name}" does not find a planted violation`);
  }
  return problems;
}

/** Takes the planted violation back. */
class Planted extends Error {
  readonly count: number;

  constructor(count: number) {
    super('taken back');
    this.count = count;
  }
}
