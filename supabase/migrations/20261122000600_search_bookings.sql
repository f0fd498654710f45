-- The administrator's table of bookings: search, filter, order and page in the database (administrator side, section 2).

create index bookings_mentor_name_idx on public.bookings using gin (lower(mentor_name) extensions.gin_trgm_ops);
create index bookings_user_email_idx on public.bookings using gin (lower(user_email) extensions.gin_trgm_ops);
create index profiles_name_search_idx on public.profiles using gin (lower(name) extensions.gin_trgm_ops);
create index profiles_email_search_idx on public.profiles using gin (lower(email) extensions.gin_trgm_ops);
create index bookings_user_date_idx on public.bookings (user_id, date);
create index bookings_mentor_created_idx on public.bookings (mentor_id, created_at desc);
create index bookings_start_idx on public.bookings (date, start_time);

create function private.count_conflicts(p_booking public.bookings) returns integer
language sql stable set search_path = ''
as $$
  select case when p_booking.status in ('pending_admin_review', 'confirmed', 'rescheduled') then (
    select count(*)::integer from (
      select o.id from public.bookings o
      where o.user_id = p_booking.user_id and o.date = p_booking.date and o.during && p_booking.during
        and o.status in ('pending_admin_review', 'confirmed', 'rescheduled') and o.id <> p_booking.id
      union
      select o.id from public.bookings o
      where o.mentor_id = p_booking.mentor_id and o.date = p_booking.date and o.during && p_booking.during
        and o.status in ('pending_admin_review', 'confirmed', 'rescheduled') and o.id <> p_booking.id
    ) others
  ) else 0 end
$$;
comment on function private.count_conflicts(public.bookings) is
  'How many other live bookings of the same founder or mentor overlap this live one. A session begins and ends on one day, so the day finds them.';

create function public.search_bookings(
  p_search text default '', p_status text[] default null, p_mentor_id uuid default null,
  p_sort text default 'created_at', p_descending boolean default true,
  p_limit integer default 20, p_offset integer default 0
)
returns table (
  id uuid, mentor_id uuid, mentor_name text, mentor_image text, mentor_email text,
  date date, start_time time, end_time time, status text, user_id uuid, user_name text, user_email text,
  notes text, google_meet_link text, created_at timestamptz, waiting_hours double precision,
  calendar_state text, calendar_error text, payment_state text, amount_paise integer, payment_id text,
  refund_state text, conflicts integer, total_count bigint
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
    v_filter := v_filter || ' and b.id = any ($1)';
  end if;
  if p_status is not null and cardinality(p_status) > 0 then
    v_filter := v_filter || ' and b.status = any ($2)';
  end if;
  if p_mentor_id is not null then
    v_filter := v_filter || ' and b.mentor_id = $3';
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
        r.state, private.count_conflicts(b), $6::bigint
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
comment on function public.search_bookings(text, text[], uuid, text, boolean, integer, integer) is
  'One page of bookings for administrators: case-insensitive substring of the founder''s name or e-mail or the mentor''s name; statuses (null or empty means any); one mentor''s. p_sort is created_at, date, mentor_name, user_name, status or waiting_hours (PT422 sort_unknown); at most 100 rows. waiting_hours is set while the booking waits for review; payment_state is captured or none (entered by hand); refund_state queued, pending, processed, failed or null; amount in paise; total_count counts all matches.';

create function public.booking_counts(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_counts jsonb;
begin
  perform private.require_admin();
  select jsonb_object_agg(s.status, coalesce(c.n, 0)) into v_counts
  from unnest(array['pending_admin_review', 'confirmed', 'completed', 'rejected', 'cancelled', 'rescheduled']) s (status)
  left join (
    select b.status, count(*) as n from public.bookings b
    where p_mentor_id is null or b.mentor_id = p_mentor_id
    group by b.status
  ) c on c.status = s.status;
  return v_counts || jsonb_build_object(
    'pending', v_counts -> 'pending_admin_review',
    'total', (select sum(n.value::bigint) from jsonb_each_text(v_counts) n)
  );
end
$$;
comment on function public.booking_counts(uuid) is
  'For administrators: how many bookings each status has, under the status'' own name, and pending (those that wait for review) and total. Of one mentor, or of all.';

revoke execute on function private.count_conflicts(public.bookings) from public;
revoke execute on function
  public.search_bookings(text, text[], uuid, text, boolean, integer, integer), public.booking_counts(uuid)
from public, anon;
grant execute on function
  public.search_bookings(text, text[], uuid, text, boolean, integer, integer), public.booking_counts(uuid)
to authenticated, service_role;
