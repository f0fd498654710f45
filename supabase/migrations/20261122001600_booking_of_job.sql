-- Which booking a failed job is about, found by the booking's own index: its id compared as text had every booking read
-- for each failed job, which took the overview most of a second with ten thousand bookings and some hundred failures.

create or replace function private.booking_of_job(p_payload jsonb) returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(
    (select b.id from public.bookings b
     where b.id = case
       when p_payload ->> 'booking_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (p_payload ->> 'booking_id')::uuid
     end),
    (select y.booking_id from private.payments y where y.id = p_payload ->> 'payment_id')
  )
$$;
comment on function private.booking_of_job(jsonb) is
  'The booking that a job''s payload names, itself or by its payment; null where there is none, or none any more.';
revoke execute on function private.booking_of_job(jsonb) from public;
