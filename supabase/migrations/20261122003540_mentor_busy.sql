set local lock_timeout = '5s';

-- When mentors are busy by their own calendars. Specification: mentor side, section 4.

create table private.mentor_busy (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  during tstzrange not null check (not isempty(during))
);
create index mentor_busy_during_idx on private.mentor_busy using gist (mentor_id, during);

comment on table private.mentor_busy is
  'Start and end of what stands in mentors'' own calendars, and nothing else of them. Own sessions are cut out.';

alter table private.mentor_busy enable row level security;
revoke all on table private.mentor_busy from public, anon, authenticated, service_role;

create function private.refresh_hidden_times(
  p_mentor_id uuid, p_from timestamptz default null, p_to timestamptz default null
) returns void
language sql set search_path = '' as $$
  update public.mentor_availability a set hidden_because = w.because
  from (
    select o.id, case when not o.is_booked and exists (
      select from private.mentor_busy b
      where b.mentor_id = o.mentor_id
        and b.during && tstzrange(
          lower(o.during) - s.buffer_before_minutes * interval '1 minute',
          upper(o.during) + s.buffer_after_minutes * interval '1 minute'
        )
    ) then 'calendar' end as because
    from public.mentor_availability o join public.mentor_settings s on s.mentor_id = o.mentor_id
    where o.mentor_id = p_mentor_id and o.during && tstzrange(p_from, p_to)
  ) w
  where a.id = w.id and a.hidden_because is distinct from w.because
$$;

revoke execute on all functions in schema private from public;
