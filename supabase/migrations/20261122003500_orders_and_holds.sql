set local lock_timeout = '5s';

-- Taking a mentor's time: the payment order, the claim on the time (a hold during payment, a sale afterwards),
-- and the slots as founders see them.

-- An order is the intent to pay for one session: who, whose time, when, and a price that the database decided.
create table private.payment_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  mentor_id uuid references public.mentors (id) on delete set null,
  mentor_name text not null,
  booking_id uuid not null unique,
  date date not null,
  start_time time not null,
  end_time time not null,
  during tstzrange not null generated always as (private.session_range(date, start_time, end_time)) stored,
  amount_paise integer not null check (amount_paise >= 100),
  currency text not null default 'INR' check (currency = 'INR'),
  provider_order_id text unique,
  state text not null default 'open' check (state in ('open', 'abandoned', 'booked', 'refunded')),
  created_at timestamptz not null default now(),
  -- The provider is not asked about an abandoned order: it must not be payable.
  constraint payment_orders_abandoned_unpayable check (state <> 'abandoned' or provider_order_id is null)
);
create index payment_orders_user_idx on private.payment_orders (user_id, created_at desc);
create index payment_orders_mentor_idx on private.payment_orders (mentor_id);
create index payment_orders_refunded_idx on private.payment_orders (created_at) where state = 'refunded';
create index payment_orders_open_idx on private.payment_orders (created_at) where state = 'open';

comment on table private.payment_orders is
  'Payment orders. What the client says about price or person is ignored.';
comment on column private.payment_orders.booking_id is 'The id that the booking gets when the order is paid.';
comment on column private.payment_orders.amount_paise is 'mentors.price × 100 when the order was made; integer paise.';
comment on column private.payment_orders.provider_order_id is
  'The payment provider''s order; null until the provider answered.';
comment on column private.payment_orders.state is
  'open: may be paid. abandoned: the provider refused it or did not answer, so that it cannot be paid. booked, '
  'refunded: what its first captured payment became.';

alter table private.payment_orders enable row level security;
revoke all on table private.payment_orders from public, anon, authenticated, service_role;

-- Claims on a mentor's time -----------------------------------------------------------------------------------------

-- The exclusion constraint guarantees that a time is sold once; every other check only gives a better error message.
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
  is_given_back boolean not null default false,
  created_at timestamptz not null default now(),
  constraint slot_claims_holds_expire check ((kind = 'hold') = (expires_at is not null)),
  constraint slot_claims_sold_once exclude using gist (mentor_id with =, during with &&) where (released_at is null)
);
create unique index slot_claims_booking_key on private.slot_claims (booking_id) where released_at is null;
create unique index slot_claims_order_key on private.slot_claims (order_id) where released_at is null;
create index slot_claims_order_idx on private.slot_claims (order_id);
create index slot_claims_user_idx on private.slot_claims (user_id, created_at) where kind = 'hold';
create index slot_claims_mentor_idx on private.slot_claims (mentor_id) where released_at is null;
create index slot_claims_end_idx on private.slot_claims (upper(during)) where released_at is null;
create index slot_claims_given_back_idx on private.slot_claims (user_id, released_at) where is_given_back;

comment on table private.slot_claims is 'Who has which piece of a mentor''s time. Rows are released, never deleted.';
comment on column private.slot_claims.expires_at is
  'Holds only. An expired hold stays until another person wants the time: then it is released.';
comment on column private.slot_claims.is_given_back is 'A hold that its founder gave back, which counts for the limit.';

alter table private.slot_claims enable row level security;
revoke all on table private.slot_claims from public, anon, authenticated, service_role;

create function private.release_expired_holds(p_mentor_id uuid, p_during tstzrange) returns void
language plpgsql set search_path = '' as $$
begin
  update private.slot_claims set released_at = clock_timestamp()
  where mentor_id = p_mentor_id and during && p_during and released_at is null
    and kind = 'hold' and expires_at <= clock_timestamp();
end
$$;
comment on function private.release_expired_holds is 'Call with the mentor locked.';

create function private.has_claim(p_mentor_id uuid, p_during tstzrange) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && p_during and c.released_at is null
      and (c.kind = 'sale' or c.expires_at > clock_timestamp())
  )
$$;
comment on function private.has_claim is 'Whether this time is sold, or a person is paying for it now.';

-- mentor_availability.is_booked follows the sales, from both sides --------------------------------------------------

create function private.is_sold(p_mentor_id uuid, p_during tstzrange) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && p_during and c.kind = 'sale' and c.released_at is null
  );
end
$$;

create function private.mark_times(p_mentor_id uuid, p_during tstzrange) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- set_is_booked() looks at the sales again for each row that is written.
  update public.mentor_availability a set is_booked = not a.is_booked
  where a.mentor_id = p_mentor_id and a.during && p_during
    -- The condition on the date only lets the index be used.
    and a.date between (lower(p_during) at time zone 'Asia/Kolkata')::date
      and (upper(p_during) at time zone 'Asia/Kolkata')::date
    and a.is_booked is distinct from private.is_sold(a.mentor_id, a.during);
  perform private.refresh_times_around(p_mentor_id, p_during);
end
$$;

create function private.mark_availability() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.kind = 'sale' then
    perform private.mark_times(old.mentor_id, old.during);
  end if;
  if tg_op <> 'DELETE' and new.kind = 'sale' then
    perform private.mark_times(new.mentor_id, new.during);
  end if;
  return null;
end
$$;
create trigger mark_availability after insert or update or delete on private.slot_claims
for each row execute function private.mark_availability();

create function private.set_is_booked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- A sale that is about to commit must be seen: without the lock, the sale and this slot would not see each other.
    perform private.lock_mentor(new.mentor_id);
  end if;
  new.is_booked := coalesce(
    private.is_sold(new.mentor_id, private.session_range(new.date, new.start_time, new.end_time)), false
  );
  if new.is_booked then
    new.hidden_because := null;
  end if;
  return new;
end
$$;
comment on function private.set_is_booked is
  'A function that deletes and re-inserts slots in one transaction must call private.lock_mentor() before it deletes: '
  'a sale holds that lock when it marks the rows.';
create trigger set_is_booked before insert or update on public.mentor_availability
for each row execute function private.set_is_booked();

-- Whether a slot may be booked --------------------------------------------------------------------------------------

create function private.require_bookable_slot(p_mentor_id uuid, p_date date, p_start_time time, p_end_time time)
returns void
language plpgsql stable set search_path = '' as $$
declare
  v_starts_at timestamptz := lower(private.session_range(p_date, p_start_time, p_end_time));
  v_mentor public.mentors;
begin
  if v_starts_at <= clock_timestamp() then
    raise exception using errcode = 'PT422', message = 'slot_in_past';
  end if;
  if not exists (
    select from public.mentor_availability a
    where a.mentor_id = p_mentor_id and a.date = p_date and a.start_time = p_start_time and a.end_time = p_end_time
  ) then
    raise exception using errcode = 'PT422', message = 'slot_not_offered';
  end if;
  select * into v_mentor from public.mentors m where m.id = p_mentor_id;
  if v_mentor.listing_state <> 'listed' then
    raise exception using errcode = 'PT422', message = 'slot_not_offered';
  end if;
  if not private.takes_bookings(v_mentor) then
    raise exception using errcode = 'PT409', message = 'mentor_paused', detail = v_mentor.name;
  end if;
  if v_starts_at < private.bookable_from(v_mentor) then
    raise exception using errcode = 'PT422', message = 'slot_too_soon';
  end if;
end
$$;
comment on function private.require_bookable_slot is
  'Call with the mentor locked. PT422 slot_in_past | slot_not_offered (also where the mentor is not listed) | '
  'slot_too_soon (nearer than the mentor''s minimum notice), PT409 mentor_paused (detail: the name).';

-- Otherwise a person could hold times again and again, and block them without paying (docs/product/bookings.md#hold).
create function private.require_few_releases(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) >= 10 from private.slot_claims c
    where c.user_id = p_user_id and c.is_given_back and c.released_at > now() - interval '1 hour'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_orders';
  end if;
end
$$;
comment on function private.require_few_releases is
  'PT429 too_many_orders after the person gave ten held times back within an hour. Call with the person locked.';

create function private.require_few_orders(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) >= 20 from private.payment_orders o
    where o.user_id = p_user_id and o.created_at > now() - interval '24 hours'
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_orders';
  end if;
end
$$;
comment on function private.require_few_orders is
  'PT429 too_many_orders after twenty new orders of the person within 24 hours. Call with the person locked.';

create function private.require_few_holds(p_user_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (
    select count(*) >= 30 from private.slot_claims c
    where c.user_id = p_user_id and c.kind = 'hold' and c.created_at > now() - interval '24 hours'
      and not exists (select from private.payments p where p.order_id = c.order_id)
  ) then
    raise exception using errcode = 'PT429', message = 'too_many_orders';
  end if;
end
$$;
comment on function private.require_few_holds is
  'PT429 too_many_orders after thirty holds of the person within 24 hours whose orders were not paid, however they '
  'ended: an order that is used again is no new one, but its hold is. Thirty are the twenty orders of a day, and ten '
  'of them tried once more. Call with the person locked.';

create function private.lock_person(p_user_id uuid) returns void
language plpgsql set search_path = ''
as $$ begin perform pg_advisory_xact_lock(727002, hashtext(p_user_id::text)); end $$;
comment on function private.lock_person is
  'A lock until the end of the transaction, for functions that start a payment of the person or delete the account.';

-- Orders: called by the server --------------------------------------------------------------------------------------

create function public.create_payment_order(
  p_user_id uuid, p_mentor_id uuid, p_booking_id uuid, p_date date, p_start_time time, p_end_time time,
  p_brief jsonb default null
)
returns table (
  order_id uuid, booking_id uuid, amount_paise integer, currency text,
  mentor_name text, provider_order_id text, expires_at timestamptz
)
language plpgsql security definer set search_path = ''
-- Output columns share names with table columns: inside statements the column is meant.
as $$
#variable_conflict use_column
declare
  v_during tstzrange := private.session_range(p_date, p_start_time, p_end_time);
  -- Read before anything is locked, so that a wrong brief holds no time.
  v_brief jsonb := private.read_brief(nullif(p_brief, 'null'));
  v_expires_at timestamptz;
  v_mentor public.mentors;
  v_order private.payment_orders;
  v_hold private.slot_claims;
begin
  perform private.require_service();
  if v_during is null then
    raise exception using errcode = 'PT422', message = 'slot_not_offered';
  end if;
  -- Locks the person first: two tabs of one person must not both see "one hold so far", and an account that is being
  -- deleted must be gone before it is looked up.
  perform private.lock_person(p_user_id);
  perform private.ensure_profile(p_user_id);
  if not exists (select from public.profiles p where p.id = p_user_id) then
    raise exception using errcode = 'PT404', message = 'user_not_found';
  end if;
  -- The person agreed by the sentence above the button.
  perform private.record_consent(p_user_id, array['terms', 'refunds'], 'payment');
  -- Then the order, then the mentor, as a settlement locks them: a claim that refers to an order needs its row.
  perform from private.payment_orders o
  where o.user_id = p_user_id and o.mentor_id = p_mentor_id and o.during = v_during
    and o.state in ('open', 'abandoned')
  for no key update;
  perform private.lock_mentor(p_mentor_id);

  select * into v_mentor from public.mentors m where m.id = p_mentor_id and m.listing_state <> 'draft';
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  if exists (select from public.mentor_private mp where mp.mentor_id = p_mentor_id and mp.user_id = p_user_id) then
    raise exception using errcode = 'PT409', message = 'own_session';
  end if;

  -- The same person asks for the same mentor and time again: a second click, or a new try after closing the checkout.
  select o.* into v_order
  from private.payment_orders o
  where o.user_id = p_user_id and o.mentor_id = p_mentor_id and o.during = v_during
    and o.state in ('open', 'abandoned')
    and not exists (select from private.payments p where p.order_id = o.id)
    and (
      o.amount_paise = v_mentor.price * 100
      or exists (
        select from private.slot_claims c
        where c.order_id = o.id and c.released_at is null and c.expires_at > clock_timestamp()
      )
    )
  order by o.created_at desc
  limit 1;
  if found then
    select c.* into v_hold from private.slot_claims c where c.order_id = v_order.id and c.released_at is null;
    if v_hold.expires_at > clock_timestamp() then
      if v_brief is not null then
        perform private.store_brief(v_order.booking_id, p_user_id, p_mentor_id, v_brief);
      end if;
      -- Who comes back may have paid in the page that is gone: the provider is asked before the hold ends.
      update private.order_checks c set next_check_at = clock_timestamp()
      where c.order_id = v_order.id and v_order.provider_order_id is not null
        and c.next_check_at > clock_timestamp()
        and (c.checked_at is null or c.checked_at < clock_timestamp() - interval '1 minute');
      return query select v_order.id, v_order.booking_id, v_order.amount_paise, v_order.currency,
        v_order.mentor_name, v_order.provider_order_id, v_hold.expires_at;
      return;
    end if;
  end if;

  perform private.require_few_releases(p_user_id);
  perform private.require_few_holds(p_user_id);
  if v_order.id is null then
    perform private.require_few_orders(p_user_id);
  end if;
  if v_mentor.price <= 0 then
    raise exception using errcode = 'PT422', message = 'mentor_has_no_price';
  end if;
  -- First the release: a time that the hours no longer have goes with its hold.
  perform private.release_expired_holds(p_mentor_id, v_during);
  perform private.require_bookable_slot(p_mentor_id, p_date, p_start_time, p_end_time);

  if exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && v_during and c.released_at is null
  ) then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end if;
  if (
    select count(*) >= 2 from private.slot_claims c
    where c.user_id = p_user_id and c.kind = 'hold' and c.released_at is null and c.expires_at > clock_timestamp()
  ) then
    raise exception using errcode = 'PT409', message = 'too_many_holds';
  end if;
  perform private.require_free_time(p_mentor_id, v_during);

  if v_order.id is not null then
    update private.payment_orders o set state = 'open' where o.id = v_order.id and o.state = 'abandoned';
  else
    if exists (select from public.bookings b where b.id = p_booking_id) then
      raise exception using errcode = 'PT409', message = 'booking_id_taken';
    end if;
    insert into private.payment_orders
      (user_id, mentor_id, mentor_name, booking_id, date, start_time, end_time, amount_paise)
    values (
      p_user_id, p_mentor_id, v_mentor.name, coalesce(p_booking_id, gen_random_uuid()),
      p_date, p_start_time, p_end_time, v_mentor.price * 100
    )
    on conflict (booking_id) do nothing
    returning * into v_order;
    if v_order.id is null then
      raise exception using errcode = 'PT409', message = 'booking_id_taken';
    end if;
    if v_brief is null then
      perform private.copy_brief(v_order.booking_id, p_user_id, p_mentor_id, v_during);
    end if;
  end if;

  v_expires_at := clock_timestamp() + interval '15 minutes';
  begin
    insert into private.slot_claims (mentor_id, during, kind, user_id, order_id, booking_id, expires_at)
    values (p_mentor_id, v_during, 'hold', p_user_id, v_order.id, v_order.booking_id, v_expires_at);
  exception when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end;
  if v_brief is not null then
    perform private.store_brief(v_order.booking_id, p_user_id, p_mentor_id, v_brief);
  end if;
  return query select v_order.id, v_order.booking_id, v_order.amount_paise, v_order.currency,
    v_order.mentor_name, v_order.provider_order_id, v_expires_at;
end
$$;
comment on function public.create_payment_order is
  'Holds a slot for 15 minutes and prices it. The same person asking again for the same slot gets the same order, '
  'whose booking_id then wins over p_booking_id. p_brief, what the founder wants to leave with, is stored with it in '
  'the same transaction: null leaves what is there, and gives a new order the text of the one before for the same '
  'time. PT404 mentor_not_found | user_not_found, PT409 slot_taken | booking_id_taken | too_many_holds (two a person) '
  '| own_session (the mentor''s own account) | mentor_paused | slot_busy | slot_buffered | mentor_week_full | '
  'mentor_day_full (detail: the mentor''s name), PT429 too_many_orders (twenty new ones or thirty unpaid holds in '
  '24 hours, or ten times given back in an hour), PT422 slot_in_past | slot_not_offered | slot_too_soon | '
  'mentor_has_no_price, or as read_brief().';

create function public.my_chance_of(p_mentor_id uuid, p_date date, p_start_time time, p_end_time time) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_state jsonb := private.session_state();
  v_during tstzrange := private.session_range(p_date, p_start_time, p_end_time);
begin
  return v_state || jsonb_build_object('is_taken', (v_state ->> 'is_signed_in')::boolean and exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during && v_during and c.released_at is null
      and c.user_id is distinct from (v_state ->> 'user_id')::uuid
      and (c.kind = 'sale' or c.expires_at > clock_timestamp())
      and lower(v_during) > clock_timestamp()
  ), 'asks_calendar', exists (
    -- The answer must not tell whether the mentor is busy at a time that is not on offer.
    select from private.mentor_calendars c
    join public.mentors m on m.id = c.mentor_id
    join public.mentor_availability a on a.mentor_id = c.mentor_id
    where c.mentor_id = p_mentor_id and c.state = 'ok' and not a.is_booked
      and (a.date, a.start_time, a.end_time) = (p_date, p_start_time, p_end_time)
      and coalesce(a.hidden_because, 'calendar') = 'calendar'
      and lower(a.during) >= private.bookable_from(m)
  ) and not exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.during = v_during and c.released_at is null
      and c.user_id = (v_state ->> 'user_id')::uuid and c.expires_at > clock_timestamp()
  ));
end
$$;
comment on function public.my_chance_of is
  'private.session_state(), and is_taken: another person bought this time or is paying for it, so that '
  'create_payment_order would answer slot_taken; asks_calendar: the mentor''s own calendar must be asked first, only '
  'for a time on offer that the caller does not hold already. Takes no lock, so that many callers who want one slot '
  'do not wait for each other.';

create function public.attach_provider_order(p_order_id uuid, p_provider_order_id text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_order private.payment_orders;
begin
  perform private.require_service();
  -- Locked first: the next statement then sees whether another call has given the hold back.
  select * into v_order from private.payment_orders o where o.id = p_order_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'order_not_found';
  end if;
  if v_order.provider_order_id = p_provider_order_id then
    return;
  end if;
  if v_order.provider_order_id is not null then
    -- Two calls made two orders at the provider. The first one attached is the one that can be paid.
    raise exception using errcode = 'PT409', message = 'provider_order_already_attached';
  end if;
  -- Another call of the same person may have given the time back: it must not be paid without one.
  if v_order.state <> 'open' or not exists (
    select from private.slot_claims c
    where c.order_id = p_order_id and c.kind = 'hold' and c.released_at is null and c.expires_at > clock_timestamp()
  ) then
    raise exception using errcode = 'PT409', message = 'order_not_held';
  end if;
  update private.payment_orders o set provider_order_id = p_provider_order_id where o.id = p_order_id;
end
$$;
comment on function public.attach_provider_order is
  'Notes the provider''s id of an order that holds its time: from then on it can be paid. PT404 order_not_found, PT409 '
  'provider_order_already_attached | order_not_held (the time was given back or the hold is over). After either, ask '
  'create_payment_order again: it answers the attached one, holds the time anew, or says why not.';

create function public.release_payment_order(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  -- Only an order that cannot be paid: an order that the provider knows may be paid at any moment.
  update private.payment_orders o set state = 'abandoned'
  where o.id = p_order_id and o.state = 'open' and o.provider_order_id is null;
  if found then
    update private.slot_claims c set released_at = clock_timestamp()
    where c.order_id = p_order_id and c.kind = 'hold' and c.released_at is null;
  end if;
end
$$;
comment on function public.release_payment_order is
  'Gives the held time back when the provider refused to make the order. Does nothing once the order is known to the '
  'provider.';

create function public.my_order(p_provider_order_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_state jsonb := private.session_state();
  v_order private.payment_orders;
begin
  if not (v_state ->> 'is_signed_in')::boolean then
    return v_state;
  end if;
  select * into v_order from private.payment_orders o where o.provider_order_id = p_provider_order_id;
  return v_state || case
    when v_order.id is null then jsonb_build_object('order_is', 'unknown')
    when v_order.user_id is distinct from (v_state ->> 'user_id')::uuid then jsonb_build_object('order_is', 'another''s')
    else jsonb_build_object('order_is', 'own', 'booking_id', v_order.booking_id)
  end;
end
$$;
comment on function public.my_order is
  'private.session_state(), and for a complete session to whom the provider''s order belongs: order_is unknown | '
  'another''s | own, and for own the id that its booking has or gets.';

-- A founder's own holds ---------------------------------------------------------------------------------------------

create function public.my_holds(p_mentor_id uuid default null)
returns table (
  booking_id uuid, mentor_id uuid, mentor_name text, date date, start_time time, end_time time,
  amount_paise integer, currency text, provider_order_id text, expires_at timestamptz, seconds_left integer,
  mentor_slug text
)
language sql stable security definer set search_path = '' as $$
  select o.booking_id, o.mentor_id, o.mentor_name, o.date, o.start_time, o.end_time,
    o.amount_paise, o.currency, o.provider_order_id, c.expires_at,
    floor(extract(epoch from c.expires_at - now()))::integer, m.slug
  from private.slot_claims c
  join private.payment_orders o on o.id = c.order_id
  join public.mentors m on m.id = c.mentor_id
  where c.user_id = (select private.require_signed_in()) and c.kind = 'hold' and c.released_at is null
    and c.expires_at > now()
    and (p_mentor_id is null or c.mentor_id = p_mentor_id)
  order by c.expires_at
$$;
comment on function public.my_holds is
  'The caller''s live holds, of one mentor or of all (two at most), the first to end first. seconds_left is by the '
  'database''s clock; a browser''s own may be wrong.';

create function public.release_hold(p_booking_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := private.require_signed_in();
  v_order_id uuid;
begin
  -- Locks the person first, as create_payment_order does; then the order, which settle() locks before it reads the
  -- hold.
  perform private.lock_person(v_user_id);
  select o.id into v_order_id from private.payment_orders o
  where o.booking_id = p_booking_id and o.user_id = v_user_id for update;
  if not exists (
    select from private.slot_claims c
    where c.order_id = v_order_id and c.kind = 'hold' and c.released_at is null
  ) then
    return false;
  end if;
  perform private.require_few_releases(v_user_id);
  update private.slot_claims c set released_at = clock_timestamp(), is_given_back = true
  where c.order_id = v_order_id and c.kind = 'hold' and c.released_at is null;
  return true;
end
$$;
comment on function public.release_hold is
  'Gives back the time that is held for a caller who leaves without paying; p_booking_id is the order''s. Answers '
  'whether a hold was given back; times that are sold or over, or held by other people, stay as they are. A payment '
  'that still arrives gets the time if it is free, else it is refunded. PT429 too_many_orders after ten within an '
  'hour: the hold then ends by itself, and can still be paid. 42501 sign_in_required.';

create function public.my_times(p_mentor_id uuid default null)
returns table (booking_id uuid, mentor_id uuid, date date, start_time time, end_time time, state text)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := private.require_signed_in();
begin
  return query
    select b.id, b.mentor_id, b.date, b.start_time, b.end_time, 'booked'
    from public.bookings b
    where b.user_id = v_user_id and b.status not in ('rejected', 'cancelled') and upper(b.during) > now()
      and (p_mentor_id is null or b.mentor_id = p_mentor_id)
    union all
    select o.booking_id, o.mentor_id, o.date, o.start_time, o.end_time,
      case when private.has_reported_payment(o.provider_order_id) then 'paid' else 'ordered' end
    from private.payment_orders o
    where o.user_id = v_user_id and o.state = 'open' and o.provider_order_id is not null
      and upper(o.during) > now() and (p_mentor_id is null or o.mentor_id = p_mentor_id)
    order by 3, 4;
end
$$;
comment on function public.my_times is
  'The caller''s own times to come, of one mentor or of all. booked: a booking keeps the time. paid: the provider '
  'reported a payment that is not settled yet. ordered: may still be paid; whether that is under way, the browser '
  'knows. A rejected or cancelled booking and an order whose payment was refunded keep no time.';

-- Slots to come, as the calendar on a mentor's profile shows them ---------------------------------------------------

create function private.held_ranges(p_mentor_id uuid) returns table (during tstzrange, is_for_starts boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := private.signed_in_user();
  v_rules private.hiding_rules;
begin
  -- Nearly always there is no live hold.
  if not exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.kind = 'hold' and c.released_at is null
      and c.expires_at > now() and c.user_id is distinct from v_user_id
  ) then
    return;
  end if;
  v_rules := private.hiding_rules_of(p_mentor_id);
  return query
    with claims as (
      select c.during, c.kind, (lower(c.during) at time zone v_rules.time_zone)::date as day
      from private.slot_claims c
      where c.mentor_id = p_mentor_id and c.released_at is null and upper(c.during) > now() - interval '8 days'
        and (c.kind = 'sale' or (c.expires_at > now() and c.user_id is distinct from v_user_id))
    )
    select private.widened(c.during, private.gap_of(v_rules), private.gap_of(v_rules)), false
    from claims c where c.kind = 'hold'
    union all
    select tstzrange(
      c.day::timestamp at time zone v_rules.time_zone, (c.day + 1)::timestamp at time zone v_rules.time_zone), true
    from claims c group by c.day
    having count(*) >= v_rules.max_per_day and bool_or(c.kind = 'hold')
    union all
    select tstzrange(
      w.monday at time zone v_rules.time_zone, (w.monday + interval '7 days') at time zone v_rules.time_zone), true
    from (select date_trunc('week', c.day::timestamp) as monday, c.kind from claims c) w
    group by w.monday having count(*) >= v_rules.max_per_week and bool_or(w.kind = 'hold');
end
$$;
comment on function private.held_ranges is
  'Times that cannot be held because a person other than the caller is paying now; it does not say who. Includes the '
  'mentor''s buffers. Days and weeks whose limit these holds reach block slots that start in them (is_for_starts).';

create function public.slots_to_come(p_mentor_id uuid)
returns table (
  id uuid, mentor_id uuid, date date, start_time time, end_time time, is_booked boolean, is_held boolean,
  source text, hidden_because text
)
language sql stable set search_path = '' as $$
  select a.id, a.mentor_id, a.date, a.start_time, a.end_time, a.is_booked,
    exists (
      select from private.held_ranges(p_mentor_id) h
      where case when h.is_for_starts then h.during @> lower(a.during) else h.during && a.during end
    ),
    a.source, a.hidden_because
  from public.mentor_availability a
  where a.mentor_id = p_mentor_id and a.date >= private.today() and lower(a.during) > now()
  order by a.date, a.start_time, a.end_time
$$;
comment on function public.slots_to_come is
  'All slots of a mentor whose start is in the future, also those that cannot be booked now: for administrators. '
  'is_held: another person is paying for it, or for a time that blocks this one.';

create function public.mentor_slots(p_mentor_id uuid)
returns table (id uuid, mentor_id uuid, date date, start_time time, end_time time, is_booked boolean, is_held boolean)
language sql stable set search_path = '' as $$
  select s.id, s.mentor_id, s.date, s.start_time, s.end_time, s.is_booked, s.is_held
  from public.mentors m, public.slots_to_come(m.id) s
  where m.id = p_mentor_id and (s.hidden_because is null or s.is_booked)
    and lower(private.session_range(s.date, s.start_time, s.end_time)) >= private.bookable_from(m)
  order by s.date, s.start_time, s.end_time
$$;
comment on function public.mentor_slots is
  'Slots as founders see them: after the mentor''s minimum notice, none that is hidden, none of a mentor who takes no '
  'bookings. is_held: another person is paying for it; the caller''s own hold does not count.';

create function public.mentor_slots_preview(p_mentor_ids uuid[])
returns table (id uuid, mentor_id uuid, date date, start_time time, end_time time, is_booked boolean)
language sql stable set search_path = '' as $$
  select a.id, a.mentor_id, a.date, a.start_time, a.end_time, a.is_booked
  from public.mentors m
  join public.mentor_availability a on a.mentor_id = m.id
  where m.id = any (p_mentor_ids) and m.shows_next_availability
    and a.date >= private.today() and lower(a.during) >= private.bookable_from(m)
    and (a.hidden_because is null or a.is_booked)
  order by a.date, a.start_time
  limit 50
$$;
comment on function public.mentor_slots_preview is
  'The earliest 50 slots of several mentors, as mentor_slots() has them, without holds '
  '(docs/product/hours.md#slots-for-founders), and without those of mentors who do not show their next free time '
  '(docs/product/mentor-accounts.md#next-free-time).';

create function public.nearest_free_slots(p_mentor_id uuid, p_date date, p_start_time time, p_limit integer default 6)
returns table (id uuid, mentor_id uuid, date date, start_time time, end_time time)
language sql stable set search_path = '' as $$
  select s.id, s.mentor_id, s.date, s.start_time, s.end_time
  from public.mentor_slots(p_mentor_id) s
  where not s.is_booked and not s.is_held
  order by
    abs(extract(epoch from
      (s.date + s.start_time) - (coalesce(p_date, private.today()) + coalesce(p_start_time, '00:00')))),
    s.date, s.start_time, s.end_time
  limit least(greatest(coalesce(p_limit, 6), 1), 50)
$$;
comment on function public.nearest_free_slots is 'A mentor''s free slots to come, the nearest to a wanted time first.';

create function public.mentors_without_times(p_mentor_ids uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select m.id from public.mentors m
    where m.id = any (p_mentor_ids) and not exists (
      select from public.mentor_availability a
      where a.mentor_id = m.id and a.date between private.today() and private.today() + 14 and not a.is_booked
        and a.hidden_because is null
        and lower(a.during) between private.bookable_from(m) and now() + interval '14 days'
    );
end
$$;
comment on function public.mentors_without_times is
  'For administrators: those of these mentors who have no open time in the next 14 days.';

revoke execute on all functions in schema private from public;
revoke execute on function public.mentors_without_times from public, anon;
grant execute on function public.mentors_without_times to authenticated, service_role;
grant execute on function private.held_ranges to anon, authenticated, service_role;
revoke execute on function public.slots_to_come, public.mentor_slots, public.mentor_slots_preview,
  public.nearest_free_slots from public;
grant execute on function public.slots_to_come, public.mentor_slots, public.mentor_slots_preview,
  public.nearest_free_slots to anon, authenticated, service_role;
revoke execute on function public.my_holds, public.release_hold, public.my_times, public.my_chance_of, public.my_order
  from public, anon;
grant execute on function public.my_holds, public.release_hold, public.my_times, public.my_chance_of, public.my_order
  to authenticated, service_role;
revoke execute on function public.create_payment_order, public.attach_provider_order, public.release_payment_order
  from public, anon, authenticated;
grant execute on function public.create_payment_order, public.attach_provider_order, public.release_payment_order
  to service_role;
