-- The calendar event of each approved booking: what the worker that talks to the calendar has achieved, and what it
-- still owes. Specification: administrator side, sections 4 and 7 (approval never waits for the calendar).

create table private.calendar_events (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  event_id text,
  state text not null default 'pending' check (state in ('pending', 'created', 'failed', 'deleted', 'off')),
  sequence integer not null default 0,
  last_error text,
  html_link text check (html_link ~ '^https://'),
  updated_at timestamptz not null default now()
);
create index calendar_events_failed_idx on private.calendar_events (updated_at) where state = 'failed';
alter table private.calendar_events enable row level security;
revoke all on table private.calendar_events from public, anon, authenticated, service_role;

create trigger touch_updated_at before update on private.calendar_events
for each row execute function private.touch_updated_at();
create trigger audit_calendar_events after update on private.calendar_events
for each row when (auth.uid() is not null and old.sequence = new.sequence) execute function private.record_audit();

comment on table private.calendar_events is 'One row a booking that was approved or moved. The video link itself is on the booking, where its founder reads it.';
comment on column private.calendar_events.event_id is 'The calendar''s id of the event; derived from the booking''s id, so that asking twice makes one event.';
comment on column private.calendar_events.state is
  'pending: the calendar is behind the booking. created, deleted: it agrees. failed: given up until somebody retries. off: no calendar is connected.';
comment on column private.calendar_events.sequence is
  'How often the session was moved or ended since its approval. A report about an earlier state of the booking must not end the wait for the present one.';

create function private.plan_calendar_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('confirmed', 'rescheduled') then
    insert into private.calendar_events (booking_id) values (new.id)
    on conflict (booking_id) do update
    set state = 'pending', last_error = null, sequence = private.calendar_events.sequence + 1;
  elsif not private.keeps_time(new.status) then
    update private.calendar_events
    set state = 'pending', last_error = null, sequence = sequence + 1
    where booking_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.plan_calendar_event() is 'Notes, in the booking''s own transaction, that the calendar has to follow.';
create trigger plan_calendar_event after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.plan_calendar_event();

-- For the worker ---------------------------------------------------------------------------------------------------

create function public.booking_for_jobs(p_booking_id uuid)
returns table (
  id uuid, status text, date date, start_time time, end_time time, starts_at timestamptz, ends_at timestamptz,
  notes text, created_at timestamptz, founder_id uuid, founder_name text, founder_email text,
  mentor_id uuid, mentor_name text, mentor_email text, google_meet_link text,
  calendar_event_id text, calendar_state text, calendar_error text, calendar_html_link text, sequence integer,
  amount_paise integer, currency text, payment_id text, refund_state text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    select b.id, b.status, b.date, b.start_time, b.end_time, lower(b.during), upper(b.during),
      b.notes, b.created_at, b.user_id, coalesce(p.name, split_part(b.user_email, '@', 1)), coalesce(p.email, b.user_email),
      b.mentor_id, b.mentor_name, mp.email, b.google_meet_link,
      coalesce(c.event_id, b.google_calendar_event_id), c.state, c.last_error, c.html_link, coalesce(c.sequence, 0),
      y.amount_paise, y.currency, y.id, r.state
    from public.bookings b
    left join public.profiles p on p.id = b.user_id
    left join public.mentor_private mp on mp.mentor_id = b.mentor_id
    left join private.calendar_events c on c.booking_id = b.id
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    where b.id = p_booking_id;
end
$$;
comment on function public.booking_for_jobs(uuid) is
  'Everything that the calendar and the e-mails need about a booking, recipients included; no row when it does not exist. starts_at and ends_at are instants; date and times are India''s. The founder''s address is the account''s present one, else the one at payment; the mentor''s is null when none is known. amount in paise; sequence grows with each move, pass it back to record_calendar_event.';

create function public.record_calendar_event(
  p_booking_id uuid, p_sequence integer, p_state text,
  p_event_id text default null, p_meet_link text default null, p_html_link text default null, p_error text default null
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_current boolean;
  v_is_outdated boolean;
begin
  perform private.require_service();
  if p_state is null or p_state not in ('pending', 'created', 'failed', 'deleted', 'off') then
    raise exception using errcode = 'PT422', message = 'calendar_state_unknown';
  end if;
  -- The booking first, as an administrator's change does: the other way round the two could wait for each other.
  perform from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  -- Two tries may run at once: a failed one must not take back what the other has made.
  v_is_outdated := p_state not in ('created', 'deleted') and exists (
    select from private.calendar_events c where c.booking_id = p_booking_id and c.state in ('created', 'deleted')
  );
  insert into private.calendar_events as c (booking_id, event_id, state, sequence, last_error, html_link)
  values (p_booking_id, p_event_id, p_state, coalesce(p_sequence, 0), left(p_error, 2000), p_html_link)
  on conflict (booking_id) do update set
    state = case when c.sequence = coalesce(p_sequence, 0) and not v_is_outdated then p_state else c.state end,
    last_error = case
      when c.sequence = coalesce(p_sequence, 0) and not v_is_outdated then left(p_error, 2000) else c.last_error
    end,
    event_id = coalesce(p_event_id, c.event_id),
    html_link = coalesce(p_html_link, c.html_link)
  returning c.sequence = coalesce(p_sequence, 0) into v_is_current;
  update public.bookings b
  set
    google_calendar_event_id = coalesce(p_event_id, b.google_calendar_event_id),
    google_meet_link = case when p_state = 'deleted' then null else coalesce(p_meet_link, b.google_meet_link) end
  where b.id = p_booking_id
    and (p_event_id is not null or p_meet_link is not null or p_state = 'deleted');
  return v_is_current;
end
$$;
comment on function public.record_calendar_event(uuid, integer, text, text, text, text, text) is
  'The worker''s report on a booking''s event: pending (will be tried again), created, failed, deleted or off. Event id and links that are null keep what is known; deleted takes the video link off the booking. Answers false when the booking has moved on since p_sequence: what is known of the event is kept, but it stays pending. A failure reported after created or deleted changes nothing. PT404 booking_not_found, PT422 calendar_state_unknown.';

-- For administrators -----------------------------------------------------------------------------------------------

create function public.retry_calendar_event(p_booking_id uuid) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_state text;
  v_kind text;
begin
  perform private.require_admin();
  select * into v_booking from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  select c.state into v_state from private.calendar_events c where c.booking_id = p_booking_id;
  if v_state is null and v_booking.status not in ('confirmed', 'rescheduled') then
    raise exception using errcode = 'PT409', message = 'booking_needs_no_event', detail = v_booking.status;
  end if;
  if v_state in ('created', 'deleted') then
    return v_state;
  end if;
  insert into private.calendar_events as c (booking_id) values (p_booking_id)
  on conflict (booking_id) do update set state = 'pending', last_error = null
  where c.state <> 'pending';
  -- The very job that failed, so that the e-mails that wait behind it go out as well; they have keys and go out once.
  v_kind := 'booking_' || v_booking.status;
  update private.outbox o
  set state = 'ready', attempts = 0, run_at = clock_timestamp(), finished_at = null
  where o.id = (
    select j.id from private.outbox j
    where j.payload ? 'booking_id' and j.payload ->> 'booking_id' = p_booking_id::text
      and j.kind = v_kind and j.state <> 'done'
    order by j.created_at desc
    limit 1
  );
  if not found then
    perform private.enqueue_job(v_kind, jsonb_build_object('booking_id', p_booking_id));
  end if;
  return 'pending';
end
$$;
comment on function public.retry_calendar_event(uuid) is
  'Tries the calendar again now, for administrators; answers the state, which is pending, or created or deleted where nothing is owed. PT404 booking_not_found, PT409 booking_needs_no_event.';

revoke execute on function private.plan_calendar_event() from public;
revoke execute on function
  public.booking_for_jobs(uuid), public.record_calendar_event(uuid, integer, text, text, text, text, text)
from public, anon, authenticated;
grant execute on function
  public.booking_for_jobs(uuid), public.record_calendar_event(uuid, integer, text, text, text, text, text)
to service_role;
revoke execute on function public.retry_calendar_event(uuid) from public, anon;
grant execute on function public.retry_calendar_event(uuid) to authenticated, service_role;
