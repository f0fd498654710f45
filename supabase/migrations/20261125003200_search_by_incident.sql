-- The administrator's table can be narrowed to sessions that something spoiled. The same function, with one filter more.

create index bookings_incident_idx on public.bookings (created_at desc) where incident is not null;

drop function public.search_bookings(text, text[], uuid, text, boolean, integer, integer);
create function public.search_bookings(
  p_search text default '', p_status text[] default null, p_mentor_id uuid default null,
  p_sort text default 'created_at', p_descending boolean default true,
  p_limit integer default 20, p_offset integer default 0, p_has_incident boolean default false
)
returns table (
  id uuid, mentor_id uuid, mentor_name text, mentor_image text, mentor_email text,
  date date, start_time time, end_time time, status text, user_id uuid, user_name text, user_email text,
  notes text, google_meet_link text, created_at timestamptz, waiting_hours double precision,
  calendar_state text, calendar_error text, payment_state text, amount_paise integer, payment_id text,
  refund_state text, conflicts integer, incident text, total_count bigint
)
language plpgsql stable security definer set search_path = ''
-- Short statements of many shapes: compiling them takes longer than running them.
set jit = off
as $$
#variable_conflict use_column
declare
  v_pattern text;
  v_ids uuid[];
  v_filter text := 'true';
  v_order text;
  v_direction text := case when coalesce(p_descending, true) then 'desc' else 'asc' end;
  v_total bigint;
begin
  perform private.require_admin();
  v_order := case coalesce(p_sort, 'created_at')
    when 'created_at' then 'b.created_at %1$s'
    when 'date' then 'b.date %1$s, b.start_time %1$s'
    when 'mentor_name' then 'lower(b.mentor_name) %1$s'
    when 'user_name' then 'lower(coalesce(p.name, b.user_email)) %1$s nulls last'
    when 'status' then 'b.status %1$s, b.created_at desc'
    when 'waiting_hours' then
      '(case when b.status = ''pending_admin_review'' then now() - b.created_at end) %1$s nulls last, b.created_at desc'
  end;
  if v_order is null then
    raise exception using errcode = 'PT422', message = 'sort_unknown', detail = left(p_sort, 60);
  end if;
  v_order := format(v_order, v_direction) || format(', b.id %s', v_direction);

  if btrim(coalesce(p_search, '')) <> '' then
    v_pattern := '%' || replace(replace(replace(lower(btrim(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
    -- Once for count and page. One branch a column, so that each can use its index; an OR over two tables could not.
    execute $matches$
      select coalesce(array_agg(m.id), '{}') from (
        select s.id from public.bookings s where lower(s.mentor_name) like $1
        union select s.id from public.bookings s where lower(s.user_email) like $1
        union select s.id from public.bookings s where s.user_id in (
          select q.id from public.profiles q where lower(q.name) like $1
          union select q.id from public.profiles q where lower(q.email) like $1
        )
      ) m
    $matches$ into v_ids using v_pattern;
    if lower(btrim(p_search)) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      v_ids := v_ids || btrim(p_search)::uuid;
    end if;
    v_filter := v_filter || ' and b.id = any ($1)';
  end if;
  if p_status is not null and cardinality(p_status) > 0 then
    v_filter := v_filter || ' and b.status = any ($2)';
  end if;
  if p_mentor_id is not null then
    v_filter := v_filter || ' and b.mentor_id = $3';
  end if;
  if p_has_incident then
    v_filter := v_filter || ' and b.incident is not null';
  end if;

  execute 'select count(*) from public.bookings b where ' || v_filter
  into v_total using v_ids, p_status, p_mentor_id;

  return query execute format(
    $query$
      with page as materialized (
        select b.id
        from public.bookings b %3$s
        where %1$s
        order by %2$s
        limit $4 offset $5
      )
      select
        b.id, b.mentor_id, b.mentor_name, b.mentor_image, mp.email,
        b.date, b.start_time, b.end_time, b.status, b.user_id, p.name, coalesce(p.email, b.user_email),
        b.notes, b.google_meet_link, b.created_at,
        case when b.status = 'pending_admin_review'
          then round((extract(epoch from now() - b.created_at) / 3600)::numeric, 1)::double precision end,
        c.state, c.last_error, case when y.id is null then 'none' else 'captured' end, y.amount_paise, y.id,
        r.state, private.count_conflicts(b), b.incident, $6::bigint
      from page
      join public.bookings b on b.id = page.id
      left join public.profiles p on p.id = b.user_id
      left join public.mentor_private mp on mp.mentor_id = b.mentor_id
      left join private.calendar_events c on c.booking_id = b.id
      left join private.payments y on y.booking_id = b.id
      left join private.refunds r on r.payment_id = y.id
      order by %2$s
    $query$,
    v_filter, v_order, case when p_sort = 'user_name' then 'left join public.profiles p on p.id = b.user_id' else '' end
  )
  using v_ids, p_status, p_mentor_id,
    least(greatest(coalesce(p_limit, 20), 1), 100), greatest(coalesce(p_offset, 0), 0), v_total;
end
$$;
comment on function public.search_bookings(text, text[], uuid, text, boolean, integer, integer, boolean) is
  'One page of bookings for administrators: case-insensitive substring of the founder''s name or e-mail or the mentor''s name, or the booking''s whole id (its reference); statuses (null or empty means any); one mentor''s; with p_has_incident only those that something spoiled. p_sort is created_at, date, mentor_name, user_name, status or waiting_hours (PT422 sort_unknown); at most 100 rows. waiting_hours is set while the booking waits for review; payment_state is captured or none (entered by hand); refund_state queued, pending, processed, failed or null; amount in paise; incident: why an approved session was cancelled or moved, or that its founder did not come; total_count counts all matches.';
revoke execute on function public.search_bookings(text, text[], uuid, text, boolean, integer, integer, boolean) from public, anon;
grant execute on function public.search_bookings(text, text[], uuid, text, boolean, integer, integer, boolean)
to authenticated, service_role;
