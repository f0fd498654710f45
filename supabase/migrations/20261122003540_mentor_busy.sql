set local lock_timeout = '5s';

-- When mentors are busy by their own calendars (docs/product/calendars.md#own-calendar).

create table private.mentor_busy (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  during tstzrange not null check (not isempty(during))
);
create index mentor_busy_during_idx on private.mentor_busy using gist (mentor_id, during);

comment on table private.mentor_busy is
  'Only start and end of the events in mentors'' own calendars, without the sessions that were booked here.';

alter table private.mentor_busy enable row level security;
revoke all on table private.mentor_busy from public, anon, authenticated, service_role;
