set local lock_timeout = '5s';

-- The page of a person in the back office. See docs/product/back-office.md#a-person.

create table private.person_records (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('note', 'access', 'correction', 'erasure')),
  body text not null check (char_length(body) <= 1000),
  received_on date not null,
  answer_by date,
  answered_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint person_records_note_check check (case when kind = 'note' then body <> '' and answer_by is null
    else answer_by is not null and answer_by - received_on between 1 and 90 end)
);
create index person_records_user_idx on private.person_records (user_id);
create index person_records_open_idx on private.person_records (answer_by) where answered_at is null;

comment on table private.person_records is
  'What administrators note about a person, and what the person asked about their data under the DPDP Act. Both are the '
  'person''s data: in the export, and deleted with the account.';
comment on column private.person_records.answer_by is
  'The day in India by which a request is answered: GRIEVANCE_DAYS, when it was entered, after received_on.';

alter table private.person_records enable row level security;
revoke all on table private.person_records from public, anon, authenticated, service_role;

create function public.person_details(p_user_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_kept jsonb;
begin
  perform private.require_admin();
  v_kept := private.export_of(p_user_id);
  if v_kept -> 'account' = 'null' then
    return null;
  end if;
  perform private.record_read('profiles', '{"view": "person"}', array[p_user_id]);
  return jsonb_build_object('mentor_id', v_kept -> 'mentor' -> 'mentor_id', 'records', v_kept -> 'requests_and_notes',
    'account', jsonb_build_array(
      (v_kept -> 'profile') || jsonb_build_object(
        'signed_up_at', v_kept -> 'account' -> 'created_at', 'last_sign_in_at', v_kept -> 'account' -> 'last_sign_in_at')
    ),
    'bookings', v_kept -> 'bookings', 'payments', v_kept -> 'payments', 'consents', v_kept -> 'consents',
    'reviews', v_kept -> 'reviews', 'mail_stops', v_kept -> 'mail_stops', 'mails', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.sent_at), '[]')
      from (
        select split_part(o.key, ':', 3) as event, coalesce(o.finished_at, o.created_at) as sent_at,
          case when o.state = 'ready' then 'waiting' when o.state in ('dead', 'put_aside') then 'not_sent' end as state
        from public.bookings b join private.outbox o on o.kind = 'email' and o.key like 'booking:%'
          and split_part(o.key, ':', 2) = b.id::text and split_part(o.key, ':', 4) = 'founder'
        where b.user_id = p_user_id
        union all select a.kind, a.created_at, null from private.account_alerts a where a.user_id = p_user_id
      ) e
    ));
end
$$;
comment on function public.person_details is
  'What is kept about a person, for administrators: parts of private.export_of(), and e-mails about bookings (of the last '
  '30 days) and about the account {event, sent_at, state: waiting, not_sent or null}; null where there is no account. The reading is an entry of the '
  'audit log.';

create function public.export_person(p_user_id uuid, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.require_proof();
  if not exists (select from auth.users u where u.id = p_user_id) then
    raise exception using errcode = 'PT404', message = 'account_not_found';
  end if;
  perform private.record_act('export', 'profiles', p_user_id::text,
    jsonb_build_object('reason', private.require_reason(p_reason)));
  return jsonb_build_object('made_at', now()) || private.export_of(p_user_id);
end
$$;
comment on function public.export_person is
  'The document of export_my_data() about another person, for administrators; needs a proof. The act and its reason are '
  'an entry of the audit log. PT404 account_not_found, PT422 reason_text_length.';

create function public.add_person_record(
  p_user_id uuid, p_kind text, p_body text, p_received_on date default null, p_answer_by date default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p_received_on not between private.today() - 365 and private.today() then
    raise exception using errcode = 'PT422', message = 'received_on_not_valid', detail = 'received_on';
  end if;
  insert into private.person_records (user_id, kind, body, received_on, answer_by)
  values (p_user_id, p_kind, private.clean_text(coalesce(p_body, '')), coalesce(p_received_on, private.today()), p_answer_by);
  -- Without the text, which may name people.
  perform private.record_act('update', 'profiles', p_user_id::text, case when p_kind = 'note' then '{"note": null}'
    else jsonb_build_object('request', jsonb_build_array(null, p_kind)) end);
end
$$;
comment on function public.add_person_record is
  'Adds a note (kind note) or a request (access, correction, erasure; with the day it was received and the day of its '
  'answer), for administrators. PT422 received_on_not_valid: a day of the last year; 23503 or 23514 for other values.';

create function public.close_person_record(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_record private.person_records;
begin
  perform private.require_admin();
  update private.person_records r set answered_at = now() where r.id = p_id and r.answered_at is null
  returning * into v_record;
  if found then
    delete from private.person_records r where r.id = p_id and r.kind = 'note';
    perform private.record_act('update', 'profiles', v_record.user_id::text, case when v_record.kind = 'note'
      then '{"note": null}' else jsonb_build_object('request', jsonb_build_array(v_record.kind, 'answered')) end);
  end if;
end
$$;
comment on function public.close_person_record is
  'Marks a request as answered, or deletes a note, for administrators. What is closed or gone stays as it is.';

revoke execute on function public.person_details, public.export_person, public.add_person_record,
  public.close_person_record from public, anon;
grant execute on function public.person_details, public.export_person, public.add_person_record,
  public.close_person_record to authenticated, service_role;
