set local lock_timeout = '5s';

-- Every captured payment in one list for administrators, whether it became a booking or a refund.
-- See docs/product/payments.md#payment-list.

create function private.payment_state(p_refund private.refunds) returns text
language sql stable set search_path = '' as $$
  select case
    when p_refund.id is null then 'captured'
    when p_refund.state = 'processed' then 'refunded'
    when private.is_refund_stopped(p_refund) then 'refund_failed'
    else 'refunding'
  end
$$;
comment on function private.payment_state is
  'What became of a payment, by its refund (null where there is none). A refund that is not tried again by '
  'itself has failed, even where the provider has said nothing.';

create function public.list_payments(
  p_search text default '', p_state text default null, p_from date default null, p_to date default null,
  p_limit integer default 20, p_offset integer default 0,
  p_before_at timestamptz default null, p_before_id text default null
)
returns table (
  id text, captured_at timestamptz, founder_name text, founder_email text, mentor_name text, booking_id uuid,
  code text, order_id text, amount_paise integer, currency text, state text, method text,
  total_count bigint, captured_paise bigint, refunded_paise bigint
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
  v_stopped uuid[];
  v_moving text[];
  v_from_at timestamptz := p_from::timestamp at time zone 'Asia/Kolkata';
  v_until timestamptz := (p_to + 1)::timestamp at time zone 'Asia/Kolkata';
  v_count bigint;
  v_captured bigint;
  v_refunded bigint;
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
    -- Only few rows. Only a refund whose job was given up can have stopped without an answer of the provider.
    v_stopped := array(
      select r.id from private.outbox o join private.refunds r on r.id::text = o.payload ->> 'refund_id'
      where o.kind = 'refund' and o.state = 'dead' and r.state <> 'processed' and private.is_refund_stopped(r)
    );
    v_moving := array(
      select r.payment_id from private.refunds r
      where r.state <> 'processed' and (r.state = 'failed' or r.id = any (v_stopped)) = (p_state = 'refund_failed')
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
  v_refunded := 0;
  if p_state = 'refunded' then
    v_refunded := v_captured;
  elsif p_state is null then
    -- Without a filter the payments need not be read, because almost none is in another currency.
    execute case when v_filter = 'true'
      then 'select coalesce(sum(r.amount_paise), 0) from private.refunds r
        where r.state = ''processed'' and not exists (
          select from private.payments y where y.id = r.payment_id and y.currency <> ''INR'')'
      else 'select coalesce(sum(r.amount_paise), 0)
        from private.payments y join private.refunds r on r.payment_id = y.id
        where r.state = ''processed'' and y.currency = ''INR'' and ' || v_filter
    end
    into v_refunded using v_line, v_orders, v_from_at, v_until;
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
      private.payment_state(r), y.method, v_count, v_captured, v_refunded
    from unnest(v_ids) with ordinality page (id, position)
    join private.payments y on y.id = page.id
    left join private.payment_orders o on o.id = y.order_id
    left join public.bookings b on b.id = y.booking_id
    left join public.profiles f on f.id = coalesce(b.user_id, o.user_id)
    left join private.refunds r on r.payment_id = y.id
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
  'total_count, captured_paise and refunded_paise are of all matches, the sums without other currencies than INR.';

revoke execute on all functions in schema private from public;
revoke execute on function public.list_payments from public, anon;
grant execute on function public.list_payments to authenticated, service_role;
