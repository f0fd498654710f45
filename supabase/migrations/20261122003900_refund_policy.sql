set local lock_timeout = '5s';

-- One rule decides what a founder gets back (docs/product/refunds.md#tiers). rules/money/refund-policy.ts has the same
-- rule, for what people see before they confirm; a test keeps the two equal.
--
-- The policy counts from when the founder asked, not from when an administrator records it: an answer may take 24
-- hours, and a founder who asked in time must not lose money by that.

create function private.refund_decision(
  p_what text, p_status text, p_starts_at timestamptz, p_now timestamptz,
  out is_possible boolean, out refund text, out new_time text, out needs_agreement boolean
)
language plpgsql immutable set search_path = '' as $$
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
  -- Between 24 and 12 hours before the start the mentor must agree, and the founder has no promise.
  needs_agreement := p_what = 'founder_cancels' and refund = 'full' and not v_is_pending and not v_is_early;
end
$$;
comment on function private.refund_decision is
  'The refund policy. refund: full or none. new_time: free (owed or allowed), discretion (the mentor''s), none. '
  'needs_agreement: only when the mentor says yes. Where is_possible is false, this cannot happen, and nothing is '
  'owed.';

create function private.asked_at(p_what text, p_asked_at timestamptz, p_booked_at timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
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
  -- People enter whole minutes, so the minute in which the booking was made is accepted.
  if p_asked_at < date_trunc('minute', p_booked_at) then
    raise exception using errcode = 'PT422', message = 'asked_at_not_valid', detail = 'before_booking';
  end if;
  return least(greatest(p_asked_at, p_booked_at), now());
end
$$;
comment on function private.asked_at is
  'Checks the time at which a founder asked, as an administrator enters it: after the booking was made and not in the '
  'future, by this database''s clock (10 seconds too late are accepted). Null stays null. PT422 asked_at_not_valid, '
  'detail before_booking | in_future | not_a_request.';

create function private.incident_decision(
  p_what text, p_status text, p_starts_at timestamptz, p_recorded_at timestamptz, p_asked_at timestamptz,
  out is_possible boolean, out refund text, out new_time text, out needs_agreement boolean
)
language sql immutable set search_path = '' as $$
  select d.is_possible, d.refund, d.new_time, d.needs_agreement
  from private.refund_decision(
    p_what,
    -- The worker may have completed the session since; a founder who asked before the start asked about a session to
    -- come.
    case when p_status = 'completed' and p_asked_at < p_starts_at then 'confirmed' else p_status end,
    p_starts_at,
    coalesce(p_asked_at, p_recorded_at)
  ) d
$$;
comment on function private.incident_decision is
  'The refund policy (private.refund_decision), counted from when the founder asked, else from when it is recorded.';

create function private.is_refund_denied(p_booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
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
comment on function private.is_refund_denied is
  'Whether the policy gives nothing back for a cancelled session, because of its cause and time. Read from the '
  'booking.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.preview_refund(p_booking_id uuid, p_what text, p_asked_at timestamptz default null)
returns table (
  status text, starts_at timestamptz, ends_at timestamptz, is_possible boolean, refund text, new_time text,
  needs_agreement boolean, refund_paise integer, currency text, refund_state text, decided_at timestamptz,
  asked_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_what is null or p_what not in (
    'reject', 'founder_cancels', 'founder_moves', 'mentor_cancels', 'technical_issue', 'mentor_no_show',
    'founder_no_show'
  ) then
    raise exception using errcode = 'PT422', message = 'incident_unknown';
  end if;
  return query
    select b.status, lower(b.during), upper(b.during), d.is_possible, d.refund, d.new_time, d.needs_agreement,
      case when d.refund = 'full' then coalesce(y.amount_paise, 0) else 0 end, coalesce(y.currency, 'INR'), r.state,
      now(), a.at
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
comment on function public.preview_refund is
  'What the refund policy says of a booking, for administrators, before they confirm. p_what: reject, '
  'founder_cancels, founder_moves, mentor_cancels, technical_issue, mentor_no_show or founder_no_show. refund is full '
  'or none, refund_paise what would go back (0 also where nothing was paid online); new_time is free, discretion (the '
  'mentor''s) or none; needs_agreement: only if the mentor agrees. p_asked_at: when the founder asked '
  '(founder_cancels and founder_moves alone), from which the policy counts; null is now. asked_at: what it counted '
  'from, null where there was no earlier request. PT404 booking_not_found, PT422 incident_unknown | '
  'asked_at_not_valid (detail: before_booking, in_future, not_a_request).';

create function public.record_incident(
  p_booking_id uuid, p_what text, p_expected_refund text default null,
  p_date date default null, p_start_time time default null, p_end_time time default null, p_reason text default null,
  p_asked_at timestamptz default null, p_expected_agreement boolean default null
)
returns table (status text, refund text, refund_paise integer, refund_state text)
language plpgsql security definer set search_path = '' as $$
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

  -- Does nothing for a repeated call, which comes when the first answer was lost.
  if not (
    v_booking.incident is not distinct from p_what and v_booking.status = v_status
    and (not v_is_move
      or (v_booking.date, v_booking.start_time, v_booking.end_time) = (p_date, p_start_time, p_end_time))
    -- Equal within a minute, because a time that was a few seconds wrong was corrected.
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
    v_needs_agreement := case when v_is_move then v_decision.new_time = 'discretion'
      else v_decision.needs_agreement end;
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
        when v_is_move then left('Rescheduled: ' || coalesce(private.clean_text(p_reason), ''), 2000)
        when private.clean_text(p_reason) <> '' then left(private.clean_text(p_reason), 2000)
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
comment on function public.record_incident is
  'For administrators: an approved session is cancelled or did not take place. p_what: founder_cancels, '
  'mentor_cancels, technical_issue, mentor_no_show or founder_no_show. With a new time it is moved (free of charge) '
  'and nothing goes back; without, it is cancelled and the refund policy decides, except founder_no_show, which '
  'completes it. p_expected_refund (full or none) is what the preview said, and p_expected_agreement whether the '
  'mentor has to agree: needs_agreement, with a new time new_time = discretion; when either has changed since, '
  'nothing is recorded. p_asked_at: when the founder asked (founder_cancels alone), from which the policy counts; null '
  'is now. p_reason is shown to the founder. Repeating a call that succeeded changes nothing. PT404 booking_not_found, '
  'PT409 incident_not_possible | refund_changed | slot_taken | mentor_gone | booking_transition_not_allowed, PT422 '
  'incident_unknown | time_not_valid | slot_in_past | asked_at_not_valid (detail: before_booking, in_future, '
  'not_a_request).';

-- For founders ------------------------------------------------------------------------------------------------------

create function public.preview_cancellation(p_booking_id uuid)
returns table (
  status text, starts_at timestamptz, is_possible boolean, can_cancel_here boolean, refund text, new_time text,
  needs_agreement boolean, paid_paise integer, currency text, min_working_days integer, max_working_days integer,
  decided_at timestamptz, can_move_here boolean, moves_left integer
)
language sql stable security definer set search_path = '' as $$
  select b.status, lower(b.during), d.is_possible,
    case when b.status = 'pending_admin_review' then b.created_at > now() - (private.booking_limits()).cancellable
      else d.is_possible and not d.needs_agreement end,
    d.refund, d.new_time, d.needs_agreement, y.amount_paise, coalesce(y.currency, 'INR'),
    t.min_working_days, t.max_working_days, now(),
    b.status in ('confirmed', 'rescheduled') and m.new_time = 'free'
      and b.founder_moves < (private.booking_limits()).founder_moves,
    (private.booking_limits()).founder_moves - b.founder_moves
  from public.bookings b
  cross join lateral private.refund_decision('founder_cancels', b.status, lower(b.during), now()) d
  cross join lateral private.refund_decision('founder_moves', b.status, lower(b.during), now()) m
  cross join private.refund_terms t
  left join private.payments y on y.booking_id = b.id
  where b.id = p_booking_id and b.user_id = (select private.require_signed_in())
$$;
comment on function public.preview_cancellation is
  'What the refund policy says now about the caller''s own session, before it is cancelled or moved. '
  'can_cancel_here, can_move_here: without asking (cancel_session, move_session); else by ask_for_change. '
  'refund '
  'full or none; new_time free, discretion (the mentor''s) or none; needs_agreement: only if the mentor agrees. '
  'paid_paise is null where nothing was paid online. No row: no such booking, or another person''s.';

create function public.my_session_refunds()
returns table (
  booking_id uuid, payment_id text, amount_paise integer, currency text, state text, requested_at timestamptz,
  processed_at timestamptz, expected_from date, expected_by date, is_late boolean, outside_reference text
)
language sql stable security definer set search_path = '' as $$
  select b.id, y.id, y.amount_paise, y.currency,
    case when r.id is null then 'none' when r.state in ('queued', 'failed') then 'queued' else r.state end,
    r.requested_at, r.processed_at, e.expected_from, e.expected_by,
    coalesce(r.state <> 'processed' and e.expected_by < private.today(), false), r.outside_reference
  from public.bookings b
  join private.payments y on y.booking_id = b.id
  left join private.refunds r on r.payment_id = y.id
  cross join private.refund_terms t
  cross join lateral (
    select private.add_working_days(s.since, t.min_working_days) as expected_from,
      private.add_working_days(s.since, t.max_working_days) as expected_by
    from (select coalesce(r.requested_at, r.created_at) as since) s
  ) e
  where b.user_id = (select private.require_signed_in())
    and (r.id is not null or b.status in ('cancelled', 'rejected') or b.incident is not null)
  order by lower(b.during) desc, b.id
$$;
comment on function public.my_session_refunds is
  'What became of the caller''s payments for sessions that ended early or did not go as agreed, the latest first. '
  'state is none (nothing goes back), queued, pending or processed, as in refund_progress; dates are India''s and null '
  'without a refund; is_late: not processed by the day it was expected.';

revoke execute on all functions in schema private from public;
revoke execute on function public.preview_refund, public.record_incident, public.preview_cancellation,
  public.my_session_refunds from public, anon;
grant execute on function public.preview_refund, public.record_incident, public.preview_cancellation,
  public.my_session_refunds to authenticated, service_role;
