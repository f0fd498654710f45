-- What was paid for a booking, for the person who paid it and for administrators. Money itself stays in schema private.

create function public.booking_receipt(p_booking_id uuid)
returns table (amount_paise integer, currency text, payment_id text, paid_at timestamptz, refund_state text)
language sql stable security definer set search_path = ''
as $$
  select p.amount_paise, p.currency, p.id, p.captured_at, r.state
  from public.bookings b
  join private.payments p on p.booking_id = b.id
  left join private.refunds r on r.payment_id = p.id
  where b.id = p_booking_id and (b.user_id = (select auth.uid()) or (select private.is_admin()))
$$;
comment on function public.booking_receipt(uuid) is
  'The captured payment of one''s own booking, in paise; administrators read every one. No row: no such booking, or somebody else''s. refund_state is null while no refund was asked for.';
revoke execute on function public.booking_receipt(uuid) from public, anon;
grant execute on function public.booking_receipt(uuid) to authenticated, service_role;
