set local lock_timeout = '5s';

-- Receipts: each payment that we keep gets a number, without gaps in each Indian financial year.
-- See docs/product/payments.md#receipts.

create table private.receipt_counters (
  financial_year text primary key check (financial_year ~ '^[0-9]{4}-[0-9]{2}$'),
  last_number integer not null check (last_number >= 1),
  deleted integer not null default 0 check (deleted >= 0)
);

comment on table private.receipt_counters is
  'The last receipt number of each financial year. Its row is locked at the end of the transaction that takes a '
  'number, so that every number that was taken is on a receipt.';

comment on column private.receipt_counters.deleted is
  'How many receipts of the year were deleted when the time to keep them was over.';

alter table private.receipt_counters enable row level security;
revoke all on table private.receipt_counters from public, anon, authenticated, service_role;

create table private.receipts (
  payment_id text primary key references private.payments (id) on delete restrict,
  booking_id uuid not null unique references public.bookings (id) on delete restrict,
  financial_year text not null,
  number integer not null,
  issued_at timestamptz not null default now(),
  constraint receipts_number_key unique (financial_year, number)
);

comment on table private.receipts is
  'Given when the session is completed, or when the refund policy keeps the payment of a cancelled one.';

alter table private.receipts enable row level security;
revoke all on table private.receipts from public, anon, authenticated, service_role;

create function private.financial_year(p_at timestamptz) returns text
language sql stable set search_path = '' as $$
  select y || '-' || lpad(((y + 1) % 100)::text, 2, '0')
  from (select extract(year from (p_at at time zone 'Asia/Kolkata') - interval '3 months')::integer as y) f
$$;
comment on function private.financial_year is 'India''s, from April to March: 2026-27.';

create function private.give_receipt_number() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_payment_id text;
  v_year text := private.financial_year(now());
  v_number integer;
begin
  select p.id into v_payment_id
  from public.bookings b join private.payments p on p.booking_id = b.id
  where b.id = new.id and (b.status = 'completed' or private.is_refund_denied(b))
    and not exists (select from private.receipts r where r.payment_id = p.id);
  if v_payment_id is null then
    return null;
  end if;
  insert into private.receipt_counters as c (financial_year, last_number) values (v_year, 1)
  on conflict (financial_year) do update set last_number = c.last_number + 1
  returning c.last_number into v_number;
  insert into private.receipts (payment_id, booking_id, financial_year, number)
  values (v_payment_id, new.id, v_year, v_number);
  return null;
end
$$;
comment on function private.give_receipt_number is
  'At COMMIT, when no other lock is taken any more: a longer lock on the counter''s row would delay all other sessions '
  'that end.';
create constraint trigger give_receipt_number after update on public.bookings
deferrable initially deferred for each row
when (old.status is distinct from new.status and new.status in ('completed', 'cancelled'))
execute function private.give_receipt_number();

create function public.read_receipt(p_booking_id uuid)
returns table (
  booking_id uuid, code text, receipt_number text, issued_at timestamptz, founder_name text, mentor_name text,
  date date, start_time time, end_time time, status text, amount_paise integer, currency text, payment_id text,
  method text, paid_at timestamptz, refund_paise integer, refund_state text, refund_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_user uuid := private.require_signed_in();
begin
  return query select b.id, b.code, 'P0/' || r.financial_year || '/' || lpad(r.number::text, 6, '0'), r.issued_at,
    coalesce(f.name, split_part(b.user_email, '@', 1)), b.mentor_name, b.date, b.start_time, b.end_time, b.status,
    p.amount_paise, p.currency, p.id, p.method, p.captured_at, d.amount_paise, d.state,
    coalesce(d.processed_at, d.created_at)
  from public.bookings b
  join private.payments p on p.booking_id = b.id
  left join private.receipts r on r.payment_id = p.id
  left join private.refunds d on d.payment_id = p.id
  left join public.profiles f on f.id = b.user_id
  where b.id = p_booking_id and (b.user_id = v_user or (select private.is_admin()));
end
$$;
comment on function public.read_receipt is
  'The content of the receipt of the caller''s own booking; administrators read every one. receipt_number '
  '(P0/2026-27/000123) and issued_at are null until the session is completed or its payment is kept; amounts in '
  'paise; refund_state queued, pending, processed, failed or null. No row: no such payment, or another person''s.';

create function public.my_receipts() returns table (booking_id uuid)
language sql stable security definer set search_path = '' as $$
  select b.id from public.bookings b join private.payments p on p.booking_id = b.id
  where b.user_id = (select private.require_signed_in())
$$;
comment on function public.my_receipts is
  'The caller''s bookings that read_receipt has a receipt of: those that were paid.';

revoke execute on all functions in schema private from public;
revoke execute on function public.read_receipt, public.my_receipts from public, anon;
grant execute on function public.read_receipt, public.my_receipts to authenticated, service_role;
