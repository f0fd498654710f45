-- Taking a hold on a mentor's time and pricing it. The function create-payment-order calls these, as the service role.

create function public.create_payment_order(
  p_user_id uuid, p_mentor_id uuid, p_booking_id uuid, p_date date, p_start_time time, p_end_time time
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
  v_expires_at timestamptz;
  v_mentor public.mentors;
  v_order private.payment_orders;
  v_hold private.slot_claims;
begin
  perform private.require_service();
  if v_during is null then
    raise exception using errcode = 'PT422', message = 'slot_not_offered';
  end if;
  perform private.ensure_profile(p_user_id);
  if not exists (select from public.profiles p where p.id = p_user_id) then
    raise exception using errcode = 'PT404', message = 'user_not_found';
  end if;
  -- The person first, then the mentor: two tabs of one person must not each see "one hold so far".
  perform pg_advisory_xact_lock(727002, hashtext(p_user_id::text));
  perform private.lock_mentor(p_mentor_id);

  select * into v_mentor from public.mentors m where m.id = p_mentor_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;

  -- The same person, mentor and time again: a second click, or a second try after closing the checkout.
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
      return query select v_order.id, v_order.booking_id, v_order.amount_paise, v_order.currency,
        v_order.mentor_name, v_order.provider_order_id, v_hold.expires_at;
      return;
    end if;
  end if;

  if v_mentor.price <= 0 then
    raise exception using errcode = 'PT422', message = 'mentor_has_no_price';
  end if;
  if lower(v_during) <= clock_timestamp() then
    raise exception using errcode = 'PT422', message = 'slot_in_past';
  end if;
  if not exists (
    select from public.mentor_availability a
    where a.mentor_id = p_mentor_id and a.date = p_date and a.start_time = p_start_time and a.end_time = p_end_time
  ) then
    raise exception using errcode = 'PT422', message = 'slot_not_offered';
  end if;

  perform private.release_expired_holds(p_mentor_id, v_during);
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
  end if;

  v_expires_at := clock_timestamp() + interval '15 minutes';
  begin
    insert into private.slot_claims (mentor_id, during, kind, user_id, order_id, booking_id, expires_at)
    values (p_mentor_id, v_during, 'hold', p_user_id, v_order.id, v_order.booking_id, v_expires_at);
  exception when exclusion_violation then
    raise exception using errcode = 'PT409', message = 'slot_taken';
  end;
  return query select v_order.id, v_order.booking_id, v_order.amount_paise, v_order.currency,
    v_order.mentor_name, v_order.provider_order_id, v_expires_at;
end
$$;
comment on function public.create_payment_order(uuid, uuid, uuid, date, time, time) is
  'Holds a slot for 15 minutes and prices it. The same person asking again for the same slot gets the same order, whose booking_id then wins over p_booking_id. PT404 mentor_not_found | user_not_found, PT409 slot_taken | booking_id_taken | too_many_holds (two a person), PT422 slot_in_past | slot_not_offered | mentor_has_no_price.';

create function public.attach_provider_order(p_order_id uuid, p_provider_order_id text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  update private.payment_orders o set provider_order_id = p_provider_order_id
  where o.id = p_order_id and coalesce(o.provider_order_id, p_provider_order_id) = p_provider_order_id;
  if found then
    return;
  end if;
  if exists (select from private.payment_orders o where o.id = p_order_id) then
    -- Two calls made two orders at the provider. The first one attached is the one that can be paid.
    raise exception using errcode = 'PT409', message = 'provider_order_already_attached';
  end if;
  raise exception using errcode = 'PT404', message = 'order_not_found';
end
$$;
comment on function public.attach_provider_order(uuid, text) is
  'Notes the provider''s id of an order. PT404 order_not_found, PT409 provider_order_already_attached (ask create_payment_order again: it returns the attached one).';

create function public.release_payment_order(p_order_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  -- Only an order that nobody can pay: one known to the provider may be paid at any moment.
  update private.payment_orders o set state = 'abandoned'
  where o.id = p_order_id and o.state = 'open' and o.provider_order_id is null;
  if found then
    update private.slot_claims c set released_at = clock_timestamp()
    where c.order_id = p_order_id and c.kind = 'hold' and c.released_at is null;
  end if;
end
$$;
comment on function public.release_payment_order(uuid) is
  'Gives the held time back when the provider refused to make the order. Does nothing once the order is known to the provider.';

create function public.find_payment_order(p_provider_order_id text)
returns table (
  order_id uuid, user_id uuid, mentor_id uuid, mentor_name text, booking_id uuid, amount_paise integer,
  currency text, state text, date date, start_time time, end_time time
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    select o.id, o.user_id, o.mentor_id, o.mentor_name, o.booking_id, o.amount_paise,
      o.currency, o.state, o.date, o.start_time, o.end_time
    from private.payment_orders o
    where o.provider_order_id = p_provider_order_id;
end
$$;
comment on function public.find_payment_order(text) is 'The order behind a provider''s order id; no row when there is none.';

revoke execute on function
  public.create_payment_order(uuid, uuid, uuid, date, time, time), public.attach_provider_order(uuid, text),
  public.release_payment_order(uuid), public.find_payment_order(text)
from public, anon, authenticated;
grant execute on function
  public.create_payment_order(uuid, uuid, uuid, date, time, time), public.attach_provider_order(uuid, text),
  public.release_payment_order(uuid), public.find_payment_order(text)
to service_role;
