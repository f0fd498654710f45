set local lock_timeout = '5s';

-- Every captured payment in one list for administrators, whether it became a booking or a refund.
-- See docs/product/payments.md#payment-list.

create index refunds_at_idx on private.refunds (coalesce(processed_at, created_at));

create view private.refund_amounts as
select r.payment_id, r.state as provider_state,
  case
    when r.state = 'processed' then 'refunded'
    when private.is_refund_stopped(r) then 'refund_failed'
    else 'refunding'
  end as state,
  case
    when r.payment_id in (select y.id from private.payments y where y.currency <> 'INR') then 0 else r.amount_paise
  end as inr_paise,
  coalesce(r.processed_at, r.created_at) as at
from private.refunds r;
comment on view private.refund_amounts is
  'The one definition of what was refunded (docs/product/refunds.md#what-counts-as-refunded); every sum of refunds '
  'reads it. state: refunded once the money has left the account, refund_failed where nothing tries it any more, even '
  'where the provider has said nothing, else refunding. at: when it left, before that when it was decided. inr_paise: '
  '0 in another currency.';
revoke all on table private.refund_amounts from public, anon, authenticated, service_role;

create function private.refund_sums(p_from timestamptz default '-infinity', p_until timestamptz default 'infinity')
returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'refunded_paise', coalesce(sum(a.inr_paise) filter (where a.state = 'refunded'), 0),
    'refunding_paise', coalesce(sum(a.inr_paise) filter (where a.state = 'refunding'), 0),
    'refund_failed_paise', coalesce(sum(a.inr_paise) filter (where a.state = 'refund_failed'), 0)
  )
  from private.refund_amounts a where a.at >= p_from and a.at < p_until
$$;
comment on function private.refund_sums is 'What was refunded, is on its way and failed in a span of time, in paise.';

create function public.list_payments(
  p_search text default '', p_state text default null, p_from date default null, p_to date default null,
  p_limit integer default 20, p_offset integer default 0,
  p_before_at timestamptz default null, p_before_id text default null
)
returns table (
  id text, captured_at timestamptz, founder_name text, founder_email text, mentor_name text, booking_id uuid,
  code text, order_id text, amount_paise integer, currency text, state text, method text, refund_paise integer,
  total_count bigint, captured_paise bigint, refunded_paise bigint, refunding_paise bigint, refund_failed_paise bigint
)
language plpgsql volatile security definer set search_path = ''
-- Compiling the statement would take longer than running it.
set jit = off
as $$
#variable_conflict use_column
declare
  v_filter text := 'true';
  v_from text := 'private.payments y';
  v_line text := private.clean_line(coalesce(p_search, ''));
  v_search text := lower(v_line);
  v_pattern text := '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_code text := private.read_booking_code(v_search);
  v_booking uuid := case
    when v_search ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then v_search::uuid
  end;
  v_people uuid[];
  v_orders uuid[];
  v_moving text[];
  v_from_at timestamptz := p_from::timestamp at time zone 'Asia/Kolkata';
  v_until timestamptz := (p_to + 1)::timestamp at time zone 'Asia/Kolkata';
  v_count bigint;
  v_captured bigint;
  v_sums jsonb := '{}';
  v_ids text[];
begin
  perform private.require_admin();
  if p_state is not null and p_state not in ('captured', 'refunding', 'refunded', 'refund_failed') then
    raise exception using errcode = 'PT422', message = 'state_unknown', detail = left(p_state, 60);
  end if;

  -- The statement holds only the given conditions, so that an index can give the order.
  if v_search <> '' then
    v_people := array(
      select q.id from public.profiles q where lower(q.name) like v_pattern or lower(q.email) like v_pattern
    );
    -- Other tables are searched first. The order names founder and mentor even where no booking was made.
    v_orders := array(
      select o.id from private.payment_orders o where o.provider_order_id = v_line
      union all select o.id from private.payment_orders o where o.user_id = any (v_people)
      union all select o.id from private.payment_orders o
        where o.state = 'refunded' and lower(o.mentor_name) like v_pattern
      union all select o.id from public.bookings b join private.payment_orders o on o.booking_id = b.id
        where b.code = v_code or b.id = v_booking or lower(b.mentor_name) like v_pattern
          or lower(b.user_email) like v_pattern
    );
    v_filter := v_filter || ' and (y.id = $1 or y.provider_order_id = $1 or y.order_id = any ($2))';
  end if;
  if v_from_at is not null then
    v_filter := v_filter || ' and y.captured_at >= $3';
  end if;
  if v_until is not null then
    v_filter := v_filter || ' and y.captured_at < $4';
  end if;
  if p_state = 'captured' then
    v_filter := v_filter || ' and not exists (select from private.refunds r where r.payment_id = y.id)';
  elsif p_state = 'refunded' then
    v_from := 'private.refunds r join private.payments y on y.id = r.payment_id';
    v_filter := v_filter || ' and r.state = ''processed''';
  elsif p_state is not null then
    -- Only few rows.
    v_moving := array(
      select a.payment_id from private.refund_amounts a where a.provider_state <> 'processed' and a.state = p_state
    );
    v_filter := v_filter || ' and y.id = any ($5)';
  end if;

  execute format(
    'select count(*), coalesce(sum(y.amount_paise) filter (where y.currency = ''INR''), 0),
      array(select y.id from %1$s where %2$s%3$s order by y.captured_at desc, y.id desc limit $8 offset $9)
    from %1$s where %2$s',
    v_from, v_filter, case when p_before_at is not null then ' and (y.captured_at, y.id) < ($6, $7)' end)
  into v_count, v_captured, v_ids
  using v_line, v_orders, v_from_at, v_until, v_moving, p_before_at, coalesce(p_before_id, ''),
    least(greatest(coalesce(p_limit, 20), 1), 1000), greatest(coalesce(p_offset, 0), 0);
  if p_state = 'refunded' then
    v_sums := jsonb_build_object('refunded', v_captured);
  elsif p_state is distinct from 'captured' then
    execute 'select jsonb_object_agg(s.state, s.paise) from (
      select a.state, sum(a.inr_paise) as paise from private.refund_amounts a '
      -- Without a filter the payments need not be read.
      || case when v_filter <> 'true' then 'join private.payments y on y.id = a.payment_id where ' || v_filter else '' end
      || ' group by a.state) s'
    into v_sums using v_line, v_orders, v_from_at, v_until, v_moving;
  end if;

  perform private.record_read('payments', jsonb_strip_nulls(jsonb_build_object(
    'filter', jsonb_strip_nulls(jsonb_build_object(
      'search', nullif(v_search, ''), 'state', p_state, 'from', p_from, 'to', p_to
    )),
    'page', case when p_before_id is null
      then greatest(coalesce(p_offset, 0), 0) / least(greatest(coalesce(p_limit, 20), 1), 1000) + 1
    end,
    'after', p_before_id,
    'rows', cardinality(v_ids)
  )), array(
    select coalesce(b.user_id, o.user_id) from private.payments y
    left join private.payment_orders o on o.id = y.order_id
    left join public.bookings b on b.id = y.booking_id
    where y.id = any (v_ids)
  ));

  return query
    select
      y.id, y.captured_at, f.name, coalesce(f.email, b.user_email), coalesce(b.mentor_name, o.mentor_name),
      y.booking_id, b.code, coalesce(o.provider_order_id, y.provider_order_id), y.amount_paise, y.currency,
      coalesce(r.state, 'captured'), y.method, coalesce(r.inr_paise, 0), v_count, v_captured,
      coalesce((v_sums -> 'refunded')::bigint, 0), coalesce((v_sums -> 'refunding')::bigint, 0),
      coalesce((v_sums -> 'refund_failed')::bigint, 0)
    from unnest(v_ids) with ordinality page (id, position)
    join private.payments y on y.id = page.id
    left join private.payment_orders o on o.id = y.order_id
    left join public.bookings b on b.id = y.booking_id
    left join public.profiles f on f.id = coalesce(b.user_id, o.user_id)
    left join private.refund_amounts r on r.payment_id = y.id
    order by page.position;
end
$$;
comment on function public.list_payments is
  'One page of the captured payments for administrators, the latest first; what is read of founders is an entry of the '
  'audit log. p_search: the provider''s payment or order '
  'id, the booking''s short code or id, or a part of the founder''s name or e-mail or the mentor''s name; p_state: '
  'captured, refunding, refunded or refund_failed (PT422 state_unknown); p_from and p_to are days in India. A page '
  'begins at p_offset, or after the payment p_before_at and p_before_id; at most 1000 rows. booking_id and code are '
  'null where the payment became no booking: founder and mentor are its order''s then, and null where that is unknown. '
  'refund_paise counts by state. '
  'total_count, captured_paise, refunded_paise, refunding_paise and refund_failed_paise are of all matches, the sums '
  'without other currencies than INR.';

create function public.refund_totals(p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.refund_sums(date_trunc('month', p_month::timestamp) at time zone 'Asia/Kolkata',
    (date_trunc('month', p_month::timestamp) + interval '1 month') at time zone 'Asia/Kolkata');
end
$$;
comment on function public.refund_totals is
  'For administrators: {refunded_paise, refunding_paise, refund_failed_paise} of a day''s month in India.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_payments, public.refund_totals from public, anon;
grant execute on function public.list_payments, public.refund_totals to authenticated, service_role;
