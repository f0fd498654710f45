-- What an administrator should know about money and calendar: each finding is raised once, however often it is seen, and
-- stays until it is repaired, passes by itself or is dismissed.

create table private.money_findings (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'unknown_order', 'dispute', 'refund_failed', 'refund_late', 'refunded_outside', 'amount_differs',
    'payment_unsettled', 'payment_missing', 'event_missing', 'event_differs', 'event_left_over'
  )),
  subject text not null check (char_length(subject) between 1 and 100),
  payment_id text,
  booking_id uuid,
  detail jsonb not null default '{}' check (jsonb_typeof(detail) = 'object'),
  found_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolution text check (resolution in ('repaired', 'passed', 'dismissed')),
  note text check (char_length(note) <= 500),
  constraint money_findings_resolved_somehow check ((resolved_at is null) = (resolution is null))
);
create unique index money_findings_open_key on private.money_findings (kind, subject) where resolved_at is null;
create index money_findings_found_idx on private.money_findings (found_at desc);
alter table private.money_findings enable row level security;
revoke all on table private.money_findings from public, anon, authenticated, service_role;

comment on table private.money_findings is 'The report for administrators: where provider, database and calendar disagree, and what only a person can decide.';
comment on column private.money_findings.subject is 'What it is about: the id of a payment, refund, dispute or booking, by kind.';
comment on column private.money_findings.detail is 'Figures in paise and states as the provider and the database have them; nothing personal.';
comment on column private.money_findings.resolution is
  'repaired: by the system or by a repair. passed: a later look found nothing. dismissed: an administrator has seen to it.';

create trigger audit_money_findings after update on private.money_findings
for each row when (auth.uid() is not null and old.resolution is distinct from new.resolution)
execute function private.record_audit();

create function private.raise_finding(
  p_kind text, p_subject text, p_payment_id text, p_booking_id uuid, p_detail jsonb
) returns void
language sql set search_path = ''
as $$
  insert into private.money_findings as f (kind, subject, payment_id, booking_id, detail)
  values (p_kind, p_subject, p_payment_id, p_booking_id, jsonb_strip_nulls(p_detail))
  on conflict (kind, subject) where resolved_at is null do update
  set detail = excluded.detail, seen_at = clock_timestamp()
$$;

create function private.settle_finding(p_kind text, p_subject text, p_resolution text) returns void
language sql set search_path = ''
as $$
  update private.money_findings set resolved_at = clock_timestamp(), resolution = p_resolution
  where kind = p_kind and subject = p_subject and resolved_at is null
$$;

create function private.can_repair(p_kind text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_kind in ('refund_failed', 'refund_late', 'payment_missing', 'event_missing', 'event_differs', 'event_left_over')
$$;
comment on function private.can_repair(text) is 'Whether repair_money_finding() can do something about it; of the others a person decides.';

create function public.list_money_findings(
  p_is_open boolean default true, p_limit integer default 20, p_offset integer default 0
)
returns table (
  id uuid, kind text, subject text, payment_id text, booking_id uuid, detail jsonb, can_repair boolean,
  found_at timestamptz, seen_at timestamptz, resolved_at timestamptz, resolution text, note text, total_count bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select f.id, f.kind, f.subject, f.payment_id, f.booking_id, f.detail,
      f.resolved_at is null and private.can_repair(f.kind),
      f.found_at, f.seen_at, f.resolved_at, f.resolution, f.note, count(*) over ()
    from private.money_findings f
    where (f.resolved_at is null) = coalesce(p_is_open, true)
    order by f.found_at desc, f.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_money_findings(boolean, integer, integer) is
  'Open findings, or the resolved ones with p_is_open false, the latest first, for administrators.';

create function public.dismiss_money_finding(p_finding_id uuid, p_note text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.money_findings f
  set resolved_at = clock_timestamp(), resolution = 'dismissed', note = left(nullif(btrim(p_note), ''), 500)
  where f.id = p_finding_id and f.resolved_at is null;
  if found then
    return;
  end if;
  if exists (select from private.money_findings f where f.id = p_finding_id) then
    raise exception using errcode = 'PT409', message = 'finding_resolved';
  end if;
  raise exception using errcode = 'PT404', message = 'finding_not_found';
end
$$;
comment on function public.dismiss_money_finding(uuid, text) is
  'An administrator has seen to it by other means. PT404 finding_not_found, PT409 finding_resolved.';

revoke execute on function
  private.raise_finding(text, text, text, uuid, jsonb), private.settle_finding(text, text, text), private.can_repair(text)
from public;
revoke execute on function
  public.list_money_findings(boolean, integer, integer), public.dismiss_money_finding(uuid, text)
from public, anon;
grant execute on function
  public.list_money_findings(boolean, integer, integer), public.dismiss_money_finding(uuid, text)
to authenticated, service_role;
