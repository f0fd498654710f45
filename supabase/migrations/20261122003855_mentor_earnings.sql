set local lock_timeout = '5s';

-- What mentors earn: the marketplace's share, one ledger line for each session that took place, monthly statements, and
-- payouts by bank transfer (docs/product/earnings.md#ledger). Amounts are integer paise.

create function private.fee_bps_limits() returns int4range
language plpgsql immutable set search_path = '' as $$ begin return int4range(0, 5000, '[]'); end $$;
comment on function private.fee_bps_limits is
  'The marketplace''s share of a session in basis points; rules/money/rupees.ts has the same; a test compares them.';

create table private.mentor_fees (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  fee_bps integer check (fee_bps <@ private.fee_bps_limits()),
  valid_from timestamptz not null default clock_timestamp(),
  primary key (mentor_id, valid_from)
);

comment on table private.mentor_fees is
  'The marketplace''s share of a mentor''s sessions, in basis points of the gross, with its start. Without a row, '
  'and from a row with null on, the marketplace''s default applies.';

alter table private.mentor_fees enable row level security;
revoke all on table private.mentor_fees from public, anon, authenticated, service_role;

create table private.mentor_payouts (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete restrict,
  period date not null check (extract(day from period) = 1),
  net_paise bigint not null check (net_paise > 0),
  utr text not null check (utr ~ '^[A-Z0-9]{10,30}$'),
  paid_on date not null,
  marked_by uuid references public.profiles (id) on delete set null,
  lines_hash text not null,
  created_at timestamptz not null default now(),
  constraint mentor_payouts_once_a_month unique (mentor_id, period),
  constraint mentor_payouts_reference_once unique (mentor_id, utr)
);
create index mentor_payouts_marked_by_idx on private.mentor_payouts (marked_by);

comment on table private.mentor_payouts is 'Bank transfers to mentors, as an administrator recorded them.';
comment on column private.mentor_payouts.period is 'First day of the month up to whose end it pays.';
comment on column private.mentor_payouts.utr is 'The bank''s reference (UTR).';
comment on column private.mentor_payouts.paid_on is 'Day of the transfer, in India.';
comment on column private.mentor_payouts.lines_hash is
  'SHA-256 over the lines that it pays, taken when it was recorded; see private.lines_hash().';
comment on column private.mentor_payouts.created_at is 'When it was recorded; the statement of that month has it.';

alter table private.mentor_payouts enable row level security;
revoke all on table private.mentor_payouts from public, anon, authenticated, service_role;

create table private.mentor_ledger (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete restrict,
  -- No foreign keys: a line stays when the record of the session is deleted after its years.
  booking_id uuid not null,
  payment_id text not null,
  kind text not null check (kind in ('session', 'reversal')),
  round integer not null check (round > 0),
  gross_paise bigint not null,
  fee_paise bigint not null,
  net_paise bigint not null,
  reverses uuid unique references private.mentor_ledger (id) on delete restrict,
  payout_id uuid references private.mentor_payouts (id) on delete restrict,
  at timestamptz not null default now(),
  constraint mentor_ledger_adds_up check (net_paise = gross_paise - fee_paise),
  constraint mentor_ledger_sign check (
    case kind when 'session' then gross_paise >= 0 and fee_paise >= 0 else gross_paise <= 0 and fee_paise <= 0 end
  ),
  constraint mentor_ledger_reversal_named check ((kind = 'reversal') = (reverses is not null)),
  constraint mentor_ledger_once unique (booking_id, kind, round)
);
create index mentor_ledger_mentor_idx on private.mentor_ledger (mentor_id, at);
create index mentor_ledger_payout_idx on private.mentor_ledger (payout_id);
create index mentor_ledger_unpaid_idx on private.mentor_ledger (mentor_id, at) where payout_id is null;

comment on table private.mentor_ledger is
  'One line for each session that took place and was paid for, and a reversing line where the session turns out not to '
  'have taken place, or is refunded. Append-only; a payout freezes its lines.';
comment on column private.mentor_ledger.round is
  'Counts the booking''s lines of this kind: a session that is completed again has a new pair.';
comment on column private.mentor_ledger.fee_paise is 'The marketplace''s share.';
comment on column private.mentor_ledger.at is 'When the session was completed, or taken back; the month counts by it.';

alter table private.mentor_ledger enable row level security;
revoke all on table private.mentor_ledger from public, anon, authenticated, service_role;

create function private.keep_ledger() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.payout_id is null and new.payout_id is not null
    and (new.id, new.mentor_id, new.booking_id, new.payment_id, new.kind, new.round, new.gross_paise, new.fee_paise,
      new.net_paise, new.reverses, new.at)
      is not distinct from (old.id, old.mentor_id, old.booking_id, old.payment_id, old.kind, old.round,
      old.gross_paise, old.fee_paise, old.net_paise, old.reverses, old.at)
  then
    return new;
  end if;
  raise exception using errcode = 'PT409', message = 'ledger_is_append_only';
end
$$;
comment on function private.keep_ledger is
  'A line is never changed nor deleted; it gets its payout once. PT409 ledger_is_append_only.';
create trigger keep_ledger before update or delete on private.mentor_ledger
for each row execute function private.keep_ledger();

create function private.keep_payout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE'
    and (new.id, new.mentor_id, new.period, new.net_paise, new.paid_on, new.lines_hash, new.created_at)
      is not distinct from (old.id, old.mentor_id, old.period, old.net_paise, old.paid_on, old.lines_hash,
      old.created_at)
    -- The deletion of an account sets marked_by to null.
    and (new.marked_by is not distinct from old.marked_by or new.marked_by is null)
  then
    return new;
  end if;
  raise exception using errcode = 'PT409', message = 'payout_is_final';
end
$$;
comment on function private.keep_payout is
  'Only the bank reference of a payout may be corrected. PT409 payout_is_final.';
create trigger keep_payout before update or delete on private.mentor_payouts
for each row execute function private.keep_payout();

-- The marketplace's share -------------------------------------------------------------------------------------------

create function private.own_fee_bps_of(p_mentor_id uuid, p_at timestamptz) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select f.fee_bps from private.mentor_fees f
    where f.mentor_id = p_mentor_id and f.valid_from <= p_at
    order by f.valid_from desc limit 1
  );
end
$$;

create function private.fee_bps_of(p_mentor_id uuid, p_at timestamptz) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    private.own_fee_bps_of(p_mentor_id, p_at),
    (select s.default_fee_bps from private.marketplace_settings s),
    0
  );
end
$$;
comment on function private.fee_bps_of is
  'The marketplace''s share in basis points for a payment that is captured at a moment: the mentor''s, else the '
  'default.';

create function private.fee_of(p_gross_paise bigint, p_fee_bps integer) returns bigint
language sql immutable set search_path = '' as $$ select (p_gross_paise * p_fee_bps + 5000) / 10000 $$;
comment on function private.fee_of is 'Half up, in integers; never more than the gross.';

-- Kept with the payment, since a new share applies only to payments that are captured later.
alter table private.payments add column fee_bps integer check (fee_bps <@ private.fee_bps_limits());
comment on column private.payments.fee_bps is
  'The marketplace''s share when it was captured, in basis points; null for payments of unknown orders.';

create function private.set_fee_bps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select private.fee_bps_of(o.mentor_id, new.captured_at) into new.fee_bps
  from private.payment_orders o where o.id = new.order_id;
  return new;
end
$$;
create trigger set_fee_bps before insert on private.payments
for each row execute function private.set_fee_bps();

-- The ledger's lines ------------------------------------------------------------------------------------------------

create function private.add_session_line(p_booking_id uuid, p_at timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mentor_ledger
    (mentor_id, booking_id, payment_id, kind, round, gross_paise, fee_paise, net_paise, at)
  select b.mentor_id, b.id, p.id, 'session',
    1 + (select count(*) from private.mentor_ledger l where l.booking_id = b.id and l.kind = 'session'),
    p.amount_paise, f.fee, p.amount_paise - f.fee, p_at
  from public.bookings b
  join private.payments p on p.booking_id = b.id
  cross join lateral (select private.fee_of(p.amount_paise, coalesce(p.fee_bps, 0)) as fee) f
  where b.id = p_booking_id and b.status = 'completed' and b.mentor_id is not null
    and not exists (select from private.refunds r where r.payment_id = p.id)
    and not exists (
      select from private.mentor_ledger l
      where l.booking_id = b.id and l.kind = 'session'
        and not exists (select from private.mentor_ledger v where v.reverses = l.id)
    );
end
$$;
comment on function private.add_session_line is
  'Adds the missing line of a completed session whose captured payment is not refunded. Call with the booking locked.';

create function private.reverse_session_line(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.mentor_ledger
    (mentor_id, booking_id, payment_id, kind, round, gross_paise, fee_paise, net_paise, reverses)
  select l.mentor_id, l.booking_id, l.payment_id, 'reversal', l.round, -l.gross_paise, -l.fee_paise, -l.net_paise, l.id
  from private.mentor_ledger l
  where l.booking_id = p_booking_id and l.kind = 'session'
    and not exists (select from private.mentor_ledger v where v.reverses = l.id);
end
$$;
comment on function private.reverse_session_line is
  'Reverses a session''s line, if it has one. Call with the booking locked.';

create function private.follow_booking_in_ledger() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'completed' then
    perform private.add_session_line(new.id);
  else
    perform private.reverse_session_line(new.id);
  end if;
  return null;
end
$$;
create trigger follow_booking_in_ledger after update of status on public.bookings
for each row when (old.status is distinct from new.status and 'completed' in (old.status, new.status))
execute function private.follow_booking_in_ledger();

create function private.follow_refund_in_ledger() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_booking_id uuid := (select p.booking_id from private.payments p where p.id = new.payment_id);
begin
  if v_booking_id is null then
    return null;
  end if;
  -- A completion at the same moment waits here, and then sees the refund.
  perform from public.bookings b where b.id = v_booking_id for no key update;
  perform private.reverse_session_line(v_booking_id);
  return null;
end
$$;
create trigger follow_refund_in_ledger after insert on private.refunds
for each row execute function private.follow_refund_in_ledger();

-- For sessions that were completed before there was a ledger.
select private.add_session_line(b.id, upper(b.during))
from public.bookings b where b.status = 'completed'
order by upper(b.during);

create function private.require_no_earnings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.mentor_ledger l where l.mentor_id = old.id) then
    raise exception using errcode = 'PT409', message = 'mentor_has_earnings';
  end if;
  return old;
end
$$;
comment on function private.require_no_earnings is
  'For every way to delete a mentor: PT409 mentor_has_earnings for a mentor with ledger lines.';
create trigger require_no_earnings before delete on public.mentors
for each row execute function private.require_no_earnings();

-- Months ------------------------------------------------------------------------------------------------------------

create function private.month_start(p_month date) returns timestamptz
language sql immutable set search_path = '' as $$
  select date_trunc('month', p_month::timestamp) at time zone 'Asia/Kolkata'
$$;
comment on function private.month_start is 'The instant at which a day''s month begins in India.';

create function private.require_month(p_month date) returns date
language plpgsql stable set search_path = '' as $$
begin
  if p_month is null or not isfinite(p_month) or p_month not between date '2000-01-01' and private.today() then
    raise exception using errcode = 'PT422', message = 'month_not_valid';
  end if;
  return date_trunc('month', p_month)::date;
end
$$;
comment on function private.require_month is 'The first day of a month that has begun in India. PT422 month_not_valid.';

create function private.lines_hash(p_lines uuid[]) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(coalesce(string_agg(
    concat_ws('|', l.id, l.mentor_id, l.booking_id, l.payment_id, l.kind, l.round, l.gross_paise, l.fee_paise,
      l.net_paise, l.reverses, extract(epoch from l.at)),
    E'\n' order by l.id), ''), 'UTF8')), 'hex')
  from private.mentor_ledger l where l.id = any (p_lines)
$$;
comment on function private.lines_hash is 'SHA-256 over the content of lines, without their payout.';

-- What a mentor reads -----------------------------------------------------------------------------------------------

create function public.my_earnings(p_mentor_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_today date := private.today();
  v_year_start date := make_date(
    extract(year from v_today)::integer - (case when extract(month from v_today) < 4 then 1 else 0 end), 4, 1);
begin
  return jsonb_build_object(
    'unpaid_paise', (
      select coalesce(sum(l.net_paise), 0) from private.mentor_ledger l
      where l.mentor_id = v_mentor_id and l.payout_id is null),
    'paid_this_year_paise', (
      select coalesce(sum(p.net_paise), 0) from private.mentor_payouts p
      where p.mentor_id = v_mentor_id and p.paid_on >= v_year_start),
    'year_start', v_year_start,
    'fee_bps', private.fee_bps_of(v_mentor_id, now()),
    'months', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'month', m.month, 'sessions', m.sessions, 'net_paise', m.net
      ) order by m.month desc), '[]')
      from (
        select date_trunc('month', e.at at time zone 'Asia/Kolkata')::date as month,
          sum(e.sessions) as sessions, sum(e.net) as net
        from (
          select l.at, case l.kind when 'session' then 1 else -1 end as sessions, l.net_paise as net
          from private.mentor_ledger l where l.mentor_id = v_mentor_id
          union all
          select p.created_at, 0, 0 from private.mentor_payouts p where p.mentor_id = v_mentor_id
        ) e
        group by 1
      ) m
    )
  );
end
$$;
comment on function public.my_earnings is
  'For a mentor, and for administrators about any: unpaid balance (may be negative), what was paid in this financial '
  'year (April to March, by the day of the transfer), the share in basis points for payments from now on, and the '
  'months with lines or payouts, the latest first, with what was earned in each alone. Integer paise. 42501 mentor_only, PT404 mentor_not_found.';

create function public.statement(p_mentor_id uuid, p_month date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor_or_admin(p_mentor_id);
  v_month date := private.require_month(p_month);
  v_from timestamptz := private.month_start(v_month);
  v_to timestamptz := private.month_start((v_month + interval '1 month')::date);
  v_opening bigint;
  v_change bigint;
begin
  select coalesce(sum(l.net_paise), 0) into v_opening
  from private.mentor_ledger l where l.mentor_id = v_mentor_id and l.at < v_from;
  v_opening := v_opening - (
    select coalesce(sum(p.net_paise), 0) from private.mentor_payouts p
    where p.mentor_id = v_mentor_id and p.created_at < v_from);
  v_change := (
    select coalesce(sum(l.net_paise), 0) from private.mentor_ledger l
    where l.mentor_id = v_mentor_id and l.at >= v_from and l.at < v_to
  ) - (
    select coalesce(sum(p.net_paise), 0) from private.mentor_payouts p
    where p.mentor_id = v_mentor_id and p.created_at >= v_from and p.created_at < v_to);
  return jsonb_build_object(
    'mentor_name', (select m.name from public.mentors m where m.id = v_mentor_id),
    'month', v_month,
    'is_open', v_to > now(),
    'opening_paise', v_opening,
    'closing_paise', v_opening + v_change,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'at', l.at, 'kind', l.kind, 'code', b.code, 'date', b.date, 'start_time', b.start_time,
        'founder_name', private.founder_name_for_mentor(b.user_id), 'gross_paise', l.gross_paise,
        'fee_paise', l.fee_paise, 'net_paise', l.net_paise, 'payout_reference', y.utr
      ) order by l.at, l.id), '[]')
      from private.mentor_ledger l
      left join public.bookings b on b.id = l.booking_id
      left join private.mentor_payouts y on y.id = l.payout_id
      where l.mentor_id = v_mentor_id and l.at >= v_from and l.at < v_to
    ),
    'payouts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', y.id, 'period', y.period, 'paid_on', y.paid_on, 'utr', y.utr, 'net_paise', y.net_paise,
        'recorded_at', y.created_at
      ) order by y.created_at, y.id), '[]')
      from private.mentor_payouts y
      where y.mentor_id = v_mentor_id and y.created_at >= v_from and y.created_at < v_to
    )
  );
end
$$;
comment on function public.statement is
  'One month of a mentor''s account (Indian calendar), for the mentor and for administrators: opening balance, lines '
  'by their time, payouts by when they were recorded, closing balance; integer paise. is_open: the month is not over. '
  'Session and founder are null where their record was deleted, the founder also without a name but one made of the '
  'address. 42501 mentor_only, PT404 mentor_not_found, PT422 month_not_valid.';

-- Payouts, by administrators ----------------------------------------------------------------------------------------

create function private.lines_to_pay(p_mentor_id uuid, p_month date) returns setof private.mentor_ledger
language sql stable security definer set search_path = '' as $$
  with period_end as (select private.month_start((p_month + interval '1 month')::date) as at)
  select l.* from private.mentor_ledger l, period_end e
  where l.mentor_id = p_mentor_id and l.payout_id is null
    and (
      l.at < e.at
      -- A session that is refunded before its payout is not paid out.
      or (l.kind = 'reversal' and exists (
        select from private.mentor_ledger s where s.id = l.reverses and s.payout_id is null and s.at < e.at))
    )
$$;
comment on function private.lines_to_pay is
  'The unpaid lines up to a month''s end, with their later reversals.';

create function private.payable_from(p_month date) returns date
language sql immutable set search_path = '' as $$
  select (date_trunc('month', p_month) + interval '1 month 3 days')::date
$$;
comment on function private.payable_from is
  'The fourth day after a month''s end: the 72 hours for reports about its sessions are over.';

create function public.list_payouts(p_month date)
returns table (
  mentor_id uuid, mentor_name text, sessions bigint, gross_paise bigint, fee_paise bigint, net_paise bigint,
  payout_id uuid, utr text, paid_on date, payable_from date, details jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_month date;
begin
  perform private.require_admin();
  v_month := private.require_month(p_month);
  return query
    select m.id, m.name, l.sessions, l.gross, l.fee, l.net, y.id, y.utr, y.paid_on, private.payable_from(v_month),
      private.shown_payout_details(m.id)
    from public.mentors m
    left join private.mentor_payouts y on y.mentor_id = m.id and y.period = v_month
    cross join lateral (
      select
        coalesce(sum(case t.kind when 'session' then 1 else -1 end), 0)::bigint as sessions,
        coalesce(sum(t.gross_paise), 0)::bigint as gross, coalesce(sum(t.fee_paise), 0)::bigint as fee,
        coalesce(sum(t.net_paise), 0)::bigint as net, count(*) as lines
      from (
        select p.kind, p.gross_paise, p.fee_paise, p.net_paise from private.mentor_ledger p where p.payout_id = y.id
        union all
        select u.kind, u.gross_paise, u.fee_paise, u.net_paise
        from private.lines_to_pay(m.id, v_month) u where y.id is null
      ) t
    ) l
    where l.lines > 0
    order by y.id is not null, m.name, m.id;
end
$$;
comment on function public.list_payouts is
  'For administrators: mentors with unpaid lines up to a month''s end, and those who were paid for it, with sums in '
  'integer paise; a balance may be negative. payable_from: the first day on which the month can be paid; details: '
  'where the mentor is paid, masked, as private.shown_payout_details has it. PT422 month_not_valid.';

create function public.mark_paid(p_mentor_id uuid, p_month date, p_utr text, p_paid_on date, p_expected_paise bigint)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_month date;
  v_utr text;
  v_net bigint;
  v_paid private.mentor_payouts;
  v_payout_id uuid := gen_random_uuid();
  v_lines uuid[];
begin
  perform private.require_admin();
  v_month := private.require_month(p_month);
  if not exists (select from public.mentors m where m.id = p_mentor_id) then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  -- Two administrators at once: the second sees what the first recorded.
  perform pg_advisory_xact_lock(727004, private.mentor_lock_key(p_mentor_id));
  select * into v_paid from private.mentor_payouts y where y.mentor_id = p_mentor_id and y.period = v_month;
  if found then
    raise exception using errcode = 'PT409', message = 'already_paid', detail = v_paid.utr;
  end if;
  if private.today() < private.payable_from(v_month) then
    raise exception using errcode = 'PT409', message = 'period_open', detail = private.payable_from(v_month)::text;
  end if;
  v_utr := private.require_utr(p_utr);
  if exists (select from private.mentor_payouts y where y.mentor_id = p_mentor_id and y.utr = v_utr) then
    raise exception using errcode = 'PT422', message = 'utr_used';
  end if;
  if p_paid_on is null or p_paid_on not between (v_month + interval '1 month - 1 day')::date and private.today() then
    raise exception using errcode = 'PT422', message = 'paid_on_not_valid';
  end if;
  select array_agg(l.id), coalesce(sum(l.net_paise), 0) into v_lines, v_net
  from private.lines_to_pay(p_mentor_id, v_month) l;
  if v_net <= 0 then
    raise exception using errcode = 'PT409', message = 'nothing_to_pay', detail = v_net::text;
  end if;
  if p_expected_paise is distinct from v_net then
    raise exception using errcode = 'PT409', message = 'payout_changed', detail = v_net::text;
  end if;
  insert into private.mentor_payouts (id, mentor_id, period, net_paise, utr, paid_on, marked_by, lines_hash)
  values (v_payout_id, p_mentor_id, v_month, v_net, v_utr, p_paid_on, private.signed_in_user(),
    private.lines_hash(v_lines));
  update private.mentor_ledger l set payout_id = v_payout_id where l.id = any (v_lines);
  perform private.enqueue_job(
    'mentor_mail', jsonb_build_object('mail', 'payout', 'payout_id', v_payout_id), format('payout:%s', v_payout_id));
  return v_payout_id;
end
$$;
comment on function public.mark_paid is
  'For administrators: records that a mentor''s balance up to a month''s end was transferred, freezes its lines and '
  'tells the mentor; answers the payout''s id. p_expected_paise is the balance that the screen showed. PT404 '
  'mentor_not_found, PT409 already_paid (detail: reference) | period_open (detail: the first day) | nothing_to_pay | '
  'payout_changed (detail: the balance now), PT422 month_not_valid | utr_not_valid (10 to 30 letters and digits) | '
  'utr_used (by another payout of the mentor) | paid_on_not_valid (before the month''s last day, or in the future).';

create function public.correct_payout_reference(p_payout_id uuid, p_utr text, p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_utr text;
  v_reason text := private.clean_text(coalesce(p_reason, ''));
  v_payout private.mentor_payouts;
begin
  perform private.require_admin();
  select * into v_payout from private.mentor_payouts y where y.id = p_payout_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'payout_not_found';
  end if;
  v_utr := private.require_utr(p_utr);
  if char_length(v_reason) not between 5 and 300 then
    raise exception using errcode = 'PT422', message = 'reason_text_length';
  end if;
  if exists (
    select from private.mentor_payouts y
    where y.mentor_id = v_payout.mentor_id and y.utr = v_utr and y.id <> v_payout.id
  ) then
    raise exception using errcode = 'PT422', message = 'utr_used';
  end if;
  if v_utr = v_payout.utr then
    return;
  end if;
  update private.mentor_payouts y set utr = v_utr where y.id = v_payout.id;
  perform private.record_act('update', 'mentor_payouts', v_payout.id::text,
    jsonb_build_object('utr', jsonb_build_array(v_payout.utr, v_utr), 'reason', v_reason));
end
$$;
comment on function public.correct_payout_reference is
  'For administrators: corrects a mistyped bank reference, with a reason of 5 to 300 characters for the audit log; '
  'amounts and lines stay. PT404 payout_not_found, PT422 utr_not_valid | utr_used | reason_text_length.';

create function public.mentor_fee(p_mentor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'own_bps', private.own_fee_bps_of(p_mentor_id, clock_timestamp()), 'default_bps', s.default_fee_bps)
    from private.marketplace_settings s
  );
end
$$;
comment on function public.mentor_fee is
  'For administrators: the marketplace''s share of a mentor''s sessions in basis points, {own_bps, default_bps}; own_bps '
  'is null where the default applies.';

create function public.set_mentor_fee(p_mentor_id uuid, p_fee_bps integer default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not p_fee_bps <@ private.fee_bps_limits() then
    raise exception using errcode = 'PT422', message = 'fee_not_valid';
  end if;
  perform from public.mentors m where m.id = p_mentor_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  if p_fee_bps is not distinct from private.own_fee_bps_of(p_mentor_id, clock_timestamp()) then
    return;
  end if;
  insert into private.mentor_fees (mentor_id, fee_bps) values (p_mentor_id, p_fee_bps);
end
$$;
comment on function public.set_mentor_fee is
  'For administrators: the marketplace''s share of a mentor''s sessions in basis points (0 to 5000), for payments '
  'captured from now on; null ends the mentor''s own share, so that the default applies. PT404 mentor_not_found, PT422 '
  'fee_not_valid.';

-- E-mails -----------------------------------------------------------------------------------------------------------

create function private.mail_payout(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
    'facts', jsonb_build_object(
      'net_paise', y.net_paise, 'utr', y.utr, 'paid_on', y.paid_on, 'period', y.period,
      'has_account', mp.user_id is not null))
  from private.mentor_payouts y
  join public.mentors m on m.id = y.mentor_id
  join public.mentor_private mp on mp.mentor_id = m.id
  where y.id = (p_payload ->> 'payout_id')::uuid
$$;

create function private.mail_statement(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
    'facts', public.statement(m.id, (p_payload ->> 'month')::date) - array['lines', 'payouts', 'mentor_name']
      || jsonb_build_object('has_account', mp.user_id is not null))
  from public.mentors m
  join public.mentor_private mp on mp.mentor_id = m.id
  join public.mentor_settings s on s.mentor_id = m.id
  where m.id = (p_payload ->> 'mentor_id')::uuid
    and coalesce((s.notifications ->> 'monthly_statement')::boolean, true)
$$;

create function public.plan_statements(p_now timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamp := p_now at time zone 'Asia/Kolkata';
  v_month date := (date_trunc('month', v_now) - interval '1 month')::date;
begin
  perform private.require_service();
  -- Only for a week: that is enough for an outage, and later the key of a sent job may have been deleted.
  if extract(day from v_now) not between 2 and 8 or v_now::time < '08:00' then
    return;
  end if;
  perform private.enqueue_job(
    'mentor_mail', jsonb_build_object('mail', 'statement', 'mentor_id', t.mentor_id, 'month', v_month), t.key)
  from (
    select distinct l.mentor_id, format('statement:%s:%s', l.mentor_id, left(v_month::text, 7)) as key
    from private.mentor_ledger l
    where l.at >= private.month_start(v_month) and l.at < private.month_start(v_now::date)
  ) t
  where not exists (select from private.outbox o where o.key = t.key);
end
$$;
comment on function public.plan_statements is
  'Enqueues the e-mail of each statement of last month that has lines, once, from the 2nd at 8 AM to the 8th in India: '
  'after an outage it is sent late. The scheduler calls it; repeated and simultaneous calls do no harm.';

revoke execute on all functions in schema private from public;
revoke execute on function public.my_earnings, public.statement, public.list_payouts, public.mark_paid,
  public.correct_payout_reference, public.mentor_fee, public.set_mentor_fee from public, anon;
grant execute on function public.my_earnings, public.statement, public.list_payouts, public.mark_paid,
  public.correct_payout_reference, public.mentor_fee, public.set_mentor_fee to authenticated, service_role;
revoke execute on function public.plan_statements from public, anon, authenticated;
grant execute on function public.plan_statements to service_role;
