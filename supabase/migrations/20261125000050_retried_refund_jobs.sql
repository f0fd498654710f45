-- An administrator may ask for a failed refund again before the job that found it failed has ended: that job has a successor
-- as well, and is not to be given up afterwards.

create or replace function private.start_refund_again(p_refund_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_refund private.refunds;
begin
  select * into v_refund from private.refunds r where r.id = p_refund_id for update;
  if v_refund.id is null then
    raise exception using errcode = 'PT404', message = 'refund_not_found';
  end if;
  if v_refund.state <> 'failed' then
    raise exception using errcode = 'PT409', message = 'refund_not_failed', detail = v_refund.state;
  end if;
  -- Before the new one is made. What is still under way finds its job done, and changes nothing (fail_job).
  update private.outbox o set state = 'done', finished_at = coalesce(o.finished_at, clock_timestamp())
  where o.kind = 'refund' and o.state <> 'done' and o.payload ->> 'refund_id' = p_refund_id::text;
  update private.refunds r set
    state = 'queued', attempt = r.attempt + 1, provider_refund_id = null, failure_reason = null,
    failed_refund_ids = case
      when r.provider_refund_id is null then r.failed_refund_ids
      else array_append(r.failed_refund_ids, r.provider_refund_id)
    end
  where r.id = p_refund_id;
  perform private.enqueue_job('refund', jsonb_build_object(
    'refund_id', v_refund.id, 'payment_id', v_refund.payment_id,
    'amount_paise', v_refund.amount_paise, 'reason', v_refund.reason
  ));
end
$$;
