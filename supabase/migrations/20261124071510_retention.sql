set local lock_timeout = '5s';

-- Each night, data that is no longer needed is deleted by the rules of rules/people/retention.ts. Also ends every
-- session after a breach. See docs/product/privacy.md#retention.

create table private.retention_runs (
  started_at timestamptz not null,
  rule text not null,
  finished_at timestamptz,
  rows integer not null default 0,
  error text,
  primary key (started_at, rule)
);

comment on table private.retention_runs is
  'What each night''s run of each rule has deleted or emptied. Written by apply_retention alone; kept for a year.';
comment on column private.retention_runs.finished_at is 'Null while there is more to do, and where the rule failed.';
comment on column private.retention_runs.error is 'Why the rule failed; null when it did not.';

alter table private.retention_runs enable row level security;
revoke all on table private.retention_runs from public, anon, authenticated, service_role;

create function private.retention_rule_names() returns text[]
language sql immutable set search_path = '' as $$
  select array[
    'money', 'meetings', 'sessions_from_sign_in', 'sessions_unused', 'sessions_of_administrators', 'consents',
    'audit_log', 'auth_log', 'account_alerts', 'webhook_payloads', 'closed_accounts', 'finished_jobs',
    'mentor_applications', 'mentor_requests', 'tokens', 'unverified_accounts', 'briefs', 'slot_alerts',
    'mentor_invitations',
    'data_requests'
  ]
$$;

-- Records about money -----------------------------------------------------------------------------------------------

create function private.money_kept_from(p_keep interval) returns timestamptz
language sql stable set search_path = '' as $$
  select (date_trunc('year', (now() at time zone 'Asia/Kolkata') - interval '3 months') + interval '3 months' - p_keep)
    at time zone 'Asia/Kolkata'
$$;
comment on function private.money_kept_from is
  'The start of the oldest financial year of India (April to March) that ended less than p_keep ago.';

create function private.delete_old_money(p_keep interval, p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_from timestamptz := private.money_kept_from(p_keep);
  v_orders uuid[];
  v_entered uuid[];
  v_bookings uuid[];
  v_payments text[];
begin
  -- Order, payments, refunds, receipt and booking are deleted together, when all of them are old.
  v_orders := array(
    select o.id from private.payment_orders o
    left join public.bookings b on b.id = o.booking_id
    where o.created_at < v_from
      and (b.id is null or (b.created_at < v_from and upper(b.during) < v_from))
      and not exists (
        select from private.payments y
        left join private.refunds r on r.payment_id = y.id
        left join private.receipts t on t.payment_id = y.id
        where (y.order_id = o.id or y.booking_id = b.id) and (
          y.captured_at >= v_from or t.issued_at >= v_from or r.state <> 'processed'
          or greatest(r.created_at, r.requested_at, r.processed_at) >= v_from
        )
      )
    order by o.created_at
    limit p_limit
  );
  v_entered := array(
    select b.id from public.bookings b
    where b.created_at < v_from and upper(b.during) < v_from
      and not exists (select from private.payment_orders o where o.booking_id = b.id)
      and not exists (select from private.payments y where y.booking_id = b.id)
    limit p_limit - cardinality(v_orders)
  );
  v_bookings := v_entered || array(
    select b.id from public.bookings b join private.payment_orders o on o.booking_id = b.id where o.id = any (v_orders)
  );
  v_payments := array(
    select y.id from private.payments y where y.order_id = any (v_orders) or y.booking_id = any (v_bookings)
  ) || array(
    -- Payments of orders that were not ours.
    select y.id from private.payments y left join private.refunds r on r.payment_id = y.id
    where y.order_id is null and y.booking_id is null and y.captured_at < v_from
      and r.state is not distinct from 'processed'
      and greatest(r.created_at, r.requested_at, r.processed_at) < v_from
    limit p_limit - cardinality(v_orders) - cardinality(v_entered)
  );

  delete from private.money_findings f where f.payment_id = any (v_payments) or f.booking_id = any (v_bookings);
  with gone as (
    delete from private.receipts t where t.payment_id = any (v_payments) returning t.financial_year
  )
  update private.receipt_counters c set deleted = c.deleted + g.n
  from (select financial_year, count(*) as n from gone group by 1) g
  where c.financial_year = g.financial_year;
  delete from private.refunds r where r.payment_id = any (v_payments);
  delete from private.payments y where y.id = any (v_payments);
  delete from private.slot_claims c where c.order_id = any (v_orders) or c.booking_id = any (v_bookings);
  delete from public.bookings b where b.id = any (v_bookings);
  delete from private.payment_orders o where o.id = any (v_orders);
  return cardinality(v_orders) + cardinality(v_entered) + cardinality(v_payments);
end
$$;
comment on function private.delete_old_money is
  'Deletes orders, bookings, payments and refunds of financial years that ended more than p_keep ago. Nothing is '
  'deleted while any part of it is younger, or a refund has not arrived.';

create function private.id_in(p_text text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_text::uuid end
$$;

-- The others --------------------------------------------------------------------------------------------------------

create function private.delete_old_tokens(p_before timestamptz, p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_rows integer;
  v_count integer := 0;
  v_sql text;
begin
  foreach v_sql in array array[
    -- Auth reads an empty text as none.
    'update auth.users set confirmation_token = '''' where id in (
      select id from auth.users where confirmation_token <> '''' and confirmation_sent_at < $1 limit $2)',
    'update auth.users set recovery_token = '''' where id in (
      select id from auth.users where recovery_token <> '''' and recovery_sent_at < $1 limit $2)',
    'update auth.users set email_change = '''', email_change_token_new = '''', email_change_token_current = '''',
      email_change_confirm_status = 0
    where id in (
      select id from auth.users where (email_change <> '''' or email_change_token_new <> '''')
        and email_change_sent_at < $1 limit $2)',
    'delete from private.identity_proofs where ctid = any (array(
      select ctid from private.identity_proofs where confirmed_at < $1 limit $2))',
    'delete from auth.mfa_challenges where id in (
      select id from auth.mfa_challenges where created_at < $1 limit $2)',
    'delete from auth.mfa_factors where id in (
      select id from auth.mfa_factors where status = ''unverified'' and created_at < $1 limit $2)',
    -- Links are kept for 30 days, as long as the e-mails that carried them.
    'delete from private.mailed_links where ctid = any (array(
      select ctid from private.mailed_links where mailed_at < $1 - interval ''29 days'' limit $2))',
    'delete from auth.flow_state where id in (select id from auth.flow_state where created_at < $1 limit $2)',
    case when to_regclass('auth.one_time_tokens') is not null then
      'delete from auth.one_time_tokens where id in (
        select id from auth.one_time_tokens where created_at < ($1 at time zone ''UTC'') limit $2)'
    end
  ] loop
    if v_sql is not null then
      execute v_sql using p_before, p_limit;
      get diagnostics v_rows = row_count;
      v_count := v_count + v_rows;
    end if;
  end loop;
  return v_count;
end
$$;

create function private.apply_retention_rule(p_rule text, p_keep interval, p_limit integer) returns integer
language plpgsql set search_path = '' as $$
declare
  v_before timestamptz := now() - p_keep;
  v_rows integer := 0;
begin
  case p_rule
    when 'money' then
      return private.delete_old_money(p_keep, p_limit);
    when 'meetings' then
      with old as (
        select b.id from public.bookings b
        where b.date <= (v_before at time zone 'Asia/Kolkata')::date and upper(b.during) < v_before
          and (b.notes is not null or b.google_meet_link is not null
            or exists (select from public.change_requests r where r.booking_id = b.id and r.message <> ''))
        limit p_limit
      ), requests as (
        update public.change_requests r set message = '' from old o where r.booking_id = o.id and r.message <> ''
      )
      update public.bookings b set notes = null, google_meet_link = null from old o where b.id = o.id;
    when 'sessions_from_sign_in' then
      delete from auth.sessions s
      where s.id in (select o.id from auth.sessions o where o.created_at < v_before limit p_limit);
    when 'sessions_unused' then
      delete from auth.sessions s
      where s.id in (
        select o.id from auth.sessions o
        where greatest(o.created_at, o.refreshed_at at time zone 'UTC') < v_before limit p_limit
      );
    when 'sessions_of_administrators' then
      delete from auth.sessions s
      where s.id in (
        select o.id from auth.sessions o join public.profiles p on p.id = o.user_id
        where p.is_admin and o.created_at < v_before limit p_limit
      );
    when 'consents' then
      delete from private.consents c
      where c.id in (select o.id from private.consents o where o.account_closed_at < v_before limit p_limit);
    when 'audit_log' then
      return private.drop_sealed_audit(v_before);
    when 'auth_log' then
      -- On hosted Supabase it is Auth's own, and may be switched off.
      if to_regclass('auth.audit_log_entries') is not null then
        execute 'delete from auth.audit_log_entries where id in (
          select id from auth.audit_log_entries where created_at < $1 limit $2)' using v_before, p_limit;
      end if;
    when 'account_alerts' then
      delete from private.account_alerts a
      where a.id in (select o.id from private.account_alerts o where o.created_at < v_before limit p_limit);
    when 'webhook_payloads' then
      update private.webhook_events e set payload = '{}'
      where e.id in (
        select o.id from private.webhook_events o
        where o.received_at < v_before and o.processed_at is not null and o.payload <> '{}' limit p_limit
      );
    when 'closed_accounts' then
      delete from private.closed_accounts c
      where c.user_id in (select o.user_id from private.closed_accounts o where o.closed_at < v_before limit p_limit);
    when 'finished_jobs' then
      delete from private.outbox o
      where o.id in (
        select j.id from private.outbox j
        where j.finished_at < v_before
          -- Jobs that were given up stay for a person to see. Those of e-mails hold an address, so they are deleted
          -- too.
          and (j.state in ('done', 'put_aside') or (j.state = 'dead' and j.kind in ('email', 'account_deleted')))
          -- The key of a job that a booking's state plans must stay, so that the job is not done twice.
          and not (j.key like 'booking:%' and exists (
            select from public.bookings b
            where b.id = private.id_in(split_part(j.key, ':', 2)) and upper(b.during) > now()
          ))
          and not (j.kind = 'refund' and exists (
            select from private.refunds r
            where r.id = private.id_in(j.payload ->> 'refund_id') and r.state <> 'processed'
          ))
        limit p_limit
      );
    when 'mentor_applications' then
      delete from public.mentor_applications a
      where a.id in (select o.id from public.mentor_applications o where o.decided_at < v_before limit p_limit);
    when 'mentor_requests' then
      update private.mentor_requests r set email = null
      where r.id in (
        select o.id from private.mentor_requests o where o.answered_at < v_before and o.email is not null limit p_limit
      );
    when 'tokens' then
      return private.delete_old_tokens(v_before, p_limit);
    when 'briefs' then
      delete from public.session_briefs s
      where s.booking_id in (
        select o.booking_id from public.session_briefs o
        where o.updated_at < v_before and not exists (select from public.bookings b where b.id = o.booking_id)
        limit p_limit
      );
    when 'slot_alerts' then
      delete from private.slot_alerts a
      where a.id in (select o.id from private.slot_alerts o where o.created_at < v_before limit p_limit);
    when 'mentor_invitations' then
      delete from private.mentor_invitations i
      where i.id in (
        select o.id from private.mentor_invitations o
        where o.state in ('accepted', 'revoked', 'expired') and o.sent_at < v_before limit p_limit
      );
    when 'data_requests' then
      delete from private.person_records r
      where r.id in (select o.id from private.person_records o where o.answered_at < v_before limit p_limit);
    when 'unverified_accounts' then
      delete from auth.users u
      where u.id in (
        select o.id from auth.users o
        where o.email_confirmed_at is null and o.phone_confirmed_at is null and o.created_at < v_before
          and not exists (select from auth.identities i where i.user_id = o.id and i.provider <> 'email')
          and not exists (select from private.payment_orders y where y.user_id = o.id)
          and not exists (select from public.bookings b where b.user_id = o.id)
        limit p_limit
      );
  end case;
  get diagnostics v_rows = row_count;
  return v_rows;
end
$$;
comment on function private.apply_retention_rule is
  'Deletes or empties up to p_limit rows by one rule, and answers how many: fewer than p_limit when none is left.';

-- The job -----------------------------------------------------------------------------------------------------------

create function public.apply_retention(p_rules jsonb, p_started_at timestamptz default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  c_batch constant integer := 500;
  v_started_at timestamptz := coalesce(p_started_at, now());
  v_name text;
  v_rows integer;
  v_error text;
  v_total integer := 0;
  v_left text[] := '{}';
  v_errors text[] := '{}';
  v_is_over boolean;
begin
  perform private.require_service();
  select n into v_name from jsonb_object_keys(p_rules) n where n <> all (private.retention_rule_names()) limit 1;
  if v_name is not null then
    raise exception using errcode = 'PT422', message = 'rule_unknown', detail = v_name;
  end if;
  select n into v_name from unnest(private.retention_rule_names()) n
  where p_rules ->> n is null or (p_rules ->> n)::interval < interval '0' limit 1;
  if v_name is not null then
    raise exception using errcode = 'PT422', message = 'rule_missing', detail = v_name;
  end if;
  -- Tax law sets these limits, so a caller cannot change them.
  if (p_rules ->> 'money')::interval not between interval '6 years' and interval '10 years' then
    raise exception using errcode = 'PT422', message = 'rule_out_of_range', detail = 'money';
  end if;
  -- One run at a time.
  perform pg_advisory_xact_lock(hashtextextended('apply_retention', 0));
  foreach v_name in array private.retention_rule_names() loop
    continue when exists (
      select from private.retention_runs r
      where r.started_at = v_started_at and r.rule = v_name and r.finished_at is not null
    );
    v_rows := 0;
    v_error := null;
    begin
      v_rows := private.apply_retention_rule(v_name, (p_rules ->> v_name)::interval, c_batch);
    exception when others then
      -- The other rules are still applied.
      v_error := left(sqlstate || ' ' || sqlerrm, 500);
      v_errors := v_errors || (v_name || ': ' || v_error);
    end;
    v_total := v_total + v_rows;
    -- The audit log is deleted in whole seals, all in one call.
    v_is_over := v_error is null and (v_rows < c_batch or v_name = 'audit_log');
    if v_error is null and not v_is_over then
      v_left := v_left || v_name;
    end if;
    insert into private.retention_runs as r (started_at, rule, finished_at, rows, error)
    values (
      v_started_at, v_name, case when v_is_over then clock_timestamp() end, v_rows, v_error
    )
    on conflict (started_at, rule) do update
    set finished_at = excluded.finished_at, rows = r.rows + excluded.rows, error = excluded.error;
  end loop;
  delete from private.retention_runs r where r.started_at < now() - interval '1 year';
  return jsonb_build_object('rows', v_total, 'left', to_jsonb(v_left), 'errors', to_jsonb(v_errors));
end
$$;
comment on function public.apply_retention is
  'Applies up to 500 rows of each rule of rules/people/retention.ts ({name: interval}); p_started_at names the run. Answers '
  '{rows, left: rules with more to do, errors}: call it until left is empty. A rule that fails does not stop the '
  'others. PT422 rule_unknown | rule_missing | rule_out_of_range (detail: the rule): then nothing is done.';

create function private.retention_health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'started_at', max(r.started_at),
    'finished_at', case when bool_and(r.finished_at is not null) then max(r.finished_at) end,
    'rows', coalesce(sum(r.rows), 0),
    'error', coalesce(
      string_agg(r.rule || ': ' || r.error, '; ' order by r.rule) filter (where r.error is not null),
      (
        select o.last_error from private.outbox o
        where o.kind = 'apply_retention' and o.state <> 'done' and o.last_error is not null
        order by o.created_at desc limit 1
      )
    )
  )
  from private.retention_runs r
  where r.started_at = (select max(l.started_at) from private.retention_runs l)
$$;
comment on function private.retention_health is
  'The last run of the retention rules: {started_at, finished_at, rows, error}; started_at null when there was none, '
  'finished_at while it is not through, error where a rule or the job failed.';

-- The first night; each plans the next.
select private.enqueue_job('apply_retention', jsonb_build_object('day', private.today() + 1),
  'apply_retention:' || (private.today() + 1), (private.today() + 1 + time '03:30') at time zone 'Asia/Kolkata');

-- When there was a breach -------------------------------------------------------------------------------------------

create function private.end_all_sessions(p_reason text) returns integer
language plpgsql set search_path = '' as $$
declare
  v_count integer;
begin
  p_reason := private.require_reason(p_reason);
  delete from auth.sessions s;
  get diagnostics v_count = row_count;
  -- Also refresh tokens without a session.
  delete from auth.refresh_tokens t;
  insert into private.audit_log (actor, action, table_name, changes)
  values (auth.uid(), 'end_sessions', 'sessions', jsonb_build_object('ended', v_count, 'reason', p_reason));
  return v_count;
end
$$;
comment on function private.end_all_sessions is
  'For the database''s owner (scripts/end-all-sessions.ts): signs everybody out, at once, and answers how many '
  'sessions ended. In the audit log, with its reason of 10 to 200 characters. PT422 reason_text_length.';

revoke execute on all functions in schema private from public;
revoke execute on function public.apply_retention from public, anon, authenticated;
grant execute on function public.apply_retention to service_role;
