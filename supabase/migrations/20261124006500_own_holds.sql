-- What a founder sees and does of the times that are held for them. Asking for one's own held time again gives the same
-- order (create_payment_order), and nobody holds more than two times at once.

create function public.my_holds(p_mentor_id uuid default null)
returns table (
  booking_id uuid, mentor_id uuid, mentor_name text, date date, start_time time, end_time time,
  amount_paise integer, currency text, provider_order_id text, expires_at timestamptz, seconds_left integer
)
language sql stable security definer set search_path = ''
as $$
  select o.booking_id, o.mentor_id, o.mentor_name, o.date, o.start_time, o.end_time,
    o.amount_paise, o.currency, o.provider_order_id, c.expires_at,
    floor(extract(epoch from c.expires_at - now()))::integer
  from private.slot_claims c
  join private.payment_orders o on o.id = c.order_id
  where c.user_id = (select auth.uid()) and c.kind = 'hold' and c.released_at is null and c.expires_at > now()
    and (p_mentor_id is null or c.mentor_id = p_mentor_id)
  order by c.expires_at
$$;
comment on function public.my_holds(uuid) is
  'The caller''s live holds, of one mentor or of all (two at most), the first to end first. seconds_left is by the database''s clock; a browser''s own may be wrong.';

create function public.release_hold(p_booking_id uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid;
begin
  if auth.uid() is null then
    raise exception using errcode = '42501', message = 'sign_in_required';
  end if;
  -- As create_payment_order does, the person first; then the order, which a settlement locks before it looks at the hold.
  perform pg_advisory_xact_lock(727002, hashtext(auth.uid()::text));
  select o.id into v_order_id from private.payment_orders o
  where o.booking_id = p_booking_id and o.user_id = auth.uid() for update;
  update private.slot_claims c set released_at = clock_timestamp()
  where c.order_id = v_order_id and c.kind = 'hold' and c.released_at is null;
  return found;
end
$$;
comment on function public.release_hold(uuid) is
  'Gives a time back that is held for the caller, who leaves without paying; p_booking_id is the order''s. Answers whether there was one to give back; what is sold, over or somebody else''s is left as it is. A payment that arrives all the same gets the time while it is free, and is refunded otherwise. 42501 sign_in_required.';

revoke execute on function public.my_holds(uuid), public.release_hold(uuid) from public, anon;
grant execute on function public.my_holds(uuid), public.release_hold(uuid) to authenticated, service_role;
