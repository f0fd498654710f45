set local lock_timeout = '5s';

-- Captured payments, and how each becomes exactly one booking or one refund.

create table private.payments (
  id text primary key,
  order_id uuid references private.payment_orders (id) on delete restrict,
  amount_paise integer not null,
  currency text not null,
  booking_id uuid unique references public.bookings (id) on delete restrict,
  captured_at timestamptz not null default now(),
  provider_order_id text,
  compared_at timestamptz,
  method text check (method ~ '^[a-z_]{1,30}$'),
  constraint payments_unknown_order_books_nothing check (order_id is not null or booking_id is null)
);
create index payments_order_idx on private.payments (order_id);
create index payments_captured_at_idx on private.payments (captured_at, id) include (amount_paise, currency);
create index payments_unknown_order_idx on private.payments (provider_order_id) where provider_order_id is not null;
create index payments_other_currency_idx on private.payments (id) where currency <> 'INR';

comment on table private.payments is 'Captured payments only; an attempt that failed is the provider''s business.';
comment on column private.payments.id is 'The provider''s payment id.';
comment on column private.payments.amount_paise is 'What was captured, integer paise.';
comment on column private.payments.booking_id is 'The booking it bought; null when it was refunded at once.';
comment on column private.payments.order_id is
  'Null when the provider reported a payment of an order that is not ours.';
comment on column private.payments.provider_order_id is 'Set for unknown orders alone, as the provider named it.';
comment on column private.payments.method is
  'How it was paid, in the provider''s word (card, upi, netbanking, wallet …); null where it was not told.';
comment on column private.payments.compared_at is 'When it was last found in the provider''s list.';

alter table private.payments enable row level security;
revoke all on table private.payments from public, anon, authenticated, service_role;

-- Settling ----------------------------------------------------------------------------------------------------------

-- The only place where a captured payment becomes a booking or a refund. The browser's verification, the provider's
-- webhook and the reconciliation all call it, in any order and any number of times, and all get the same answer.
create function private.settle(
  p_provider_order_id text, p_payment_id text, p_amount_paise integer, p_currency text,
  out outcome text, out booking_id uuid, out reason text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_order private.payment_orders;
  v_payment private.payments;
  v_claim private.slot_claims;
  v_mentor_image text;
  v_has_mentor_left boolean;
  v_refused text;
  v_approval text := (select s.approval from private.marketplace_settings s);
begin
  -- The lock on the order's row makes all calls of settle for one order run one after the other.
  select * into v_order from private.payment_orders o
  where o.provider_order_id = p_provider_order_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'order_not_found';
  end if;

  insert into private.payments (id, order_id, amount_paise, currency)
  values (p_payment_id, v_order.id, p_amount_paise, p_currency)
  on conflict (id) do nothing
  returning * into v_payment;

  if v_payment.id is null then
    select * into v_payment from private.payments p where p.id = p_payment_id;
    if v_payment.order_id is distinct from v_order.id then
      raise exception using errcode = 'PT409', message = 'payment_of_another_order';
    end if;
    booking_id := v_payment.booking_id;
    if booking_id is not null then
      outcome := 'booked';
    else
      outcome := 'refund';
      select r.reason into reason from private.refunds r where r.payment_id = p_payment_id;
    end if;
    return;
  end if;

  if v_order.state in ('booked', 'refunded') then
    perform private.queue_refund(p_payment_id, 'order_already_paid');
    outcome := 'refund';
    reason := 'order_already_paid';
    return;
  end if;

  -- Locks the mentor's row too: a deletion has either happened before this line or waits until we end.
  if v_order.mentor_id is not null then
    perform private.lock_mentor(v_order.mentor_id);
    select m.image, m.listing_state = 'left' into v_mentor_image, v_has_mentor_left
    from public.mentors m where m.id = v_order.mentor_id;
  end if;
  if v_order.user_id is not null then
    perform private.ensure_profile(v_order.user_id);
  end if;
  select * into v_claim from private.slot_claims c where c.order_id = v_order.id and c.released_at is null;

  v_refused := case
    when p_amount_paise <> v_order.amount_paise or upper(p_currency) <> v_order.currency then 'amount_mismatch'
    when v_order.user_id is null then 'user_gone'
    when v_mentor_image is null then 'mentor_gone'
    -- Within the hold the founder was in time. After it, there is no session if it has begun or if the mentor has left.
    when v_claim.id is not null and v_claim.expires_at > clock_timestamp() then null
    when v_has_mentor_left then 'mentor_gone'
    when lower(v_order.during) <= clock_timestamp() then 'slot_in_past'
  end;

  if v_refused is null and v_claim.id is null then
    perform private.release_expired_holds(v_order.mentor_id, v_order.during);
    -- The payer may already hold the same time by a newer order: the order that is paid wins.
    update private.slot_claims c set released_at = clock_timestamp()
    where c.mentor_id = v_order.mentor_id and c.during && v_order.during and c.released_at is null
      and c.kind = 'hold' and c.user_id = v_order.user_id;
    begin
      insert into private.slot_claims (mentor_id, during, kind, user_id, order_id, booking_id)
      values (v_order.mentor_id, v_order.during, 'sale', v_order.user_id, v_order.id, v_order.booking_id)
      returning * into v_claim;
    exception when exclusion_violation then
      v_refused := 'slot_taken';
    end;
  elsif v_refused is null then
    update private.slot_claims c set kind = 'sale', expires_at = null where c.id = v_claim.id;
  end if;

  if v_refused is null then
    insert into public.bookings
      (id, mentor_id, mentor_name, mentor_image, date, start_time, end_time, user_id, user_email, approval_mode)
    select
      v_order.booking_id, v_order.mentor_id, v_order.mentor_name, v_mentor_image,
      v_order.date, v_order.start_time, v_order.end_time, v_order.user_id, p.email, v_approval
    from public.profiles p where p.id = v_order.user_id
    on conflict (id) do nothing
    returning id into booking_id;
    if booking_id is null then
      v_refused := 'booking_id_taken';
    end if;
  end if;

  if v_refused is null then
    update private.payments p set booking_id = v_order.booking_id where p.id = p_payment_id;
    update private.payment_orders o set state = 'booked' where o.id = v_order.id;
    if v_approval = 'automatic' and now() <= private.approval_ends(lower(v_order.during)) then
      update public.bookings b set status = 'confirmed' where b.id = v_order.booking_id;
    else
      perform private.enqueue_job('booking_submitted', jsonb_build_object('booking_id', booking_id));
    end if;
    outcome := 'booked';
  else
    update private.slot_claims c set released_at = clock_timestamp()
    where c.order_id = v_order.id and c.released_at is null;
    update private.payment_orders o set state = 'refunded' where o.id = v_order.id;
    perform private.queue_refund(p_payment_id, v_refused);
    outcome := 'refund';
    reason := v_refused;
  end if;
end
$$;
comment on function private.settle is
  'Turns a captured payment into exactly one booking or one refund. Amount in integer paise. Idempotent. Where the '
  'marketplace approves automatically, the booking is confirmed at once, unless its session starts in less than 15 '
  'minutes. PT404 order_not_found, PT409 payment_of_another_order.';

create function private.note_payment_method(p_payment_id text, p_method text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.payments p set method = p_method
  where p.id = p_payment_id and p.method is null and p_method ~ '^[a-z_]{1,30}$';
end
$$;

create function public.settle_payment(
  p_provider_order_id text, p_payment_id text, p_amount_paise integer, p_currency text, p_method text default null
) returns table (outcome text, booking_id uuid, reason text)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  return query
    select s.outcome, s.booking_id, s.reason
    from private.settle(p_provider_order_id, p_payment_id, p_amount_paise, p_currency) s;
  perform private.note_payment_method(p_payment_id, p_method);
end
$$;
comment on function public.settle_payment is
  'Call for a payment that the provider calls captured; p_method is how it was paid, in the provider''s word. outcome '
  'is booked or refund; reason is set for a refund: amount_mismatch | order_already_paid | slot_taken | slot_in_past '
  '| user_gone | mentor_gone | booking_id_taken.';

create function private.settle_captured(
  p_provider_order_id text, p_payment_id text, p_amount_paise integer, p_currency text,
  out outcome text, out booking_id uuid, out reason text
)
language plpgsql security definer set search_path = '' as $$
declare
  v_is_new boolean;
begin
  if exists (select from private.payment_orders o where o.provider_order_id = p_provider_order_id) then
    select s.outcome, s.booking_id, s.reason into outcome, booking_id, reason
    from private.settle(p_provider_order_id, p_payment_id, p_amount_paise, p_currency) s;
    return;
  end if;
  insert into private.payments (id, amount_paise, currency, provider_order_id)
  values (p_payment_id, p_amount_paise, p_currency, p_provider_order_id)
  on conflict (id) do nothing
  returning true into v_is_new;
  if v_is_new then
    perform private.queue_refund(p_payment_id, 'order_unknown');
    perform private.raise_finding('unknown_order', p_payment_id, p_payment_id, null, jsonb_build_object(
      'provider_order_id', p_provider_order_id, 'amount_paise', p_amount_paise, 'currency', p_currency));
  end if;
  outcome := 'refund';
  select r.reason into reason from private.refunds r where r.payment_id = p_payment_id;
end
$$;
comment on function private.settle_captured is
  'As settle(), for payments that no signed-in person reported: one of an order that is not ours is stored and '
  'refunded (order_unknown). PT409 payment_of_another_order.';

revoke execute on all functions in schema private from public;
revoke execute on function public.settle_payment from public, anon, authenticated;
grant execute on function public.settle_payment to service_role;
