set local lock_timeout = '5s';

-- Deleting an account: what prevents it, what is deleted with it, and what stays without a name.
-- See docs/product/privacy.md#deletion.

create table private.closed_accounts (
  user_id uuid primary key,
  sealed text not null,
  closed_at timestamptz not null default now()
);
create index closed_accounts_closed_idx on private.closed_accounts (closed_at);

comment on table private.closed_accounts is
  'Address and name of deleted accounts, sealed by the function delete-account with PRIVACY_KEY, because the law '
  'orders that they can be named for a year. No screen and no API reads it: scripts/open-closed-account.ts does.';

alter table private.closed_accounts enable row level security;
revoke all on table private.closed_accounts from public, anon, authenticated, service_role;

create function public.require_my_proof() returns uuid
language plpgsql stable security definer set search_path = ''
as $$ begin return private.require_proof(); end $$;
comment on function public.require_my_proof is
  'For server functions, asked with the caller''s own token: the account of a session that was made or confirmed in '
  'the last 5 minutes. PT403 proof_needed | code_needed, PT401 session_ended, 42501 sign_in_required.';

create function private.require_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(private.clean_line(coalesce(p_reason, ''))) not between 10 and 200 then
    raise exception using errcode = 'PT422', message = 'reason_text_length', detail = 'reason';
  end if;
  return private.clean_line(p_reason);
end
$$;
comment on function private.require_reason is 'The reason of an act as it is stored: 10 to 200 characters.';

-- Removing what names a person --------------------------------------------------------------------------------------

create function private.personal_keys() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'actor_name', 'actor_username', 'address', 'billing_address', 'contact', 'email', 'full_name', 'name', 'phone',
    'shipping_address', 'user_email', 'user_phone', 'vpa'
  ]
$$;
comment on function private.personal_keys is
  'Under which keys the payment provider and Auth write names, addresses and phones.';

create function private.without_contacts(p_text text, p_contacts text[]) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_contact text;
begin
  foreach v_contact in array p_contacts loop
    p_text := regexp_replace(p_text,
      '(?<![[:alnum:]])' || regexp_replace(btrim(v_contact), '([^[:alnum:]])', '\\\1', 'g') || '(?![[:alnum:]])',
      'removed', 'gi');
  end loop;
  return p_text;
end
$$;
comment on function private.without_contacts is
  'For what the person wrote themselves, and never for what others wrote: the text with "removed" in place of each of '
  'their addresses and phones, as whole words.';

-- What refuses a deletion -------------------------------------------------------------------------------------------

create function private.require_deletable_account(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if exists (
    select from public.bookings b
    where b.user_id = p_user_id and b.status in ('pending_admin_review', 'confirmed', 'rescheduled')
      and upper(b.during) > now()
  ) then
    raise exception using errcode = 'PT409', message = 'sessions_ahead';
  end if;
  if exists (
    select from private.slot_claims c
    where c.user_id = p_user_id and c.kind = 'hold' and c.released_at is null and c.expires_at > clock_timestamp()
  ) or exists (
    -- Money may be on its way: the provider has a payment that is not captured yet or an event told of one, or the
    -- provider was not asked since the last hold ended.
    select from private.payment_orders o
    left join private.order_checks k on k.order_id = o.id
    where o.user_id = p_user_id and o.state = 'open' and o.provider_order_id is not null
      and (
        private.has_reported_payment(o.provider_order_id)
        or (k.next_check_at is not null and (
          k.answer is not distinct from 'pending'
          or coalesce(k.checked_at, '-infinity') < (
            select max(c.expires_at) from private.slot_claims c where c.order_id = o.id
          )
        ))
      )
  ) then
    raise exception using errcode = 'PT409', message = 'payment_open';
  end if;
  if exists (
    select from private.payments y
    left join private.payment_orders o on o.id = y.order_id
    left join public.bookings b on b.id = y.booking_id
    where p_user_id in (o.user_id, b.user_id) and (
      exists (select from private.refunds r where r.payment_id = y.id and r.state <> 'processed')
      or exists (
        select from private.money_findings f
        where f.kind = 'dispute' and f.payment_id = y.id and f.resolved_at is null
      )
    )
  ) then
    raise exception using errcode = 'PT409', message = 'refund_open';
  end if;
  if exists (select from public.profiles p where p.id = p_user_id and p.is_admin) then
    -- Two administrators who leave at the same moment wait here for each other.
    perform pg_advisory_xact_lock(727003, 1);
    if not exists (select from public.profiles p where p.is_admin and p.id <> p_user_id) then
      raise exception using errcode = 'PT409', message = 'last_administrator';
    end if;
  end if;
end
$$;
comment on function private.require_deletable_account is
  'PT409, the first that applies: sessions_ahead, payment_open (a hold, or an order whose money may be on its way), '
  'refund_open (or a dispute), last_administrator.';

-- Deleting ----------------------------------------------------------------------------------------------------------

create function private.forget_person(p_user_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  v_bookings uuid[] := array(select b.id from public.bookings b where b.user_id = p_user_id);
  v_orders uuid[];
  v_provider_orders text[];
  v_payments text[];
  v_ids text[];
  v_email text := (
    select lower(u.email) from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null
  );
  v_contacts text[];
begin
  select coalesce(array_agg(o.id), '{}'), coalesce(array_agg(o.provider_order_id), '{}')
  into v_orders, v_provider_orders
  from private.payment_orders o where o.user_id = p_user_id;
  v_payments := array(
    select y.id from private.payments y where y.order_id = any (v_orders) or y.booking_id = any (v_bookings)
  );
  v_ids := v_bookings::text[] || p_user_id::text || array(
    select r.id::text from public.change_requests r where r.user_id = p_user_id
    union all select a.id::text from private.account_alerts a where a.user_id = p_user_id
    union all select a.id::text from private.slot_alerts a where a.user_id = p_user_id
    union all select q.id::text from private.mentor_requests q where q.user_id = p_user_id
  );

  -- People choose their own name, address and phone: so other people's rows are never found or rewritten by these
  -- (docs/decisions/047).
  perform private.redact_audit(p_user_id);

  -- E-mails to the person are not sent any more. Auth's e-mails name no account, but its confirmed address.
  update private.outbox o
  set payload = '{}', state = 'done', finished_at = coalesce(o.finished_at, clock_timestamp()), last_error = null
  where o.kind = 'email' and case split_part(coalesce(o.key, 'auth-mail'), ':', 1)
    when 'auth-mail' then lower(o.payload ->> 'to') = v_email
    when 'booking' then split_part(o.key, ':', 2) = any (v_ids) and split_part(o.key, ':', 4) = 'founder'
    when 'proposal' then split_part(o.key, ':', 2) = any (v_ids) and o.key like '%:founder'
    when 'claim' then split_part(o.key, ':', 4) = any (v_ids)
    else split_part(o.key, ':', 1) in ('request', 'account_alert', 'alert', 'slot_alert', 'help_request')
      and split_part(o.key, ':', 2) = any (v_ids)
  end;
  -- E-mails to mentors are still sent, in the form without the founder.
  update private.outbox o
  set payload = jsonb_build_object('to', o.payload -> 'to') || (o.payload -> 'without_founder'), last_error = null
  where o.kind = 'email' and o.key like 'booking:%' and split_part(o.key, ':', 2) = any (v_bookings::text[])
    and o.payload ? 'without_founder';

  update private.webhook_events e set payload = private.redacted(e.payload, private.personal_keys())
  where e.payload #>> '{payload,payment,entity,order_id}' = any (v_provider_orders)
    or e.payload #>> '{payload,order,entity,id}' = any (v_provider_orders)
    or e.payload #>> '{payload,payment,entity,id}' = any (v_payments)
    or e.payload #>> '{payload,refund,entity,payment_id}' = any (v_payments)
    or e.payload #>> '{payload,dispute,entity,payment_id}' = any (v_payments);
  update private.money_findings f set note = 'removed'
  where f.note is not null and (f.payment_id = any (v_payments) or f.booking_id = any (v_bookings));

  -- On hosted Supabase it is Auth's own, and may be switched off. Who acted and who was acted on may be two people.
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'update auth.audit_log_entries e
      set payload = (
        case when e.payload ->> ''actor_id'' = $1
          then private.redacted(e.payload::jsonb - ''traits'', $2) else e.payload::jsonb - ''traits'' end
        || case when e.payload::jsonb ? ''traits'' then jsonb_build_object(''traits'', case
          when coalesce(e.payload #>> ''{traits,user_id}'', $1) = $1
            then private.redacted(e.payload::jsonb -> ''traits'', $2) else e.payload::jsonb -> ''traits'' end)
          else ''{}'' end
      )::json
      where $1 in (e.payload ->> ''actor_id'', e.payload #>> ''{traits,user_id}'')'
    using p_user_id::text, private.personal_keys();
  end if;

  v_contacts := array(
    select distinct c.contact from (
      select unnest(array[u.email, u.phone]) from auth.users u where u.id = p_user_id
      union all select unnest(array[p.email, p.phone]) from public.profiles p where p.id = p_user_id
      union all select b.user_email from public.bookings b where b.user_id = p_user_id
    ) c (contact)
    where char_length(btrim(c.contact)) > 2
  );
  update public.mentor_reviews r
  set author_name = 'A founder', comment = private.without_contacts(r.comment, v_contacts)
  where r.id in (select a.review_id from private.review_authors a where a.user_id = p_user_id);
  -- For a mentor: what was not published, and what only administrators could read.
  delete from public.mentor_drafts d
  where d.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id);
  delete from public.review_reports r
  where r.mentor_id in (select mp.mentor_id from public.mentor_private mp where mp.user_id = p_user_id);

  -- Briefs and own notes go with the profile. A mentor's summary and reply are the mentor's, and stay as they are.
  delete from public.session_briefs s where s.user_id = p_user_id;
  delete from private.story_sessions t where t.user_id = p_user_id;
  delete from private.mentor_requests q where q.user_id = p_user_id;
  delete from public.action_items i where i.booking_id = any (v_bookings);
  delete from private.check_ins c where c.booking_id = any (v_bookings);
  delete from public.session_contacts c where c.booking_id = any (v_bookings);
  update public.change_requests r
  set user_id = null, message = '', decline_reason = case when r.decline_reason is not null then 'removed' end
  where r.booking_id = any (v_bookings);
  update private.mentor_answers a set reason_text = 'removed'
  where a.booking_id = any (v_bookings) and a.reason_text is not null;
  update public.bookings b
  set user_id = null, user_email = null, notes = null, google_meet_link = null,
    decision_reason = case when b.decision_reason is not null then 'removed' end
  where b.id = any (v_bookings);
  update private.slot_claims c set user_id = null where c.user_id = p_user_id;
  update private.payment_orders o set user_id = null where o.user_id = p_user_id;

  perform private.enqueue_job('forget_guest', jsonb_build_object('booking_id', c.booking_id),
    format('booking:%s:forget-guest', c.booking_id))
  from private.calendar_events c
  where c.booking_id = any (v_bookings) and c.event_id is not null and c.state <> 'deleted';
end
$$;
comment on function private.forget_person is
  'Removes address, name and phone from everything that stays, and the account''s id from bookings, orders and '
  'claims. Rows are found by ids, and fields by their names. Amounts, dates and states stay, and what mentors wrote.';

create function public.delete_account(
  p_user_id uuid, p_sealed text default null, p_by uuid default null, p_reason text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
  v_is_mentor boolean := exists (select from public.mentor_private m where m.user_id = p_user_id);
begin
  perform private.require_service();
  if p_by = p_user_id then
    raise exception using errcode = 'PT409', message = 'own_account';
  end if;
  perform private.lock_person(p_user_id);
  -- Then the orders, as a settlement locks them: one that has begun ends first, and one that comes later finds the
  -- buyer gone and refunds.
  perform from private.payment_orders o where o.user_id = p_user_id order by o.id for update;
  perform from public.bookings b where b.user_id = p_user_id order by b.id for update;
  select case when u.email_confirmed_at is not null then u.email end into v_email
  from auth.users u where u.id = p_user_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'account_not_found';
  end if;
  perform private.require_deletable_account(p_user_id);

  perform private.forget_person(p_user_id);
  if nullif(p_sealed, '') is not null then
    insert into private.closed_accounts (user_id, sealed) values (p_user_id, p_sealed);
  end if;
  insert into private.audit_log (actor, action, table_name, row_id, changes)
  values (coalesce(p_by, p_user_id), 'account_deleted', 'profiles', p_user_id::text, case when p_by is null then '{}'
    else jsonb_build_object('reason', private.require_reason(p_reason)) end);
  -- These two tables do not have a foreign key on every platform.
  delete from auth.refresh_tokens t where t.user_id::text = p_user_id::text;
  delete from auth.flow_state f where f.user_id = p_user_id;
  delete from auth.users u where u.id = p_user_id;
  if v_email is not null then
    perform private.enqueue_job('account_deleted',
      jsonb_build_object('to', v_email) || case when v_is_mentor then '{"is_mentor": true}' else '{}' end::jsonb,
      'account_deleted:' || p_user_id);
  end if;
end
$$;
comment on function public.delete_account is
  'Deletes an account at its owner''s request, in one transaction: the account with everything that is about it alone, '
  'and what names it in records that stay. p_sealed is address and name, encrypted by the caller; null keeps none. '
  'p_by is the administrator who carries the request out, with its reason. Enqueues the last e-mail, which tells a '
  'mentor that the profile stays. PT404 account_not_found, PT409 own_account (p_by''s) | sessions_ahead | '
  'payment_open | refund_open | last_administrator, PT422 reason_text_length.';

create function private.open_closed_account(p_user_id uuid, p_reason text) returns text
language plpgsql set search_path = '' as $$
declare
  v_sealed text;
begin
  p_reason := private.require_reason(p_reason);
  select c.sealed into v_sealed from private.closed_accounts c where c.user_id = p_user_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'not_found';
  end if;
  insert into private.audit_log (actor, action, table_name, row_id, changes)
  values (auth.uid(), 'closed_account_opened', 'closed_accounts', p_user_id::text,
    jsonb_build_object('reason', p_reason));
  return v_sealed;
end
$$;
comment on function private.open_closed_account is
  'For the database''s owner (scripts/open-closed-account.ts): the sealed address and name of a deleted account. Each '
  'opening is in the audit log, with its reason of 10 to 200 characters. PT422 reason_text_length, PT404 not_found.';

revoke execute on all functions in schema private from public;
revoke execute on function public.require_my_proof from public, anon;
grant execute on function public.require_my_proof to authenticated, service_role;
revoke execute on function public.delete_account from public, anon, authenticated;
grant execute on function public.delete_account to service_role;
