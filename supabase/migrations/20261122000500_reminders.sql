-- Reminders 24 hours and 1 hour before a session: jobs that wait for their time, once for each start.

create function private.plan_reminders() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_starts_at timestamptz := lower(new.during);
  v_hours integer;
begin
  delete from private.outbox o
  where o.payload ? 'booking_id' and o.payload ->> 'booking_id' = new.id::text
    and o.kind = 'booking_reminder' and o.state = 'ready';
  if new.status in ('confirmed', 'rescheduled') then
    foreach v_hours in array array[24, 1] loop
      if v_starts_at - v_hours * interval '1 hour' > now() then
        perform private.enqueue_job(
          'booking_reminder',
          jsonb_build_object('booking_id', new.id, 'hours', v_hours, 'starts_at', v_starts_at),
          format('booking:%s:reminder:%s:%s', new.id, v_hours, extract(epoch from v_starts_at)::bigint),
          v_starts_at - v_hours * interval '1 hour'
        );
      end if;
    end loop;
  end if;
  return null;
end
$$;
comment on function private.plan_reminders() is
  'A booking that is approved or moved gets the reminders that are still to come; those of its earlier time, and of a booking that ended, go. A worker that holds one already compares status and starts_at with booking_for_jobs.';
revoke execute on function private.plan_reminders() from public;

create trigger plan_reminders after update on public.bookings
for each row when (
  old.status is distinct from new.status
  or old.date is distinct from new.date
  or old.start_time is distinct from new.start_time
  or old.end_time is distinct from new.end_time
)
execute function private.plan_reminders();
