set local lock_timeout = '5s';

-- The calendar event of each approved booking, the calendar's credentials, and reminders.
-- Approval never waits for the calendar (docs/product/calendars.md#events).

create table private.calendar_events (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  event_id text,
  state text not null default 'pending' check (state in ('pending', 'created', 'failed', 'deleted', 'off')),
  sequence integer not null default 0,
  last_error text,
  html_link text check (html_link ~ '^https://'),
  hides_guests boolean not null default false,
  planned_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index calendar_events_failed_idx on private.calendar_events (updated_at) where state = 'failed';

comment on table private.calendar_events is
  'One row a booking that was approved or moved. The video link itself is on the booking, where its founder reads it.';
comment on column private.calendar_events.event_id is
  'The calendar''s id of the event; derived from the booking''s id, so that asking twice makes one event.';
comment on column private.calendar_events.state is
  'pending: the calendar does not show the booking''s state yet. created, deleted: it does. failed: given up until a '
  'retry. off: no calendar is connected.';
comment on column private.calendar_events.sequence is
  'How often the session was moved or ended since its approval: a report about an earlier state of the booking must '
  'not count for the present one.';
comment on column private.calendar_events.hides_guests is
  'The event''s guests do not see each other. False until it is written, and for events that earlier versions wrote.';
comment on column private.calendar_events.planned_at is
  'When the booking last changed in a way that the calendar has to follow.';

alter table private.calendar_events enable row level security;
revoke all on table private.calendar_events from public, anon, authenticated, service_role;

create trigger touch_updated_at before update on private.calendar_events
for each row execute function private.touch_updated_at();

create function private.plan_calendar_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status in ('confirmed', 'rescheduled') then
    insert into private.calendar_events (booking_id) values (new.id)
    on conflict (booking_id) do update
    set state = 'pending', last_error = null, sequence = private.calendar_events.sequence + 1, planned_at = now();
  elsif new.status = 'pending_admin_review' then
    -- The approval was taken back before a worker acted on it.
    delete from private.calendar_events c where c.booking_id = new.id;
  elsif not private.keeps_time(new.status) then
    update private.calendar_events
    set state = 'pending', last_error = null, sequence = sequence + 1, planned_at = now()
    where booking_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.plan_calendar_event is
  'Notes, in the booking''s own transaction, that the calendar has to follow.';
create trigger plan_calendar_event after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.plan_calendar_event();

-- Reminders 24 hours and 1 hour before a session --------------------------------------------------------------------

create function private.plan_reminders() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_starts_at timestamptz := lower(new.during);
  v_hours integer;
begin
  delete from private.outbox o
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = new.id::text
    and o.kind = 'booking_reminder' and o.state = 'ready';
  if new.status in ('confirmed', 'rescheduled') then
    foreach v_hours in array array[24, 1] loop
      if v_starts_at - v_hours * interval '1 hour' > now() then
        perform private.enqueue_job(
          'booking_reminder',
          jsonb_build_object('booking_id', new.id, 'hours', v_hours, 'starts_at', v_starts_at),
          format('booking:%s:reminder:%s:%s', new.id, v_hours, extract(epoch from v_starts_at)::bigint),
          v_starts_at - v_hours * interval '1 hour'
        );
      end if;
    end loop;
  end if;
  return null;
end
$$;
comment on function private.plan_reminders is
  'A booking that is approved or moved gets the reminders that are still to come. Reminders of its earlier time, and '
  'of a booking that ended, are deleted. A worker that has one already compares status and starts_at with '
  'booking_for_jobs.';
create trigger plan_reminders after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.plan_reminders();

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.booking_for_jobs(p_booking_id uuid)
returns table (
  id uuid, status text, date date, start_time time, end_time time, starts_at timestamptz, ends_at timestamptz,
  notes text, created_at timestamptz, founder_id uuid, founder_name text, founder_email text,
  mentor_id uuid, mentor_name text, mentor_email text, google_meet_link text,
  calendar_event_id text, calendar_state text, calendar_error text, calendar_html_link text, sequence integer,
  amount_paise integer, currency text, payment_id text, refund_state text, incident text,
  code text, answer_by timestamptz, decision_cause text, decision_reason text, suggestions jsonb,
  min_working_days integer, max_working_days integer, brief jsonb, brief_revision integer, mentor_has_account boolean,
  approval_mode text, mentor_zone text, mentor_clocks jsonb
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select b.id, b.status, b.date, b.start_time, b.end_time, lower(b.during), upper(b.during),
      b.notes, b.created_at,
      b.user_id, coalesce(p.name, split_part(b.user_email, '@', 1)), coalesce(p.email, b.user_email),
      b.mentor_id, b.mentor_name, mp.email, b.google_meet_link,
      coalesce(c.event_id, b.google_calendar_event_id), c.state, c.last_error, c.html_link, coalesce(c.sequence, 0),
      y.amount_paise, y.currency, y.id, r.state, b.incident,
      b.code, b.answer_by, b.decision_cause, b.decision_reason,
      case
        when b.decision_cause = 'unanswered' then (
          select jsonb_agg(jsonb_build_object('mentor_id', f.mentor_id, 'mentor_name', b.mentor_name,
            'mentor_slug', m.slug, 'date', f.date, 'start_time', f.start_time, 'end_time', f.end_time)
            order by f.date, f.start_time)
          from public.nearest_free_slots(b.mentor_id, b.date, b.start_time, 3) f
          join public.mentors m on m.id = f.mentor_id
        )
        when b.status = 'rejected' then (
          select jsonb_agg(jsonb_build_object('mentor_id', s.mentor_id, 'mentor_name', m.name,
            'mentor_slug', m.slug, 'date', s.date, 'start_time', s.start_time, 'end_time', s.end_time) order by s.position)
          from private.suggested_slots s join public.mentors m on m.id = s.mentor_id
          where s.booking_id = b.id
        )
      end,
      t.min_working_days, t.max_working_days, private.brief_of(b.id, true),
      coalesce((select s.revision from public.session_briefs s where s.booking_id = b.id), 0),
      coalesce(mp.user_id is not null, false),
      b.approval_mode, coalesce(z.time_zone, 'Asia/Kolkata'), private.clocks_for_mail(z.time_zone)
    from public.bookings b
    cross join private.refund_terms t
    left join public.mentor_settings z on z.mentor_id = b.mentor_id
    left join public.profiles p on p.id = b.user_id
    left join public.mentor_private mp on mp.mentor_id = b.mentor_id
    left join private.calendar_events c on c.booking_id = b.id
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    where b.id = p_booking_id;
end
$$;
comment on function public.booking_for_jobs is
  'Everything that the calendar and the e-mails need about a booking, recipients included; no row when it does not '
  'exist. starts_at and ends_at are instants; date and times are India''s. The founder''s address is the account''s '
  'present one, else the one at payment; the mentor''s is null when none is known. amount in paise; sequence grows '
  'with each move, pass it back to record_calendar_event. incident: why it was cancelled or moved, or that its '
  'founder did not come. suggestions: other times [{mentor_id, mentor_name, mentor_slug, date, start_time, '
  'end_time}] for a founder whose booking was rejected, null where there are none; working days are those that a refund takes. brief '
  '{question, stage, link, language}: what the founder wants to leave with, or null; its link is for the mentor only '
  'once the booking is approved. mentor_has_account: the mentor can log in; mentor_zone: where the mentor''s clock '
  'is, mentor_clocks: how this database reads it (private.clocks_for_mail()).';

create function public.record_calendar_event(
  p_booking_id uuid, p_sequence integer, p_state text,
  p_event_id text default null, p_meet_link text default null, p_html_link text default null, p_error text default null,
  p_hides_guests boolean default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_is_current boolean;
  v_is_outdated boolean;
begin
  perform private.require_service();
  if p_state is null or p_state not in ('pending', 'created', 'failed', 'deleted', 'off') then
    raise exception using errcode = 'PT422', message = 'calendar_state_unknown';
  end if;
  -- The booking first, as in an administrator's change: in another order, the two could wait for each other.
  perform from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  -- Two tries may run at once: a failed one must not overwrite the success of the other.
  v_is_outdated := p_state not in ('created', 'deleted') and exists (
    select from private.calendar_events c where c.booking_id = p_booking_id and c.state in ('created', 'deleted')
  );
  insert into private.calendar_events as c (booking_id, event_id, state, sequence, last_error, html_link, hides_guests)
  values (p_booking_id, p_event_id, p_state, coalesce(p_sequence, 0), left(p_error, 2000), p_html_link,
    coalesce(p_hides_guests, false))
  on conflict (booking_id) do update set
    state = case when c.sequence = coalesce(p_sequence, 0) and not v_is_outdated then p_state else c.state end,
    last_error = case
      when c.sequence = coalesce(p_sequence, 0) and not v_is_outdated then left(p_error, 2000) else c.last_error
    end,
    event_id = coalesce(p_event_id, c.event_id),
    html_link = coalesce(p_html_link, c.html_link),
    hides_guests = coalesce(p_hides_guests, c.hides_guests)
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
comment on function public.record_calendar_event is
  'The worker''s report on a booking''s event: pending (will be tried again), created, failed, deleted or off. Event '
  'id, links and p_hides_guests that are null keep what is known; deleted takes the video link off the booking. '
  'Answers false when the '
  'booking has changed since p_sequence: what is known of the event is kept, but it stays pending. A failure reported '
  'after created or deleted changes nothing. PT404 booking_not_found, PT422 calendar_state_unknown.';

create function public.record_hidden_guests(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.calendar_events c set hides_guests = true where c.booking_id = p_booking_id;
end
$$;
comment on function public.record_hidden_guests is
  'The worker''s report that the guests of a booking''s event do not see each other any more.';

create function public.plan_calendar_jobs(p_limit integer default 20) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  -- Both sides are told of an approval within five minutes. Until the scheduler's next round it may take a minute, and
  -- 20 seconds more with other work.
  perform private.enqueue_job(
    'booking_calendar_late',
    jsonb_build_object('booking_id', late.id, 'status', late.status, 'sequence', late.sequence),
    late.key
  )
  from (
    select b.id, b.status, c.sequence, format('booking:%s:calendar-late:%s', b.id, c.sequence) as key
    from public.bookings b join private.calendar_events c on c.booking_id = b.id
    where b.status in ('confirmed', 'rescheduled') and upper(b.during) > now()
      and c.state in ('pending', 'failed') and c.planned_at <= now() - interval '3 minutes 30 seconds'
  ) late
  where not exists (select from private.outbox o where o.key = late.key);
  -- A few in each round: an approval must not wait for all of them.
  perform private.enqueue_job('hide_guests', jsonb_build_object('booking_id', shown.id), shown.key)
  from (
    select b.id, k.key
    from public.bookings b join private.calendar_events c on c.booking_id = b.id
    cross join lateral (select format('booking:%s:hide-guests', b.id) as key) k
    where b.status in ('confirmed', 'rescheduled') and upper(b.during) > now()
      and c.event_id is not null and not c.hides_guests
      and not exists (select from private.outbox o where o.key = k.key)
    order by lower(b.during)
    limit least(greatest(coalesce(p_limit, 20), 1), 100)
  ) shown;
end
$$;
comment on function public.plan_calendar_jobs is
  'Enqueues what the calendar owes, once each: the e-mails of approvals that have waited for it for three and a half '
  'minutes, and a job for each event to come, at most p_limit a call, whose guests still see each other. The scheduler '
  'calls it; repeated and simultaneous calls do no harm.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.retry_calendar_event(p_booking_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
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
  -- Starts the failed job itself again, so that its e-mails are sent as well; their keys prevent a second one.
  v_kind := 'booking_' || v_booking.status;
  -- Counts as a new attempt: a try that still runs and fails later must not end or delay the new one.
  update private.outbox o
  set state = 'ready', attempts = o.attempts + 1, earlier_attempts = o.attempts + 1, run_at = clock_timestamp(),
    finished_at = null
  where o.id = (
    select j.id from private.outbox j
    where j.payload ? 'booking_id' and j.payload ->> 'booking_id' = p_booking_id::text
      and j.kind = v_kind and j.state in ('ready', 'dead')
    order by j.created_at desc
    limit 1
  );
  if not found then
    perform private.enqueue_job(v_kind, jsonb_build_object('booking_id', p_booking_id));
  end if;
  return 'pending';
end
$$;
comment on function public.retry_calendar_event is
  'Tries the calendar again now, for administrators; answers the state, which is pending, or created or deleted where '
  'nothing is owed. PT404 booking_not_found, PT409 booking_needs_no_event.';

-- Credentials -------------------------------------------------------------------------------------------------------

-- The calendar's refresh token, encrypted by the function that stores it (manual-google-oauth); no client ever reads it
-- (docs/product/calendars.md#google-permission).
create table private.google_credentials (
  is_only_row boolean primary key default true check (is_only_row),
  refresh_token_encrypted text,
  token_state text not null default 'missing' check (token_state in ('ok', 'invalid_grant', 'unreadable', 'missing')),
  stored_at timestamptz,
  checked_at timestamptz,
  constraint google_credentials_missing_or_not check ((token_state = 'missing') = (refresh_token_encrypted is null))
);

comment on table private.google_credentials is 'One row at most: the connection to the calendar.';
comment on column private.google_credentials.refresh_token_encrypted is
  'Cipher text; the key is the functions'' secret, not the database''s.';
comment on column private.google_credentials.token_state is
  'ok: worked when last tried. invalid_grant: Google refused it, an administrator must authorise again. unreadable: '
  'none of the functions'' keys opens it.';
comment on column private.google_credentials.checked_at is 'When the token was last tried.';

alter table private.google_credentials enable row level security;
revoke all on table private.google_credentials from public, anon, authenticated, service_role;

create function public.store_google_token(p_refresh_token_encrypted text, p_actor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if coalesce(p_refresh_token_encrypted, '') = '' then
    raise exception using errcode = 'PT422', message = 'token_required';
  end if;
  insert into private.google_credentials as g (refresh_token_encrypted, token_state, stored_at, checked_at)
  values (p_refresh_token_encrypted, 'ok', clock_timestamp(), clock_timestamp())
  on conflict (is_only_row) do update
  set refresh_token_encrypted = excluded.refresh_token_encrypted, token_state = 'ok',
    stored_at = excluded.stored_at, checked_at = excluded.checked_at;
  -- The function acts for an administrator, whom the database cannot see; so it writes the entry here.
  insert into private.audit_log (actor, action, table_name, row_label, changes)
  values (p_actor, 'update', 'google_credentials', 'Google Calendar', '{"refresh_token": null}');
end
$$;
comment on function public.store_google_token is
  'Stores the encrypted refresh token in place of the earlier one; p_actor is the administrator who got it, for the '
  'audit log. PT422 token_required.';

create function public.read_google_token()
returns table (refresh_token_encrypted text, token_state text, stored_at timestamptz, checked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select g.refresh_token_encrypted, g.token_state, g.stored_at, g.checked_at from private.google_credentials g;
end
$$;
comment on function public.read_google_token is
  'The encrypted refresh token and its state; no row when none was ever stored.';

create function public.mark_google_token(
  p_refresh_token_encrypted text, p_state text, p_renewed text default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_state is null or p_state not in ('ok', 'invalid_grant', 'unreadable') then
    raise exception using errcode = 'PT422', message = 'token_state_unknown';
  end if;
  update private.google_credentials g
  set token_state = p_state, checked_at = clock_timestamp(),
    refresh_token_encrypted = coalesce(nullif(p_renewed, ''), g.refresh_token_encrypted)
  where g.refresh_token_encrypted = p_refresh_token_encrypted;
  return found;
end
$$;
comment on function public.mark_google_token is
  'Notes whether the token works (ok, invalid_grant or unreadable); p_renewed is the same token encrypted with a newer '
  'key, kept in its place. Answers false, and changes nothing, when another token was '
  'stored in between: the failure of the earlier token does not concern it. PT422 token_state_unknown.';

create function public.google_token_state()
returns table (token_state text, stored_at timestamptz, checked_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select coalesce(g.token_state, 'missing'), g.stored_at, g.checked_at
    from (select) nothing left join private.google_credentials g on true;
end
$$;
comment on function public.google_token_state is
  'For administrators: whether a calendar token is stored and works (ok, invalid_grant, unreadable or missing), never '
  'the token. Always one row.';

-- Jobs that waited for the authorisation continue at once.
create function private.resume_calendar_jobs() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only jobs that were never tried: others are being done, or wait for another reason.
  update private.outbox o set run_at = clock_timestamp()
  where o.state = 'ready' and o.attempts = 0 and o.run_at > clock_timestamp() and o.payload ? 'waiting_since';
  return null;
end
$$;
comment on function private.resume_calendar_jobs is
  'Makes the jobs due that wait for the authorisation of the calendar (waiting_since in their payload).';
create trigger resume_calendar_jobs_of_first after insert on private.google_credentials
for each row when (new.token_state = 'ok')
execute function private.resume_calendar_jobs();
create trigger resume_calendar_jobs after update on private.google_credentials
for each row when (
  new.token_state = 'ok'
  and (
    old.token_state is distinct from new.token_state
    or old.stored_at is distinct from new.stored_at
  )
)
execute function private.resume_calendar_jobs();

revoke execute on all functions in schema private from public;
revoke execute on function public.retry_calendar_event, public.google_token_state from public, anon;
grant execute on function public.retry_calendar_event, public.google_token_state to authenticated, service_role;
revoke execute on function public.booking_for_jobs, public.record_calendar_event, public.record_hidden_guests,
  public.plan_calendar_jobs, public.store_google_token, public.read_google_token, public.mark_google_token
  from public, anon, authenticated;
grant execute on function public.booking_for_jobs, public.record_calendar_event, public.record_hidden_guests,
  public.plan_calendar_jobs, public.store_google_token, public.read_google_token, public.mark_google_token
  to service_role;
