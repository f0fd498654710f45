set local lock_timeout = '5s';

-- The payment provider's events. The function payment-webhook checks the signature and stores them; recent ones are
-- processed in the same call, all others by a job, which asks the provider for the present state first.

create table private.webhook_events (
  id text primary key constraint webhook_events_id_length check (char_length(id) between 1 and 100),
  event text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text
);
create index webhook_events_refund_idx on private.webhook_events ((payload #>> '{payload,refund,entity,payment_id}'))
where event in ('refund.created', 'refund.processed');
create index webhook_events_order_idx on private.webhook_events ((payload #>> '{payload,payment,entity,order_id}'))
where event in ('payment.authorized', 'payment.captured', 'order.paid');
create index webhook_events_received_idx on private.webhook_events (received_at desc);
create index webhook_events_waiting_idx on private.webhook_events (received_at) where processed_at is null;

comment on table private.webhook_events is
  'The provider''s events by their id, so that a repeated delivery is recognised.';
comment on column private.webhook_events.payload is 'As signed, without the payer''s contact and card.';
comment on column private.webhook_events.outcome is
  'booked, refund, noted, already_refunded, payment_unknown, payment_of_another_order; null until it is processed.';

alter table private.webhook_events enable row level security;
revoke all on table private.webhook_events from public, anon, authenticated, service_role;

create function private.without_payer(p_payload jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select p_payload
    #- '{payload,payment,entity,email}' #- '{payload,payment,entity,contact}' #- '{payload,payment,entity,vpa}'
    #- '{payload,payment,entity,card}' #- '{payload,payment,entity,upi}' #- '{payload,payment,entity,bank_account}'
    #- '{payload,payment,entity,acquirer_data}'
$$;

create function public.record_webhook_event(p_event_id text, p_event text, p_payload jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_is_new boolean;
begin
  perform private.require_service();
  insert into private.webhook_events (id, event, payload)
  values (p_event_id, p_event, private.without_payer(p_payload))
  on conflict (id) do nothing
  returning true into v_is_new;
  if v_is_new then
    -- The receiver processes the event at once; the job is for a receiver that dies before that.
    perform private.enqueue_job('webhook_event', jsonb_build_object('event_id', p_event_id),
      'webhook_event:' || p_event_id, clock_timestamp() + interval '20 seconds');
  end if;
  return coalesce(v_is_new, false);
end
$$;
comment on function public.record_webhook_event is
  'Stores a signed event and, in the same transaction, the job that processes it; false when its id is known already.';

create function private.has_reported_payment(p_provider_order_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.webhook_events e
    where e.event in ('payment.authorized', 'payment.captured', 'order.paid')
      and e.payload #>> '{payload,payment,entity,order_id}' = p_provider_order_id
      and (e.processed_at is null or e.received_at > now() - interval '15 minutes')
  )
$$;
comment on function private.has_reported_payment is
  'Whether an event about a payment of the order waits to be processed, or came within the last 15 minutes. Meant for '
  'open orders: the payment of any other is settled.';

-- Processing --------------------------------------------------------------------------------------------------------

create function private.note_provider_refund(p_refund jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment private.payments;
  v_refund private.refunds;
begin
  select * into v_payment from private.payments p where p.id = p_refund ->> 'payment_id';
  if not found then
    -- The payment is not settled (yet): settling asks the provider whether the money is still there.
    return 'noted';
  end if;
  select * into v_refund from private.refunds r where r.payment_id = v_payment.id;
  if v_refund.id is not null and (
    p_refund ->> 'id' = v_refund.provider_refund_id
    or p_refund ->> 'id' = any (v_refund.failed_refund_ids)
    or p_refund ->> 'receipt' = private.refund_key(v_refund)
    -- A full refund that was made by hand in the provider's dashboard: it takes the place of ours.
    or (v_refund.state in ('queued', 'failed') and p_refund ->> 'status' = 'processed'
      and (p_refund ->> 'amount')::integer = v_refund.amount_paise)
    -- Made by hand although we returned the money ourselves.
    or (v_refund.outside_reference is not null and (p_refund ->> 'amount')::integer = v_refund.amount_paise)
  ) then
    perform private.note_refund(v_refund.id, p_refund ->> 'id', p_refund ->> 'status',
      coalesce(p_refund ->> 'failure_reason', 'The provider could not complete the refund.'));
  elsif p_refund ->> 'status' <> 'failed' then
    perform private.raise_finding('refunded_outside', p_refund ->> 'id', v_payment.id, v_payment.booking_id,
      jsonb_build_object('amount_paise', (p_refund ->> 'amount')::integer, 'paid_paise', v_payment.amount_paise,
        'status', p_refund ->> 'status'));
  end if;
  return 'noted';
end
$$;
comment on function private.note_provider_refund is
  'A refund as the provider describes it: ours by id, receipt or, when ours is still to be made, by the full amount. '
  'Any other one was made by hand, and administrators are told of it.';

create function private.note_dispute(p_event text, p_dispute jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_payment_id text := p_dispute ->> 'payment_id';
  v_is_over boolean := p_dispute ->> 'status' in ('won', 'closed')
    or p_event in ('payment.dispute.won', 'payment.dispute.closed');
begin
  -- A dispute that is over stays over, even if an earlier event arrives later.
  if exists (
    select from private.money_findings f
    where f.kind = 'dispute' and f.subject = p_dispute ->> 'id' and f.resolution = 'passed'
  ) then
    return 'noted';
  end if;
  perform private.raise_finding('dispute', p_dispute ->> 'id', v_payment_id,
    (select p.booking_id from private.payments p where p.id = v_payment_id),
    jsonb_build_object('status', coalesce(p_dispute ->> 'status', split_part(p_event, '.', 3)),
      'phase', p_dispute ->> 'phase', 'reason', p_dispute ->> 'reason_code',
      'amount_paise', p_dispute -> 'amount', 'respond_by', p_dispute -> 'respond_by'));
  if v_is_over then
    perform private.settle_finding('dispute', p_dispute ->> 'id', 'passed');
  end if;
  return 'noted';
end
$$;

create function private.finish_webhook_event(p_event_id text, p_outcome text) returns void
language plpgsql set search_path = '' as $$
begin
  update private.webhook_events set processed_at = clock_timestamp(), outcome = p_outcome where id = p_event_id;
  update private.outbox set state = 'done', finished_at = clock_timestamp(), last_error = null
  where key = 'webhook_event:' || p_event_id and state = 'ready';
end
$$;

create function public.process_webhook_event(p_event_id text)
returns table (outcome text, booking_id uuid, payment_id text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_event private.webhook_events;
  v_payment jsonb;
  v_outcome text;
  v_booking_id uuid;
begin
  perform private.require_service();
  select * into v_event from private.webhook_events e where e.id = p_event_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'event_not_found';
  end if;
  v_payment := v_event.payload #> '{payload,payment,entity}';
  if v_event.processed_at is not null then
    return query select v_event.outcome, null::uuid, v_payment ->> 'id';
    return;
  end if;

  if v_event.event in ('payment.captured', 'order.paid') then
    -- An old event may no longer be true: money that was refunded since must not buy a session.
    if v_payment ->> 'status' is distinct from 'captured'
      or abs(extract(epoch from clock_timestamp()) - coalesce((v_event.payload ->> 'created_at')::numeric, 0)) > 600
      or exists (
        select from private.webhook_events e
        where e.event in ('refund.created', 'refund.processed')
          and e.payload #>> '{payload,refund,entity,payment_id}' = v_payment ->> 'id'
      )
    then
      update private.outbox o set run_at = clock_timestamp()
      where o.key = 'webhook_event:' || p_event_id and o.state = 'ready' and o.attempts = 0;
      return query select 'ask_provider'::text, null::uuid, v_payment ->> 'id';
      return;
    end if;
    begin
      select s.outcome, s.booking_id into v_outcome, v_booking_id
      from private.settle_captured(v_payment ->> 'order_id', v_payment ->> 'id',
        (v_payment ->> 'amount')::integer, v_payment ->> 'currency') s;
      perform private.note_payment_method(v_payment ->> 'id', v_payment ->> 'method');
    exception when sqlstate 'PT409' then
      v_outcome := 'payment_of_another_order';
    end;
  elsif v_event.event in ('refund.created', 'refund.processed', 'refund.failed') then
    v_outcome := private.note_provider_refund(v_event.payload #> '{payload,refund,entity}');
  elsif v_event.event like 'payment.dispute.%' then
    v_outcome := private.note_dispute(v_event.event, v_event.payload #> '{payload,dispute,entity}');
  else
    -- After payment.authorized the provider captures the money within the order's time, or gives it back. After
    -- payment.failed there may be another try on the same order.
    v_outcome := 'noted';
  end if;
  perform private.finish_webhook_event(p_event_id, v_outcome);
  return query select v_outcome, v_booking_id, v_payment ->> 'id';
end
$$;
comment on function public.process_webhook_event is
  'Processes a stored event, once. outcome ask_provider: it is too old to be trusted; look the payment up and call '
  'settle_webhook_event. PT404 event_not_found.';

create function public.settle_webhook_event(
  p_event_id text, p_status text, p_provider_order_id text default null, p_payment_id text default null,
  p_amount_paise integer default null, p_currency text default null
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_outcome text;
begin
  perform private.require_service();
  perform from private.webhook_events e where e.id = p_event_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'event_not_found';
  end if;
  v_outcome := case p_status
    when 'refunded' then 'already_refunded'
    when 'unknown' then 'payment_unknown'
    else 'noted'
  end;
  if p_status = 'captured' then
    begin
      select s.outcome into v_outcome
      from private.settle_captured(p_provider_order_id, p_payment_id, p_amount_paise, p_currency) s;
    exception when sqlstate 'PT409' then
      v_outcome := 'payment_of_another_order';
    end;
  end if;
  perform private.finish_webhook_event(p_event_id, v_outcome);
  return v_outcome;
end
$$;
comment on function public.settle_webhook_event is
  'Ends an event with what the provider says of its payment now: captured with the payment''s figures, refunded, '
  'unknown, or anything else. PT404 event_not_found.';

revoke execute on all functions in schema private from public;
revoke execute on function public.record_webhook_event, public.process_webhook_event, public.settle_webhook_event
  from public, anon, authenticated;
grant execute on function public.record_webhook_event, public.process_webhook_event, public.settle_webhook_event
  to service_role;
