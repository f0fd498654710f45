set local lock_timeout = '5s';

-- What a person gets when they ask for their data: everything that we hold about their account, and no other's data.
-- See docs/product/privacy.md#data-export.

create table private.data_exports (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  made_at timestamptz not null default clock_timestamp()
);
create index data_exports_user_idx on private.data_exports (user_id, made_at);

comment on table private.data_exports is
  'When an account''s data was downloaded: five times in 24 hours at most. Older rows go with the next download.';

alter table private.data_exports enable row level security;
revoke all on table private.data_exports from public, anon, authenticated, service_role;

create function private.sign_in_log_of(p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_entries jsonb;
begin
  -- On hosted Supabase it is Auth's own.
  if to_regclass('auth.audit_log_entries') is null then
    return '[]';
  end if;
  execute 'select jsonb_agg(jsonb_build_object(
      ''at'', l.created_at, ''action'', l.payload ->> ''action'', ''address'', nullif(l.ip_address, '''')
    ) order by l.created_at)
    from auth.audit_log_entries l where l.payload ->> ''actor_id'' = $1::text'
  into v_entries using p_user_id;
  return coalesce(v_entries, '[]');
end
$$;

-- Each table with a column that names an account has its part here, or is listed with a reason in
-- tests/database/people/data-export.test.ts. About other people the export holds at most ids: of a mentor the id, as
-- in the address of the mentor's page.
create function private.export_of(p_user_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'account', (
      select jsonb_build_object(
        'id', u.id, 'email', u.email, 'new_email_waiting', nullif(u.email_change, ''), 'phone', u.phone,
        'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
        'has_password', nullif(u.encrypted_password, '') is not null,
        'has_easy_password', exists (select from private.easy_passwords e where e.user_id = u.id),
        'given_at_sign_up', u.raw_user_meta_data
      )
      from auth.users u where u.id = p_user_id
    ),
    'profile', (
      select to_jsonb(p) - 'search_text' - 'id' from public.profiles p where p.id = p_user_id
    ),
    'sign_in_methods', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'provider', i.provider, 'told_us', i.identity_data, 'created_at', i.created_at,
        'last_sign_in_at', i.last_sign_in_at) order by i.created_at), '[]')
      from auth.identities i where i.user_id = p_user_id
    ),
    'two_step_devices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', f.friendly_name, 'status', f.status, 'created_at', f.created_at) order by f.created_at), '[]')
      from auth.mfa_factors f where f.user_id = p_user_id
    ),
    'recovery_codes', (
      select coalesce(jsonb_agg(jsonb_build_object('used_at', c.used_at)), '[]')
      from private.recovery_codes c where c.user_id = p_user_id
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'user_agent', s.user_agent, 'address', host(s.ip), 'signed_in_at', s.created_at,
        'last_used_at', s.refreshed_at at time zone 'UTC', 'is_two_step', s.aal = 'aal2',
        'confirmed_at', (select p.confirmed_at from private.identity_proofs p where p.session_id = s.id)
      ) order by s.created_at), '[]')
      from auth.sessions s where s.user_id = p_user_id
    ),
    'ended_sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('ended_at', e.ended_at) order by e.ended_at), '[]')
      from private.ended_sessions e where e.user_id = p_user_id
    ),
    'known_devices', (
      select coalesce(jsonb_agg(jsonb_build_object('seen_at', d.seen_at) order by d.seen_at), '[]')
      from private.seen_devices d where d.user_id = p_user_id
    ),
    'sign_in_log', private.sign_in_log_of(p_user_id),
    'attempts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'at', a.at) order by a.at), '[]')
      from private.account_attempts a where a.user_id = p_user_id
    ),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', a.kind, 'sent_to', a.email, 'detail', a.detail, 'at', a.created_at) order by a.id), '[]')
      from private.account_alerts a where a.user_id = p_user_id
    ),
    'mentor', (
      select jsonb_build_object(
        'mentor_id', mp.mentor_id, 'email', mp.email, 'profile', private.profile_of(mp.mentor_id),
        'hours', private.hours_of(mp.mentor_id, '-infinity'))
      from public.mentor_private mp where mp.user_id = p_user_id
    ),
    'own_calendar', (
      select jsonb_build_object(
        'google_email', c.google_email, 'calendars', c.calendars, 'state', c.state, 'connected_at', c.connected_at,
        'checked_at', c.checked_at, 'lost_at', c.lost_at,
        'busy_times', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'from', lower(b.during), 'to', upper(b.during)) order by b.during), '[]')
          from private.mentor_busy b where b.mentor_id = c.mentor_id
        )
      )
      from public.mentor_private mp join private.mentor_calendars c on c.mentor_id = mp.mentor_id
      where mp.user_id = p_user_id
    ),
    'payout_details', (
      select private.shown_payout_details(mp.mentor_id) from public.mentor_private mp where mp.user_id = p_user_id
    ),
    'profile_changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'state', d.state, 'fields', d.fields, 'published', d.published, 'note', d.note, 'submitted_at', d.submitted_at,
        'decided_at', d.decided_at) order by d.updated_at), '[]')
      from public.mentor_drafts d
      where d.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id)
    ),
    'review_replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'review_id', p.review_id, 'body', p.body, 'created_at', p.created_at, 'edited_at', p.edited_at,
        'deleted_at', p.deleted_at, 'removed_at', p.removed_at) order by p.created_at), '[]')
      from public.review_replies p
      where p.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id)
    ),
    'review_reports', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'review_id', r.review_id, 'reason', r.reason, 'text', r.text, 'state', r.state, 'created_at', r.created_at,
        'decided_at', r.decided_at) order by r.created_at), '[]')
      from public.review_reports r
      where r.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id)
    ),
    'mentor_invitations', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'mentor_id', i.mentor_id, 'state', i.state, 'sent_at', i.sent_at) order by i.sent_at), '[]')
      from private.mentor_invitations i where i.claimed_by = p_user_id
    ),
    'notifications', jsonb_build_object('reminders', private.wants_reminders(p_user_id)),
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', c.kind, 'version', c.version, 'place', c.place, 'given_at', c.given_at,
        'withdrawn_at', c.withdrawn_at) order by c.id), '[]')
      from private.consents c where c.user_id = p_user_id
    ),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'code', b.code, 'mentor_id', b.mentor_id, 'date', b.date, 'start_time', b.start_time,
        'end_time', b.end_time, 'status', b.status, 'email', b.user_email, 'notes', b.notes,
        'meeting_link', b.google_meet_link, 'created_at', b.created_at, 'answer_by', b.answer_by,
        'decision_cause', b.decision_cause, 'decision_reason', b.decision_reason, 'incident', b.incident,
        'incident_at', b.incident_at, 'moves', b.founder_moves
      ) order by b.created_at), '[]')
      from public.bookings b where b.user_id = p_user_id
    ),
    'change_requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', r.booking_id, 'kind', r.kind, 'message', r.message, 'state', r.state,
        'decline_reason', r.decline_reason, 'asked_at', r.asked_at, 'answered_at', r.answered_at
      ) order by r.asked_at), '[]')
      from public.change_requests r where r.user_id = p_user_id
    ),
    'request_answers', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', a.booking_id, 'answer', a.answer, 'reason_code', a.reason_code, 'reason_text', a.reason_text,
        'answered_at', a.answered_at) order by a.answered_at), '[]')
      from private.mentor_answers a where a.answered_by = p_user_id
    ),
    'briefs', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', s.booking_id, 'mentor_id', s.mentor_id, 'question', s.question, 'stage', s.stage, 'link', s.link,
        'language', s.language, 'created_at', s.created_at, 'updated_at', s.updated_at) order by s.created_at), '[]')
      from public.session_briefs s where s.user_id = p_user_id
    ),
    'stories', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', t.booking_id, 'name', s.name, 'experience', s.experience, 'is_approved', s.is_approved,
        'created_at', s.created_at, 'consent_text', t.consent_text, 'consented_at', t.consented_at,
        'wants_mentor_name', t.wants_mentor_name, 'mentor_answer', t.mentor_answer) order by s.created_at), '[]')
      from private.story_sessions t join public.impact_stories s on s.id = t.story_id where t.user_id = p_user_id
    ),
    'favourites', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'mentor_id', f.mentor_id, 'created_at', f.created_at) order by f.created_at), '[]')
      from public.favourites f where f.user_id = p_user_id
    ),
    'slot_alerts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'mentor_id', a.mentor_id, 'state', a.state, 'known_starts', a.known_starts, 'created_at', a.created_at,
        'told_at', a.told_at) order by a.created_at), '[]')
      from private.slot_alerts a where a.user_id = p_user_id
    ),
    'mail_stops', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', s.kind, 'created_at', s.created_at) order by s.created_at), '[]')
      from private.mail_stops s where s.user_id = p_user_id
    ),
    'help_requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'text', q.text, 'email', q.email, 'filters', q.filters, 'state', q.state, 'answer', q.answer,
        'mentor_ids', q.mentor_ids, 'created_at', q.created_at, 'answered_at', q.answered_at) order by q.created_at), '[]')
      from private.mentor_requests q where q.user_id = p_user_id
    ),
    'session_notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', n.booking_id, 'body', n.body, 'updated_at', n.updated_at) order by n.updated_at), '[]')
      from public.session_notes n where n.author_id = p_user_id
    ),
    'session_summaries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', s.booking_id, 'body', s.body, 'shared_at', s.shared_at) order by s.updated_at), '[]')
      from public.session_summaries s join public.bookings b on b.id = s.booking_id
      where (b.user_id = p_user_id and s.shared_at is not null)
        or b.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id)
    ),
    'action_items', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', i.booking_id, 'owner', i.owner, 'text', i.text, 'due_on', i.due_on, 'done_at', i.done_at,
        'created_at', i.created_at) order by i.created_at), '[]')
      from public.action_items i join public.bookings b on b.id = i.booking_id
      where b.user_id = p_user_id
        or b.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id)
    ),
    'check_ins', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', c.booking_id, 'day', c.day, 'due_at', c.due_at, 'state', c.state, 'skip_reason', c.skip_reason,
        'answer', c.answer, 'change', c.change, 'customers', c.customers, 'revenue_inr', c.revenue_inr, 'team', c.team,
        'is_released', c.is_released, 'sent_at', c.sent_at, 'answered_at', c.answered_at) order by c.due_at), '[]')
      from private.check_ins c join public.bookings b on b.id = c.booking_id where b.user_id = p_user_id
    ),
    'shared_contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', c.booking_id, 'email', c.shares_email, 'phone', c.shares_phone) order by c.updated_at), '[]')
      from public.session_contacts c join public.bookings b on b.id = c.booking_id where b.user_id = p_user_id
    ),
    'reminders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', b.id, 'hours_before', o.payload -> 'hours', 'at', o.run_at) order by o.run_at), '[]')
      from public.bookings b join private.outbox o
        on o.kind = 'booking_reminder' and o.state = 'ready'
        and o.payload ? 'booking_id' and o.payload ->> 'booking_id' = b.id::text
      where b.user_id = p_user_id
    ),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'booking_id', o.booking_id, 'mentor_id', o.mentor_id, 'date', o.date, 'start_time', o.start_time,
        'end_time', o.end_time, 'amount_paise', o.amount_paise, 'currency', o.currency,
        'provider_order_id', o.provider_order_id, 'state', o.state, 'created_at', o.created_at
      ) order by o.created_at), '[]')
      from private.payment_orders o where o.user_id = p_user_id
    ),
    'holds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', c.kind, 'booking_id', c.booking_id, 'mentor_id', c.mentor_id, 'from', lower(c.during),
        'to', upper(c.during), 'expires_at', c.expires_at, 'released_at', c.released_at, 'created_at', c.created_at
      ) order by c.created_at), '[]')
      from private.slot_claims c where c.user_id = p_user_id
    ),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', y.id, 'booking_id', y.booking_id, 'amount_paise', y.amount_paise, 'currency', y.currency,
        'method', y.method, 'captured_at', y.captured_at,
        'receipt', (
          select jsonb_build_object('financial_year', t.financial_year, 'number', t.number, 'issued_at', t.issued_at)
          from private.receipts t where t.payment_id = y.id
        ),
        'refund', (
          select jsonb_build_object(
            'amount_paise', r.amount_paise, 'reason', r.reason, 'state', r.state, 'id', r.provider_refund_id,
            'bank_reference', r.outside_reference,
            'created_at', r.created_at, 'processed_at', r.processed_at)
          from private.refunds r where r.payment_id = y.id
        )
      ) order by y.captured_at), '[]')
      from private.payments y
      left join private.payment_orders o on o.id = y.order_id
      left join public.bookings b on b.id = y.booking_id
      where p_user_id in (o.user_id, b.user_id)
    ),
    'reviews', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'mentor_id', r.mentor_id, 'shown_name', r.author_name, 'rating', r.rating, 'comment', r.comment,
        'created_at', r.created_at) order by r.created_at), '[]')
      from private.review_authors a join public.mentor_reviews r on r.id = a.review_id
      where a.user_id = p_user_id
    ),
    -- Only the names of columns: their values may name other people.
    'audit_log', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', l.at, 'action', l.action, 'table', l.table_name, 'row', l.row_id,
        'by', case when l.actor = p_user_id then 'you' when l.actor is null then 'the system' else 'an administrator' end,
        'columns', (select coalesce(jsonb_agg(k order by k), '[]') from jsonb_object_keys(l.changes) k)
      ) order by l.id), '[]')
      from private.audit_log l
      where l.actor = p_user_id
        or (l.table_name = 'profiles' and l.row_id = p_user_id::text)
        or (l.table_name = 'bookings' and l.row_id in (
          select b.id::text from public.bookings b where b.user_id = p_user_id))
        -- An administrator read the account's contact details.
        or l.changes -> 'people' ? p_user_id::text
    ),
    'requests_and_notes', (
      select coalesce(jsonb_agg(to_jsonb(r) - 'user_id' order by r.created_at), '[]')
      from private.person_records r where r.user_id = p_user_id
    ),
    'administrator_alerts', (
      select jsonb_build_object(
        'choices', (select to_jsonb(c) - 'admin_id' from private.alert_choices c where c.admin_id = p_user_id),
        'mails', (select count(distinct i.bucket) from private.alert_items i where i.admin_id = p_user_id))
      from public.profiles p where p.id = p_user_id and p.is_admin
    ),
    'downloads', (
      select coalesce(jsonb_agg(e.made_at order by e.made_at), '[]')
      from private.data_exports e where e.user_id = p_user_id
    )
  )
$$;
comment on function private.export_of is
  'All that is held about an account. Amounts in integer paise; days and times of sessions are India''s, all others '
  'instants.';

create function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_proof();
begin
  -- Two downloads at once must not both be the fifth.
  perform private.lock_person(v_user);
  delete from private.data_exports e where e.user_id = v_user and e.made_at < clock_timestamp() - interval '24 hours';
  if (select count(*) >= 5 from private.data_exports e where e.user_id = v_user) then
    raise exception using errcode = 'PT429', message = 'too_many_exports';
  end if;
  insert into private.data_exports (user_id) values (v_user);
  return jsonb_build_object('made_at', now()) || private.export_of(v_user);
end
$$;
comment on function public.export_my_data is
  'Everything that is held about the caller''s account, as one document; needs a proof. PT429 too_many_exports: five '
  'in 24 hours. PT403 proof_needed | code_needed, PT401 session_ended, 42501 sign_in_required.';

revoke execute on all functions in schema private from public;
revoke execute on function public.export_my_data from public, anon;
grant execute on function public.export_my_data to authenticated, service_role;
