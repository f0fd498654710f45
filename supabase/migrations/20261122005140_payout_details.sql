set local lock_timeout = '5s';

-- Where mentors are paid: a bank account or a UPI ID. The functions seal it with PAYOUT_KEY, so that the database never
-- has it in clear (docs/product/earnings.md#where-we-pay-you, docs/decisions/071).

create table private.payout_details (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  kind text not null check (kind in ('account', 'upi')),
  sealed text not null check (char_length(sealed) <= 4000 and sealed ~ '^v1(\.[A-Za-z0-9_-]+){3}$'),
  -- At most four characters of the number or of the name in a UPI ID: whatever a function sends, no more is stored.
  masked text not null check (case kind
    when 'account' then masked ~ '^••••[0-9]{4}$'
    else masked ~ '^••••[a-z0-9._-]{0,4}@[a-z][a-z0-9]{1,63}$'
  end),
  has_pan boolean not null,
  changed_at timestamptz not null default now(),
  usable_from timestamptz not null default now() + interval '24 hours',
  constraint payout_details_wait check (usable_from >= changed_at + interval '24 hours')
);
comment on table private.payout_details is
  'Where each mentor is paid. Sealed for the account that gave it: without that account, or with another, it is deleted.';
comment on column private.payout_details.masked is 'What its mentor and administrators see of it without opening it.';
comment on column private.payout_details.usable_from is 'Until then nobody opens it, and the bank file leaves it out.';
alter table private.payout_details enable row level security;
revoke all on table private.payout_details from public, anon, authenticated, service_role;

create function private.end_payout_details() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.payout_details d where d.mentor_id = new.mentor_id;
  return null;
end
$$;
create trigger end_payout_details after update of user_id on public.mentor_private
for each row when (old.user_id is distinct from new.user_id) execute function private.end_payout_details();

create function private.shown_payout_details(p_mentor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(d) - 'mentor_id' - 'sealed' from private.payout_details d where d.mentor_id = p_mentor_id
$$;
comment on function private.shown_payout_details is
  'What a screen may show: {"kind", "masked", "has_pan", "changed_at", "usable_from"}; null where nothing is given.';

create function public.my_payout_details() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.shown_payout_details(private.require_mentor());
end
$$;
comment on function public.my_payout_details is
  'Where the signed-in mentor is paid, masked; null where nothing is given. 42501 mentor_only.';

create function public.store_payout_details(
  p_user_id uuid, p_kind text, p_sealed text, p_masked text, p_has_pan boolean
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
begin
  perform private.require_service();
  -- Nobody takes the account away meanwhile, and two changes come one after the other.
  select mp.mentor_id into v_mentor_id from public.mentor_private mp where mp.user_id = p_user_id for no key update;
  if not found then
    raise exception using errcode = 'PT403', message = 'mentor_only';
  end if;
  if private.confirmed_email(p_user_id) is null then
    raise exception using errcode = 'PT409', message = 'email_not_confirmed';
  end if;
  delete from private.payout_details d where d.mentor_id = v_mentor_id;
  insert into private.payout_details (mentor_id, kind, sealed, masked, has_pan)
  values (v_mentor_id, p_kind, p_sealed, p_masked, p_has_pan);
  perform private.record_payout_details(p_user_id, 'update', array[v_mentor_id], '{"details": null}');
  perform private.write_alert(
    p_user_id, 'payout_details', private.confirmed_email(p_user_id), jsonb_build_object('destination', p_masked));
  return private.shown_payout_details(v_mentor_id);
end
$$;
comment on function public.store_payout_details is
  'For the function save-payout-details, after a proof: replaces where an account''s mentor is paid, writes the audit log '
  'and tells the address. Answers as my_payout_details. PT403 mentor_only, PT409 email_not_confirmed (nobody could be told).';

-- For administrators ------------------------------------------------------------------------------------------------

create function private.record_payout_details(p_actor uuid, p_action text, p_mentors uuid[], p_changes jsonb)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.audit_log (actor, action, table_name, row_id, row_label, changes)
  select p_actor, p_action, 'payout_details', m.id::text, left(m.name, 200), p_changes || case
    when p_action = 'update' then '{}' else jsonb_build_object('people', jsonb_build_array(mp.user_id)) end
  from public.mentors m join public.mentor_private mp on mp.mentor_id = m.id where m.id = any (p_mentors);
end
$$;
comment on function private.record_payout_details is 'One entry of the audit log for each mentor.';

create function public.open_payout_details(p_mentor_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_details private.payout_details;
begin
  perform private.require_admin();
  perform private.require_proof();
  select * into v_details from private.payout_details d where d.mentor_id = p_mentor_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'payout_details_missing';
  end if;
  if v_details.usable_from > now() then
    raise exception using errcode = 'PT409', message = 'payout_details_wait';
  end if;
  perform private.record_payout_details(private.signed_in_user(), 'read', array[p_mentor_id], '{}');
  return jsonb_build_object('sealed', v_details.sealed, 'user_id', (
    select mp.user_id from public.mentor_private mp where mp.mentor_id = p_mentor_id));
end
$$;
comment on function public.open_payout_details is
  'For the function read-payout-details, asked with an administrator''s own token: one mentor''s sealed details and for '
  'whom they are sealed, and the entry of the audit log. PT403 proof_needed, PT404 payout_details_missing, PT409 '
  'payout_details_wait in the 24 hours after a change.';

create function public.open_bank_file(p_month date, p_payouts jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_month date;
  v_rows jsonb;
begin
  perform private.require_admin();
  perform private.require_proof();
  v_month := private.require_month(p_month);
  if private.today() < private.payable_from(v_month) then
    raise exception using errcode = 'PT409', message = 'period_open';
  end if;
  select coalesce(jsonb_agg(to_jsonb(c) - 'sealed' || jsonb_build_object(
    'reference', format('P0%s%s', to_char(v_month, 'YYYYMM'), upper(left(c.mentor_id::text, 8))),
    'sealed', case when c.left_out is null then c.sealed end
  ) order by c.mentor_name, c.mentor_id), '[]') into v_rows
  from (
    select w.mentor_id, l.mentor_name, l.net_paise as amount_paise, d.sealed, mp.user_id, case
      when l.payout_id is not null or l.net_paise is distinct from w.net_paise or l.net_paise <= 0 then 'changed'
      when d.mentor_id is null then 'not_given'
      when d.usable_from > now() then 'wait'
      when d.kind = 'upi' then 'upi'
    end as left_out
    -- Once each: a row that stood twice in the file would be paid twice.
    from (
      select distinct on (p.mentor_id) p.mentor_id, p.net_paise
      from jsonb_to_recordset(p_payouts) p (mentor_id uuid, net_paise bigint)
    ) w
    join public.list_payouts(v_month) l on l.mentor_id = w.mentor_id
    left join private.payout_details d on d.mentor_id = w.mentor_id
    left join public.mentor_private mp on mp.mentor_id = w.mentor_id
  ) c;
  perform private.record_payout_details(
    private.signed_in_user(), 'export',
    array(select (r ->> 'mentor_id')::uuid from jsonb_array_elements(v_rows) r where r ->> 'left_out' is null),
    jsonb_build_object('month', v_month)
  );
  return v_rows;
end
$$;
comment on function public.open_bank_file is
  'For the function read-payout-details, asked with an administrator''s own token: the rows of a month''s bank file, for '
  '[{"mentor_id", "net_paise"}] as the screen showed them. Rows that may not be paid have no sealed details, but '
  'left_out: changed (paid, or another amount), not_given, wait (24 hours after a change) or upi. One entry of the audit '
  'log for each row that is opened. PT403 proof_needed, PT409 period_open, PT422 month_not_valid.';

create function public.renew_payout_details(p_sealed text, p_renewed text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  update private.payout_details d set sealed = p_renewed where d.sealed = p_sealed;
end
$$;
comment on function public.renew_payout_details is 'The same details under the present key, unless they were changed.';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_payout_details, public.open_payout_details, public.open_bank_file from public, anon;
grant execute on function public.my_payout_details, public.open_payout_details, public.open_bank_file
  to authenticated, service_role;
revoke execute on function public.store_payout_details, public.renew_payout_details from public, anon, authenticated;
grant execute on function public.store_payout_details, public.renew_payout_details to service_role;
