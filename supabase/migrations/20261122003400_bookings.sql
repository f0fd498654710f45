set local lock_timeout = '5s';

-- Paid sessions: the allowed changes of a booking, who may make them, and their effects; the administrators' list.
-- See docs/product/bookings.md#transitions.

-- A booking's short code -------------------------------------------------------------------------------------------

create function private.new_booking_code() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_random bytea;
  v_code text;
begin
  loop
    v_random := uuid_send(gen_random_uuid());
    -- Crockford's base 32: no I, L, O or U. The first six bytes of such a uuid are random.
    select 'P0-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(v_random, n) & 31) + 1, 1), ''
      order by n) into v_code
    from generate_series(0, 5) n;
    exit when not exists (select from public.bookings b where b.code = v_code);
  end loop;
  return v_code;
end
$$;
comment on function private.new_booking_code is
  '"P0-" and six random characters of Crockford''s base 32 that no booking has '
  '(docs/product/bookings.md#booking-code).';

-- Numbers that several places need ----------------------------------------------------------------------------------

create type private.booking_limits as (
  cancellable interval, answer interval, latest_answer interval, approval_ends interval, founder_moves integer,
  reason int4range, suggested_times integer, message integer
);
create function private.booking_limits() returns private.booking_limits
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_populate_record(null::private.booking_limits, '{
    "cancellable": "4 hours", "answer": "24 hours", "latest_answer": "2 hours", "approval_ends": "15 minutes",
    "founder_moves": 2, "reason": "[5,300]", "suggested_times": 3, "message": 500
  }');
end
$$;
comment on function private.booking_limits is
  'Times from the payment and before the start, characters and numbers (docs/product/bookings.md#deadlines). '
  'rules/sessions/booking.ts has the same; a test compares them.';
grant execute on function private.booking_limits to authenticated, service_role;

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
  code text not null unique default private.new_booking_code(),
  answer_by timestamptz not null,
  decision_cause text,
  decision_reason text,
  founder_moves smallint not null default 0,
  approval_mode text not null default 'administrator' check (approval_mode in ('administrator', 'mentor', 'automatic')),
  constraint bookings_code_readable check (code ~ '^P0-[0-9A-HJKMNP-TV-Z]{6}$'),
  constraint bookings_decision_cause_known check (decision_cause in (
    'unanswered', 'mentor_not_available', 'mentor_not_suited', 'information_not_enough', 'mentor_declined', 'other'
  )),
  constraint bookings_decision_of_rejection check (decision_cause is null or status = 'rejected'),
  constraint bookings_decision_reason_given check (
    (decision_cause is not distinct from 'other') = (decision_reason is not null)
  ),
  constraint bookings_decision_reason_length check (char_length(decision_reason) <@ (private.booking_limits()).reason),
  constraint bookings_founder_moves_limited check (
    founder_moves between 0 and (private.booking_limits()).founder_moves
  ),
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
create index bookings_answer_by_idx on public.bookings (answer_by) where status = 'pending_admin_review';
create index bookings_mentor_order_idx on public.bookings (lower(mentor_name) collate "C", id);

comment on table public.bookings is
  'Paid sessions (docs/product/bookings.md#statuses). Money about them is in schema private.';
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
  'When the founder asked to cancel or for another time; the refund policy counts from here. Null for other incidents, '
  'which count from incident_at.';

comment on column public.bookings.code is
  'Short code that people read to one another; never given to another booking.';
comment on column public.bookings.answer_by is
  'The deadline for the answer to a booking under review; after it the booking ends by itself. See '
  'private.answer_by().';
comment on column public.bookings.decision_cause is
  'Why it was rejected: unanswered (no decision in time), mentor_declined (the founder chose none of the mentor''s '
  'other times), or the reason of the administrator or the mentor; null where none is known.';
comment on column public.bookings.decision_reason is
  'The words of the person who rejected it; only with the cause other.';
comment on column public.bookings.founder_moves is 'How often its founder moved it; at most twice.';
comment on column public.bookings.approval_mode is
  'Who approves it, as the marketplace had it at payment: administrator, mentor, or automatic (no person is asked). '
  'Kept: a later choice changes no booking (docs/product/requests.md#approval-modes).';

alter table public.bookings enable row level security;

create policy "Founders read their own bookings" on public.bookings
for select to authenticated using (user_id = (select private.signed_in_user()));
create policy "Administrators read every booking" on public.bookings
for select to authenticated using ((select private.is_admin()));
-- guard_booking() decides which change is allowed: a policy cannot compare the old row with the new one.
create policy "Founders cancel their own bookings" on public.bookings
for update to authenticated
using (user_id = (select private.signed_in_user())) with check (user_id = (select private.signed_in_user()));
create policy "Administrators decide on every booking" on public.bookings
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

revoke all on table public.bookings from public, anon, authenticated;
grant select on table public.bookings to authenticated;
grant update (status, date, start_time, end_time, notes, google_meet_link, google_calendar_event_id)
  on table public.bookings to authenticated;
grant select, insert, update, delete on table public.bookings to service_role;

-- By when a booking is answered -------------------------------------------------------------------------------------

create function private.answer_by(p_created_at timestamptz, p_starts_at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return least(
    p_created_at + (private.booking_limits()).answer, p_starts_at - (private.booking_limits()).latest_answer);
end
$$;
comment on function private.answer_by is
  'The earlier of 24 hours after payment and 2 hours before the start (docs/product/bookings.md#deadlines).';

create function private.approval_ends(p_starts_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$ select p_starts_at - (private.booking_limits()).approval_ends $$;
comment on function private.approval_ends is
  'From then on a booking can no longer be approved (docs/product/bookings.md#deadlines).';

create function private.set_answer_by() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.answer_by := private.answer_by(
    new.created_at, lower(private.session_range(new.date, new.start_time, new.end_time)));
  return new;
end
$$;
create trigger set_answer_by before insert on public.bookings
for each row execute function private.set_answer_by();
create trigger clean_columns before insert or update of notes on public.bookings
for each row when (new.notes is not null) execute function private.clean_columns('notes*');
create trigger set_answer_by_again before update of date, start_time, created_at on public.bookings
for each row when (new.status = 'pending_admin_review' or new.created_at is distinct from old.created_at)
execute function private.set_answer_by();

-- Allowed changes of status -----------------------------------------------------------------------------------------

create table private.booking_transitions (
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('owner', 'mentor', 'admin', 'service')),
  primary key (from_status, to_status, actor)
);

comment on table private.booking_transitions is
  'The allowed changes of status. rejected and cancelled are final: no row leaves them. owner is the founder, mentor '
  'the booking''s own mentor, service the server and the database itself.';

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
  -- Only with a cause: guard_booking() demands an incident.
  ('confirmed', 'cancelled', 'admin'),
  ('rescheduled', 'cancelled', 'admin'),
  ('completed', 'cancelled', 'admin');
insert into private.booking_transitions (from_status, to_status, actor)
select from_status, to_status, 'service' from private.booking_transitions where actor = 'admin';
insert into private.booking_transitions (from_status, to_status, actor) values
  -- Only until the invitations are sent: withdraw_approval().
  ('confirmed', 'pending_admin_review', 'admin'),
  -- By the refund policy: guard_founder_change().
  ('confirmed', 'cancelled', 'owner'),
  ('rescheduled', 'cancelled', 'owner'),
  ('confirmed', 'rescheduled', 'owner'),
  ('rescheduled', 'rescheduled', 'owner'),
  -- By the answer to other times that the mentor offered: answer_proposal() and decline_proposals().
  ('pending_admin_review', 'rescheduled', 'owner'),
  ('pending_admin_review', 'rejected', 'owner'),
  -- Where the mentor decides: answer_request().
  ('pending_admin_review', 'confirmed', 'mentor'),
  ('pending_admin_review', 'rejected', 'mentor'),
  -- With an incident only (docs/product/sessions.md#cancelling, docs/product/sessions.md#no-show-reports).
  ('confirmed', 'cancelled', 'mentor'),
  ('rescheduled', 'cancelled', 'mentor'),
  ('confirmed', 'completed', 'mentor'),
  ('rescheduled', 'completed', 'mentor');

create function private.keeps_time(p_status text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$ begin return p_status not in ('rejected', 'cancelled'); end $$;
comment on function private.keeps_time is 'Whether a booking in this status occupies the mentor''s time.';

-- Before a change: is it allowed? -----------------------------------------------------------------------------------

create function private.withdraw_approval(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_is_waiting boolean;
begin
  -- This waits for a worker that is claiming one of the jobs, and then sees its claim.
  perform from private.outbox o
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = p_booking_id::text and o.kind = 'booking_confirmed'
  for update;
  select bool_and(o.state = 'ready' and o.claimed_at is null) into v_is_waiting
  from private.outbox o
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = p_booking_id::text and o.kind = 'booking_confirmed';
  if v_is_waiting is distinct from true then
    raise exception using errcode = 'PT409', message = 'invitations_sent';
  end if;
  delete from private.outbox o
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = p_booking_id::text and o.kind = 'booking_confirmed';
end
$$;
comment on function private.withdraw_approval is
  'Removes the jobs of an approval, with the booking locked. PT409 invitations_sent: a worker has begun one.';

create function private.require_founder_move(p_old public.bookings, p_new public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_during tstzrange := private.session_range(p_new.date, p_new.start_time, p_new.end_time);
begin
  if p_old.founder_moves >= (private.booking_limits()).founder_moves then
    raise exception using errcode = 'PT409', message = 'moves_used_up';
  end if;
  if (private.refund_decision('founder_moves', p_old.status, lower(p_old.during), now())).new_time <> 'free' then
    raise exception using errcode = 'PT409', message = 'request_needed';
  end if;
  if upper(v_during) - lower(v_during) <> upper(p_old.during) - lower(p_old.during) then
    raise exception using errcode = 'PT422', message = 'slot_other_length';
  end if;
  -- The lock keeps the mentor's slots unchanged until this transaction ends.
  perform private.lock_mentor(p_old.mentor_id);
  perform private.require_bookable_slot(p_old.mentor_id, p_new.date, p_new.start_time, p_new.end_time);
  perform private.require_free_time(p_old.mentor_id, v_during, p_old.id);
end
$$;
comment on function private.require_founder_move is
  'A founder moves an approved session at least 24 hours ahead, at most twice, to a slot of the same length that its '
  'mentor offers (docs/product/bookings.md#changes-by-founders). PT409 moves_used_up | request_needed, PT422 '
  'slot_other_length and those of require_bookable_slot and require_free_time; the moved booking does not count.';

create function private.guard_booking() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_is_client boolean := private.is_client();
  v_is_admin boolean := v_is_client and private.is_admin();
  v_is_owner boolean := v_is_client and coalesce(old.user_id = private.signed_in_user(), false);
  v_is_mentor boolean := v_is_client and coalesce(private.is_mentor_of(old.mentor_id), false);
  v_is_moved boolean := (new.date, new.start_time, new.end_time)
    is distinct from (old.date, old.start_time, old.end_time);
  v_is_step boolean := new.status is distinct from old.status or v_is_moved;
  v_is_incident boolean := new.incident is not null
    and (new.incident, new.incident_at, new.incident_asked_at)
      is distinct from (old.incident, old.incident_at, old.incident_asked_at);
  v_is_mentors_incident boolean := v_is_mentor and case new.incident
    when 'mentor_cancels' then new.status = 'cancelled' and old.status <> 'cancelled'
    when 'founder_no_show' then new.status = 'completed' and old.incident is null
      and private.may_report_absence(old.during, now())
    else false
  end;
  v_decision record;
  v_by text;
begin
  -- What a client may write; every other column is protected. `during` is generated and has no new value yet.
  if v_is_client and exists (
    select from jsonb_each(to_jsonb(new) - 'during') n join jsonb_each(to_jsonb(old)) o using (key)
    where n.value <> o.value and not coalesce(case
      when key = 'status' then true
      when key in ('date', 'start_time', 'end_time') then v_is_admin or new.status = 'rescheduled'
      when key = 'notes' then
        v_is_admin or v_is_mentors_incident or (v_is_moved and new.notes like 'Rescheduled: %')
      when key in ('google_meet_link', 'google_calendar_event_id') then v_is_admin
      when key in ('incident', 'incident_at', 'incident_asked_at') then
        v_is_admin or v_is_mentors_incident or (v_is_owner and new.status = 'cancelled' and old.status <> 'cancelled'
          and new.incident = 'founder_cancels' and new.incident_at is null and new.incident_asked_at is null)
      when key in ('decision_cause', 'decision_reason') then
        v_is_step and new.status = 'rejected' and (v_is_admin or v_is_mentor or v_is_owner)
      -- Deleting a mentor or an account sets the link to null with the rights of the caller.
      when key = 'mentor_id' then
        new.mentor_id is null and not exists (select from public.mentors m where m.id = old.mentor_id)
      when key = 'user_id' then
        new.user_id is null and not exists (select from public.profiles p where p.id = old.user_id)
    end, false)
  ) then
    raise exception using errcode = '42501', message = 'booking_column_protected';
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
      when 'mentor' then v_is_mentor
      when 'admin' then v_is_admin
      else not v_is_client
    end
    -- The refund for an approved session depends on why it ends, so cancelling one needs an incident.
    and (new.status <> 'cancelled' or old.status = 'pending_admin_review' or v_is_incident)
    and (t.actor <> 'owner' or new.status <> 'rescheduled' or v_is_moved)
    and (t.actor <> 'owner' or old.status <> 'pending_admin_review' or new.status = 'cancelled'
      or private.is_offer_answered(new))
    and (t.actor <> 'mentor' or v_is_mentors_incident
      or (old.approval_mode = 'mentor' and private.is_answered_now(new)))
  order by t.actor
  limit 1;
  if v_by is null then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed',
      detail = old.status || ' -> ' || new.status;
  end if;

  if v_by = 'owner' and new.status <> 'cancelled' and private.is_offer_answered(new) then
    -- The mentor offered this time: the founder's number of moves and the mentor's hours do not limit it.
    null;
  elsif v_by = 'owner' and old.status = 'pending_admin_review' then
    if not old.created_at > now() - (private.booking_limits()).cancellable then
      raise exception using errcode = 'PT409', message = 'cancellation_window_passed';
    end if;
  elsif v_by = 'owner' and new.status = 'cancelled' then
    -- The mentor must agree, and the time of asking counts: that needs a request, which an administrator grants.
    if v_decision.needs_agreement then
      raise exception using errcode = 'PT409', message = 'request_needed';
    end if;
  elsif v_by = 'owner' then
    perform private.require_founder_move(old, new);
    new.founder_moves := old.founder_moves + 1;
  end if;
  if v_is_moved and lower(private.session_range(new.date, new.start_time, new.end_time)) <= now() then
    raise exception using errcode = 'PT422', message = 'slot_in_past';
  end if;
  if old.status = 'pending_admin_review' then
    if new.status in ('confirmed', 'rescheduled') and now() > private.approval_ends(
      lower(private.session_range(new.date, new.start_time, new.end_time)))
    then
      raise exception using errcode = 'PT409', message = 'too_late';
    end if;
    if v_is_client and new.status = 'rejected'
      and (new.decision_cause is null or new.decision_cause = 'unanswered') then
      raise exception using errcode = 'PT422', message = 'reason_required';
    end if;
  elsif new.status = 'pending_admin_review' then
    perform private.withdraw_approval(old.id);
  end if;
  return new;
end
$$;
comment on function private.guard_booking is
  'Refuses what docs/product/bookings.md#transitions does not allow: PT409 booking_transition_not_allowed | '
  'cancellation_window_passed (4 hours, database clock) | booking_moves_by_reschedule_only | incident_not_possible | '
  'too_late (approved less than 15 minutes before the start) | invitations_sent (an approval taken back) | '
  'request_needed and moves_used_up (what founders may change themselves), PT422 slot_in_past | asked_at_not_valid | '
  'reason_required | slot_not_offered | slot_too_soon | slot_other_length, 42501 booking_column_protected.';
create trigger guard_booking before update on public.bookings for each row execute function private.guard_booking();

-- After a change: the mentor's time, the refund, the jobs -----------------------------------------------------------

create function private.claim_booking_time() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.keeps_time(new.status) or new.mentor_id is null
    or exists (select from private.slot_claims where booking_id = new.id and released_at is null) then
    return null;
  end if;
  -- A booking without an online payment (a demonstration, or one entered by hand) takes the time as well.
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
  if old.status = 'completed' then
    -- Its review goes with it, and changes the mentor's row: the row before the lock, as everywhere.
    perform from public.mentors m where m.id = new.mentor_id for no key update;
  end if;
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
  if new.status = 'confirmed' and private.is_client() and not private.is_answered_now(new) then
    -- Until then an administrator may take the approval back.
    perform private.enqueue_job(
      'booking_confirmed', jsonb_build_object('booking_id', new.id), null, now() + interval '10 seconds');
  elsif new.status <> 'pending_admin_review' then
    perform private.enqueue_job('booking_' || new.status, jsonb_build_object('booking_id', new.id));
  end if;
  return null;
end
$$;
comment on function private.apply_booking_change is
  'Rejecting and cancelling free the time and queue the full refund, unless the refund policy gives none. A reschedule '
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

-- Unanswered bookings end by themselves -----------------------------------------------------------------------------

create function public.end_unanswered_bookings(p_limit integer default 100) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_booking record;
  v_count integer := 0;
begin
  perform private.require_service();
  -- In the order of the mentors' locks, so that two workers cannot wait for each other.
  for v_booking in
    select b.id from public.bookings b
    where b.id in (
      select d.id from public.bookings d
      where d.status = 'pending_admin_review' and d.answer_by <= now()
      order by d.answer_by
      limit least(greatest(coalesce(p_limit, 100), 1), 1000)
      -- An administrator is deciding on it: the next round looks again.
      for update skip locked
    )
    order by private.mentor_lock_key(b.mentor_id), b.id
  loop
    begin
      update public.bookings b set status = 'rejected', decision_cause = 'unanswered' where b.id = v_booking.id;
      v_count := v_count + 1;
    exception when others then
      -- A booking that cannot end must not stop the others; invariant_violations names it.
      raise warning 'The unanswered booking % was not ended: %', v_booking.id, sqlerrm;
    end;
  end loop;
  return v_count;
end
$$;
comment on function public.end_unanswered_bookings is
  'Rejects bookings that were not answered in time, with the full refund, and answers how many '
  '(docs/product/bookings.md#deadlines). The scheduler calls it; repeated and simultaneous calls do no harm.';

-- For administrators ------------------------------------------------------------------------------------------------

create table private.suggested_slots (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  position smallint not null check (position between 1 and (private.booking_limits()).suggested_times),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  date date not null,
  start_time time not null,
  end_time time not null,
  primary key (booking_id, position)
);
create index suggested_slots_mentor_idx on private.suggested_slots (mentor_id);

comment on table private.suggested_slots is 'Other times that an administrator named when rejecting a booking.';

alter table private.suggested_slots enable row level security;
revoke all on table private.suggested_slots from public, anon, authenticated, service_role;

create function public.reject_booking(
  p_booking_id uuid, p_reason_code text, p_reason_text text default null, p_suggestions jsonb default '[]'
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_reason text := nullif(private.clean_text(p_reason_text), '');
  v_suggestion record;
begin
  perform private.require_admin();
  if p_reason_code is null then
    raise exception using errcode = 'PT422', message = 'reason_required';
  end if;
  if p_reason_code not in ('mentor_not_available', 'mentor_not_suited', 'information_not_enough', 'other') then
    raise exception using errcode = 'PT422', message = 'reason_unknown';
  end if;
  if p_reason_code = 'other' and not coalesce(char_length(v_reason), 0) <@ (private.booking_limits()).reason then
    raise exception using errcode = 'PT422', message = 'reason_text_length';
  end if;
  if jsonb_typeof(coalesce(p_suggestions, '[]')) <> 'array'
    or jsonb_array_length(coalesce(p_suggestions, '[]')) > (private.booking_limits()).suggested_times then
    raise exception using errcode = 'PT422', message = 'suggestions_not_valid';
  end if;
  select * into v_booking from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if v_booking.status <> 'pending_admin_review' then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed', detail = v_booking.status;
  end if;
  for v_suggestion in
    select n.ordinality, (n.value ->> 'mentor_id')::uuid as mentor_id, s.date, s.start_time, s.end_time
    from jsonb_array_elements(coalesce(p_suggestions, '[]')) with ordinality n,
      private.parse_slots(jsonb_build_array(n.value)) s
  loop
    if not exists (
      select from public.nearest_free_slots(v_suggestion.mentor_id, v_suggestion.date, v_suggestion.start_time, 50) f
      where (f.date, f.start_time, f.end_time)
        = (v_suggestion.date, v_suggestion.start_time, v_suggestion.end_time)
    ) then
      raise exception using errcode = 'PT422', message = 'suggestion_not_free',
        detail = v_suggestion.date || ' ' || left(v_suggestion.start_time::text, 5);
    end if;
    insert into private.suggested_slots (booking_id, position, mentor_id, date, start_time, end_time)
    values (p_booking_id, v_suggestion.ordinality, v_suggestion.mentor_id, v_suggestion.date,
      v_suggestion.start_time, v_suggestion.end_time);
  end loop;
  update public.bookings b
  set status = 'rejected', decision_cause = p_reason_code,
    decision_reason = case when p_reason_code = 'other' then v_reason end
  where b.id = p_booking_id;
exception when invalid_text_representation then
  raise exception using errcode = 'PT422', message = 'suggestions_not_valid';
end
$$;
comment on function public.reject_booking is
  'For administrators: rejects a booking under review, with a reason that its founder reads, and up to three other '
  'times [{mentor_id, date, start_time, end_time}] that the e-mail and my_suggested_times() offer (docs/product/bookings.md#rejection). '
  'p_reason_code: mentor_not_available, mentor_not_suited, information_not_enough or other, which takes 5 to 300 '
  'characters of p_reason_text. PT404 booking_not_found, PT409 booking_transition_not_allowed (detail: its status), '
  'PT422 reason_required | reason_unknown | reason_text_length | suggestions_not_valid | suggestion_not_free (detail: '
  'which).';

create function public.my_suggested_times()
returns table (
  booking_id uuid, mentor_id uuid, mentor_name text, date date, start_time time, end_time time, mentor_slug text
)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select s.booking_id, s.mentor_id, m.name, s.date, s.start_time, s.end_time, m.slug
    from private.suggested_slots s
    join public.bookings b on b.id = s.booking_id
    join public.mentors m on m.id = s.mentor_id
    where b.user_id = (select private.require_signed_in()) and b.status = 'rejected' and s.date >= private.today()
      and exists (
        select from public.mentor_slots(s.mentor_id) f
        where (f.date, f.start_time, f.end_time) = (s.date, s.start_time, s.end_time)
          and not f.is_booked and not f.is_held
      )
    order by s.booking_id, s.position;
end
$$;
comment on function public.my_suggested_times is
  'Other times that an administrator named when rejecting one of the caller''s bookings, as far as they are still free '
  '(docs/product/bookings.md#rejection). 42501 sign_in_required.';

create function public.undo_approval(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_status text;
begin
  perform private.require_admin();
  select b.status into v_status from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if v_status <> 'confirmed' then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed', detail = v_status;
  end if;
  update public.bookings b set status = 'pending_admin_review' where b.id = p_booking_id;
end
$$;
comment on function public.undo_approval is
  'For administrators: takes an approval back while no worker has begun its invitations '
  '(docs/product/bookings.md#approval): for at least ten seconds. The booking waits again, until its old answer_by. '
  'PT404 booking_not_found, PT409 booking_transition_not_allowed (detail: its status) | invitations_sent.';

create function public.begin_invitations(p_booking_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  -- Locks the booking first, as an administrator's change does.
  perform from public.bookings b where b.id = p_booking_id for update;
  if exists (
    select from private.outbox o
    where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = p_booking_id::text
      and o.kind = 'booking_confirmed' and o.state = 'ready' and o.claimed_at is null and o.run_at > clock_timestamp()
  ) then
    return false;
  end if;
  update private.outbox o set claimed_at = clock_timestamp()
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = p_booking_id::text
    and o.kind = 'booking_confirmed' and o.claimed_at is null;
  return true;
end
$$;
comment on function public.begin_invitations is
  'For code outside the worker that makes an approved booking''s invitations: false while the approval may still be '
  'taken back; after the answer true it can no longer be taken back.';

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

create function private.read_booking_code(p_search text) returns text
language sql immutable set search_path = '' as $$
  select 'P0-' || translate(upper(regexp_replace(p_search, '^p[0o][- ]?', '')), 'OIL', '011')
$$;
comment on function private.read_booking_code is
  'The short code that a person may mean by a search in small letters: people write O for 0, and I or L for 1 '
  '(Crockford''s base 32).';

create function public.search_bookings(
  p_search text default '', p_status text[] default null, p_mentor_id uuid default null,
  p_sort text default null, p_descending boolean default true,
  p_limit integer default 20, p_offset integer default 0, p_has_incident boolean default false,
  p_view text default 'all', p_from date default null, p_to date default null
)
returns table (
  id uuid, code text, mentor_id uuid, mentor_name text, mentor_image text, mentor_email text,
  date date, start_time time, end_time time, status text, user_id uuid, user_name text, user_email text,
  notes text, google_meet_link text, created_at timestamptz, answer_by timestamptz,
  decision_cause text, decision_reason text, calendar_state text, calendar_error text, payment_state text,
  amount_paise integer, payment_id text, refund_state text, conflicts integer, incident text,
  request_id uuid, request_kind text, request_message text, request_asked_at timestamptz, total_count bigint,
  brief jsonb, mentor_answer text, mentor_decline jsonb
)
language plpgsql volatile security definer set search_path = ''
-- Compiling the statement would take longer than running it.
set jit = off
as $$
#variable_conflict use_column
declare
  v_view text := coalesce(p_view, 'all');
  v_has_status boolean := coalesce(cardinality(p_status), 0) > 0;
  v_filter text := 'true';
  v_from text := 'public.bookings b';
  v_order text;
  v_search text := lower(private.clean_line(coalesce(p_search, '')));
  v_pattern text := '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_code text := private.read_booking_code(v_search);
  v_start text := case when v_search ~ '^[0-9a-f]{8}' then left(v_search, 8) end;
  v_requested uuid[];
  v_named uuid[];
  v_people uuid[];
  v_total bigint;
  v_ids uuid[];
begin
  perform private.require_admin();
  if v_view not in ('waiting', 'today', 'week', 'all') then
    raise exception using errcode = 'PT422', message = 'view_unknown', detail = left(p_view, 60);
  end if;
  if p_sort is not null
    and p_sort not in ('created_at', 'date', 'mentor_name', 'user_name', 'status') then
    raise exception using errcode = 'PT422', message = 'sort_unknown', detail = left(p_sort, 60);
  end if;

  -- The statement holds only the given conditions, so that an index can give the order.
  v_order := case
    when p_sort is null then case v_view
      when 'waiting' then
        'case when b.status = ''pending_admin_review'' then b.answer_by else lower(b.during) end, b.id'
      when 'all' then 'b.created_at desc, b.id desc'
      else 'b.date, b.start_time, b.id'
    end
    else replace(case p_sort
      when 'created_at' then 'b.created_at ~, b.id ~'
      when 'date' then 'b.date ~, b.start_time ~, b.id ~'
      when 'mentor_name' then 'lower(b.mentor_name) collate "C" ~, b.id ~'
      when 'user_name' then 'lower(coalesce(p.name, b.user_email)) collate "C" ~, b.id ~'
      else 'b.status ~, b.created_at ~, b.id ~'
    end, '~', case when coalesce(p_descending, true) then 'desc' else 'asc' end)
  end;
  v_filter := v_filter || case v_view
    when 'waiting' then ' and (b.status = ''pending_admin_review'' or b.id = any ($6))'
    when 'today' then ' and b.date = private.today()'
    when 'week' then ' and b.date between private.today() and private.today() + 7
      and lower(b.during) between now() and now() + interval ''7 days'''
    else ''
  end;
  if v_view in ('today', 'week') and not v_has_status then
    v_filter := v_filter || ' and b.status not in (''rejected'', ''cancelled'')';
  end if;
  if v_view = 'waiting' then
    v_requested := array(select q.booking_id from public.change_requests q where q.state = 'open');
  end if;
  if v_search <> '' then
    -- Other tables are searched first: then all conditions are on one table, and can use its indexes.
    v_named := array(
      select y.booking_id from private.payments y where y.id = private.clean_line(p_search) and y.booking_id is not null
      union all select o.booking_id from private.payment_orders o where o.provider_order_id = private.clean_line(p_search)
      union all select case when v_search ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v_search::uuid end
    );
    v_people := array(
      select q.id from public.profiles q where lower(q.name) like v_pattern or lower(q.email) like v_pattern
    );
    v_filter := v_filter || ' and (b.id = any ($7) or b.code = $8 or lower(b.mentor_name) like $1
      or lower(b.user_email) like $1 or b.user_id = any ($9)';
    if v_search ~ '^[0-9a-f]{8}$' then
      v_filter := v_filter || ' or b.id between $10 and $11';
    end if;
    v_filter := v_filter || ')';
  end if;
  if v_has_status then
    v_filter := v_filter || ' and b.status = any ($2)';
  end if;
  if p_mentor_id is not null then
    v_filter := v_filter || ' and b.mentor_id = $3';
  end if;
  if coalesce(p_has_incident, false) then
    v_filter := v_filter || ' and b.incident is not null';
  end if;
  if p_from is not null then
    v_filter := v_filter || ' and b.date >= $4';
  end if;
  if p_to is not null then
    v_filter := v_filter || ' and b.date <= $5';
  end if;

  if p_sort = 'user_name' then
    v_from := v_from || ' left join public.profiles p on p.id = b.user_id';
  end if;
  execute format(
    'select
      (select count(*) from (select from public.bookings b where %1$s limit $14) counted),
      array(select b.id from %2$s where %1$s order by %3$s limit $12 offset $13)', v_filter, v_from, v_order)
  into v_total, v_ids
  using v_pattern, p_status, p_mentor_id, p_from, p_to, v_requested, v_named, v_code, v_people,
    (v_start || '-0000-0000-0000-000000000000')::uuid, (v_start || '-ffff-ffff-ffff-ffffffffffff')::uuid,
    least(greatest(coalesce(p_limit, 20), 1), 100), greatest(coalesce(p_offset, 0), 0),
    -- A person narrows a search with so many results; counting them all would take the most time.
    case when v_search <> '' then 1001 end;

  perform private.record_read('bookings', jsonb_build_object(
    'filter', jsonb_strip_nulls(jsonb_build_object(
      'view', v_view, 'search', nullif(v_search, ''), 'status', case when v_has_status then p_status end,
      'mentor_id', p_mentor_id, 'has_incident', nullif(coalesce(p_has_incident, false), false), 'from', p_from,
      'to', p_to
    )),
    'page', greatest(coalesce(p_offset, 0), 0) / least(greatest(coalesce(p_limit, 20), 1), 100) + 1,
    'rows', cardinality(v_ids)
  ), array(select b.user_id from public.bookings b where b.id = any (v_ids)));

  return query
    select
      b.id, b.code, b.mentor_id, b.mentor_name, b.mentor_image, mp.email,
      b.date, b.start_time, b.end_time, b.status, b.user_id, p.name, coalesce(p.email, b.user_email),
      b.notes, b.google_meet_link, b.created_at, b.answer_by, b.decision_cause, b.decision_reason,
      c.state, c.last_error, case when y.id is null then 'none' else 'captured' end, y.amount_paise, y.id,
      r.state, private.count_conflicts(b), b.incident, q.id, q.kind, q.message, q.asked_at, v_total,
      private.brief_of(b.id, true), case when b.status in ('pending_admin_review', 'confirmed') then a.answer end,
      case when a.answer = 'decline' then jsonb_build_object('reason_code', a.reason_code,
        'reason_text', a.reason_text, 'offered_times', private.offered_times(b.id)) end
    from unnest(v_ids) with ordinality page (id, position)
    join public.bookings b on b.id = page.id
    left join public.profiles p on p.id = b.user_id
    left join public.mentor_private mp on mp.mentor_id = b.mentor_id
    left join private.calendar_events c on c.booking_id = b.id
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    left join public.change_requests q on q.booking_id = b.id and q.state = 'open'
    left join private.mentor_answers a on a.booking_id = b.id
    order by page.position;
end
$$;
comment on function public.search_bookings is
  'One page of bookings for administrators; what is read of founders is an entry of the audit log. p_view: waiting '
  '(under review, or with an open request of the founder, the first to end first), today and week (sessions by start, '
  'without those that were rejected or cancelled unless p_status asks for them), all (the newest first). p_search: '
  'reference (the whole id or its first eight characters), short code, the provider''s payment or order id, or a part '
  'of the founder''s name or e-mail or the mentor''s name; statuses (null or empty means any); one mentor''s; with '
  'p_has_incident only those with an incident; p_from and p_to are days of the session. p_sort in place of the '
  'view''s order: created_at, date, mentor_name, user_name or status (PT422 sort_unknown | view_unknown); at most 100 '
  'rows. payment_state is captured or none (entered by hand); refund_state queued, pending, processed, failed or '
  'null; amount in paise; incident: why an approved session was cancelled or moved, or that its founder did not come; '
  'request_…: what the founder asks for; total_count counts all matches, of a search at most 1001; brief {question, '
  'stage, link, language}: what the founder wants to leave with, or null; mentor_answer: accept or decline, of a '
  'booking under review, or confirmed, whose mentor has answered; mentor_decline {reason_code, reason_text, '
  'offered_times}: what the mentor said against it, or null.';

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
    'waiting', (v_counts ->> 'pending_admin_review')::bigint + (
      select count(*) from public.change_requests r join public.bookings b on b.id = r.booking_id
      where r.state = 'open' and (p_mentor_id is null or b.mentor_id = p_mentor_id)
    ),
    'today', (
      select count(*) from public.bookings b
      where b.date = private.today() and b.status not in ('rejected', 'cancelled')
        and (p_mentor_id is null or b.mentor_id = p_mentor_id)
    ),
    'total', (select sum(n.value::bigint) from jsonb_each_text(v_counts) n)
  );
end
$$;
comment on function public.booking_counts is
  'For administrators: how many bookings each status has, under the status'' own name, and pending (those that wait '
  'for review), waiting and today (what these views of search_bookings show) and total. Of one mentor, or of all.';

revoke execute on all functions in schema private from public;
revoke execute on function public.search_bookings, public.booking_counts, public.reject_booking, public.undo_approval,
  public.my_suggested_times
  from public, anon;
grant execute on function public.search_bookings, public.booking_counts, public.reject_booking, public.undo_approval,
  public.my_suggested_times
  to authenticated, service_role;
revoke execute on function public.complete_sessions, public.end_unanswered_bookings, public.begin_invitations
  from public, anon, authenticated;
grant execute on function public.complete_sessions, public.end_unanswered_bookings, public.begin_invitations
  to service_role;
