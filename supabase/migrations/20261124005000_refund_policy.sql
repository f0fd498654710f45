-- What a founder gets back, decided by one rule: founder side, section 1 and administrator side, section 9 ("Policy text").
-- rules/refund-policy.ts is the same rule for what people see before they confirm; a test holds the two together.

create function private.refund_decision(
  p_what text, p_status text, p_starts_at timestamptz, p_now timestamptz,
  out is_possible boolean, out refund text, out new_time text, out needs_agreement boolean
)
language plpgsql immutable set search_path = ''
as $$
declare
  v_is_pending boolean := p_status = 'pending_admin_review';
  v_is_set boolean := p_status in ('confirmed', 'rescheduled');
  v_was_held boolean := p_status = 'completed';
  v_has_begun boolean := p_now >= p_starts_at;
  v_is_early boolean := p_starts_at - p_now >= interval '24 hours';
  v_is_refundable boolean := p_starts_at - p_now >= interval '12 hours';
begin
  is_possible := coalesce(case p_what
    when 'reject' then v_is_pending
    when 'founder_cancels' then v_is_pending or (v_is_set and not v_has_begun)
    when 'founder_moves' then (v_is_pending or v_is_set) and not v_has_begun
    when 'mentor_cancels' then v_is_set and not v_has_begun
    when 'technical_issue' then v_is_set or v_was_held
    when 'mentor_no_show' then (v_is_set or v_was_held) and v_has_begun
    when 'founder_no_show' then (v_is_set or v_was_held) and v_has_begun
  end, false);
  refund := 'none';
  new_time := 'none';
  needs_agreement := false;
  if not is_possible then
    return;
  end if;
  refund := case
    when p_what in ('reject', 'mentor_cancels', 'technical_issue', 'mentor_no_show') then 'full'
    when p_what = 'founder_cancels' and (v_is_pending or v_is_refundable) then 'full'
    else 'none'
  end;
  new_time := case
    when p_what = 'reject' or (p_what = 'founder_cancels' and v_is_pending) then 'none'
    when p_what in ('mentor_cancels', 'technical_issue', 'mentor_no_show') then 'free'
    when p_what in ('founder_cancels', 'founder_moves') and v_is_early then 'free'
    else 'discretion'
  end;
  -- Between 24 and 12 hours: the mentor is asked, and the founder was promised nothing.
  needs_agreement := p_what = 'founder_cancels' and refund = 'full' and not v_is_pending and not v_is_early;
end
$$;
comment on function private.refund_decision(text, text, timestamptz, timestamptz) is
  'The refund policy. refund: full or none. new_time: free (owed or allowed), discretion (the mentor''s), none. needs_agreement: only when the mentor says yes. Not possible: nothing is owed, because it cannot be.';
revoke execute on function private.refund_decision(text, text, timestamptz, timestamptz) from public;

-- What spoiled a session, on the booking itself --------------------------------------------------------------------

alter table public.bookings
  add column incident text,
  add column incident_at timestamptz,
  add constraint bookings_incident_known check (
    incident in ('founder_cancels', 'mentor_cancels', 'technical_issue', 'mentor_no_show', 'founder_no_show')
  ),
  add constraint bookings_incident_dated check ((incident is null) = (incident_at is null)),
  add constraint bookings_incident_fits check (
    incident is null
    or (status = 'cancelled' and incident <> 'founder_no_show')
    or (status = 'completed' and incident = 'founder_no_show')
    or status = 'rescheduled'
  );
comment on column public.bookings.incident is
  'Why an approved session was cancelled or moved, or that its founder did not come; null in the ordinary course. Goes with the next step.';
comment on column public.bookings.incident_at is 'When that was recorded; the refund policy counts from here.';

-- Administrators end approved sessions as well, but only with a cause: guard_booking asks for one.
insert into private.booking_transitions (from_status, to_status, actor)
select s.from_status, 'cancelled', a.actor
from unnest(array['confirmed', 'rescheduled', 'completed']) s (from_status), unnest(array['admin', 'service']) a (actor)
on conflict do nothing;

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
    and (new.incident, new.incident_at) is distinct from (old.incident, old.incident_at);
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
        or (new.notes, new.google_meet_link, new.google_calendar_event_id, new.incident, new.incident_at)
          is distinct from (old.notes, old.google_meet_link, old.google_calendar_event_id, old.incident, old.incident_at)))
    then
      raise exception using errcode = '42501', message = 'booking_column_protected';
    end if;
  end if;

  if v_is_incident then
    new.incident_at := now();
    v_decision := private.refund_decision(new.incident, old.status, lower(old.during), now());
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
  'Refuses what the specification does not allow: PT409 booking_transition_not_allowed | cancellation_window_passed (4 hours, database clock) | booking_moves_by_reschedule_only | incident_not_possible, PT422 slot_in_past, 42501 booking_column_protected.';

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
      or (private.refund_decision(new.incident, old.status, lower(old.during), new.incident_at)).refund = 'full' then
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

create function public.preview_refund(p_booking_id uuid, p_what text)
returns table (
  status text, starts_at timestamptz, ends_at timestamptz, is_possible boolean, refund text, new_time text,
  needs_agreement boolean, refund_paise integer, currency text, refund_state text, decided_at timestamptz
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
      case when d.refund = 'full' then coalesce(y.amount_paise, 0) else 0 end, coalesce(y.currency, 'INR'), r.state, now()
    from public.bookings b
    cross join lateral private.refund_decision(p_what, b.status, lower(b.during), now()) d
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    where b.id = p_booking_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
end
$$;
comment on function public.preview_refund(uuid, text) is
  'What the refund policy says of a booking now, for administrators, before they confirm. p_what: reject, founder_cancels, founder_moves, mentor_cancels, technical_issue, mentor_no_show or founder_no_show. refund is full or none, refund_paise what would go back (0 also where nothing was paid online); new_time is free, discretion (the mentor''s) or none; needs_agreement: only if the mentor agrees. PT404 booking_not_found, PT422 incident_unknown.';

create function public.record_incident(
  p_booking_id uuid, p_what text, p_expected_refund text default null,
  p_date date default null, p_start_time time default null, p_end_time time default null, p_reason text default null
)
returns table (status text, refund text, refund_paise integer, refund_state text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  v_booking public.bookings;
  v_decision record;
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
  ) then
    v_decision := private.refund_decision(p_what, v_booking.status, lower(v_booking.during), now());
    if v_decision.is_possible and not v_is_move and v_decision.refund is distinct from coalesce(p_expected_refund, v_decision.refund) then
      raise exception using errcode = 'PT409', message = 'refund_changed', detail = v_decision.refund;
    end if;
    update public.bookings b
    set status = v_status, incident = p_what, incident_at = clock_timestamp(),
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
comment on function public.record_incident(uuid, text, text, date, time, time, text) is
  'For administrators: an approved session is cancelled or did not take place. p_what: founder_cancels, mentor_cancels, technical_issue, mentor_no_show or founder_no_show. With a new time it is moved (free of charge) and nothing goes back; without, it is cancelled and the refund policy decides, except founder_no_show, which completes it. p_expected_refund (full or none) is what the preview said. p_reason is shown to the founder. Repeating a call that succeeded changes nothing. PT404 booking_not_found, PT409 incident_not_possible | refund_changed | slot_taken | mentor_gone | booking_transition_not_allowed, PT422 incident_unknown | time_not_valid | slot_in_past.';

revoke execute on function
  public.preview_refund(uuid, text), public.record_incident(uuid, text, text, date, time, time, text)
from public, anon;
grant execute on function
  public.preview_refund(uuid, text), public.record_incident(uuid, text, text, date, time, time, text)
to authenticated, service_role;
