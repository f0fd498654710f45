-- A mentor's slots to come, as the calendar on the profile shows them.

create function private.held_ranges(p_mentor_id uuid) returns setof tstzrange
language sql stable security definer set search_path = ''
as $$
  select c.during from private.slot_claims c
  where c.mentor_id = p_mentor_id and c.kind = 'hold' and c.released_at is null
    and c.expires_at > now() and c.user_id is distinct from auth.uid()
$$;
comment on function private.held_ranges(uuid) is 'Times that somebody other than the caller is paying for right now; not who.';
revoke execute on function private.held_ranges(uuid) from public;
grant execute on function private.held_ranges(uuid) to anon, authenticated, service_role;

create function public.mentor_slots(p_mentor_id uuid)
returns table (
  id uuid, mentor_id uuid, date date, start_time time, end_time time, is_booked boolean, is_held boolean
)
language sql stable set search_path = ''
as $$
  select a.id, a.mentor_id, a.date, a.start_time, a.end_time, a.is_booked,
    exists (select from private.held_ranges(p_mentor_id) h where h && a.during)
  from public.mentor_availability a
  where a.mentor_id = p_mentor_id and a.date >= private.today() and lower(a.during) > now()
  order by a.date, a.start_time, a.end_time
$$;
comment on function public.mentor_slots(uuid) is
  'Slots whose start is in the future. is_held: somebody else is paying for it; one''s own hold does not count.';
revoke execute on function public.mentor_slots(uuid) from public;
grant execute on function public.mentor_slots(uuid) to anon, authenticated, service_role;
