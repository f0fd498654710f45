-- Days and times that every reader knows: Postgres also has 24:00, years of five digits and infinity, and one such slot
-- took its mentor's public page down. Not valid: a row from before must not keep a host from starting.

alter table public.mentor_availability add constraint mentor_availability_readable check (
  end_time < time '24:00' and date between date '2000-01-01' and date '9999-12-31'
) not valid;
alter table public.bookings add constraint bookings_readable check (
  end_time < time '24:00' and date between date '2000-01-01' and date '9999-12-31'
) not valid;
