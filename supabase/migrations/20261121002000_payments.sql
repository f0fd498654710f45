-- Captured payments, what became of each, and the promise that something always did.

create table private.payments (
  id text primary key,
  order_id uuid not null references private.payment_orders (id) on delete restrict,
  amount_paise integer not null,
  currency text not null,
  booking_id uuid unique references public.bookings (id) on delete restrict,
  captured_at timestamptz not null default now()
);
create index payments_order_idx on private.payments (order_id);

comment on table private.payments is 'Captured payments only; an attempt that failed is the provider''s business.';
comment on column private.payments.id is 'The provider''s payment id.';
comment on column private.payments.amount_paise is 'What was captured, integer paise.';
comment on column private.payments.booking_id is 'The booking it bought; null when it was refunded at once.';

create table private.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null unique references private.payments (id) on delete restrict,
  amount_paise integer not null check (amount_paise > 0),
  reason text not null,
  state text not null default 'queued' check (state in ('queued', 'pending', 'processed', 'failed')),
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_state_idx on private.refunds (state) where state <> 'processed';
create trigger touch_updated_at before update on private.refunds
for each row execute function private.touch_updated_at();

comment on table private.refunds is 'Full refunds, at most one a payment. The id is the idempotency key towards the provider.';
comment on column private.refunds.reason is 'A code: amount_mismatch, order_already_paid, slot_taken, slot_in_past, booking_rejected, …';
comment on column private.refunds.state is 'queued: not asked yet. pending, processed, failed: the provider''s word.';

create table private.webhook_events (
  id text primary key,
  event text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
comment on table private.webhook_events is 'The provider''s events by their id, so that a repeated delivery is recognised.';

alter table private.payments enable row level security;
alter table private.refunds enable row level security;
alter table private.webhook_events enable row level security;
revoke all on table private.payments, private.refunds, private.webhook_events from public, anon, authenticated, service_role;

-- The promise ------------------------------------------------------------------------------------------------------

create function private.require_payment_outcome() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_payment_id text;
begin
  if tg_table_name = 'payments' then
    v_payment_id := new.id;
  else
    v_payment_id := old.payment_id;
  end if;
  if exists (
    select from private.payments p
    where p.id = v_payment_id and p.booking_id is null
      and not exists (select from private.refunds r where r.payment_id = p.id)
  ) then
    raise exception using errcode = '23514', message = 'payment_without_outcome', detail = v_payment_id;
  end if;
  return null;
end
$$;
comment on function private.require_payment_outcome() is 'At COMMIT each captured payment has a booking or a refund.';
revoke execute on function private.require_payment_outcome() from public;

create constraint trigger require_payment_outcome after insert or update on private.payments
deferrable initially deferred for each row execute function private.require_payment_outcome();
create constraint trigger require_payment_outcome after update or delete on private.refunds
deferrable initially deferred for each row execute function private.require_payment_outcome();

-- Refunds ----------------------------------------------------------------------------------------------------------

create function private.queue_refund(p_payment_id text, p_reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_refund private.refunds;
begin
  insert into private.refunds (payment_id, amount_paise, reason)
  select p.id, p.amount_paise, p_reason from private.payments p where p.id = p_payment_id
  on conflict (payment_id) do nothing
  returning * into v_refund;
  if v_refund.id is not null then
    perform private.enqueue_job('refund', jsonb_build_object(
      'refund_id', v_refund.id, 'payment_id', v_refund.payment_id,
      'amount_paise', v_refund.amount_paise, 'reason', v_refund.reason
    ));
  end if;
end
$$;
comment on function private.queue_refund(text, text) is 'Queues the full refund of a payment, once however often it is called.';
revoke execute on function private.queue_refund(text, text) from public;

create function public.record_refund(p_refund_id uuid, p_provider_refund_id text, p_state text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  -- The provider's events arrive in any order: processed is final.
  update private.refunds
  set state = p_state, provider_refund_id = coalesce(p_provider_refund_id, provider_refund_id)
  where id = p_refund_id and state <> 'processed';
  if not found and not exists (select from private.refunds where id = p_refund_id) then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
end
$$;
comment on function public.record_refund(uuid, text, text) is
  'Notes what the provider said about a refund: pending, processed or failed. PT404 refund_not_found.';
revoke execute on function public.record_refund(uuid, text, text) from public, anon, authenticated;
grant execute on function public.record_refund(uuid, text, text) to service_role;
