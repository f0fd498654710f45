set local lock_timeout = '5s';

-- What changed after a session: three questions to its founder, and their answers. See docs/product/outcomes.md.

create function private.is_held(p_booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select p_booking.status = 'completed' and p_booking.incident is null
$$;
comment on function private.is_held(public.bookings) is
  'Whether the session took place: it is completed, and nobody missed it (docs/product/outcomes.md#verified-sessions).';

create function private.is_verified(p_booking_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.bookings b join private.payments y on y.booking_id = b.id
    where b.id = p_booking_id and private.is_held(b)
      and not exists (select from private.refunds r where r.payment_id = y.id and r.state <> 'failed')
  )
$$;
comment on function private.is_verified is
  'Whether the session took place and its payment is still ours: captured, and no refund but a failed one '
  '(docs/product/outcomes.md#verified-sessions).';

create table private.check_ins (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  day smallint not null check (day in (7, 30, 90)),
  due_at timestamptz not null,
  state text not null default 'planned' check (state in ('planned', 'sent', 'answered', 'skipped')),
  skip_reason text,
  answer text check (answer in ('yes', 'partly', 'no')),
  change text not null default '' check (char_length(change) <= 200),
  customers bigint check (customers between 0 and 1000000000),
  revenue_inr bigint check (revenue_inr between 0 and 1000000000),
  team bigint check (team between 0 and 1000000000),
  is_released boolean not null default false,
  revision integer not null default 0,
  sent_at timestamptz,
  answered_at timestamptz,
  unique (booking_id, day),
  constraint check_ins_answered_check check ((state = 'answered') = (answer is not null)),
  constraint check_ins_skipped_check check ((state = 'skipped') = (skip_reason is not null))
);
create index check_ins_answered_idx on private.check_ins (answered_at desc, id) where state = 'answered';
comment on table private.check_ins is
  'A question to the founder 7, 30 and 90 days after a session, and its answer (docs/product/outcomes.md#check-ins).';
comment on column private.check_ins.due_at is 'At 10:00 in India, that many days after the end of the session.';
comment on column private.check_ins.state is
  'skipped: it is never asked by e-mail. An answer on the session''s page turns a planned or sent one into answered.';
comment on column private.check_ins.change is 'What changed, in one line of the founder''s.';
comment on column private.check_ins.customers is 'Paying customers, by the founder''s own word.';
comment on column private.check_ins.revenue_inr is 'Monthly revenue in whole rupees, by the founder''s own word.';
comment on column private.check_ins.team is 'People in the team, by the founder''s own word.';
comment on column private.check_ins.is_released is 'Whether the founder lets the mentor read the answer.';
alter table private.check_ins enable row level security;
revoke all on table private.check_ins from public, anon, authenticated, service_role;

revoke execute on all functions in schema private from public;
