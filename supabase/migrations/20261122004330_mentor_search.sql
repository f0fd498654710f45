set local lock_timeout = '5s';

-- What search_mentors() (20261122003200_mentors.sql) looks at besides the mentors themselves
-- (docs/product/mentors.md#search-and-filters).

-- Free times --------------------------------------------------------------------------------------------------------

create function private.free_starts(p_mentor_id uuid, p_from timestamptz) returns timestamptz[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select lower(a.during) from public.mentor_availability a
    where a.mentor_id = p_mentor_id and a.date >= private.today() and lower(a.during) >= p_from
      and not a.is_booked and a.hidden_because is null
      and not exists (
        select from private.held_ranges(p_mentor_id) h
        where case when h.is_for_starts then h.during @> lower(a.during) else h.during && a.during end
      )
    order by a.date, a.start_time
    limit 3
  );
end
$$;
comment on function private.free_starts is
  'The first three starts, from p_from on, of a mentor''s times that the caller can book now: not hidden, sold, or held '
  'by another person, as mentor_slots() has them.';

create function private.next_free() returns table (mentor_id uuid, starts_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.id, (private.free_starts(m.id, private.bookable_from(m)))[1]
    from public.mentors m where m.listing_state = 'listed';
end
$$;
comment on function private.next_free is 'When each listed mentor is next free; null where no time is on offer.';

revoke execute on all functions in schema private from public;
