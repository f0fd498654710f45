-- E-mails say why a session did not take place: the worker learns the incident, and hears of a founder who did not come even
-- where the session was marked completed before.

drop function public.booking_for_jobs(uuid);
create function public.booking_for_jobs(p_booking_id uuid)
returns table (
  id uuid, status text, date date, start_time time, end_time time, starts_at timestamptz, ends_at timestamptz,
  notes text, created_at timestamptz, founder_id uuid, founder_name text, founder_email text,
  mentor_id uuid, mentor_name text, mentor_email text, google_meet_link text,
  calendar_event_id text, calendar_state text, calendar_error text, calendar_html_link text, sequence integer,
  amount_paise integer, currency text, payment_id text, refund_state text, incident text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    select b.id, b.status, b.date, b.start_time, b.end_time, lower(b.during), upper(b.during),
      b.notes, b.created_at, b.user_id, coalesce(p.name, split_part(b.user_email, '@', 1)), coalesce(p.email, b.user_email),
      b.mentor_id, b.mentor_name, mp.email, b.google_meet_link,
      coalesce(c.event_id, b.google_calendar_event_id), c.state, c.last_error, c.html_link, coalesce(c.sequence, 0),
      y.amount_paise, y.currency, y.id, r.state, b.incident
    from public.bookings b
    left join public.profiles p on p.id = b.user_id
    left join public.mentor_private mp on mp.mentor_id = b.mentor_id
    left join private.calendar_events c on c.booking_id = b.id
    left join private.payments y on y.booking_id = b.id
    left join private.refunds r on r.payment_id = y.id
    where b.id = p_booking_id;
end
$$;
comment on function public.booking_for_jobs(uuid) is
  'Everything that the calendar and the e-mails need about a booking, recipients included; no row when it does not exist. starts_at and ends_at are instants; date and times are India''s. The founder''s address is the account''s present one, else the one at payment; the mentor''s is null when none is known. amount in paise; sequence grows with each move, pass it back to record_calendar_event. incident: why it was cancelled or moved, or that its founder did not come.';
revoke execute on function public.booking_for_jobs(uuid) from public, anon, authenticated;
grant execute on function public.booking_for_jobs(uuid) to service_role;

-- A change of status has its job already (private.apply_booking_change).
create function private.announce_missed_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.enqueue_job('booking_completed', jsonb_build_object('booking_id', new.id));
  return null;
end
$$;
create trigger announce_missed_session after update on public.bookings
for each row when (
  old.status = 'completed' and new.status = 'completed'
  and new.incident = 'founder_no_show' and old.incident is distinct from new.incident
)
execute function private.announce_missed_session();
revoke execute on function private.announce_missed_session() from public;
