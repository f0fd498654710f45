set local lock_timeout = '5s';

-- Alarms about work that has stopped or failed. Every host and pg_cron check them once a minute. Their e-mails do not
-- use the outbox, which may itself have failed. See docs/product/back-office.md#alarms.

create table private.watch_settings (
  is_only_row boolean primary key default true check (is_only_row),
  schema_made_at timestamptz not null default now(),
  backup_max_age_hours integer check (backup_max_age_hours > 0),
  last_backup_at timestamptz
);
insert into private.watch_settings default values;
comment on table private.watch_settings is 'One row: what the watch cannot read elsewhere.';
comment on column private.watch_settings.schema_made_at is
  'How long a worker could have run: a new database has had none for the first minutes.';
comment on column private.watch_settings.backup_max_age_hours is
  'BACKUP_MAX_AGE_HOURS. A host writes it at each start; on hosted Supabase the database owner does. Null: never '
  'judged.';
comment on column private.watch_settings.last_backup_at is 'When the last good backup was finished.';

create table private.alarm_mails (
  id uuid primary key default gen_random_uuid(),
  began_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz
);
create index alarm_mails_began_idx on private.alarm_mails (began_at);
comment on table private.alarm_mails is 'E-mails about alarms, each of one send. Kept for a day, to count them.';
comment on column private.alarm_mails.sent_at is
  'Null while a process sends it. After five minutes that process counts as ended, and the e-mail as not sent.';

create table private.alarms (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'worker_stopped', 'jobs_late', 'job_dead', 'money_violation', 'refund_failed', 'webhook_silent', 'calendar_lost',
    'mail_failing', 'backup_old'
  )),
  subject text not null default '' check (char_length(subject) <= 300),
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  mailed_at timestamptz,
  last_value bigint,
  mail_id uuid references private.alarm_mails (id) on delete set null,
  mailed_before timestamptz,
  constraint alarms_close_after_opening check (closed_at >= opened_at)
);
create unique index alarms_one_open_idx on private.alarms (kind, subject) where closed_at is null;
create index alarms_closed_idx on private.alarms (closed_at);
create index alarms_mail_idx on private.alarms (mail_id);
comment on table private.alarms is
  'Alarms, open and closed, one open row a kind and subject. Holds nothing about persons. Kept for 400 days.';
comment on column private.alarms.subject is 'What it is about within its kind; empty where the kind is one thing.';
comment on column private.alarms.mailed_at is
  'When the last e-mail about it was sent, or is being sent; null or before closed_at until an e-mail told its end.';
comment on column private.alarms.last_value is
  'What was last measured: seconds (worker_stopped, jobs_late), hours (backup_old), else how many; null for '
  'calendar_lost.';
comment on column private.alarms.mail_id is 'The e-mail that is being sent; null at all other times.';
comment on column private.alarms.mailed_before is 'mailed_at before that e-mail, for when it cannot be sent.';

alter table private.watch_settings enable row level security;
alter table private.alarm_mails enable row level security;
alter table private.alarms enable row level security;
revoke all on table private.watch_settings, private.alarm_mails, private.alarms
  from public, anon, authenticated, service_role;

create function private.record_backup(p_finished_at timestamptz) returns void
language sql set search_path = '' as $$
  update private.watch_settings
  set last_backup_at = greatest(last_backup_at, p_finished_at)
$$;
comment on function private.record_backup is 'Records a good backup; one that was finished earlier changes nothing.';

-- Whether the worker runs -------------------------------------------------------------------------------------------

create function private.worker_health() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'alive', coalesce(w.seconds, extract(epoch from clock_timestamp() - s.schema_made_at)) <= 300,
    'seconds', floor(w.seconds)::bigint
  )
  from private.watch_settings s
  left join lateral (
    select greatest(extract(epoch from clock_timestamp() - r.began_at), 0) as seconds
    from private.worker_rounds r
    order by r.began_at desc
    limit 1
  ) w on true
$$;

create function public.worker_pulse() returns jsonb
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return private.worker_health();
end
$$;
comment on function public.worker_pulse is
  'For everybody: {alive, seconds}. seconds since the last round of a worker began, null when none ever did; alive is '
  'false above 300 seconds, or when none ever began and the schema is older than that.';

-- Judging -----------------------------------------------------------------------------------------------------------

create function private.silent_payments() returns bigint
language sql stable set search_path = '' as $$
  select count(*)
  from private.payments p
  left join private.payment_orders o on o.id = p.order_id
  where p.captured_at <= clock_timestamp() - interval '30 minutes'
    and p.captured_at > coalesce((select max(e.received_at) from private.webhook_events e), '-infinity')
    -- A payment that an event reported is settled a moment after that event.
    and not exists (
      select from private.webhook_events e
      where e.event in ('payment.authorized', 'payment.captured', 'order.paid')
        and e.payload #>> '{payload,payment,entity,order_id}' = coalesce(o.provider_order_id, p.provider_order_id)
    )
$$;
comment on function private.silent_payments is
  'How many payments were captured 30 minutes ago or earlier by another way than an event, with no event since.';

create function private.failing_mails() returns table (failed bigint, is_waiting boolean, delivered_at timestamptz)
language sql stable set search_path = '' as $$
  with last as (
    select max(o.finished_at) as at from private.outbox o where o.state = 'done' and o.kind = 'email'
  ), mails as (
    select
      o.state,
      -- Due since then: a claim and a failed try move run_at on.
      case when o.failed_at is null then o.run_at else least(o.claimed_at, o.run_at) end as due_at,
      o.failed_at is not null as is_tried,
      o.failed_at
    from private.outbox o
    where o.kind = 'email' and o.state in ('ready', 'dead')
  )
  select
    (select count(*) from mails m where m.failed_at > coalesce(last.at, '-infinity')),
    exists (
      select from mails m
      where m.state = 'ready'
        -- An e-mail that fails while others are delivered is a problem of its recipient.
        and greatest(m.due_at, case when m.is_tried then last.at end) <= clock_timestamp() - interval '30 minutes'
    ),
    last.at
  from last
$$;
comment on function private.failing_mails is
  'How many e-mails failed since the last delivery, whether one is due for 30 minutes, and when that delivery was.';

create function private.judge_alarm(
  p_kind text, p_opened_at timestamptz, out opens boolean, out closes boolean, out value bigint
)
language plpgsql stable set search_path = '' as $$
declare
  v_settings private.watch_settings;
  v_mails record;
begin
  case p_kind
    when 'worker_stopped' then
      select not (w ->> 'alive')::boolean, (w ->> 'seconds')::bigint into opens, value from private.worker_health() w;
    when 'jobs_late' then
      select coalesce(extract(epoch from clock_timestamp() - min(o.run_at)), 0)::bigint into value
      from private.outbox o
      where o.state = 'ready' and o.run_at <= clock_timestamp();
      opens := value >= 15 * 60;
      closes := value < 5 * 60;
    when 'job_dead' then
      -- An address that its mail server refuses for good (the words of MailError) is its owner's trouble.
      select count(*) into value from private.outbox o
      where o.state = 'dead'
        and not (o.kind = 'email' and coalesce(o.last_error, '') like '%The mail server refused the recipient:%');
      opens := value > 0;
    when 'money_violation' then
      select count(*) into value from private.invariant_violations;
      opens := value > 0;
    when 'refund_failed' then
      select count(*), count(*) filter (where r.updated_at <= clock_timestamp() - interval '1 hour') > 0
      into value, opens
      from private.refunds r where r.state = 'failed';
      closes := value = 0;
    when 'webhook_silent' then
      value := private.silent_payments();
      opens := value > 0;
    when 'calendar_lost' then
      select coalesce(bool_or(g.token_state = 'invalid_grant'), false), coalesce(bool_or(g.token_state = 'ok'), false)
      into opens, closes
      from private.google_credentials g;
    when 'mail_failing' then
      select * into v_mails from private.failing_mails();
      value := v_mails.failed;
      -- A mail server that restarts is away for a few seconds.
      opens := v_mails.failed >= 5 or v_mails.is_waiting or coalesce(
        (private.mail_health() ->> 'away_since')::timestamptz <= clock_timestamp() - interval '15 seconds', false);
      closes := coalesce(v_mails.delivered_at > p_opened_at, false);
    when 'backup_old' then
      select * into v_settings from private.watch_settings;
      value := extract(epoch from
        clock_timestamp() - coalesce(v_settings.last_backup_at, v_settings.schema_made_at)) / 3600;
      opens := coalesce(
        coalesce(v_settings.last_backup_at, v_settings.schema_made_at)
          < clock_timestamp() - make_interval(hours => v_settings.backup_max_age_hours),
        false
      );
  end case;
  -- An alarm that would open again at once stays open.
  closes := coalesce(closes, true) and not opens;
end
$$;
comment on function private.judge_alarm is
  'Whether an alarm of this kind opens, whether the one that was opened at p_opened_at closes, and what was measured.';

create function private.watch() returns integer
language plpgsql set search_path = '' as $$
declare
  v_kind text;
  v_open private.alarms;
  v_found record;
  v_due integer;
begin
  -- Hosts and pg_cron call this in the same minute: one call is enough.
  if not pg_try_advisory_xact_lock(hashtextextended('watch', 0)) then return 0; end if;
  -- The promises about money last, because they take longest.
  foreach v_kind in array array[
    'worker_stopped', 'jobs_late', 'job_dead', 'refund_failed', 'webhook_silent', 'calendar_lost', 'mail_failing',
    'backup_old', 'money_violation'
  ] loop
    begin
      select * into v_open from private.alarms a where a.kind = v_kind and a.subject = '' and a.closed_at is null;
      v_found := private.judge_alarm(v_kind, v_open.opened_at);
      if v_open.id is null and v_found.opens then
        insert into private.alarms (kind, last_value) values (v_kind, v_found.value) on conflict do nothing;
      elsif v_open.id is not null then
        update private.alarms a
        set last_value = v_found.value, closed_at = case when v_found.closes then clock_timestamp() end
        where a.id = v_open.id and (v_found.closes or a.last_value is distinct from v_found.value);
      end if;
    -- One kind that cannot be judged, or takes too long, must not hide the others.
    exception when query_canceled or others then
      raise warning 'The alarm % could not be judged: %', v_kind, sqlerrm;
    end;
  end loop;
  delete from private.alarms a where a.closed_at < now() - interval '400 days';
  select count(*) into v_due from private.alarms a where private.is_alarm_mail_due(a);
  if v_due > 0 then perform private.call_send_alarm(); end if;
  return v_due;
end
$$;
comment on function private.watch is
  'Judges every alarm, opens and closes them, and answers how many have to be told of by e-mail. Where pg_net and the '
  'Vault secrets are, it calls the function send-alarm for these; elsewhere a host does. May be called by any number '
  'of processes at once.';

create function private.call_send_alarm() returns text
language plpgsql set search_path = '' as $$
declare
  v_url text;
  v_key text;
begin
  if to_regnamespace('net') is null or to_regclass('vault.decrypted_secrets') is null then
    return 'not configured';
  end if;
  select max(s.decrypted_secret) filter (where s.name = 'project_url'),
    max(s.decrypted_secret) filter (where s.name = 'worker_key')
  into v_url, v_key
  from vault.decrypted_secrets s;
  if coalesce(v_url, '') = '' or coalesce(v_key, '') = '' then return 'not configured'; end if;
  perform net.http_post(
    url := rtrim(v_url, '/') || '/functions/v1/send-alarm',
    body := '{}'::jsonb,
    headers := jsonb_build_object('content-type', 'application/json', 'x-worker-key', v_key),
    timeout_milliseconds := 25000
  );
  return 'called';
exception when others then
  raise warning 'The function send-alarm could not be called: %', sqlerrm;
  return 'failed';
end
$$;
comment on function private.call_send_alarm is
  'Has the function send-alarm called, with the Vault secrets project_url and worker_key: called, not configured, or '
  'failed. Whatever goes wrong here, the alarms themselves are kept.';

-- E-mails -----------------------------------------------------------------------------------------------------------

create function private.is_alarm_mail_due(a private.alarms) returns boolean
language sql stable set search_path = '' as $$
  select case
    when a.mail_id is not null then
      exists (
        select from private.alarm_mails m where m.id = a.mail_id and m.began_at < clock_timestamp() - interval '5 minutes'
      )
    when a.closed_at is null then coalesce(a.mailed_at <= clock_timestamp() - interval '6 hours', true)
    -- Also for an alarm without an e-mail while it was open: then this is its only e-mail.
    else coalesce(a.mailed_at < a.closed_at, true) and a.closed_at > clock_timestamp() - interval '1 day'
  end
$$;
comment on function private.is_alarm_mail_due is
  'Whether an e-mail about the alarm has to be sent: at its opening, every 6 hours while it is open, at its end.';

create function private.return_alarm_mail(p_mail_id uuid) returns void
language sql set search_path = '' as $$
  update private.alarms set mailed_at = mailed_before, mailed_before = null, mail_id = null where mail_id = p_mail_id;
  delete from private.alarm_mails where id = p_mail_id;
$$;
comment on function private.return_alarm_mail is 'For an e-mail that was not sent: its alarms need an e-mail again.';

create function public.claim_alarm_mails() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := clock_timestamp();
  v_free integer;
  v_due bigint[];
  v_mail uuid;
  v_mails jsonb := '[]';
begin
  perform private.require_service();
  perform pg_advisory_xact_lock(hashtextextended('alarm_mails', 0));
  perform private.return_alarm_mail(m.id)
  from private.alarm_mails m
  where m.sent_at is null and m.began_at < v_now - interval '5 minutes';
  delete from private.alarm_mails m where m.began_at < v_now - interval '1 day';
  select 10 - count(*) into v_free from private.alarm_mails m where m.began_at > v_now - interval '1 hour';
  select array_agg(a.id order by coalesce(a.closed_at, a.opened_at), a.id) into v_due
  from private.alarms a where private.is_alarm_mail_due(a);
  while v_free > 0 and cardinality(v_due) > 0 loop
    insert into private.alarm_mails default values returning id into v_mail;
    with claimed as (
      update private.alarms a
      set mailed_at = v_now, mailed_before = a.mailed_at, mail_id = v_mail
      -- The last e-mail that this hour allows tells of all that remain.
      where a.id = any (case when v_free = 1 then v_due else v_due[1:1] end)
      returning a.*
    )
    select v_mails || jsonb_build_object('id', v_mail, 'alarms', jsonb_agg(jsonb_build_object(
      'kind', c.kind,
      'news', case when c.closed_at is not null then 'closed' when c.mailed_before is null then 'opened' else 'open' end,
      'opened_at', c.opened_at,
      'closed_at', c.closed_at,
      'value', c.last_value
    ) order by coalesce(c.closed_at, c.opened_at), c.id))
    into v_mails
    from claimed c;
    v_due := case when v_free = 1 then null else v_due[2:] end;
    v_free := v_free - 1;
  end loop;
  return v_mails;
end
$$;
comment on function public.claim_alarm_mails is
  'For the function send-alarm: the e-mails that it has to send now, [{id, alarms: [{kind, news opened | open | '
  'closed, opened_at, closed_at, value}]}], each given to one caller; at most 10 an hour, the last one about all that '
  'remain. finish_alarm_mail within 5 minutes, or they are given to the next caller.';

create function public.finish_alarm_mail(p_id uuid, p_is_sent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  if p_is_sent then
    update private.alarms set mail_id = null, mailed_before = null where mail_id = p_id;
    update private.alarm_mails set sent_at = clock_timestamp() where id = p_id;
  else
    perform private.return_alarm_mail(p_id);
  end if;
end
$$;
comment on function public.finish_alarm_mail is
  'Reports that an e-mail of claim_alarm_mails was sent, or was not and has to be sent later.';

-- For administrators ------------------------------------------------------------------------------------------------

create function private.open_alarms() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('kind', a.kind, 'subject', a.subject, 'opened_at', a.opened_at, 'value', a.last_value)
    order by a.opened_at desc, a.id desc
  ), '[]')
  from private.alarms a where a.closed_at is null
$$;
comment on function private.open_alarms is 'The open alarms for admin_health, the newest first.';

revoke execute on all functions in schema private from public;
revoke execute on function public.worker_pulse from public;
grant execute on function public.worker_pulse to anon, authenticated, service_role;
revoke execute on function public.claim_alarm_mails, public.finish_alarm_mail from public, anon, authenticated;
grant execute on function public.claim_alarm_mails, public.finish_alarm_mail to service_role;
