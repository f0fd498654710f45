set local lock_timeout = '5s';

-- What every other migration uses: schemas, default privileges, and functions about the caller and about time.
--
-- The API exposes `public`: every table has row-level security, and grants are written out. `private` holds money, jobs
-- and the functions behind triggers and policies; no API serves it. API roles have only USAGE on it, because policies
-- and triggers call functions there.
--
-- An error that a client acts on is raised with SQLSTATE PTxyz (PostgREST turns it into HTTP xyz) and a message that
-- is a machine-readable code. 40001 is never raised: PostgREST would retry it without end.

create schema if not exists extensions;
create extension if not exists btree_gist with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema extensions to anon, authenticated, service_role;

comment on schema private is 'Money, jobs, and the functions behind policies and triggers. Not exposed by the API.';

-- So that an object without grants is closed: by default, hosted Supabase grants everything to these roles.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- Functions that each request or each booking calls are in plpgsql, which keeps the plan of a statement from one call
-- to the next. A function in SQL is planned again by each statement that calls it (docs/decisions/065).
create function private.is_client() returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- In a SECURITY DEFINER function current_user is the owner, but this setting still names the client's role.
  return coalesce(current_setting('role', true), 'none') in ('anon', 'authenticated');
end
$$;
comment on function private.is_client is
  'True when the statement comes from a browser (visitor or signed-in), false for the service role and the database '
  'itself.';

create function private.require_service() returns void
language plpgsql stable set search_path = '' as $$
begin
  if private.is_client() then
    raise exception using errcode = '42501', message = 'service_only';
  end if;
end
$$;
comment on function private.require_service is
  'A second check for functions that only the server may call: it works even where EXECUTE is granted to everybody.';

-- PostgREST calls this before each request, where its setting db_pre_request names it. Supabase reads the setting from
-- the role that PostgREST logs in with; where the platform does not allow the statement, estimates are still given
-- (docs/security/limits.md).
create function private.refuse_row_estimates() returns void
language plpgsql stable set search_path = '' as $$
begin
  -- The planner estimates from all rows of a table, also from those that the caller may not see.
  if private.is_client()
    and current_setting('request.headers', true)::json ->> 'prefer' ~* 'count\s*=\s*"?\s*(planned|estimated)'
  then
    raise exception using
      errcode = 'PT400',
      message = 'row_estimates_refused',
      detail = 'Only count=exact is answered.';
  end if;
end
$$;
comment on function private.refuse_row_estimates is
  'For PostgREST''s setting db_pre_request: refuses count=planned and count=estimated to people, with 400.';

create function private.session_range(p_date date, p_start time, p_end time) returns tstzrange
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case
    when p_end > p_start then tstzrange(
      (p_date + p_start) at time zone 'Asia/Kolkata',
      (p_date + p_end) at time zone 'Asia/Kolkata',
      '[)'
    )
  end;
end
$$;
comment on function private.session_range is
  'The instants of a session given in Indian Standard Time; null when it does not end after it starts.';

create function private.today() returns date
language plpgsql stable set search_path = ''
as $$ begin return (now() at time zone 'Asia/Kolkata')::date; end $$;
comment on function private.today is 'Today''s date in India, where every session''s date is meant.';

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Always a new value: a save names the version that it began with.
  new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  return new;
end
$$;

-- Texts that people type -------------------------------------------------------------------------------------------

-- The same as rules/shell/text.ts; one table of examples tests both (docs/decisions/057).
create function private.clean_text(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- Unicode's spaces, controls and invisible characters, and the blank of Braille.
  c_blanks constant text :=
    '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f'
    '\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
    '\U000e0000-\U000e0fff]+';
  -- In reversed text: a character that shapes the Indic letter, the emoji or the flag before it is no blank.
  c_shaped constant text :=
    '(\u200d[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]'
    '|\ufe0f[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]'
    '|\U000e007f[\U000e0020-\U000e007e]+\U0001f3f4)';
  v_text text := regexp_replace(p_text, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+', '', 'g');
begin
  -- Most texts need no change, and return here in a tenth of the time.
  if p_text ~ '^([!-~]+ )*[!-~]+$' then
    return p_text;
  end if;
  v_text := regexp_replace(v_text, '\r\n?|[\v\f\u0085\u2028\u2029]', E'\n', 'g');
  v_text := regexp_replace(
    v_text, '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]+|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]', ' ', 'g');
  v_text := regexp_replace(normalize(v_text, NFC), '^' || c_blanks, '');
  -- In the reversed text the expression can begin at one place only, so its time grows only with the length.
  return reverse(regexp_replace(reverse(v_text), '^(?:' || c_blanks || ')?' || c_shaped || '|^' || c_blanks, '\1'));
end
$$;
comment on function private.clean_text is
  'A typed text as it is stored: NFC, without the controls of writing direction, every kind of space as a space, line '
  'breaks as "\n", no blanks at its ends. Empty when no character is visible. As cleanText of rules/shell/text.ts.';

create function private.clean_line(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(private.clean_text(p_text), '[ \n]+', ' ', 'g');
end
$$;
comment on function private.clean_line is
  'As clean_text, for a text of one line: several spaces become one. As cleanLine of rules/shell/text.ts.';

create function private.plain_words(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_text text := lower(p_text);
begin
  if v_text ~ '[^\u0001-\u007f]' then
    -- As keyboards of this country may write the same letter: full width, a chillu of Malayalam, an Arabic yeh or kaf.
    v_text := lower(normalize(v_text, NFKC));
    v_text := translate(
      regexp_replace(v_text, '([\u0d7a-\u0d7f])', U&'\\1\0d4d', 'g'),
      U&'\0d7a\0d7b\0d7c\0d7d\0d7e\0d7f\064a\0649\0643', U&'\0d23\0d28\0d30\0d32\0d33\0d15\06cc\06cc\06a9');
    -- Without the accents of Latin letters and the joiners of Indic ones; hyphens of every kind are "-".
    v_text := regexp_replace(
      normalize(regexp_replace(normalize(v_text, NFD), '[\u0300-\u036f\u200b-\u200d]+', '', 'g'), NFC),
      '[\u2010\u2011]', '-', 'g');
    -- Latin letters whose accent is a part of them.
    v_text := replace(replace(replace(translate(v_text, 'łøđðħıŧ', 'loddhit'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    -- Spaces, punctuation, signs and pictures of Unicode; what is left are letters, marks and digits.
    v_text := regexp_replace(
      v_text,
      '[\u0080-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u06d4\u0964\u0965\u0970\u1680\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f'
      '\ue000-\uf8ff\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\ufff0-\uffff\U0001f000-\U0001ffff\U000e0000-\U0010fffd]+',
      ' ', 'g');
  end if;
  return regexp_replace(v_text, '[\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+', ' ', 'g');
end
$$;
comment on function private.plain_words is
  'A text in lower case and without accents, as words with spaces between them, and "-" within compounds. The ranges are '
  'written out because classes of characters depend on the locale of a server.';

create function private.require_utr(p_utr text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_utr text := upper(private.clean_line(coalesce(p_utr, '')));
begin
  if v_utr !~ '^[A-Z0-9]{10,30}$' then
    raise exception using errcode = 'PT422', message = 'utr_not_valid';
  end if;
  return v_utr;
end
$$;
comment on function private.require_utr is
  'A typed bank reference (UTR) as it is stored. PT422 utr_not_valid: not 10 to 30 letters and digits.';

create function private.clean_email(p_email text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select regexp_replace(private.clean_line(p_email), '^mailto:\s*', '', 'i') $$;
comment on function private.clean_email is 'A typed e-mail address as a line, without "mailto:".';

create function private.is_email(p_email text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select char_length(p_email) <= 254 and p_email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$'
$$;
comment on function private.is_email is 'Whether a clean text can be an e-mail address; null for null.';
grant execute on function private.is_email to authenticated, service_role;

create function private.clean_columns() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(new);
  v_clean jsonb := '{}';
  v_column text;
begin
  foreach v_column in array tg_argv loop
    v_clean := v_clean || case when v_column like '%*'
      then jsonb_build_object(rtrim(v_column, '*'), private.clean_text(v_row ->> rtrim(v_column, '*')))
      else jsonb_build_object(v_column, private.clean_line(v_row ->> v_column)) end;
  end loop;
  return jsonb_populate_record(new, v_clean);
end
$$;
comment on function private.clean_columns is
  'Before a row is written: cleans the columns that its arguments name, with clean_text where the name ends with *. '
  'For tables that clients write themselves; functions clean their own arguments.';

-- Lists in the administrators' order --------------------------------------------------------------------------------

-- Their tables have a column order_index of 1, 2, 3 … without a gap, also when several administrators change a list at
-- once. It is not unique: while a list is put in order, two rows share a place.
create function private.lock_ordered_list() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Taken before the statement locks a row: so the holder of a row never waits, and there is no deadlock.
  perform pg_advisory_xact_lock(hashtextextended(tg_table_name, 0));
  return null;
end
$$;
comment on function private.lock_ordered_list is 'Before each statement: one writer of the list at a time.';

-- Not a definer: current_user tells an administrator's own statement from one of the functions here.
create function private.place_ordered_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    raise exception using errcode = '42501', message = 'use_reorder_' || tg_table_name;
  end if;
  execute format('select coalesce(max(order_index), 0) + 1 from %I.%I', tg_table_schema, tg_table_name)
  into new.order_index;
  return new;
end
$$;
comment on function private.place_ordered_row is
  'Overrides the client''s value: a new row is the last, and only the list''s function changes places.';

create function private.close_ordered_gaps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  execute format(
    'update %1$I.%2$I l set order_index = r.place
     from (select id, row_number() over (order by order_index, id) as place from %1$I.%2$I) r
     where r.id = l.id and l.order_index <> r.place',
    tg_table_schema, tg_table_name
  );
  return null;
end
$$;
comment on function private.close_ordered_gaps is 'After a deletion: the places are 1, 2, 3 … again.';

create function private.reorder_list(p_table regclass, p_ids uuid[], p_seen uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_now uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended(v_name, 0));
  execute format('select coalesce(array_agg(id order by order_index, id), ''{}'') from %s', p_table) into v_now;
  if p_seen is distinct from v_now then
    raise exception using errcode = 'PT409', message = v_name || '_changed';
  end if;
  if (select coalesce(array_agg(i order by i), '{}') from unnest(p_ids) i)
    is distinct from (select coalesce(array_agg(i order by i), '{}') from unnest(v_now) i) then
    raise exception using errcode = 'PT422', message = v_name || '_incomplete';
  end if;
  execute format(
    'update %s l set order_index = i.place
     from unnest($1) with ordinality i (id, place) where i.id = l.id and l.order_index <> i.place',
    p_table
  ) using p_ids;
end
$$;
comment on function private.reorder_list is
  'Gives the rows of a list the order of p_ids, numbered from 1. p_seen is the order as it was on the screen. PT409 '
  '…_changed: another request added, deleted or moved a row, so show the list again; PT422 …_incomplete: p_ids does '
  'not name each row once.';

revoke execute on all functions in schema private from public;
grant execute on function private.is_client, private.require_service, private.session_range, private.today,
  private.refuse_row_estimates, private.clean_text, private.clean_line, private.plain_words
  to anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    execute format(
      'alter role authenticator in database %I set pgrst.db_pre_request = %L',
      current_database(), 'private.refuse_row_estimates'
    );
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise notice 'The setting pgrst.db_pre_request is not allowed here: people may ask for estimated row counts.';
end
$$;

-- The time limit for a visitor's statement: anybody can be a visitor. PostgREST reads it from the role; our own host
-- has the same limit in its code.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'anon' and 'statement_timeout=2s' = any (rolconfig)) then
    alter role anon set statement_timeout = '2s';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise notice 'The role anon keeps the statement_timeout of the platform: docs/security/limits.md.';
end
$$;
