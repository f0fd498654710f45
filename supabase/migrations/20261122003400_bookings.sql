-- Paid sessions: what may happen to a booking, by whom, and what follows from it; the administrator's list of bookings.
-- Specification: founder side, section 4 (booking status); administrator side, sections 2 and 4.

-- Rows are inserted by private.settle() alone.
create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  -- Past bookings outlive their mentor: name and picture are copied, and the link goes null. A mentor with a session
  -- still to come cannot be deleted (guard_mentor_deletion), so an open booking always has its mentor.
  mentor_id uuid references public.mentors (id) on delete set null,
  mentor_name text not null,
  mentor_image text not null default '/placeholder.svg',
  date date not null,
  start_time time not null,
  end_time time not null,
  status text not null default 'pending_admin_review' check (
    status in ('pending_admin_review', 'confirmed', 'completed', 'rejected', 'cancelled', 'rescheduled')
  ),
  user_id uuid references public.profiles (id) on delete set null,
  user_email text,
  notes text check (char_length(notes) <= 2000),
  google_meet_link text check (google_meet_link ~ '^https://'),
  google_calendar_event_id text,
  created_at timestamptz not null default now(),
  during tstzrange generated always as (private.session_range(date, start_time, end_time)) stored,
  incident text,
  incident_at timestamptz,
  incident_asked_at timestamptz,
  constraint bookings_ends_after_start check (end_time > start_time),
  -- Postgres also has 24:00, years of five digits and infinity, which clients cannot parse.
  constraint bookings_readable check (end_time < time '24:00' and date between date '2000-01-01' and date '9999-12-31'),
  constraint bookings_incident_known check (
    incident in ('founder_cancels', 'mentor_cancels', 'technical_issue', 'mentor_no_show', 'founder_no_show')
  ),
  constraint bookings_incident_dated check ((incident is null) = (incident_at is null)),
  constraint bookings_incident_fits check (
    incident is null
    or (status = 'cancelled' and incident <> 'founder_no_show')
    or (status = 'completed' and incident = 'founder_no_show')
    or status = 'rescheduled'
  ),
  constraint bookings_incident_asked check (
    (incident is not distinct from 'founder_cancels') = (incident_asked_at is not null)
  ),
  constraint bookings_incident_asked_first check (incident_asked_at <= incident_at)
);
create index bookings_user_idx on public.bookings (user_id, created_at desc);
create index bookings_mentor_idx on public.bookings (mentor_id, date);
create index bookings_created_at_idx on public.bookings (created_at desc);
create index bookings_status_idx on public.bookings (status);
create index bookings_mentor_name_idx on public.bookings using gin (lower(mentor_name) extensions.gin_trgm_ops);
create index bookings_user_email_idx on public.bookings using gin (lower(user_email) extensions.gin_trgm_ops);
create index bookings_user_date_idx on public.bookings (user_id, date);
create index bookings_mentor_created_idx on public.bookings (mentor_id, created_at desc);
create index bookings_start_idx on public.bookings (date, start_time);
create index bookings_running_out_idx on public.bookings (upper(during)) where status in ('confirmed', 'rescheduled');
create index bookings_incident_idx on public.bookings (created_at desc) where incident is not null;

comment on table public.bookings is
  'Paid sessions. Specification: founder side, sections 3 and 4. Money about them is in schema private.';
comment on column public.bookings.id is 'Chosen at random by the founder''s browser before payment.';
comment on column public.bookings.mentor_id is 'The mentor; null once the mentor is deleted.';
comment on column public.bookings.mentor_name is 'Copied at payment.';
comment on column public.bookings.mentor_image is 'Copied at payment.';
comment on column public.bookings.date is 'Day in India.';
comment on column public.bookings.start_time is 'Start, Indian Standard Time.';
comment on column public.bookings.end_time is 'End, Indian Standard Time.';
comment on column public.bookings.status is 'See private.booking_transitions for what may follow what.';
comment on column public.bookings.user_id is 'The founder; null once the account is deleted.';
comment on column public.bookings.user_email is 'The founder''s address at payment.';
comment on column public.bookings.notes is 'Shown to the founder; a reschedule''s reason starts with "Rescheduled:".';
comment on column public.bookings.google_meet_link is 'Video link, after approval.';
comment on column public.bookings.google_calendar_event_id is 'Calendar event, after approval.';
comment on column public.bookings.created_at is
  'When the payment was settled; the cancellation window counts from here.';
comment on column public.bookings.during is 'The session''s instants, computed; every rule about time uses it.';
comment on column public.bookings.incident is
  'Why an approved session was cancelled or moved, or that its founder did not come; null in the ordinary course. Goes '
  'with the next step.';
comment on column public.bookings.incident_at is 'When that was recorded.';
comment on column public.bookings.incident_asked_at is
  'When the founder asked to cancel or for another time; the refund policy counts from here. Null for what nobody asks '
  'for, which counts from incident_at.';

alter table public.bookings enable row level security;

create policy "Founders read their own bookings" on public.bookings
for select to authenticated using (user_id = (select auth.uid()));
create policy "Administrators read every booking" on public.bookings
for select to authenticated using ((select private.is_admin()));
-- Which change is allowed is decided by guard_booking(): a policy cannot compare the old row with the new one.
create policy "Founders cancel their own bookings" on public.bookings
for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Administrators decide on every booking" on public.bookings
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

revoke all on table public.bookings from public, anon, authenticated;
grant select on table public.bookings to authenticated;
grant update (status, date, start_time, end_time, notes, google_meet_link, google_calendar_event_id)
  on table public.bookings to authenticated;
grant select, insert, update, delete on table public.bookings to service_role;

-- Allowed changes of status -----------------------------------------------------------------------------------------

create table private.booking_transitions (
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('owner', 'admin', 'service')),
  primary key (from_status, to_status, actor)
);

comment on table private.booking_transitions is
  'The allowed changes of status. rejected and cancelled are final: no row leaves them. service is the server and the '
  'database itself.';

alter table private.booking_transitions enable row level security;
revoke all on table private.booking_transitions from public, anon, authenticated, service_role;

insert into private.booking_transitions (from_status, to_status, actor) values
  ('pending_admin_review', 'cancelled', 'owner'),
  ('pending_admin_review', 'confirmed', 'admin'),
  ('pending_admin_review', 'rejected', 'admin'),
  ('pending_admin_review', 'rescheduled', 'admin'),
  ('confirmed', 'rescheduled', 'admin'),
  ('rescheduled', 'rescheduled', 'admin'),
  -- A mentor who did not appear owes a free reschedule, and the booking may be marked completed by then.
  ('completed', 'rescheduled', 'admin'),
  ('confirmed', 'completed', 'admin'),
  ('rescheduled', 'completed', 'admin'),
  -- With a cause only: guard_booking() asks for an incident.
  ('confirmed', 'cancelled', 'admin'),
  ('rescheduled', 'cancelled', 'admin'),
  ('completed', 'cancelled', 'admin');
insert into private.booking_transitions (from_status, to_status, actor)
select from_status, to_status, 'service' from private.booking_transitions where actor = 'admin';

create function private.keeps_time(p_status text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select p_status not in ('rejected', 'cancelled') $$;
comment on function private.keeps_time is 'Whether a booking in this status has the mentor''s time.';

-- Before a change: is it allowed? -----------------------------------------------------------------------------------

create function private.guard_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_is_client boolean := private.is_client();
  v_is_admin boolean := v_is_client and private.is_admin();
  v_is_owner boolean := v_is_client and old.user_id = auth.uid();
  v_is_moved boolean := (new.date, new.start_time, new.end_time)
    is distinct from (old.date, old.start_time, old.end_time);
  v_is_step boolean := new.status is distinct from old.status or v_is_moved;
  v_is_incident boolean := new.incident is not null
    and (new.incident, new.incident_at, new.incident_asked_at)
      is distinct from (old.incident, old.incident_at, old.incident_asked_at);
  v_decision record;
  v_by text;
begin
  if v_is_client then
    -- Deleting a mentor or an account sets the link to null with the rights of the caller.
    if (new.id, new.mentor_name, new.mentor_image, new.user_email, new.created_at)
        is distinct from (old.id, old.mentor_name, old.mentor_image, old.user_email, old.created_at)
      or (new.mentor_id is distinct from old.mentor_id
        and (new.mentor_id is not null or exists (select from public.mentors where id = old.mentor_id)))
      or (new.user_id is distinct from old.user_id
        and (new.user_id is not null or exists (select from public.profiles where id = old.user_id)))
      or (not v_is_admin and (
        v_is_moved
        or (new.notes, new.google_meet_link, new.google_calendar_event_id,
            new.incident, new.incident_at, new.incident_asked_at)
          is distinct from (old.notes, old.google_meet_link, old.google_calendar_event_id,
            old.incident, old.incident_at, old.incident_asked_at)))
    then
      raise exception using errcode = '42501', message = 'booking_column_protected';
    end if;
  end if;

  if v_is_incident then
    new.incident_at := now();
    new.incident_asked_at := case when new.incident = 'founder_cancels' then
      private.asked_at(new.incident, coalesce(new.incident_asked_at, now()), old.created_at) end;
    v_decision := private.incident_decision(
      new.incident, old.status, lower(old.during), new.incident_at, new.incident_asked_at);
    if not v_decision.is_possible
      or not (case new.status
        when 'cancelled' then new.incident <> 'founder_no_show'
        when 'completed' then new.incident = 'founder_no_show'
        when 'rescheduled' then v_is_moved and v_decision.new_time <> 'none'
        else false
      end)
    then
      raise exception using errcode = 'PT409', message = 'incident_not_possible',
        detail = format('%s: %s -> %s', new.incident, old.status, new.status);
    end if;
  elsif v_is_step then
    -- The incident was about the time before this step.
    new.incident := null;
    new.incident_at := null;
    new.incident_asked_at := null;
  end if;

  if not v_is_step then
    return new;
  end if;

  if v_is_moved and new.status <> 'rescheduled' then
    raise exception using errcode = 'PT409', message = 'booking_moves_by_reschedule_only';
  end if;

  select t.actor into v_by
  from private.booking_transitions t
  where t.from_status = old.status and t.to_status = new.status
    and case t.actor
      when 'owner' then v_is_owner
      when 'admin' then v_is_admin
      else not v_is_client
    end
    -- The refund for an approved session depends on why it ends, so cancelling one needs an incident.
    and (new.status <> 'cancelled' or old.status = 'pending_admin_review' or v_is_incident)
  order by t.actor
  limit 1;
  if v_by is null then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed',
      detail = old.status || ' -> ' || new.status;
  end if;

  if v_by = 'owner' and not old.created_at > now() - interval '4 hours' then
    raise exception using errcode = 'PT409', message = 'cancellation_window_passed';
  end if;
  if v_is_moved and lower(private.session_range(new.date, new.start_time, new.end_time)) <= now() then
    raise exception using errcode = 'PT422', message = 'slot_in_past';
  end if;
  return new;
end
$$;
comment on function private.guard_booking is
  'Refuses what the specification does not allow: PT409 booking_transition_not_allowed | cancellation_window_passed (4 '
  'hours, database clock) | booking_moves_by_reschedule_only | incident_not_possible, PT422 slot_in_past | '
  'asked_at_not_valid, 42501 booking_column_protected.';
create trigger guard_booking before update on public.bookings for each row execute function private.guard_booking();

-- After a change: the mentor's time, the refund, the jobs -----------------------------------------------------------

create function private.claim_booking_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.keeps_time(new.status) or new.mentor_id is null
    or exists (select from private.slot_claims where booking_id = new.id and released_at is null) then
    return null;
  end if;
  -- Not paid for online: a demonstration, or a record entered by hand. It takes the time all the same.
  perform private.lock_mentor(new.mentor_id);
  perform private.release_expired_holds(new.mentor_id, new.during);
  insert into private.slot_claims (mentor_id, during, kind, user_id, booking_id)
  values (new.mentor_id, new.during, 'sale', new.user_id, new.id);
  return null;
exception when exclusion_violation then
  raise exception using errcode = 'PT409', message = 'slot_taken';
end
$$;
create trigger claim_booking_time after insert on public.bookings
for each row execute function private.claim_booking_time();

create function private.apply_booking_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_claimed boolean;
begin
  if not private.keeps_time(new.status) then
    perform private.lock_mentor(new.mentor_id);
    update private.slot_claims set released_at = clock_timestamp()
    where booking_id = new.id and released_at is null;
    if new.incident is null
      or (private.incident_decision(
        new.incident, old.status, lower(old.during), new.incident_at, new.incident_asked_at)).refund = 'full' then
      perform private.queue_refund(p.id, 'booking_' || new.status)
      from private.payments p where p.booking_id = new.id;
    end if;
  elsif new.during is distinct from old.during then
    if new.mentor_id is null then
      raise exception using errcode = 'PT409', message = 'mentor_gone';
    end if;
    perform private.lock_mentor(new.mentor_id);
    perform private.release_expired_holds(new.mentor_id, new.during);
    begin
      update private.slot_claims set during = new.during
      where booking_id = new.id and released_at is null;
      v_claimed := found;
      if not v_claimed then
        insert into private.slot_claims (mentor_id, during, kind, user_id, booking_id)
        values (new.mentor_id, new.during, 'sale', new.user_id, new.id);
      end if;
    exception when exclusion_violation then
      raise exception using errcode = 'PT409', message = 'slot_taken';
    end;
  end if;
  perform private.enqueue_job('booking_' || new.status, jsonb_build_object('booking_id', new.id));
  return null;
end
$$;
comment on function private.apply_booking_change is
  'Reject and cancel give the time back and queue the full refund, unless the refund policy gives none; a reschedule '
  'moves the claim or fails with PT409 slot_taken. All in the booking''s own transaction.';
create trigger apply_booking_change after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.apply_booking_change();

-- A change of status has a job already (apply_booking_change); a no-show recorded later changes no status.
create function private.announce_missed_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_job('booking_completed', jsonb_build_object('booking_id', new.id));
  return null;
end
$$;
create trigger announce_missed_session after update on public.bookings
for each row when (
  old.status = 'completed' and new.status = 'completed'
  and new.incident = 'founder_no_show' and old.incident is distinct from new.incident
)
execute function private.announce_missed_session();

create function public.complete_sessions(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  update public.bookings b set status = 'completed'
  where b.id in (
    select s.id from public.bookings s
    where s.status in ('confirmed', 'rescheduled') and upper(s.during) <= now()
    order by upper(s.during)
    limit least(greatest(coalesce(p_limit, 200), 1), 1000)
    -- An administrator may be recording a no-show: the next round looks again.
    for update skip locked
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.complete_sessions is
  'Marks approved sessions completed whose end has passed, the oldest first, and answers how many. The scheduler calls '
  'it; repeated and simultaneous calls do no harm.';

-- For administrators ------------------------------------------------------------------------------------------------

create function private.count_conflicts(p_booking public.bookings) returns integer
language sql stable set search_path = '' as $$
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
comment on function private.count_conflicts is
  'How many other live bookings of the same founder or mentor overlap this live one. A session begins and ends on one '
  'day, so the day finds them.';

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
-- Planned with the arguments as constants: unused filters and sort keys cost nothing, and a search can use its indexes.
set plan_cache_mode = force_custom_plan
-- Compiling the statement would take longer than running it.
set jit = off
as $$
#variable_conflict use_column
declare
  v_search text := lower(btrim(coalesce(p_search, '')));
  v_pattern text := '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_reference uuid := case when v_search ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v_search::uuid end;
  v_sort text := coalesce(p_sort, 'created_at');
  v_descending boolean := coalesce(p_descending, true);
begin
  perform private.require_admin();
  if v_sort not in ('created_at', 'date', 'mentor_name', 'user_name', 'status', 'waiting_hours') then
    raise exception using errcode = 'PT422', message = 'sort_unknown', detail = left(p_sort, 60);
  end if;

  return query
    -- All matches, once for the count and for the page, each with the value that it is sorted by.
    with matches as materialized (
      select b.id, b.created_at,
        case v_sort when 'created_at' then b.created_at when 'date' then lower(b.during) end as time_key,
        case v_sort
          when 'mentor_name' then lower(b.mentor_name)
          when 'user_name' then lower(coalesce(p.name, b.user_email))
          when 'status' then b.status
        end as text_key,
        case when v_sort = 'waiting_hours' and b.status = 'pending_admin_review'
          then now() - b.created_at end as wait_key
      from public.bookings b
      left join public.profiles p on p.id = b.user_id
      -- One branch a column, so that each can use its index; an OR over two tables could not.
      where (v_search = '' or b.id in (
          select s.id from public.bookings s where s.id = v_reference
          union all select s.id from public.bookings s where lower(s.mentor_name) like v_pattern
          union all select s.id from public.bookings s where lower(s.user_email) like v_pattern
          union all select s.id from public.bookings s where s.user_id in (
            select q.id from public.profiles q where lower(q.name) like v_pattern
            union all select q.id from public.profiles q where lower(q.email) like v_pattern
          )
        ))
        and (coalesce(cardinality(p_status), 0) = 0 or b.status = any (p_status))
        and (p_mentor_id is null or b.mentor_id = p_mentor_id)
        and (not coalesce(p_has_incident, false) or b.incident is not null)
    )
    select
      b.id, b.mentor_id, b.mentor_name, b.mentor_image, mp.email,
      b.date, b.start_time, b.end_time, b.status, b.user_id, p.name, coalesce(p.email, b.user_email),
      b.notes, b.google_meet_link, b.created_at,
      case when b.status = 'pending_admin_review'
        then round((extract(epoch from now() - b.created_at) / 3600)::numeric, 1)::double precision end,
      c.state, c.last_error, case when y.id is null then 'none' else 'captured' end, y.amount_paise, y.id,
      r.state, private.count_conflicts(b), b.incident, (select count(*) from matches)
    from unnest(array(
      select m.id from matches m
      order by
        case when not v_descending then m.text_key end,
        case when v_descending then m.text_key end desc nulls last,
        case when not v_descending then m.time_key end,
        case when v_descending then m.time_key end desc,
        case when not v_descending then m.wait_key end,
        case when v_descending then m.wait_key end desc nulls last,
        case when v_sort in ('status', 'waiting_hours') then m.created_at end desc,
        case when not v_descending then m.id end,
        case when v_descending then m.id end desc
      limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0)
    )) with ordinality page (id, position)
    join public.bookings b on b.id = page.id
    left join public.profiles p on p.id = b.user_id
    left join public.mentor_private mp on mp.mentor_id = b.mentor_id
    left join private.calendar_events c on c.booking_id = b.id
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    order by page.position;
end
$$;
comment on function public.search_bookings is
  'One page of bookings for administrators: case-insensitive substring of the founder''s name or e-mail or the '
  'mentor''s name, or the booking''s whole id (its reference); statuses (null or empty means any); one mentor''s; with '
  'p_has_incident only those that something spoiled. p_sort is created_at, date, mentor_name, user_name, status or '
  'waiting_hours (PT422 sort_unknown); at most 100 rows. waiting_hours is set while the booking waits for review; '
  'payment_state is captured or none (entered by hand); refund_state queued, pending, processed, failed or null; '
  'amount in paise; incident: why an approved session was cancelled or moved, or that its founder did not come; '
  'total_count counts all matches.';

create function public.booking_counts(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_counts jsonb;
begin
  perform private.require_admin();
  select jsonb_object_agg(s.status, coalesce(c.n, 0)) into v_counts
  from unnest(
    array['pending_admin_review', 'confirmed', 'completed', 'rejected', 'cancelled', 'rescheduled']
  ) s (status)
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
comment on function public.booking_counts is
  'For administrators: how many bookings each status has, under the status'' own name, and pending (those that wait '
  'for review) and total. Of one mentor, or of all.';

revoke execute on all functions in schema private from public;
revoke execute on function public.search_bookings, public.booking_counts from public, anon;
grant execute on function public.search_bookings, public.booking_counts to authenticated, service_role;
revoke execute on function public.complete_sessions from public, anon, authenticated;
grant execute on function public.complete_sessions to service_role;
