set local lock_timeout = '5s';

-- What administrators read about people: the Users tab and its export. Both write an entry in the audit log. A policy
-- could not do that, so no policy lets an administrator read another person's profile.
-- See docs/product/privacy.md#reading-by-administrators.

create function private.people_filter(p_search text, p_is_submitted boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    -- Telephone numbers are compared by their digits, without what stands in front of the last ten.
    'search', case when t.term ~ '^([ +(),./;\u2010-\u2015\u2212-]*[0-9]){6}[0-9 +(),./;\u2010-\u2015\u2212-]*$'
      then right(regexp_replace(t.term, '[^0-9]', '', 'g'), 10) else nullif(t.term, '') end,
    'is_submitted', p_is_submitted
  ))
  from (select lower(private.clean_line(coalesce(p_search, '')))) t (term)
$$;

create function private.search_pattern(p_search text) returns text
language sql immutable set search_path = '' as $$
  select '%' || replace(replace(replace(lower(p_search), '\', '\\'), '%', '\%'), '_', '\_') || '%'
$$;

create function public.list_people(
  p_search text default '', p_is_submitted boolean default null, p_sort text default 'created_at',
  p_descending boolean default true, p_limit integer default 20, p_offset integer default 0
)
returns table (
  id uuid, name text, email text, phone text, startup_name text, idea text, industry text, created_at timestamptz,
  vc_interest_submitted boolean, is_admin boolean, is_mentor boolean, total_count bigint
)
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_filter jsonb := private.people_filter(p_search, p_is_submitted);
  v_condition text := 'true';
  v_ids uuid[];
  v_total bigint;
  v_limit integer := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_offset integer := greatest(coalesce(p_offset, 0), 0);
begin
  perform private.require_admin();
  if coalesce(p_sort, '') not in ('created_at', 'name') then
    raise exception using errcode = 'PT422', message = 'sort_unknown', detail = left(coalesce(p_sort, ''), 60);
  end if;
  -- The statement holds only the given conditions, so that an index can be used.
  if v_filter ? 'search' then
    v_condition := v_condition || case
      when v_filter ->> 'search' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ' and p.id = $5::uuid'
      else ' and p.search_text like $1'
    end;
  end if;
  if p_is_submitted is not null then
    v_condition := v_condition || ' and p.vc_interest_submitted = $2';
  end if;
  execute format(
    'select
      (select count(*) from public.profiles p where %1$s),
      array(select p.id from public.profiles p where %1$s order by p.%2$I %3$s, p.id limit $3 offset $4)',
    v_condition, p_sort, case when coalesce(p_descending, true) then 'desc' else 'asc' end
  )
  into v_total, v_ids
  using private.search_pattern(v_filter ->> 'search'), p_is_submitted, v_limit, v_offset, v_filter ->> 'search';

  perform private.record_read('profiles', jsonb_build_object(
    'filter', v_filter, 'page', v_offset / v_limit + 1, 'rows', cardinality(v_ids)
  ), v_ids);

  return query
    select p.id, p.name, p.email, p.phone, p.startup_name, p.idea, p.industry, p.created_at, p.vc_interest_submitted,
      p.is_admin, exists (select from public.mentor_private mp where mp.user_id = p.id), v_total
    from unnest(v_ids) with ordinality page (id, position)
    join public.profiles p on p.id = page.id
    order by page.position;
end
$$;
comment on function public.list_people is
  'One page of the people who have an account, for administrators, and an entry of the audit log about it. p_search '
  'is a part of name, e-mail, phone, startup, industry or idea, or the whole id; p_is_submitted whether the form for investors was '
  'sent; p_sort created_at or name (PT422 sort_unknown). At most 100 rows; total_count counts all matches.';

create function public.export_people(
  p_search text default '', p_is_submitted boolean default null, p_export_id bigint default null,
  p_after_at timestamptz default null, p_after_id uuid default null, p_limit integer default 1000
)
returns jsonb
language plpgsql volatile security definer set search_path = ''
set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_export private.audit_log;
  v_search text;
  v_pattern text;
  v_id uuid;
  v_is_submitted boolean;
  v_people jsonb;
begin
  perform private.require_admin();
  if p_export_id is null then
    perform private.require_proof();
    v_export.changes := jsonb_build_object('filter', private.people_filter(p_search, p_is_submitted));
  else
    -- A further page of the same export, whatever filter the client sends now.
    select * into v_export from private.audit_log a
    where a.id = p_export_id and a.action = 'export' and a.table_name = 'profiles' and a.actor = private.signed_in_user()
      and a.at > now() - interval '15 minutes';
    if not found then
      raise exception using errcode = 'PT404', message = 'export_not_found';
    end if;
  end if;
  v_search := v_export.changes -> 'filter' ->> 'search';
  v_pattern := private.search_pattern(v_search);
  v_id := substring(v_search from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
  v_is_submitted := (v_export.changes -> 'filter' ->> 'is_submitted')::boolean;
  if p_export_id is null then
    insert into private.audit_log (actor, action, table_name, changes)
    select private.signed_in_user(), 'export', 'profiles', v_export.changes || jsonb_build_object('rows', count(*))
    from public.profiles p
    where (v_pattern is null or case when v_id is null then p.search_text like v_pattern else p.id = v_id end)
      and (v_is_submitted is null or p.vc_interest_submitted = v_is_submitted)
    returning * into v_export;
  end if;
  select coalesce(jsonb_agg(to_jsonb(d) order by d.created_at desc, d.id desc), '[]') into v_people
  from (
    select p.id, p.name, p.email, p.phone, p.startup_name, p.idea, p.industry, p.created_at, p.vc_interest_submitted
    from public.profiles p
    where (v_pattern is null or case when v_id is null then p.search_text like v_pattern else p.id = v_id end)
      and (v_is_submitted is null or p.vc_interest_submitted = v_is_submitted)
      and (p_after_at is null or (p.created_at, p.id) < (p_after_at, p_after_id))
    order by p.created_at desc, p.id desc
    limit least(greatest(coalesce(p_limit, 1000), 1), 1000)
  ) d;
  return jsonb_build_object('export_id', v_export.id, 'rows', v_export.changes -> 'rows', 'people', v_people);
end
$$;
comment on function public.export_people is
  'The people who match, as list_people finds them, for an administrator''s file: 1,000 at most a call, newest first. '
  'The first call needs a proof (PT403 proof_needed) and writes the entry of the audit log, with the filter and the '
  'number of rows, before it answers {export_id, rows, people}. The next calls name export_id, whose filter is used, '
  'and the created_at and id of the last person so far. PT404 export_not_found after 15 minutes, or for another '
  'account.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_people, public.export_people from public, anon;
grant execute on function public.list_people, public.export_people to authenticated, service_role;
