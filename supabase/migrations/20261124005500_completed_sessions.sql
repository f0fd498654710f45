-- A session whose end has passed is completed, without anybody's doing.

create index bookings_running_out_idx on public.bookings (upper(during)) where status in ('confirmed', 'rescheduled');

create function public.complete_sessions(p_limit integer default 200) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_service();
  update public.bookings b set status = 'completed'
  where b.id in (
    select s.id from public.bookings s
    where s.status in ('confirmed', 'rescheduled') and upper(s.during) <= now()
    order by upper(s.during)
    limit least(greatest(coalesce(p_limit, 200), 1), 1000)
    -- An administrator may be recording a no-show: the next round looks again.
    for update skip locked
  );
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.complete_sessions(integer) is
  'Marks approved sessions completed whose end has passed, the oldest first, and answers how many. The job clock calls it; calling it again, or from two workers at once, does no harm.';
revoke execute on function public.complete_sessions(integer) from public, anon, authenticated;
grant execute on function public.complete_sessions(integer) to service_role;
