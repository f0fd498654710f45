-- A claim is a piece of a mentor's time that nobody else may have: a hold while somebody pays, a sale afterwards.
-- The exclusion constraint is what makes "sold once" true; everything else only makes refusals polite.

create table private.slot_claims (
  id uuid primary key default gen_random_uuid(),
  -- Mentor and time, not the availability row: saving a mentor replaces those rows.
  mentor_id uuid references public.mentors (id) on delete set null,
  during tstzrange not null check (not isempty(during)),
  kind text not null check (kind in ('hold', 'sale')),
  user_id uuid references public.profiles (id) on delete set null,
  order_id uuid references private.payment_orders (id) on delete restrict,
  booking_id uuid not null,
  expires_at timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default now(),
  constraint slot_claims_holds_expire check ((kind = 'hold') = (expires_at is not null)),
  constraint slot_claims_sold_once exclude using gist (mentor_id with =, during with &&) where (released_at is null)
);
create unique index slot_claims_booking_key on private.slot_claims (booking_id) where released_at is null;
create unique index slot_claims_order_key on private.slot_claims (order_id) where released_at is null;
create index slot_claims_order_idx on private.slot_claims (order_id);
create index slot_claims_user_idx on private.slot_claims (user_id) where released_at is null and kind = 'hold';
create index slot_claims_mentor_idx on private.slot_claims (mentor_id) where released_at is null;
alter table private.slot_claims enable row level security;
revoke all on table private.slot_claims from public, anon, authenticated, service_role;

comment on table private.slot_claims is 'Who has which piece of a mentor''s time. Rows are released, never deleted.';
comment on column private.slot_claims.expires_at is
  'Holds only. An expired hold stays in force until somebody else wants the time: then it is released.';

create function private.release_expired_holds(p_mentor_id uuid, p_during tstzrange) returns void
language sql set search_path = ''
as $$
  update private.slot_claims set released_at = clock_timestamp()
  where mentor_id = p_mentor_id and during && p_during and released_at is null
    and kind = 'hold' and expires_at <= clock_timestamp()
$$;
comment on function private.release_expired_holds(uuid, tstzrange) is 'Call with the mentor locked.';

-- mentor_availability.is_booked follows the sales, from both sides ------------------------------------------------

create function private.is_sold(p_mentor_id uuid, p_during tstzrange) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && p_during and c.kind = 'sale' and c.released_at is null
  )
$$;

create function private.mark_availability() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.kind = 'sale' then
    update public.mentor_availability a set is_booked = private.is_sold(a.mentor_id, a.during)
    where a.mentor_id = old.mentor_id and a.during && old.during
      and a.is_booked is distinct from private.is_sold(a.mentor_id, a.during);
  end if;
  if tg_op <> 'DELETE' and new.kind = 'sale' then
    update public.mentor_availability a set is_booked = private.is_sold(a.mentor_id, a.during)
    where a.mentor_id = new.mentor_id and a.during && new.during
      and a.is_booked is distinct from private.is_sold(a.mentor_id, a.during);
  end if;
  return null;
end
$$;
create trigger mark_availability after insert or update or delete on private.slot_claims
for each row execute function private.mark_availability();

create function private.set_is_booked() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- A sale that is about to commit must be seen: without the lock, each would miss the other.
    perform private.lock_mentor(new.mentor_id);
  end if;
  new.is_booked := coalesce(
    private.is_sold(new.mentor_id, private.session_range(new.date, new.start_time, new.end_time)), false
  );
  return new;
end
$$;
comment on function private.set_is_booked() is
  'A function that deletes and re-inserts slots in one transaction must call private.lock_mentor() before it deletes: a sale holds that lock when it marks the rows.';
create trigger set_is_booked before insert or update on public.mentor_availability
for each row execute function private.set_is_booked();

revoke execute on function
  private.release_expired_holds(uuid, tstzrange), private.is_sold(uuid, tstzrange),
  private.mark_availability(), private.set_is_booked()
from public;
