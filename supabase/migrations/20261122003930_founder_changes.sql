set local lock_timeout = '5s';

-- Founders change an approved session themselves where the refund policy allows it, and ask for other changes.
-- See docs/product/bookings.md#changes-by-founders and docs/product/bookings.md#requests.

create table public.change_requests (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in ('cancel', 'move')),
  message text not null default '' check (char_length(message) <= (private.booking_limits()).message),
  state text not null default 'open' check (state in ('open', 'granted', 'declined', 'withdrawn', 'expired')),
  decline_reason text check (char_length(decline_reason) <@ (private.booking_limits()).reason),
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint change_requests_closed_dated check ((state = 'open') = (answered_at is null)),
  constraint change_requests_decline_reasoned check ((state = 'declined') = (decline_reason is not null))
);
create unique index change_requests_open_key on public.change_requests (booking_id) where state = 'open';
create index change_requests_booking_idx on public.change_requests (booking_id, asked_at desc);
create index change_requests_user_idx on public.change_requests (user_id);

comment on table public.change_requests is
  'What founders ask for where the refund policy does not let them do it themselves; at most one open a booking.';
comment on column public.change_requests.id is 'Chosen by the database.';
comment on column public.change_requests.booking_id is 'The session.';
comment on column public.change_requests.user_id is 'The founder; null once the account is deleted.';
comment on column public.change_requests.kind is
  'cancel: with the refund, if the mentor agrees. move: to another time.';
comment on column public.change_requests.message is 'The founder''s words; may be empty.';
comment on column public.change_requests.state is
  'open, granted, declined, withdrawn (the founder withdrew it, or changed the session), or expired: the session '
  'began, or changed in another way.';
comment on column public.change_requests.decline_reason is 'Why an administrator declined; the founder reads it.';
comment on column public.change_requests.asked_at is 'When it was asked; the refund policy counts from here.';
comment on column public.change_requests.answered_at is 'When it stopped being open.';

alter table public.change_requests enable row level security;

create policy "Founders read their own requests" on public.change_requests
for select to authenticated using (user_id = (select private.signed_in_user()));
create policy "Administrators read every request" on public.change_requests
for select to authenticated using ((select private.is_admin()));

revoke all on table public.change_requests from public, anon, authenticated;
grant select on table public.change_requests to authenticated;
grant select, insert, update, delete on table public.change_requests to service_role;

create function private.close_change_request() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.change_requests r
  set answered_at = now(), state = case
    -- The founder changed the session in another way, for example cancelled without the refund that was asked for.
    when new.user_id = private.signed_in_user() and not private.is_admin() then 'withdrawn'
    when r.kind = 'cancel' and new.status = 'cancelled' then 'granted'
    when r.kind = 'move' and new.status = 'rescheduled' then 'granted'
    else 'expired'
  end
  where r.booking_id = new.id and r.state = 'open';
  return null;
end
$$;
comment on function private.close_change_request is
  'A session that ends or moves closes the request about it, by any person and in any way. When its own founder does '
  'it, the request counts as withdrawn.';
create trigger close_change_request after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.close_change_request();

-- Without asking ----------------------------------------------------------------------------------------------------

create function private.lock_own_booking(p_booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := private.require_signed_in();
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id and b.user_id = v_user_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return v_booking;
end
$$;

create function public.cancel_session(p_booking_id uuid, p_expected_refund text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_own_booking(p_booking_id);
  v_decision record;
begin
  -- A repeated call: the answer was lost, or the button was pressed twice.
  if v_booking.status = 'cancelled' and v_booking.incident = 'founder_cancels' then
    return (private.incident_decision(
      v_booking.incident, 'confirmed', lower(v_booking.during), v_booking.incident_at,
      v_booking.incident_asked_at)).refund;
  end if;
  if v_booking.status not in ('confirmed', 'rescheduled') then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed', detail = v_booking.status;
  end if;
  v_decision := private.incident_decision('founder_cancels', v_booking.status, lower(v_booking.during), now(), now());
  if not v_decision.is_possible then
    raise exception using errcode = 'PT409', message = 'session_has_begun';
  end if;
  if v_decision.needs_agreement then
    raise exception using errcode = 'PT409', message = 'request_needed';
  end if;
  if v_decision.refund is distinct from p_expected_refund then
    raise exception using errcode = 'PT409', message = 'refund_changed', detail = v_decision.refund;
  end if;
  update public.bookings b
  set status = 'cancelled', incident = 'founder_cancels', incident_at = null, incident_asked_at = null
  where b.id = p_booking_id;
  return v_decision.refund;
end
$$;
comment on function public.cancel_session is
  'A founder cancels an approved session of their own; answers the refund, full or none, which must be '
  'p_expected_refund '
  'as they were told. Repeating a call that succeeded changes nothing. PT404 booking_not_found, PT409 '
  'booking_transition_not_allowed (detail: its status) | session_has_begun | request_needed (24 to 12 hours ahead) | '
  'refund_changed (detail: what it is now), 42501 sign_in_required.';

create function public.move_session(
  p_booking_id uuid, p_seen_date date, p_seen_start_time time, p_date date, p_start_time time, p_end_time time
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_own_booking(p_booking_id);
begin
  if v_booking.status = 'rescheduled' and v_booking.founder_moves > 0
    and (v_booking.date, v_booking.start_time, v_booking.end_time) = (p_date, p_start_time, p_end_time) then
    return;
  end if;
  if v_booking.status not in ('confirmed', 'rescheduled') then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed', detail = v_booking.status;
  end if;
  if (v_booking.date, v_booking.start_time) is distinct from (p_seen_date, p_seen_start_time) then
    raise exception using errcode = 'PT409', message = 'session_moved_meanwhile';
  end if;
  if private.session_range(p_date, p_start_time, p_end_time) is null then
    raise exception using errcode = 'PT422', message = 'time_not_valid';
  end if;
  update public.bookings b
  set status = 'rescheduled', date = p_date, start_time = p_start_time, end_time = p_end_time,
    notes = 'Rescheduled: moved by the founder.'
  where b.id = p_booking_id;
end
$$;
comment on function public.move_session is
  'A founder moves an approved session of their own, seen at p_seen_date and p_seen_start_time, to a free slot of its '
  'mentor. Repeating a call that succeeded changes nothing. PT404 booking_not_found, PT409 '
  'booking_transition_not_allowed (detail: its status) | session_moved_meanwhile | moves_used_up | request_needed '
  '(less '
  'than 24 hours ahead) | slot_taken and those of private.require_free_time, PT422 time_not_valid | slot_in_past | '
  'slot_not_offered | slot_too_soon | slot_other_length, 42501 sign_in_required.';

-- Asking ------------------------------------------------------------------------------------------------------------

create function public.ask_for_change(p_booking_id uuid, p_kind text, p_message text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_own_booking(p_booking_id);
  v_message text := private.clean_text(coalesce(p_message, ''));
  v_id uuid;
begin
  if p_kind is null or p_kind not in ('cancel', 'move') then
    raise exception using errcode = 'PT422', message = 'request_kind_unknown';
  end if;
  if char_length(v_message) > (private.booking_limits()).message then
    raise exception using errcode = 'PT422', message = 'message_too_long';
  end if;
  if v_booking.status not in ('confirmed', 'rescheduled') then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed', detail = v_booking.status;
  end if;
  if lower(v_booking.during) <= now() then
    raise exception using errcode = 'PT409', message = 'session_has_begun';
  end if;
  if not (case p_kind
    when 'cancel' then (private.refund_decision(
      'founder_cancels', v_booking.status, lower(v_booking.during), now())).needs_agreement
    else v_booking.founder_moves >= (private.booking_limits()).founder_moves or (private.refund_decision(
      'founder_moves', v_booking.status, lower(v_booking.during), now())).new_time = 'discretion'
  end) then
    raise exception using errcode = 'PT409', message = 'no_request_needed';
  end if;
  -- Otherwise asking and withdrawing by turns would add up to rows.
  if (select count(*) from public.change_requests r where r.booking_id = p_booking_id) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_requests';
  end if;
  insert into public.change_requests (booking_id, user_id, kind, message)
  values (p_booking_id, v_booking.user_id, p_kind, v_message)
  on conflict (booking_id) where state = 'open' do nothing
  returning id into v_id;
  if v_id is null then
    raise exception using errcode = 'PT409', message = 'request_open';
  end if;
  return v_id;
end
$$;
comment on function public.ask_for_change is
  'A founder asks administrators about an approved session of their own; answers the request''s id. p_kind cancel: 24 '
  'to 12 hours ahead; move: less than 24 hours ahead, or after two moves. p_message: up to 500 characters. PT404 '
  'booking_not_found, PT409 booking_transition_not_allowed (detail: its status) | session_has_begun | '
  'no_request_needed | request_open | too_many_requests (ten of a booking), PT422 request_kind_unknown | '
  'message_too_long, 42501 sign_in_required.';

create function public.withdraw_request(p_request_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := private.require_signed_in();
  v_state text;
begin
  select r.state into v_state from public.change_requests r
  where r.id = p_request_id and r.user_id = v_user_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'request_not_found';
  end if;
  if v_state <> 'open' and v_state <> 'withdrawn' then
    raise exception using errcode = 'PT409', message = 'request_not_open', detail = v_state;
  end if;
  update public.change_requests r set state = 'withdrawn', answered_at = now()
  where r.id = p_request_id and r.state = 'open';
end
$$;
comment on function public.withdraw_request is
  'A founder takes a request back. PT404 request_not_found, PT409 request_not_open (detail: its state), 42501 '
  'sign_in_required.';

-- For administrators ------------------------------------------------------------------------------------------------

create function private.lock_open_request(p_request_id uuid) returns public.change_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_request public.change_requests;
begin
  perform private.require_admin();
  -- Locks the booking first, as every change of the booking does.
  perform from public.bookings b
  where b.id = (select r.booking_id from public.change_requests r where r.id = p_request_id) for update;
  select * into v_request from public.change_requests r where r.id = p_request_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'request_not_found';
  end if;
  if v_request.state <> 'open' then
    raise exception using errcode = 'PT409', message = 'request_not_open', detail = v_request.state;
  end if;
  return v_request;
end
$$;

create function public.grant_request(
  p_request_id uuid, p_mentor_agrees boolean,
  p_date date default null, p_start_time time default null, p_end_time time default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_request public.change_requests := private.lock_open_request(p_request_id);
begin
  if p_mentor_agrees is distinct from true then
    raise exception using errcode = 'PT422', message = 'agreement_required';
  end if;
  if v_request.kind = 'cancel' then
    perform public.record_incident(
      v_request.booking_id, 'founder_cancels', p_expected_refund => 'full', p_asked_at => v_request.asked_at,
      p_expected_agreement => true);
    return;
  end if;
  if p_date is null or private.session_range(p_date, p_start_time, p_end_time) is null then
    raise exception using errcode = 'PT422', message = 'time_not_valid';
  end if;
  update public.bookings b
  set status = 'rescheduled', date = p_date, start_time = p_start_time, end_time = p_end_time,
    notes = 'Rescheduled: as the founder asked.'
  where b.id = v_request.booking_id;
end
$$;
comment on function public.grant_request is
  'For administrators: does what a founder asked for. p_mentor_agrees records that the mentor said yes, and must be '
  'true. cancel: the full refund, counted from when it was asked; move: to the given time. PT404 request_not_found, '
  'PT409 request_not_open (detail: its state) | incident_not_possible | refund_changed | slot_taken, PT422 '
  'agreement_required | time_not_valid | slot_in_past.';

create function public.decline_request(p_request_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_request public.change_requests := private.lock_open_request(p_request_id);
  v_reason text := private.clean_text(coalesce(p_reason, ''));
begin
  if not char_length(v_reason) <@ (private.booking_limits()).reason then
    raise exception using errcode = 'PT422', message = 'reason_text_length';
  end if;
  update public.change_requests r set state = 'declined', decline_reason = v_reason, answered_at = now()
  where r.id = v_request.id;
  perform private.enqueue_job('request_answered', jsonb_build_object(
    'booking_id', v_request.booking_id, 'request_id', v_request.id));
end
$$;
comment on function public.decline_request is
  'For administrators: declines a founder''s request, with a reason of 5 to 300 characters that the founder reads. '
  'PT404 '
  'request_not_found, PT409 request_not_open (detail: its state), PT422 reason_text_length.';

-- For the worker ----------------------------------------------------------------------------------------------------

create function public.expire_requests(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  with expired as (
    update public.change_requests r set state = 'expired', answered_at = now()
    where r.id in (
      select o.id from public.change_requests o join public.bookings b on b.id = o.booking_id
      where o.state = 'open' and lower(b.during) <= now()
      limit least(greatest(coalesce(p_limit, 200), 1), 1000)
      for update of o skip locked
    )
    returning r.id, r.booking_id
  )
  select count(private.enqueue_job('request_answered', jsonb_build_object(
    'booking_id', e.booking_id, 'request_id', e.id))) into v_count from expired e;
  return v_count;
end
$$;
comment on function public.expire_requests is
  'Ends requests that were not answered before their session began, and answers how many. The scheduler calls it.';

create function public.request_for_jobs(p_request_id uuid)
returns table (id uuid, booking_id uuid, kind text, state text, decline_reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select r.id, r.booking_id, r.kind, r.state, r.decline_reason from public.change_requests r
    where r.id = p_request_id;
end
$$;
comment on function public.request_for_jobs is 'A founder''s request, for the e-mail about its answer.';

revoke execute on all functions in schema private from public;
revoke execute on function public.cancel_session, public.move_session, public.ask_for_change, public.withdraw_request,
  public.grant_request, public.decline_request from public, anon;
grant execute on function public.cancel_session, public.move_session, public.ask_for_change, public.withdraw_request,
  public.grant_request, public.decline_request to authenticated, service_role;
revoke execute on function public.expire_requests, public.request_for_jobs from public, anon, authenticated;
grant execute on function public.expire_requests, public.request_for_jobs to service_role;
