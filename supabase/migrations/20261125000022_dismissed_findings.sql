-- What an administrator has dismissed stays dismissed while it is the same: the nights' comparisons see a refund that was made
-- by hand, or two amounts that differ, six nights in a row.

create or replace function private.raise_finding(
  p_kind text, p_subject text, p_payment_id text, p_booking_id uuid, p_detail jsonb
) returns void
language sql set search_path = ''
as $$
  insert into private.money_findings as f (kind, subject, payment_id, booking_id, detail)
  select p_kind, p_subject, p_payment_id, p_booking_id, jsonb_strip_nulls(p_detail)
  where not (
    -- Of the others the same words may mean that it has happened again.
    p_kind in ('refunded_outside', 'amount_differs', 'payment_missing')
    and exists (
      select from private.money_findings d
      where d.kind = p_kind and d.subject = p_subject and d.resolution = 'dismissed'
        and d.detail - 'status' = jsonb_strip_nulls(p_detail) - 'status'
    )
  )
  on conflict (kind, subject) where resolved_at is null do update
  set detail = excluded.detail, seen_at = clock_timestamp()
$$;
