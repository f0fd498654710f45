-- Jobs that were given up, for an administrator to see and to start again.

create trigger audit_outbox after update on private.outbox
for each row when (auth.uid() is not null and old.state = 'dead' and new.state = 'ready')
execute function private.record_audit();

create function private.booking_of_job(p_payload jsonb) returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(
    (select b.id from public.bookings b where b.id::text = p_payload ->> 'booking_id'),
    (select y.booking_id from private.payments y where y.id = p_payload ->> 'payment_id')
  )
$$;

create function public.list_failed_jobs(p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, kind text, booking_id uuid, attempts integer, last_error text,
  created_at timestamptz, failed_at timestamptz, total_count bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, private.booking_of_job(o.payload), o.attempts, o.last_error, o.created_at, o.finished_at,
      (select count(*) from private.outbox d where d.state = 'dead')
    from private.outbox o
    where o.state = 'dead'
    order by o.finished_at desc, o.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_failed_jobs(integer, integer) is
  'Jobs that were given up, the latest first, for administrators. What a job carries (sign-in links, addresses) is not shown; booking_id is set where it is about a booking.';

create function public.retry_job(p_job_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.outbox o
  set state = 'ready', attempts = 0, run_at = clock_timestamp(), finished_at = null
  where o.id = p_job_id and o.state = 'dead';
  if found then
    return;
  end if;
  if exists (select from private.outbox o where o.id = p_job_id) then
    raise exception using errcode = 'PT409', message = 'job_not_failed';
  end if;
  raise exception using errcode = 'PT404', message = 'job_not_found';
end
$$;
comment on function public.retry_job(uuid) is
  'Starts a job again that was given up, for administrators, with all its tries. PT404 job_not_found, PT409 job_not_failed (somebody else was quicker).';

revoke execute on function private.booking_of_job(jsonb) from public;
revoke execute on function public.list_failed_jobs(integer, integer), public.retry_job(uuid) from public, anon;
grant execute on function public.list_failed_jobs(integer, integer), public.retry_job(uuid) to authenticated, service_role;
