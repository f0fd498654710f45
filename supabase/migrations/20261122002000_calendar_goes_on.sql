-- Whoever authorises the calendar again need not wait for it: the jobs that waited for that go on at once.

create function private.resume_calendar_jobs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Those that were never tried: one that was is under way, or waits for something else.
  update private.outbox o set run_at = clock_timestamp()
  where o.state = 'ready' and o.attempts = 0 and o.run_at > clock_timestamp() and o.payload ? 'waiting_since';
  return null;
end
$$;
comment on function private.resume_calendar_jobs() is
  'Makes the jobs due that wait for somebody to authorise the calendar (waiting_since in their payload).';
revoke execute on function private.resume_calendar_jobs() from public;

create trigger resume_calendar_jobs_of_first after insert on private.google_credentials
for each row when (new.token_state = 'ok')
execute function private.resume_calendar_jobs();

create trigger resume_calendar_jobs after update on private.google_credentials
for each row when (
  new.token_state = 'ok'
  and (
    old.token_state is distinct from new.token_state
    or old.refresh_token_encrypted is distinct from new.refresh_token_encrypted
  )
)
execute function private.resume_calendar_jobs();
