set local lock_timeout = '5s';

-- What `npm run doctor` reads of the database (docs/product/operations.md#health): catalogs and settings, and no data
-- of a person.

create function private.report_schedule() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_jobs jsonb := '[]';
  v_secrets jsonb := '[]';
begin
  -- The extensions exist on hosted Supabase alone.
  if to_regclass('cron.job') is not null and to_regclass('cron.job_run_details') is not null then
    select coalesce(jsonb_agg(jsonb_build_object(
      'name', j.jobname,
      'schedule', j.schedule,
      'active', j.active,
      'last_status', (
        select d.status from cron.job_run_details d
        where d.jobid = j.jobid and d.end_time is not null
        order by d.end_time desc
        limit 1
      ),
      'failed', (
        select count(*) from cron.job_run_details d
        where d.jobid = j.jobid and d.status = 'failed' and d.end_time > clock_timestamp() - interval '1 hour'
      )
    ) order by j.jobname), '[]') into v_jobs
    from cron.job j where j.jobname like 'point0-%';
  end if;
  if to_regclass('vault.secrets') is not null then
    select coalesce(jsonb_agg(s.name order by s.name), '[]') into v_secrets
    from vault.secrets s where s.name in ('project_url', 'worker_key');
  end if;
  return jsonb_build_object('jobs', v_jobs, 'secrets', v_secrets);
end
$$;
comment on function private.report_schedule is
  'The jobs of pg_cron with their last result and the runs that failed within the hour, and which Vault secrets exist.';

create function private.report_migrations() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is null then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m
  );
end
$$;

create function private.report_exposed() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'tables_without_rls', (
      select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
      from pg_catalog.pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
    ),
    'private_tables_open', (
      select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
      from pg_catalog.pg_class c
      where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
        and exists (
          select from unnest(array['anon', 'authenticated']) r
          where has_table_privilege(r, c.oid, 'select, insert, update, delete, truncate')
        )
    )
  )
$$;
comment on function private.report_exposed is
  'Tables of public without row-level security, and those of private that a client of the data API may use.';

create function public.deployment_report() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return jsonb_build_object(
    'now', clock_timestamp(),
    'made_at', (select w.schema_made_at from private.watch_settings w),
    'release', (select max(r.release) from private.releases r),
    'migrations', private.report_migrations(),
    'schedule', private.report_schedule(),
    'worker', private.worker_health(),
    'last_webhook_at', (select max(e.received_at) from private.webhook_events e),
    'calendar', coalesce((select g.token_state from private.google_credentials g), 'missing'),
    'mail', (
      select jsonb_build_object('failed', f.failed, 'last_error', (
        select o.last_error from private.outbox o
        where o.kind = 'email' and o.state in ('ready', 'dead') and o.failed_at is not null
        order by o.failed_at desc limit 1
      ))
      from private.failing_mails() f
    ),
    'silent_payments', private.silent_payments(),
    'buckets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', b.id, 'public', b.public, 'file_size_limit', b.file_size_limit, 'allowed_mime_types', b.allowed_mime_types
      ) order by b.id), '[]')
      from storage.buckets b
    )
  ) || private.report_exposed();
end
$$;
comment on function public.deployment_report is
  'For npm run doctor: the applied migrations, the schedule, the worker, the last event of the provider, payments '
  'without one, e-mails that failed since the last delivery, the calendar''s permission, buckets, and what is exposed. Catalogs and settings only, nothing about a person.';

-- The first steps of a new marketplace (docs/product/back-office.md#open-your-marketplace) ----------------------------

create function public.marketplace_opening() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'categories', (select count(*) from public.categories),
      'mentors', (select count(*) from public.mentors m where m.listing_state = 'listed'),
      'first_mentor', (select m.id from public.mentors m order by m.created_at, m.id limit 1),
      'times', (
        select count(*) from public.mentor_availability a
        where not a.is_booked and a.hidden_because is null and lower(a.during) > now()
      ),
      'calendar', coalesce((select g.token_state from private.google_credentials g), 'missing'),
      'payments', (select count(*) from private.payments),
      'logos', (select count(*) from public.partner_logos),
      'stories', (select count(*) from public.impact_stories s where s.is_approved),
      'last_sent_at', h.mail -> 'last_sent_at',
      'is_mail_away', h.mail ->> 'away_since' is not null
    )
    from (select private.mail_health() as mail) h
  );
end
$$;
comment on function public.marketplace_opening is
  'For administrators, how far a new marketplace is: {categories, mentors, times, payments, logos, stories} are counts '
  '(mentors that are listed, times that can be booked, payments that were captured, stories that are approved), '
  'first_mentor an id or null, calendar ok | revoked | missing and so on, last_sent_at and is_mail_away of e-mails.';

create function public.hide_marketplace_opening() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.marketplace_settings s set opening_hidden_at = coalesce(s.opening_hidden_at, now());
end
$$;
comment on function public.hide_marketplace_opening is
  'For administrators: the overview no longer shows the first steps of a new marketplace, to nobody.';

create function private.mail_mail_check(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', p.email, 'role', 'administrator')), 'facts', '{}'::jsonb)
  from public.profiles p where p.id = (p_payload ->> 'admin_id')::uuid and p.is_admin
$$;

create function public.send_mail_check() returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_admin_id uuid := private.signed_in_user();
begin
  perform private.require_admin();
  -- Once a minute, however often it is pressed.
  perform private.enqueue_job(
    'mentor_mail', jsonb_build_object('mail', 'mail_check', 'admin_id', v_admin_id),
    format('mail_check:%s:%s', v_admin_id, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI')));
  return (select p.email from public.profiles p where p.id = v_admin_id);
end
$$;
comment on function public.send_mail_check is
  'For administrators: sends the caller one test e-mail, at most one a minute. Answers the address.';

revoke execute on all functions in schema private from public;
revoke execute on function public.marketplace_opening, public.hide_marketplace_opening, public.send_mail_check
from public, anon, authenticated;
grant execute on function public.marketplace_opening, public.hide_marketplace_opening, public.send_mail_check
to authenticated;
revoke execute on function public.deployment_report from public, anon, authenticated;
grant execute on function public.deployment_report to service_role;
