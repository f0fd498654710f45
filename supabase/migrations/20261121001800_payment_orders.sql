-- An order is the intent to pay for one session: who, whose time, when, and a price that the database decided.

create table private.payment_orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  mentor_id uuid references public.mentors (id) on delete set null,
  mentor_name text not null,
  booking_id uuid not null unique,
  date date not null,
  start_time time not null,
  end_time time not null,
  during tstzrange not null generated always as (private.session_range(date, start_time, end_time)) stored,
  amount_paise integer not null check (amount_paise >= 100),
  currency text not null default 'INR' check (currency = 'INR'),
  provider_order_id text unique,
  state text not null default 'open' check (state in ('open', 'abandoned', 'booked', 'refunded')),
  created_at timestamptz not null default now()
);
create index payment_orders_user_idx on private.payment_orders (user_id, created_at desc);
create index payment_orders_mentor_idx on private.payment_orders (mentor_id);
create index payment_orders_open_idx on private.payment_orders (created_at) where state = 'open';
alter table private.payment_orders enable row level security;
revoke all on table private.payment_orders from public, anon, authenticated, service_role;

comment on table private.payment_orders is 'Payment orders. Everything the client said about price or person is ignored.';
comment on column private.payment_orders.booking_id is 'The id that the booking gets when the order is paid.';
comment on column private.payment_orders.amount_paise is 'mentors.price × 100 when the order was made; integer paise.';
comment on column private.payment_orders.provider_order_id is 'The payment provider''s order; null until the provider answered.';
comment on column private.payment_orders.state is
  'open: may be paid. abandoned: the provider refused it. booked, refunded: what its first captured payment became.';
