-- Money that was captured for an order which we never made: it is stored, given back and shown to administrators.

alter table private.payments
  alter column order_id drop not null,
  add column provider_order_id text,
  add constraint payments_unknown_order_books_nothing check (order_id is not null or booking_id is null);
comment on column private.payments.order_id is 'Null when the provider reported a payment of an order that is not ours.';
comment on column private.payments.provider_order_id is 'Set for unknown orders alone, as the provider named it.';

create function private.settle_captured(
  p_provider_order_id text, p_payment_id text, p_amount_paise integer, p_currency text,
  out outcome text, out booking_id uuid, out reason text
)
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.settle_captured(text, text, integer, text) is
  'As settle(), for payments that nobody''s session vouches for: one of an order that is not ours is stored and refunded (order_unknown). PT409 payment_of_another_order.';
revoke execute on function private.settle_captured(text, text, integer, text) from public;
