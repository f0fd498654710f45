set local lock_timeout = '5s';

-- What mentors answer to a paid request, the other times that they offer, and who approves bookings.
-- See docs/product/requests.md#answering.

-- How the marketplace works -----------------------------------------------------------------------------------------

create table private.marketplace_settings (
  is_only_row boolean primary key default true check (is_only_row),
  approval text not null default 'administrator' check (approval in ('administrator', 'mentor', 'automatic')),
  default_fee_bps integer not null default 0 check (default_fee_bps <@ private.fee_bps_limits()),
  default_min_notice_minutes integer not null default 720
    check (default_min_notice_minutes <@ (private.hours_limits()).notice_minutes),
  opening_hidden_at timestamptz,
  updated_at timestamptz not null default now()
);
insert into private.marketplace_settings default values;

comment on table private.marketplace_settings is 'One row: what administrators choose for the whole marketplace.';
comment on column private.marketplace_settings.approval is
  'Who approves bookings that are paid from now on; each booking keeps it as approval_mode.';
comment on column private.marketplace_settings.default_fee_bps is
  'The marketplace''s share of a session in hundredths of a percent, for mentors without a share of their own.';
comment on column private.marketplace_settings.default_min_notice_minutes is 'The minimum notice of new mentors.';
comment on column private.marketplace_settings.opening_hidden_at is
  'When an administrator hid the first steps of a new marketplace; null while the overview shows them.';

alter table private.marketplace_settings enable row level security;
revoke all on table private.marketplace_settings from public, anon, authenticated, service_role;

create function private.least_notice() returns interval
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case s.approval when 'automatic' then interval '0'
      else (private.booking_limits()).latest_answer + interval '1 hour' end
    from private.marketplace_settings s
  );
end
$$;
comment on function private.least_notice is
  'The notice that every mentor''s times need: where a person approves bookings, an hour more than the latest answer, for '
  'the payment and the answer (docs/product/hours.md#minimum-notice).';

create function private.default_min_notice_minutes() returns integer
language sql stable security definer set search_path = '' as $$
  select s.default_min_notice_minutes from private.marketplace_settings s
$$;
alter table public.mentors alter column min_notice_minutes set default private.default_min_notice_minutes();

create function public.marketplace_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('approval', s.approval, 'default_fee_bps', s.default_fee_bps,
      'default_min_notice_minutes', s.default_min_notice_minutes)
    from private.marketplace_settings s
  );
end
$$;
comment on function public.marketplace_settings is
  'For administrators: {approval, default_fee_bps, default_min_notice_minutes} of the marketplace.';

create function public.save_marketplace_settings(
  p_approval text default null, p_default_fee_bps integer default null,
  p_default_min_notice_minutes integer default null, p_seen jsonb default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_wanted jsonb := jsonb_strip_nulls(jsonb_build_object('approval', p_approval,
    'default_fee_bps', p_default_fee_bps, 'default_min_notice_minutes', p_default_min_notice_minutes));
begin
  perform private.require_admin();
  if p_approval not in ('administrator', 'mentor', 'automatic') or not p_default_fee_bps <@ private.fee_bps_limits()
    or not p_default_min_notice_minutes <@ (private.hours_limits()).notice_minutes
  then
    raise exception using errcode = 'PT422', message = 'setting_not_valid';
  end if;
  perform from private.marketplace_settings for update;
  if exists (
    select from jsonb_each(v_wanted) w, jsonb_each(public.marketplace_settings()) n
    where n.key = w.key and n.value not in (w.value, p_seen -> w.key))
  then
    raise exception using errcode = 'PT409', message = 'settings_changed_meanwhile';
  end if;
  update private.marketplace_settings s
  set approval = coalesce(p_approval, s.approval), default_fee_bps = coalesce(p_default_fee_bps, s.default_fee_bps),
    default_min_notice_minutes = coalesce(p_default_min_notice_minutes, s.default_min_notice_minutes),
    updated_at = now();
  return public.marketplace_settings();
end
$$;
comment on function public.save_marketplace_settings is
  'For administrators: approval (administrator, mentor or automatic) holds for bookings paid from now on, '
  'the others for mentors without values of their own. Null stays as it is, so that two administrators at once do not '
  'set back what the other changed. p_seen has the settings as the administrator saw them: PT409 settings_changed_meanwhile where '
  'one that is saved is another one by now. PT422 setting_not_valid.';

-- Answers -----------------------------------------------------------------------------------------------------------

create table private.mentor_answers (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  answer text not null check (answer in ('accept', 'decline')),
  reason_code text check (reason_code in ('not_free', 'not_my_subject', 'needs_more', 'other')),
  reason_text text check (char_length(reason_text) <@ (private.booking_limits()).reason),
  via text not null check (via in ('dashboard', 'link')),
  answered_at timestamptz not null default now(),
  answered_by uuid references public.profiles (id) on delete set null,
  constraint mentor_answers_decline_has_reason check ((answer = 'decline') = (reason_code is not null)),
  constraint mentor_answers_other_has_text check ((reason_code is not distinct from 'other') = (reason_text is not null))
);
create index mentor_answers_mentor_idx on private.mentor_answers (mentor_id);
create index mentor_answers_answered_by_idx on private.mentor_answers (answered_by);
create index mentor_answers_declined_idx on private.mentor_answers (answered_at) where answer = 'decline';

comment on table private.mentor_answers is
  'Whether a mentor can take a booking, as the mentor said; read by calls only.';
comment on column private.mentor_answers.reason_text is 'The mentor''s own words; with the reason other alone.';
comment on column private.mentor_answers.via is
  'dashboard: signed in. link: by the link of the e-mail, without a log-in.';
comment on column private.mentor_answers.answered_at is
  'Start of the transaction that recorded it; guard_booking compares it.';
comment on column private.mentor_answers.answered_by is
  'The account that answered; null by link, or once it is deleted.';

alter table private.mentor_answers enable row level security;
revoke all on table private.mentor_answers from public, anon, authenticated, service_role;

-- Other times that a mentor offers ----------------------------------------------------------------------------------

create table public.time_proposals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  kind text not null check (kind in ('decline', 'move')),
  date date not null,
  start_time time not null,
  end_time time not null,
  during tstzrange not null generated always as (private.session_range(date, start_time, end_time)) stored,
  state text not null check (state in ('draft', 'open', 'accepted', 'declined', 'withdrawn', 'lost', 'expired')),
  sent_at timestamptz,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint time_proposals_sent check ((state = 'draft') <= (sent_at is null)),
  constraint time_proposals_decided check ((state in ('draft', 'open')) = (decided_at is null))
);
create index time_proposals_booking_idx on public.time_proposals (booking_id, created_at);
create index time_proposals_mentor_idx on public.time_proposals (mentor_id);
create index time_proposals_open_idx on public.time_proposals (mentor_id) where state = 'open';
create unique index time_proposals_offered_once on public.time_proposals (booking_id, date, start_time)
where state in ('draft', 'open');

comment on table public.time_proposals is
  'Other times that a mentor offers for a booking. The times are not held: other people may still buy them.';
comment on column public.time_proposals.id is 'Names the time when the founder chooses it.';
comment on column public.time_proposals.booking_id is 'What it is offered for.';
comment on column public.time_proposals.mentor_id is 'The booking''s mentor, who offers it.';
comment on column public.time_proposals.created_at is 'When the mentor named it.';
comment on column public.time_proposals.kind is
  'decline: instead of a request that the mentor cannot take. move: instead of an approved session.';
comment on column public.time_proposals.date is 'Day in India.';
comment on column public.time_proposals.start_time is 'Start, Indian Standard Time.';
comment on column public.time_proposals.end_time is 'End, Indian Standard Time.';
comment on column public.time_proposals.during is 'The offered time, computed.';
comment on column public.time_proposals.state is
  'draft: noted, the founder does not see it. open: sent. accepted, declined: by the founder. withdrawn: by the '
  'mentor, or because the booking was decided in another way. lost: sold to another person. expired: not answered in '
  'time.';
comment on column public.time_proposals.sent_at is 'When the founder was told; the times of one offer have the same.';
comment on column public.time_proposals.decided_at is 'When it ended; guard_booking compares it.';

alter table public.time_proposals enable row level security;

create policy "Founders read times that were offered to them" on public.time_proposals
for select to authenticated using (
  sent_at is not null and exists (
    select from public.bookings b where b.id = booking_id and b.user_id = (select private.signed_in_user())
  )
);
create policy "Mentors read times that they offered" on public.time_proposals
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read all offered times" on public.time_proposals
for select to authenticated using ((select private.is_admin()));

revoke all on table public.time_proposals from public, anon, authenticated;
grant select on table public.time_proposals to authenticated;
grant select, insert, update, delete on table public.time_proposals to service_role;

create function private.offer_ends(p_proposal public.time_proposals, p_booking public.bookings) returns timestamptz
language sql stable set search_path = '' as $$
  select case p_proposal.kind
    when 'move' then least(p_proposal.sent_at + interval '72 hours', lower(p_booking.during) - interval '2 hours')
    else p_booking.answer_by
  end
$$;
comment on function private.offer_ends is
  'When an offered time can no longer be chosen: for a request its answer_by; for a session the earlier of 72 hours '
  'and 2 hours before its start (docs/product/requests.md#moving-an-approved-session).';

create function private.is_offer_open(p_proposal public.time_proposals, p_booking public.bookings) returns boolean
language sql stable set search_path = '' as $$
  select p_proposal.state = 'open' and clock_timestamp() < private.offer_ends(p_proposal, p_booking)
    and case p_proposal.kind
      when 'move' then p_booking.status in ('confirmed', 'rescheduled')
      else p_booking.status = 'pending_admin_review'
    end
$$;

create function private.offered_times(p_booking_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'kind', t.kind, 'date', t.date, 'start_time', t.start_time, 'end_time', t.end_time, 'state', t.state,
    'sent_at', t.sent_at
  ) order by t.date, t.start_time), '[]')
  from public.time_proposals t
  where t.booking_id = p_booking_id and t.state <> 'withdrawn'
$$;

create function private.is_free_for(p_booking public.bookings, p_during tstzrange) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from private.slot_claims c
    where c.mentor_id = p_booking.mentor_id and c.during && p_during and c.released_at is null
      and c.booking_id <> p_booking.id and (c.kind = 'sale' or c.expires_at > clock_timestamp())
  )
$$;
comment on function private.is_free_for is
  'Whether this time of the booking''s mentor is free: no other person has bought it or is paying for it.';

create function private.offer_range(p_booking public.bookings, out earliest timestamptz, out latest timestamptz)
language sql stable set search_path = '' as $$
  select now() + m.min_notice_minutes * interval '1 minute', now() + interval '8 weeks'
  from public.mentors m where m.id = p_booking.mentor_id
$$;

create function private.read_offered_times(p_booking public.bookings, p_times jsonb, p_least integer, p_most integer)
returns table (date date, start_time time, end_time time)
language plpgsql stable set search_path = '' as $$
declare
  v_times jsonb := coalesce(p_times, '[]');
  v_range record;
begin
  v_range := private.offer_range(p_booking);
  if jsonb_typeof(v_times) <> 'array' or jsonb_array_length(v_times) not between p_least and p_most then
    raise exception using errcode = 'PT422', message = 'proposal_not_valid', detail = v_range.earliest || '|' || v_range.latest;
  end if;
  if exists (
    select from private.parse_slots(v_times) s
    cross join lateral (select private.session_range(s.date, s.start_time, s.end_time) as during) r
    where r.during is null or upper(r.during) - lower(r.during) <> upper(p_booking.during) - lower(p_booking.during)
      or lower(r.during) not between v_range.earliest and v_range.latest
      -- A booking ends before midnight.
      or s.end_time >= time '24:00' or r.during = p_booking.during or not private.is_free_for(p_booking, r.during)
  ) or (select count(*) <> count(distinct s) from private.parse_slots(v_times) s) then
    raise exception using errcode = 'PT422', message = 'proposal_not_valid', detail = v_range.earliest || '|' || v_range.latest;
  end if;
  return query select s.date, s.start_time, s.end_time from private.parse_slots(v_times) s;
exception when sqlstate 'PT422' then
  raise exception using errcode = 'PT422', message = 'proposal_not_valid', detail = v_range.earliest || '|' || v_range.latest;
end
$$;
comment on function private.read_offered_times is
  'The times [{date, start_time, end_time}] that a mentor offers instead of a booking''s: of the same length, starting '
  'after the mentor''s minimum notice and within 8 weeks, not sold and not held by other people. PT422 '
  'proposal_not_valid (detail: from|to).';

create function private.offer_times(p_booking public.bookings, p_kind text, p_times jsonb, p_is_sent boolean) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.time_proposals (booking_id, mentor_id, kind, date, start_time, end_time, state, sent_at)
  select p_booking.id, p_booking.mentor_id, p_kind, t.date, t.start_time, t.end_time,
    case when p_is_sent then 'open' else 'draft' end, case when p_is_sent then now() end
  from private.parse_slots(p_times) t;
  if p_is_sent then
    perform private.announce_offer(p_booking.id);
  end if;
end
$$;

create function private.announce_offer(p_booking_id uuid) returns void
language sql set search_path = '' as $$
  select private.enqueue_job('mentor_mail',
    jsonb_build_object('mail', 'times_offered', 'booking_id', p_booking_id, 'sent_at', now()),
    'proposal:' || p_booking_id || ':' || now())
$$;

-- For the guard of bookings -----------------------------------------------------------------------------------------

create function private.is_offer_answered(p_booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  -- now() is the start of this transaction, and no earlier transaction has the same value.
  select exists (
    select from public.time_proposals t
    where t.booking_id = p_booking.id and t.decided_at = now()
      and case p_booking.status
        when 'rescheduled' then t.state = 'accepted'
          and (t.date, t.start_time, t.end_time) = (p_booking.date, p_booking.start_time, p_booking.end_time)
        when 'rejected' then t.kind = 'decline' and t.state = 'declined'
        else false
      end
  )
$$;
comment on function private.is_offer_answered is
  'Whether this transaction accepted an offered time that is now the booking''s or, for a rejected booking, declined '
  'its mentor''s offer (docs/product/requests.md#offered-times).';

create function private.is_answered_now(p_booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.mentor_answers a
    where a.booking_id = p_booking.id and a.answered_at = now()
      and a.answer = case p_booking.status when 'confirmed' then 'accept' when 'rejected' then 'decline' end
  )
$$;
comment on function private.is_answered_now is
  'Whether the mentor answered in this transaction, and the booking''s new status is that answer.';

-- A booking that was decided in another way ends the times that were offered instead of it.
create function private.close_proposals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.time_proposals t
  set state = case when new.decision_cause = 'unanswered' then 'expired' else 'withdrawn' end, decided_at = now()
  where t.booking_id = new.id and t.state = 'open';
  return null;
end
$$;
create trigger close_proposals after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.close_proposals();

-- Selling a time and choosing an offered time both hold the mentor's lock.
create function private.lose_proposals() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.time_proposals t set state = 'lost', decided_at = now()
  where t.mentor_id = new.mentor_id and t.state = 'open' and t.during && new.during and t.booking_id <> new.booking_id;
  return null;
end
$$;
create trigger lose_proposals after insert or update of kind, during on private.slot_claims
for each row when (new.kind = 'sale' and new.released_at is null)
execute function private.lose_proposals();

-- What the mentor reads of a request --------------------------------------------------------------------------------

create function private.overlaps_own_calendar(p_mentor_id uuid, p_during tstzrange) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.mentor_busy y where y.mentor_id = p_mentor_id and y.during && p_during);
end
$$;
comment on function private.overlaps_own_calendar is
  'Whether the mentor is busy at this time by the own calendar, as it was last read.';

create function private.request_card(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'booking_id', p_booking.id, 'code', p_booking.code, 'founder', private.founder_name_for_mentor(p_booking.user_id),
      'date', p_booking.date, 'start_time', p_booking.start_time, 'end_time', p_booking.end_time,
      'time_zone', coalesce(s.time_zone, 'Asia/Kolkata'), 'created_at', p_booking.created_at,
      'answer_by', p_booking.answer_by, 'approval_mode', p_booking.approval_mode,
      'brief', private.brief_of(p_booking.id, p_booking.status in ('confirmed', 'rescheduled')),
      'overlaps_calendar', private.overlaps_own_calendar(p_booking.mentor_id, p_booking.during),
      'answer', (
        select jsonb_build_object('answer', a.answer, 'reason_code', a.reason_code, 'reason_text', a.reason_text,
          'answered_at', a.answered_at)
        from private.mentor_answers a where a.booking_id = p_booking.id
      ),
      'offered_times', private.offered_times(p_booking.id),
      'offer_from', r.earliest, 'offer_to', r.latest
    )
    from private.offer_range(p_booking) r
    left join public.mentor_settings s on s.mentor_id = p_booking.mentor_id
  );
end
$$;

create function public.mentor_requests(p_mentor_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_requests jsonb;
begin
  select coalesce(jsonb_agg(private.request_card(b) order by b.answer_by, b.id), '[]') into v_requests
  from public.bookings b
  where b.mentor_id = v_mentor_id and b.status = 'pending_admin_review' and b.approval_mode <> 'automatic'
    and b.answer_by > now();
  if private.is_client() and not private.is_mentor_of(v_mentor_id) then
    perform private.record_read('bookings',
      jsonb_build_object('filter', jsonb_build_object('mentor_id', v_mentor_id, 'view', 'requests'),
        'rows', jsonb_array_length(v_requests)),
      array(select b.user_id from public.bookings b
        where b.mentor_id = v_mentor_id and b.status = 'pending_admin_review'));
  end if;
  return v_requests;
end
$$;
comment on function public.mentor_requests is
  'Paid requests of a mentor that wait for an answer, the first to end first: [{booking_id, code, founder, date, '
  'start_time, end_time, time_zone, created_at, answer_by, approval_mode, brief, overlaps_calendar, answer {answer, '
  'reason_code, reason_text, answered_at} or null, offered_times [{id, kind, date, start_time, end_time, state}], '
  'offer_from, offer_to}]. For the mentor''s own account and for administrators. 42501 mentor_only, PT404 '
  'mentor_not_found.';

-- Answering ---------------------------------------------------------------------------------------------------------

create function private.record_answer(
  p_booking public.bookings, p_via text, p_answer text, p_reason_code text, p_reason_text text, p_times jsonb
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_earlier private.mentor_answers;
  v_is_decline boolean := p_answer is not distinct from 'decline';
  v_reason text := case when v_is_decline and p_reason_code = 'other' then private.clean_text(p_reason_text) end;
  v_times jsonb := case when v_is_decline then coalesce(p_times, '[]') else '[]' end;
  v_decides boolean := p_booking.approval_mode = 'mentor';
  v_is_same boolean;
begin
  if p_answer is null or p_answer not in ('accept', 'decline') then
    raise exception using errcode = 'PT422', message = 'answer_not_valid';
  end if;
  select * into v_earlier from private.mentor_answers a where a.booking_id = p_booking.id;
  -- The same answer again: a second click, or a repeated call because the first reply was lost.
  v_is_same := v_earlier.answer = p_answer and (p_via = 'link' or not v_is_decline or (
    (v_earlier.reason_code, v_earlier.reason_text) is not distinct from (p_reason_code, v_reason)
    and jsonb_typeof(v_times) = 'array'
    and (
      select coalesce(jsonb_agg(jsonb_build_array(t.date, t.start_time) order by t.date, t.start_time), '[]')
      from public.time_proposals t
      where t.booking_id = p_booking.id and t.kind = 'decline' and t.state <> 'withdrawn'
    ) = (
      select coalesce(jsonb_agg(jsonb_build_array(s.date, s.start_time) order by s.date, s.start_time), '[]')
      from private.parse_slots(v_times) s
    )
  ));
  -- An administrator took back the confirmation that the answer gave: the mentor may confirm again.
  if v_is_same and not (v_decides and not v_is_decline and p_via = 'dashboard'
    and p_booking.status = 'pending_admin_review') then
    return jsonb_build_object('answer', p_answer, 'is_confirmed', v_decides and p_answer = 'accept');
  end if;
  if v_earlier.booking_id is not null
    and (p_via = 'link' or (v_decides and p_booking.status <> 'pending_admin_review')) then
    raise exception using errcode = 'PT409', message = 'already_answered', detail = v_earlier.answer;
  end if;
  if p_booking.decision_cause = 'unanswered'
    or (p_booking.status = 'pending_admin_review' and clock_timestamp() >= p_booking.answer_by) then
    raise exception using errcode = 'PT410', message = 'answer_too_late';
  end if;
  if p_booking.status <> 'pending_admin_review' then
    raise exception using errcode = 'PT409', message = 'booking_decided';
  end if;
  if p_answer = 'accept' and clock_timestamp() > private.approval_ends(lower(p_booking.during)) then
    raise exception using errcode = 'PT409', message = 'too_late';
  end if;
  -- The mentor before the offers: a sale locks them in this order.
  perform private.lock_mentor(p_booking.mentor_id);
  if v_is_decline then
    if p_reason_code is null or p_reason_code not in ('not_free', 'not_my_subject', 'needs_more', 'other') then
      raise exception using errcode = 'PT422', message = 'reason_required';
    end if;
    if p_reason_code = 'other' and not coalesce(char_length(v_reason), 0) <@ (private.booking_limits()).reason then
      raise exception using errcode = 'PT422', message = 'reason_text_length';
    end if;
    perform private.read_offered_times(p_booking, v_times, 0, 2);
  end if;

  insert into private.mentor_answers as a
    (booking_id, mentor_id, answer, reason_code, reason_text, via, answered_at, answered_by)
  values (p_booking.id, p_booking.mentor_id, p_answer, case when v_is_decline then p_reason_code end, v_reason, p_via,
    now(), private.signed_in_user())
  on conflict (booking_id) do update
  set answer = excluded.answer, reason_code = excluded.reason_code, reason_text = excluded.reason_text,
    via = excluded.via, answered_at = excluded.answered_at, answered_by = excluded.answered_by;
  update public.time_proposals t set state = 'withdrawn', decided_at = now()
  where t.booking_id = p_booking.id and t.kind = 'decline' and t.state in ('draft', 'open');
  if v_is_decline and jsonb_array_length(v_times) > 0 then
    perform private.offer_times(p_booking, 'decline', v_times, v_decides);
  elsif v_decides then
    update public.bookings b
    set status = case when v_is_decline then 'rejected' else 'confirmed' end,
      decision_cause = case when v_is_decline then private.rejection_cause(p_reason_code) end,
      decision_reason = v_reason
    where b.id = p_booking.id;
  end if;
  return jsonb_build_object('answer', p_answer, 'is_confirmed', v_decides and p_answer = 'accept');
end
$$;
comment on function private.record_answer is
  'Records whether a mentor can take a booking under review, with the booking locked; under approval_mode mentor it '
  'decides about it. Answers {answer, is_confirmed}. The same answer again changes nothing; by link there is one '
  'answer. PT409 already_answered (detail: the answer) | booking_decided | too_late, PT410 answer_too_late, PT422 '
  'answer_not_valid | reason_required | reason_text_length | proposal_not_valid (detail: from|to).';

create function private.rejection_cause(p_reason_code text) returns text
language sql immutable set search_path = '' as $$
  select case p_reason_code
    when 'not_free' then 'mentor_not_available'
    when 'not_my_subject' then 'mentor_not_suited'
    when 'needs_more' then 'information_not_enough'
    else 'other'
  end
$$;
comment on function private.rejection_cause is
  'What a founder reads for a mentor''s reason to decline; rules/sessions/request.ts has the same, and a test compares '
  'them.';

create function public.answer_request(
  p_booking_id uuid, p_answer text, p_reason_code text default null, p_reason_text text default null,
  p_times jsonb default '[]'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  return private.record_answer(
    private.lock_booking_of_mentor(p_booking_id, private.require_present_mentor()), 'dashboard', p_answer, p_reason_code, p_reason_text, p_times);
end
$$;
comment on function public.answer_request is
  'A mentor says whether they can take a request of their own: accept, or decline with a reason (not_free, '
  'not_my_subject, needs_more, or other with 5 to 300 characters) and up to two other times [{date, start_time, '
  'end_time}]. May be changed while the booking is under review and before its answer_by. Answers {answer, '
  'is_confirmed}. 42501 mentor_only, PT404 booking_not_found, PT409 mentor_left and those of private.record_answer.';

create function public.request_by_link(p_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select private.request_card(b) || jsonb_build_object(
      'mentor_id', b.mentor_id, 'mentor', b.mentor_name, 'email', mp.email,
      'zone_offsets', (
        select private.zone_offsets(s.time_zone) from public.mentor_settings s where s.mentor_id = b.mentor_id),
      'problem', case
        when b.decision_cause = 'unanswered' or (b.status = 'pending_admin_review' and b.answer_by <= clock_timestamp())
          then 'answer_too_late'
        when a.booking_id is not null then 'already_answered'
        when b.status <> 'pending_admin_review' then 'booking_decided'
      end
    )
    from public.bookings b
    join public.mentor_private mp on mp.mentor_id = b.mentor_id
    left join private.mentor_answers a on a.booking_id = b.id
    where b.id = p_booking_id
  );
end
$$;
comment on function public.request_by_link is
  'For the function answer-request, which has not checked the link yet: what mentor_requests says of one booking, '
  'with mentor_id, mentor, email, zone_offsets and the answer_by that the link is bound to, and problem: answer_too_late, '
  'already_answered, booking_decided or null. Null where there is no such booking.';

create function public.answer_by_link(
  p_booking_id uuid, p_mentor_id uuid, p_email text, p_answer_by timestamptz, p_answer text,
  p_reason_code text default null, p_reason_text text default null, p_times jsonb default '[]'
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
begin
  perform private.require_service();
  select * into v_booking from public.bookings b where b.id = p_booking_id for update;
  -- The mentor, the deadline or the address may have changed since the link was checked.
  if v_booking.mentor_id is distinct from p_mentor_id or v_booking.answer_by is distinct from p_answer_by
    or not exists (
      select from public.mentor_private mp where mp.mentor_id = p_mentor_id and mp.email = p_email
    ) then
    raise exception using errcode = 'PT404', message = 'answer_unknown';
  end if;
  return private.record_answer(v_booking, 'link', p_answer, p_reason_code, p_reason_text, p_times);
end
$$;
comment on function public.answer_by_link is
  'For the function answer-request, after it checked the link: as answer_request, once. The booking must still have '
  'this mentor and answer_by, and the mentor this address: else PT404 answer_unknown.';

-- Offers: administrators, mentors, founders -------------------------------------------------------------------------

create function public.send_proposals(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
begin
  perform private.require_admin();
  select * into v_booking from public.bookings b where b.id = p_booking_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if v_booking.status <> 'pending_admin_review' or v_booking.answer_by <= clock_timestamp() then
    raise exception using errcode = 'PT409', message = 'booking_transition_not_allowed', detail = v_booking.status;
  end if;
  perform private.lock_mentor(v_booking.mentor_id);
  if not exists (select from public.time_proposals t where t.booking_id = p_booking_id and t.state in ('draft', 'open')) then
    raise exception using errcode = 'PT409', message = 'proposal_closed';
  end if;
  -- Already sent: the button was pressed twice.
  if not exists (select from public.time_proposals t where t.booking_id = p_booking_id and t.state = 'draft') then
    return;
  end if;
  if not exists (
    select from public.time_proposals t
    where t.booking_id = p_booking_id and t.state = 'draft' and private.is_free_for(v_booking, t.during)
      and lower(t.during) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end if;
  update public.time_proposals t
  set sent_at = now(),
    state = case when private.is_free_for(v_booking, t.during) and lower(t.during) > now() then 'open' else 'lost' end,
    decided_at = case when not (private.is_free_for(v_booking, t.during) and lower(t.during) > now()) then now() end
  where t.booking_id = p_booking_id and t.state = 'draft';
  perform private.announce_offer(p_booking_id);
end
$$;
comment on function public.send_proposals is
  'For administrators: sends the founder the times that the mentor offers instead of a booking under review. A second '
  'call changes nothing. PT404 booking_not_found, PT409 booking_transition_not_allowed (detail: its status) | '
  'proposal_closed (there are none) | slot_taken (none of them is free any more).';

create function public.propose_times(p_booking_id uuid, p_times jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_booking_of_mentor(p_booking_id, private.require_present_mentor());
begin
  if v_booking.status not in ('confirmed', 'rescheduled')
    or clock_timestamp() > lower(v_booking.during) - interval '2 hours' then
    raise exception using errcode = 'PT409', message = 'incident_not_possible', detail = v_booking.status;
  end if;
  perform private.lock_mentor(v_booking.mentor_id);
  if exists (
    select from public.time_proposals t where t.booking_id = p_booking_id and private.is_offer_open(t, v_booking)
  ) then
    raise exception using errcode = 'PT409', message = 'proposal_open';
  end if;
  perform private.read_offered_times(v_booking, p_times, 1, 3);
  -- Offers that are past their time, but that the job has not ended yet, and times that were noted with a no and never
  -- sent: the same time may be offered again.
  update public.time_proposals t set state = 'expired', decided_at = now()
  where t.booking_id = p_booking_id and t.state in ('draft', 'open');
  perform private.offer_times(v_booking, 'move', p_times, true);
end
$$;
comment on function public.propose_times is
  'A mentor offers one to three other times [{date, start_time, end_time}] for an approved session of their own, at '
  'least 2 hours before its start; the session stands until its founder chooses. 42501 mentor_only, PT404 '
  'booking_not_found, PT409 mentor_left | incident_not_possible (detail: its status) | proposal_open, PT422 '
  'proposal_not_valid (detail: from|to).';

create function public.withdraw_proposals(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_booking_of_mentor(p_booking_id, private.require_present_mentor());
begin
  update public.time_proposals t set state = 'withdrawn', decided_at = now()
  where t.booking_id = v_booking.id and t.state = 'open' and t.kind = 'move';
end
$$;
comment on function public.withdraw_proposals is
  'A mentor takes back the times that they offered for a session of their own. 42501 mentor_only, PT404 '
  'booking_not_found, PT409 mentor_left.';

create function public.answer_proposal(p_proposal_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := private.require_signed_in();
  v_booking public.bookings;
  v_proposal public.time_proposals;
begin
  select b.* into v_booking
  from public.time_proposals t join public.bookings b on b.id = t.booking_id
  where t.id = p_proposal_id and t.sent_at is not null and b.user_id = v_user_id
  for update of b;
  if not found then
    raise exception using errcode = 'PT404', message = 'proposal_not_found';
  end if;
  -- The mentor before the offers: a sale locks them in this order.
  perform private.lock_mentor(v_booking.mentor_id);
  select * into v_proposal from public.time_proposals t where t.id = p_proposal_id for update;
  if v_proposal.state = 'lost' then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end if;
  if not private.is_offer_open(v_proposal, v_booking) or lower(v_proposal.during) <= clock_timestamp() then
    raise exception using errcode = 'PT409', message = 'proposal_closed';
  end if;
  update public.time_proposals t
  set state = case when t.id = p_proposal_id then 'accepted' else 'declined' end, decided_at = now()
  where t.booking_id = v_booking.id and t.state = 'open';
  update public.bookings b
  set status = 'rescheduled', date = v_proposal.date, start_time = v_proposal.start_time,
    end_time = v_proposal.end_time, notes = 'Rescheduled: ' || v_booking.mentor_name || ' offered another time'
  where b.id = v_booking.id;
end
$$;
comment on function public.answer_proposal is
  'A founder chooses a time that the mentor offered: the booking is approved and moved to it, with its payment. PT404 '
  'proposal_not_found, PT409 proposal_closed | slot_taken (nothing moved) | too_late, 42501 sign_in_required.';

create function public.decline_proposals(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_own_booking(p_booking_id);
  v_kind text;
  v_first uuid;
begin
  -- The mentor before the offers: a sale locks them in this order.
  perform private.lock_mentor(v_booking.mentor_id);
  select t.kind, t.id into v_kind, v_first
  from public.time_proposals t
  where t.booking_id = p_booking_id and (private.is_offer_open(t, v_booking)
    -- Also when all of them are sold by now: that is no reason to keep the money.
    or (t.state = 'lost' and t.kind = 'decline' and v_booking.status = 'pending_admin_review'))
  order by t.date, t.start_time limit 1;
  if v_kind is null then
    raise exception using errcode = 'PT409', message = 'proposal_closed';
  end if;
  update public.time_proposals t set state = 'declined', decided_at = now()
  where t.booking_id = p_booking_id and t.kind = v_kind and t.state in ('open', 'lost');
  if v_kind = 'decline' then
    update public.bookings b set status = 'rejected', decision_cause = 'mentor_declined' where b.id = p_booking_id;
  else
    perform private.enqueue_job('mentor_mail',
      jsonb_build_object('mail', 'time_kept', 'booking_id', p_booking_id), 'proposal:' || v_first || ':kept');
  end if;
end
$$;
comment on function public.decline_proposals is
  'A founder chooses none of the times that the mentor offered. A request is then rejected with the full refund, cause '
  'mentor_declined. A session stays at its time, and the mentor is told. PT404 booking_not_found, PT409 '
  'proposal_closed, 42501 sign_in_required.';

create function public.expire_proposals(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_service();
  with ended as (
    update public.time_proposals t set state = 'expired', decided_at = now()
    where t.id in (
      select o.id from public.time_proposals o join public.bookings b on b.id = o.booking_id
      where o.state = 'open' and not private.is_offer_open(o, b)
      order by o.sent_at, o.id
      limit least(greatest(coalesce(p_limit, 200), 1), 1000)
      for update of o skip locked
    )
    returning t.booking_id, t.kind, t.sent_at
  )
  select count(private.enqueue_job('mentor_mail',
    jsonb_build_object('mail', 'offer_ended', 'booking_id', e.booking_id),
    'proposal:' || e.booking_id || ':' || e.sent_at || ':ended'))
  into v_count
  from (select distinct e.booking_id, e.sent_at from ended e where e.kind = 'move') e;
  return v_count;
end
$$;
comment on function public.expire_proposals is
  'Ends offered times that were not chosen in time, tells their mentors, and answers how many offers ended. The '
  'scheduler calls it. Functions that read an offer check the clock themselves.';

-- E-mails -----------------------------------------------------------------------------------------------------------

create function private.mail_times_offered(p_payload jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', coalesce(p.email, b.user_email), 'role', 'founder')),
    'facts', jsonb_build_object(
      'mentor', b.mentor_name, 'kind', min(t.kind), 'code', b.code,
      'session', jsonb_build_object('date', b.date, 'start_time', b.start_time, 'end_time', b.end_time),
      'times', jsonb_agg(jsonb_build_object('date', t.date, 'start_time', t.start_time, 'end_time', t.end_time)
        order by t.date, t.start_time),
      'answer_by', min(private.offer_ends(t, b))
    )
  )
  from public.bookings b
  left join public.profiles p on p.id = b.user_id
  join public.time_proposals t on t.booking_id = b.id
  where b.id = (p_payload ->> 'booking_id')::uuid and t.sent_at = (p_payload ->> 'sent_at')::timestamptz
    and private.is_offer_open(t, b)
  group by b.id, p.id
$$;

create function private.mail_time_kept(p_payload jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
      'facts', jsonb_build_object(
        'founder', private.founder_name_for_mentor(b.user_id), 'zone', s.time_zone,
        'session', jsonb_build_object('date', b.date, 'start_time', b.start_time, 'end_time', b.end_time)
      ),
      'clocks', private.clocks_for_mail(s.time_zone)
    )
    from public.bookings b
    join public.mentor_private mp on mp.mentor_id = b.mentor_id
    join public.mentor_settings s on s.mentor_id = b.mentor_id
    where b.id = (p_payload ->> 'booking_id')::uuid and b.status in ('confirmed', 'rescheduled')
  );
end
$$;

create function private.mail_offer_ended(p_payload jsonb) returns jsonb
language sql stable set search_path = '' as $$ select private.mail_time_kept(p_payload) $$;

revoke execute on all functions in schema private from public;
grant execute on function private.default_min_notice_minutes to authenticated, service_role;
-- As private.bookable_from(), which asks it.
grant execute on function private.least_notice to anon, authenticated, service_role;
revoke execute on function public.marketplace_settings, public.save_marketplace_settings, public.mentor_requests,
  public.answer_request, public.send_proposals, public.propose_times, public.withdraw_proposals, public.answer_proposal,
  public.decline_proposals from public, anon;
grant execute on function public.marketplace_settings, public.save_marketplace_settings, public.mentor_requests,
  public.answer_request, public.send_proposals, public.propose_times, public.withdraw_proposals, public.answer_proposal,
  public.decline_proposals to authenticated, service_role;
revoke execute on function public.request_by_link, public.answer_by_link, public.expire_proposals
  from public, anon, authenticated;
grant execute on function public.request_by_link, public.answer_by_link, public.expire_proposals to service_role;
