set local lock_timeout = '5s';

-- A mentor's sessions, what a mentor records about them, and the first page of the mentor's area.
-- See docs/product/sessions.md#mentors-list and docs/product/mentor-accounts.md#mentor-area.

-- Reading -----------------------------------------------------------------------------------------------------------

create function private.founder_name_for_mentor(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select p.name from public.profiles p
  where p.id = p_user_id and p.name !~ '@' and lower(p.name) <> split_part(lower(p.email), '@', 1)
$$;
comment on function private.founder_name_for_mentor is
  'A founder''s name as a mentor reads it; null once the account is deleted, and where the database made the name '
  'from the address, which the mentor must not learn.';

create function private.session_for_mentor(p_booking public.bookings) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', p_booking.id, 'code', p_booking.code, 'created_at', p_booking.created_at,
    'founder_name', private.founder_name_for_mentor(p_booking.user_id),
    'date', p_booking.date, 'start_time', p_booking.start_time, 'end_time', p_booking.end_time,
    'status', p_booking.status, 'incident', p_booking.incident, 'decision_cause', p_booking.decision_cause,
    'google_meet_link', case when p_booking.status in ('confirmed', 'rescheduled') then p_booking.google_meet_link end
  )
$$;
comment on function private.session_for_mentor is
  'What a mentor reads of a booking in a list: never an address, a number, a payment or the provider''s ids '
  '(docs/product/sessions.md#mentors-list).';

create function public.mentor_sessions(
  p_mentor_id uuid default null, p_view text default 'upcoming', p_search text default '', p_before uuid default null,
  p_limit integer default 20
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_is_upcoming boolean := p_view = 'upcoming';
  v_search text := lower(private.clean_line(coalesce(p_search, '')));
  v_pattern text := '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_limit integer := least(greatest(coalesce(p_limit, 20), 1), 100);
  v_starts_at timestamptz;
begin
  if p_view is null or p_view not in ('upcoming', 'past') then
    raise exception using errcode = 'PT422', message = 'view_unknown', detail = left(coalesce(p_view, ''), 60);
  end if;
  if p_before is not null then
    select lower(b.during) into v_starts_at from public.bookings b where b.id = p_before and b.mentor_id = v_mentor_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'booking_not_found';
    end if;
  end if;
  return (
    select jsonb_build_object(
      'sessions', coalesce(jsonb_agg(private.session_for_mentor(f.booking) order by f.position)
        filter (where f.position <= v_limit), '[]'),
      'has_more', count(*) > v_limit
    )
    from (
      select b as booking, row_number() over (
        order by case when v_is_upcoming then lower(b.during) end, case when v_is_upcoming then b.id end,
          lower(b.during) desc, b.id desc
      ) as position
      from public.bookings b
      where b.mentor_id = v_mentor_id
        and (b.status in ('pending_admin_review', 'confirmed', 'rescheduled') and upper(b.during) > now())
          = v_is_upcoming
        and (v_search = '' or lower(private.founder_name_for_mentor(b.user_id)) like v_pattern
          or b.code = private.read_booking_code(v_search))
        and (p_before is null or case
          when v_is_upcoming then (lower(b.during), b.id) > (v_starts_at, p_before)
          else (lower(b.during), b.id) < (v_starts_at, p_before)
        end)
      order by position
      limit v_limit + 1
    ) f
  );
end
$$;
comment on function public.mentor_sessions is
  'For a mentor about the own sessions, and for administrators (docs/product/sessions.md#mentors-list): {"sessions", '
  '"has_more"}. p_view: upcoming (under review or approved, and not over; the next first) or past (all others; the '
  'latest first). p_search: a part of the founder''s name, or a whole short code. p_before: the last session seen. '
  'Each: id, code, created_at, founder_name (null where none is known), date, start_time, end_time (India''s), '
  'status, incident, decision_cause, google_meet_link. At most 100. PT422 view_unknown, PT404 mentor_not_found | '
  'booking_not_found; 42501 mentor_only.';

create function public.sessions_on_days_off(p_mentor_id uuid, p_hours jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_hours jsonb := private.parse_hours(v_mentor_id, p_hours);
  v_new_days_off datemultirange := private.days_off_of(v_hours) - (private.hiding_rules_of(v_mentor_id)).days_off;
begin
  return (
    select coalesce(jsonb_agg(private.session_for_mentor(b) order by lower(b.during), b.id), '[]')
    from public.bookings b
    where b.mentor_id = v_mentor_id and b.status in ('pending_admin_review', 'confirmed', 'rescheduled')
      and lower(b.during) > now() and v_new_days_off && private.days_of(b.during, v_hours ->> 'time_zone')
  );
end
$$;
comment on function public.sessions_on_days_off is
  'For a mentor, and for administrators, before save_hours() with the same hours: the sessions ahead, under review or '
  'approved, on days that become days off, the next first, each as in mentor_sessions '
  '(docs/product/hours.md#days-off). Errors of preview_hours().';

-- What a mentor records ---------------------------------------------------------------------------------------------

create function private.may_report_absence(p_during tstzrange, p_now timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select p_now between lower(p_during) + interval '10 minutes' and lower(p_during) + interval '72 hours'
$$;
comment on function private.may_report_absence is
  'Whether a mentor may say that the founder did not come: from 10 minutes after the start until 72 hours after it. '
  'rules/sessions/mentor-session.ts has the same values; a test compares them.';

create function private.lock_booking_of_mentor(p_booking_id uuid, p_mentor_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id and b.mentor_id = p_mentor_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return v_booking;
end
$$;
comment on function private.lock_booking_of_mentor is
  'A mentor''s own booking, locked. PT404 booking_not_found, also for another mentor''s.';

create function public.report_founder_absence(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_booking public.bookings := private.lock_booking_of_mentor(p_booking_id, v_mentor_id);
begin
  if v_booking.incident is not null then
    raise exception using errcode = 'PT409', message = 'incident_exists';
  end if;
  if v_booking.status not in ('confirmed', 'rescheduled', 'completed')
    or not private.may_report_absence(v_booking.during, now()) then
    raise exception using errcode = 'PT409', message = 'incident_not_possible';
  end if;
  update public.bookings b
  set status = 'completed', incident = 'founder_no_show', incident_at = clock_timestamp()
  where b.id = p_booking_id;
end
$$;
comment on function public.report_founder_absence is
  'A mentor says that the founder did not come (docs/product/sessions.md#no-show-reports): the session is completed, '
  'nothing is refunded, and the founder is told how to object. From 10 minutes after the start until 72 hours after '
  'it. PT404 booking_not_found, PT409 incident_exists | incident_not_possible | mentor_left, 42501 mentor_only.';

create index bookings_mentor_cancellations_idx on public.bookings (mentor_id, incident_at)
where incident = 'mentor_cancels' and status = 'cancelled';

create function private.count_cancellations(p_mentor_id uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.bookings b
  where b.mentor_id = p_mentor_id and b.incident = 'mentor_cancels' and b.status = 'cancelled'
    and b.incident_at > now() - interval '90 days'
$$;
comment on function private.count_cancellations is
  'How many approved sessions the mentor cancelled in the last 90 days, also those that administrators recorded.';

create function private.tell_of_cancellations() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.count_cancellations(new.mentor_id) >= 3 then
    perform private.enqueue_job(
      'mentor_mail', jsonb_build_object('mail', 'third_cancellation', 'booking_id', new.id), 'cancels:' || new.id);
  end if;
  return null;
end
$$;
comment on function private.tell_of_cancellations is
  'Administrators get one e-mail for each cancellation of a mentor from the third in 90 days on '
  '(docs/product/sessions.md#cancelling). The mentor is locked already, so two at once count each other.';
create trigger tell_of_cancellations after update on public.bookings
for each row when (
  new.status = 'cancelled' and old.status is distinct from new.status and new.incident = 'mentor_cancels'
  and new.mentor_id is not null
)
execute function private.tell_of_cancellations();

create function private.mail_third_cancellation(p_payload jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'recipients', (
        select coalesce(jsonb_agg(jsonb_build_object('to', a.email, 'role', 'admin:' || a.id) order by a.id), '[]')
        from public.profiles a where a.is_admin
      ),
      'facts', jsonb_build_object(
        'mentor', b.mentor_name, 'mentor_id', b.mentor_id, 'count', private.count_cancellations(b.mentor_id),
        'session', jsonb_build_object('date', b.date, 'start_time', b.start_time, 'end_time', b.end_time),
        'code', b.code, 'reason', b.notes
      )
    )
    from public.bookings b
    where b.id = (p_payload ->> 'booking_id')::uuid and b.status = 'cancelled' and b.incident = 'mentor_cancels'
  );
end
$$;
comment on function private.mail_third_cancellation is
  'The e-mail to administrators about a mentor who cancelled at least three sessions in 90 days.';

create function public.preview_mentor_cancellation(p_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor();
  v_answer jsonb;
begin
  select jsonb_build_object(
    'is_possible', d.is_possible, 'refund_paise', coalesce(y.amount_paise, 0),
    'cancellations', private.count_cancellations(v_mentor_id)
  ) into v_answer
  from public.bookings b
  cross join lateral private.refund_decision('mentor_cancels', b.status, lower(b.during), now()) d
  left join private.payments y on y.booking_id = b.id
  where b.id = p_booking_id and b.mentor_id = v_mentor_id;
  if v_answer is null then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  return v_answer;
end
$$;
comment on function public.preview_mentor_cancellation is
  'Before a mentor cancels an own session: {"is_possible", "refund_paise" (what the founder gets back; 0 where '
  'nothing was paid online), "cancellations" (the mentor''s in the last 90 days)}. PT404 booking_not_found, 42501 '
  'mentor_only.';

create function public.cancel_session_as_mentor(p_booking_id uuid, p_reason text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_booking public.bookings := private.lock_booking_of_mentor(p_booking_id, v_mentor_id);
  v_reason text := private.clean_text(coalesce(p_reason, ''));
begin
  if not char_length(v_reason) <@ (private.booking_limits()).reason then
    raise exception using errcode = 'PT422', message = 'reason_text_length';
  end if;
  -- A repeated call: the answer was lost, or the button was pressed twice.
  if v_booking.status <> 'cancelled' or v_booking.incident is distinct from 'mentor_cancels' then
    if not (private.refund_decision('mentor_cancels', v_booking.status, lower(v_booking.during), now())).is_possible then
      raise exception using errcode = 'PT409', message = 'incident_not_possible';
    end if;
    update public.bookings b
    set status = 'cancelled', incident = 'mentor_cancels', incident_at = clock_timestamp(), notes = v_reason
    where b.id = p_booking_id;
  end if;
  return jsonb_build_object(
    'refund_paise', coalesce((
      select r.amount_paise from private.payments y join private.refunds r on r.payment_id = y.id
      where y.booking_id = p_booking_id
    ), 0),
    'cancellations', private.count_cancellations(v_mentor_id)
  );
end
$$;
comment on function public.cancel_session_as_mentor is
  'A mentor cancels an approved session before its start, with a reason of 5 to 300 characters that the founder and '
  'administrators read; the refund policy gives the full refund (docs/product/sessions.md#cancelling). Answers '
  '{"refund_paise", "cancellations"}. Repeating a call that succeeded changes nothing. PT404 booking_not_found, PT409 '
  'incident_not_possible | mentor_left, PT422 reason_text_length, 42501 mentor_only.';

-- The first page ----------------------------------------------------------------------------------------------------

create function private.waits_for_mentor(p_booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_booking.status = 'pending_admin_review' and p_booking.approval_mode <> 'automatic'
    and p_booking.answer_by > now()
    and not exists (select from private.mentor_answers a where a.booking_id = p_booking.id)
$$;
comment on function private.waits_for_mentor is
  'Whether the booking is a request that its mentor has not answered yet.';

create function public.mentor_today(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_mentor public.mentors;
  v_settings public.mentor_settings;
  v_zone text;
  v_today date;
  v_free record;
  v_has_free boolean;
begin
  select m.* into v_mentor from public.mentors m where m.id = v_mentor_id;
  select s.* into v_settings from public.mentor_settings s where s.mentor_id = v_mentor_id;
  v_zone := v_settings.time_zone;
  v_today := (now() at time zone v_zone)::date;
  select a.date, a.start_time, a.end_time into v_free
  from public.mentor_availability a
  where a.mentor_id = v_mentor_id and a.date >= private.today() and lower(a.during) >= private.bookable_from(v_mentor)
    and not a.is_booked and a.hidden_because is null and not private.has_claim(v_mentor_id, a.during)
  order by a.date, a.start_time
  limit 1;
  v_has_free := found;
  return jsonb_build_object(
    'requests', (
      select jsonb_build_object(
        'count', count(*),
        'first', coalesce(jsonb_agg(private.session_for_mentor(f.booking)
          || jsonb_build_object(
            'answer_by', (f.booking).answer_by,
            'amount_paise', (select y.amount_paise from private.payments y where y.booking_id = (f.booking).id),
            'question', private.brief_of((f.booking).id, false) ->> 'question'
          ) order by (f.booking).answer_by)
          filter (where f.position <= 3), '[]')
      )
      from (
        select b as booking, row_number() over (order by b.answer_by, b.id) as position
        from public.bookings b
        where b.mentor_id = v_mentor_id and b.status = 'pending_admin_review' and private.waits_for_mentor(b)
      ) f
    ),
    'sessions', (
      select coalesce(jsonb_agg(private.session_for_mentor(b) order by lower(b.during), b.id), '[]')
      from public.bookings b
      where b.mentor_id = v_mentor_id and b.status in ('confirmed', 'rescheduled', 'completed')
        -- The index has days in India; a day in the mentor's zone may touch the day before or after.
        and b.date between v_today - 1 and v_today + 3
        and (lower(b.during) at time zone v_zone)::date between v_today and v_today + 1
    ),
    'next_free', case when v_has_free and v_mentor.listing_state = 'listed' and v_mentor.price > 0 then
      jsonb_build_object('date', v_free.date, 'start_time', v_free.start_time, 'end_time', v_free.end_time) end,
    'first_steps', jsonb_build_object(
      'is_hidden', v_settings.hides_first_steps,
      'has_calendar', exists (
        select from private.mentor_calendars c where c.mentor_id = v_mentor_id and c.state = 'ok'),
      'has_payout_details', exists (select from private.payout_details d where d.mentor_id = v_mentor_id)
    ),
    'missing', to_jsonb(array_remove(array[
      case when not exists (select from public.mentor_weekly_hours h where h.mentor_id = v_mentor_id)
        and not exists (
          select from public.mentor_availability a where a.mentor_id = v_mentor_id and a.date >= private.today()
        )
        then 'hours' end,
      case when v_mentor.listing_state = 'draft' then 'profile' end,
      case when v_mentor.price = 0 then 'price' end
    ], null))
  );
end
$$;
comment on function public.mentor_today is
  'For a mentor, and for administrators: the first page of the mentor''s area '
  '(docs/product/mentor-accounts.md#mentor-area): requests that wait ({"count", "first": three}, with answer_by, '
  'amount_paise: what the founder paid, question: what the founder wants, or null), '
  'sessions of today and tomorrow in the mentor''s zone (as in mentor_sessions, also those that are over), next_free '
  '(a time that founders may book now, else null), first_steps ({"is_hidden", "has_calendar": the own one is read, "has_payout_details"}), '
  'missing (what must be done before founders can book: hours, profile, price). PT404 mentor_not_found, 42501 mentor_only.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.mentors_who_cancelled(p_mentor_ids uuid[])
returns table (mentor_id uuid, cancellations integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select m.id, private.count_cancellations(m.id) from unnest(p_mentor_ids) m (id)
    where private.count_cancellations(m.id) >= 3;
end
$$;
comment on function public.mentors_who_cancelled is
  'For administrators: those of these mentors who cancelled three or more sessions in the last 90 days, and how many.';

revoke execute on all functions in schema private from public;
revoke execute on function public.mentor_sessions, public.sessions_on_days_off, public.report_founder_absence,
  public.preview_mentor_cancellation, public.cancel_session_as_mentor, public.mentor_today,
  public.mentors_who_cancelled from public, anon;
grant execute on function public.mentor_sessions, public.sessions_on_days_off, public.report_founder_absence,
  public.preview_mentor_cancellation, public.cancel_session_as_mentor, public.mentor_today,
  public.mentors_who_cancelled to authenticated, service_role;
