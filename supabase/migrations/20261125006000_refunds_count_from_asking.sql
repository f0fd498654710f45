-- The refund policy counts from when the founder asked, not from when an administrator gets round to recording it: we take up to
-- 24 hours to answer, and a founder who asked in time loses nothing by that. The rule itself (private.refund_decision) stays.

alter table public.bookings add column incident_asked_at timestamptz;
-- Until now the two were the same.
update public.bookings set incident_asked_at = incident_at where incident = 'founder_cancels';
alter table public.bookings
  add constraint bookings_incident_asked check (
    (incident is not distinct from 'founder_cancels') = (incident_asked_at is not null)
  ),
  add constraint bookings_incident_asked_first check (incident_asked_at <= incident_at);
comment on column public.bookings.incident_at is 'When that was recorded.';
comment on column public.bookings.incident_asked_at is
  'When the founder asked to cancel or for another time; the refund policy counts from here. Null for what nobody asks for, which counts from incident_at.';

create function private.asked_at(p_what text, p_asked_at timestamptz, p_booked_at timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  if p_asked_at is null then
    return null;
  end if;
  if p_what not in ('founder_cancels', 'founder_moves') then
    raise exception using errcode = 'PT422', message = 'asked_at_not_valid', detail = 'not_a_request';
  end if;
  if p_asked_at > now() + interval '10 seconds' then
    raise exception using errcode = 'PT422', message = 'asked_at_not_valid', detail = 'in_future';
  end if;
  -- People enter minutes: one that has begun before the booking was made may have ended after it.
  if p_asked_at < date_trunc('minute', p_booked_at) then
    raise exception using errcode = 'PT422', message = 'asked_at_not_valid', detail = 'before_booking';
  end if;
  return least(greatest(p_asked_at, p_booked_at), now());
end
$$;
comment on function private.asked_at(text, timestamptz, timestamptz) is
  'When a founder asked, as an administrator says: after the booking was made and not in the future, by this database''s clock (10 seconds of another clock are forgiven). Null stays null. PT422 asked_at_not_valid, detail before_booking | in_future | not_a_request.';
revoke execute on function private.asked_at(text, timestamptz, timestamptz) from public;

create function private.incident_decision(
  p_what text, p_status text, p_starts_at timestamptz, p_recorded_at timestamptz, p_asked_at timestamptz,
  out is_possible boolean, out refund text, out new_time text, out needs_agreement boolean
)
language sql immutable set search_path = ''
as $$
  select d.is_possible, d.refund, d.new_time, d.needs_agreement
  from private.refund_decision(
    p_what,
    -- The worker completes what has run out; whoever asked before the start asked about a session that was still to come.
    case when p_status = 'completed' and p_asked_at < p_starts_at then 'confirmed' else p_status end,
    p_starts_at,
    coalesce(p_asked_at, p_recorded_at)
  ) d
$$;
comment on function private.incident_decision(text, text, timestamptz, timestamptz, timestamptz) is
  'The refund policy (private.refund_decision), counted from when the founder asked, else from when it is recorded.';
revoke execute on function private.incident_decision(text, text, timestamptz, timestamptz, timestamptz) from public;

create or replace function private.is_refund_denied(p_booking public.bookings) returns boolean
language sql immutable set search_path = ''
as $$
  select coalesce((
    select d.is_possible and d.refund = 'none'
    from private.incident_decision(
      p_booking.incident, 'confirmed',
      lower(private.session_range(p_booking.date, p_booking.start_time, p_booking.end_time)),
      p_booking.incident_at, p_booking.incident_asked_at
    ) d
    where p_booking.status = 'cancelled' and p_booking.incident is not null
  ), false)
$$;

create or replace function private.guard_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_client boolean := private.is_client();
  v_is_admin boolean := v_is_client and private.is_admin();
  v_is_owner boolean := v_is_client and old.user_id = auth.uid();
  v_is_moved boolean := (new.date, new.start_time, new.end_time) is distinct from (old.date, old.start_time, old.end_time);
  v_is_step boolean := new.status is distinct from old.status or v_is_moved;
  v_is_incident boolean := new.incident is not null
    and (new.incident, new.incident_at, new.incident_asked_at)
      is distinct from (old.incident, old.incident_at, old.incident_asked_at);
  v_decision record;
  v_by text;
begin
  if v_is_client then
    -- Deleting a mentor or an account sets the link to null on behalf of whoever deleted it.
    if (new.id, new.mentor_name, new.mentor_image, new.user_email, new.created_at)
        is distinct from (old.id, old.mentor_name, old.mentor_image, old.user_email, old.created_at)
      or (new.mentor_id is distinct from old.mentor_id
        and (new.mentor_id is not null or exists (select from public.mentors where id = old.mentor_id)))
      or (new.user_id is distinct from old.user_id
        and (new.user_id is not null or exists (select from public.profiles where id = old.user_id)))
      or (not v_is_admin and (
        v_is_moved
        or (new.notes, new.google_meet_link, new.google_calendar_event_id, new.incident, new.incident_at, new.incident_asked_at)
          is distinct from (
            old.notes, old.google_meet_link, old.google_calendar_event_id, old.incident, old.incident_at, old.incident_asked_at)))
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
    -- It was about the time before this step.
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
    -- What goes back for an approved session depends on why it ends.
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
comment on function private.guard_booking() is
  'Refuses what the specification does not allow: PT409 booking_transition_not_allowed | cancellation_window_passed (4 hours, database clock) | booking_moves_by_reschedule_only | incident_not_possible, PT422 slot_in_past | asked_at_not_valid, 42501 booking_column_protected.';

create or replace function private.apply_booking_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.apply_booking_change() is
  'Reject and cancel give the time back and queue the full refund, unless the refund policy gives none; a reschedule moves the claim or fails with PT409 slot_taken. All in the booking''s own transaction.';

-- For administrators -----------------------------------------------------------------------------------------------

drop function public.preview_refund(uuid, text);
drop function public.record_incident(uuid, text, text, date, time, time, text);

create function public.preview_refund(p_booking_id uuid, p_what text, p_asked_at timestamptz default null)
returns table (
  status text, starts_at timestamptz, ends_at timestamptz, is_possible boolean, refund text, new_time text,
  needs_agreement boolean, refund_paise integer, currency text, refund_state text, decided_at timestamptz,
  asked_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_what is null or p_what not in (
    'reject', 'founder_cancels', 'founder_moves', 'mentor_cancels', 'technical_issue', 'mentor_no_show', 'founder_no_show'
  ) then
    raise exception using errcode = 'PT422', message = 'incident_unknown';
  end if;
  return query
    select b.status, lower(b.during), upper(b.during), d.is_possible, d.refund, d.new_time, d.needs_agreement,
      case when d.refund = 'full' then coalesce(y.amount_paise, 0) else 0 end, coalesce(y.currency, 'INR'), r.state, now(),
      a.at
    from public.bookings b
    cross join lateral (select private.asked_at(p_what, p_asked_at, b.created_at) as at) a
    cross join lateral private.incident_decision(p_what, b.status, lower(b.during), now(), a.at) d
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    where b.id = p_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
end
$$;
comment on function public.preview_refund(uuid, text, timestamptz) is
  'What the refund policy says of a booking, for administrators, before they confirm. p_what: reject, founder_cancels, founder_moves, mentor_cancels, technical_issue, mentor_no_show or founder_no_show. refund is full or none, refund_paise what would go back (0 also where nothing was paid online); new_time is free, discretion (the mentor''s) or none; needs_agreement: only if the mentor agrees. p_asked_at: when the founder asked (founder_cancels and founder_moves alone), from which the policy counts; null is now. asked_at: what it counted from, null where nobody asked earlier. PT404 booking_not_found, PT422 incident_unknown | asked_at_not_valid (detail: before_booking, in_future, not_a_request).';

create function public.record_incident(
  p_booking_id uuid, p_what text, p_expected_refund text default null,
  p_date date default null, p_start_time time default null, p_end_time time default null, p_reason text default null,
  p_asked_at timestamptz default null, p_expected_agreement boolean default null
)
returns table (status text, refund text, refund_paise integer, refund_state text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  v_booking public.bookings;
  v_decision record;
  v_asked_at timestamptz;
  v_needs_agreement boolean;
  v_is_move boolean := p_date is not null;
  v_status text := case
    when p_date is not null then 'rescheduled'
    when p_what = 'founder_no_show' then 'completed'
    else 'cancelled'
  end;
begin
  perform private.require_admin();
  if p_what is null
    or p_what not in ('founder_cancels', 'mentor_cancels', 'technical_issue', 'mentor_no_show', 'founder_no_show') then
    raise exception using errcode = 'PT422', message = 'incident_unknown';
  end if;
  if v_is_move and private.session_range(p_date, p_start_time, p_end_time) is null then
    raise exception using errcode = 'PT422', message = 'time_not_valid';
  end if;
  select * into v_booking from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;

  -- The same again, because the first answer was lost: it is done, and not done twice.
  if not (
    v_booking.incident is not distinct from p_what and v_booking.status = v_status
    and (not v_is_move
      or (v_booking.date, v_booking.start_time, v_booking.end_time) = (p_date, p_start_time, p_end_time))
    -- Within a minute: a time that was a few seconds off was put right.
    and (p_asked_at is null
      or coalesce(v_booking.incident_asked_at
        between p_asked_at - interval '1 minute' and p_asked_at + interval '1 minute', false))
  ) then
    v_asked_at := private.asked_at(p_what, p_asked_at, v_booking.created_at);
    if p_what = 'founder_cancels' then
      v_asked_at := coalesce(v_asked_at, now());
    end if;
    v_decision := private.incident_decision(
      p_what, v_booking.status, lower(v_booking.during), now(), v_asked_at);
    v_needs_agreement := case when v_is_move then v_decision.new_time = 'discretion' else v_decision.needs_agreement end;
    if v_decision.is_possible and (
      (not v_is_move and v_decision.refund <> p_expected_refund) or v_needs_agreement <> p_expected_agreement
    ) then
      raise exception using errcode = 'PT409', message = 'refund_changed', detail = v_decision.refund;
    end if;
    update public.bookings b
    set status = v_status, incident = p_what, incident_at = clock_timestamp(), incident_asked_at = v_asked_at,
      date = coalesce(p_date, b.date), start_time = coalesce(p_start_time, b.start_time),
      end_time = coalesce(p_end_time, b.end_time),
      notes = case
        when v_is_move then left('Rescheduled: ' || coalesce(btrim(p_reason), ''), 2000)
        when btrim(coalesce(p_reason, '')) <> '' then left(btrim(p_reason), 2000)
        else b.notes
      end
    where b.id = p_booking_id;
  end if;

  return query
    select b.status, case when r.id is null then 'none' else 'full' end, coalesce(r.amount_paise, 0), r.state
    from public.bookings b
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    where b.id = p_booking_id;
end
$$;
comment on function public.record_incident(uuid, text, text, date, time, time, text, timestamptz, boolean) is
  'For administrators: an approved session is cancelled or did not take place. p_what: founder_cancels, mentor_cancels, technical_issue, mentor_no_show or founder_no_show. With a new time it is moved (free of charge) and nothing goes back; without, it is cancelled and the refund policy decides, except founder_no_show, which completes it. p_expected_refund (full or none) is what the preview said, and p_expected_agreement whether the mentor has to agree: needs_agreement, with a new time new_time = discretion; when either is otherwise by now, nothing is recorded. p_asked_at: when the founder asked (founder_cancels alone), from which the policy counts; null is now. p_reason is shown to the founder. Repeating a call that succeeded changes nothing. PT404 booking_not_found, PT409 incident_not_possible | refund_changed | slot_taken | mentor_gone | booking_transition_not_allowed, PT422 incident_unknown | time_not_valid | slot_in_past | asked_at_not_valid (detail: before_booking, in_future, not_a_request).';

revoke execute on function
  public.preview_refund(uuid, text, timestamptz), public.record_incident(uuid, text, text, date, time, time, text, timestamptz, boolean)
from public, anon;
grant execute on function
  public.preview_refund(uuid, text, timestamptz), public.record_incident(uuid, text, text, date, time, time, text, timestamptz, boolean)
to authenticated, service_role;

comment on function public.preview_cancellation(uuid) is
  'What the refund policy says now of a session of one''s own that its founder would like to cancel. can_cancel_here: by themselves, on the dashboard; else they write to us, and the policy counts from when that arrives. refund full or none; new_time free, discretion (the mentor''s) or none; needs_agreement: only if the mentor agrees. paid_paise is null where nothing was paid online. No row: no such booking, or somebody else''s.';
