-- Jobs with a key: enqueueing the same one twice is one job, even after it is done. Jobs without a key are as before.

alter table private.outbox
  add column key text check (char_length(key) between 1 and 300),
  add constraint outbox_key_key unique (key);
comment on column private.outbox.key is 'Names the job for good; null for jobs that may exist any number of times.';

create index outbox_booking_idx on private.outbox ((payload ->> 'booking_id')) where payload ? 'booking_id';

create function private.enqueue_job(p_kind text, p_payload jsonb, p_key text, p_run_at timestamptz default now())
returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into private.outbox (kind, payload, key, run_at)
  values (p_kind, p_payload, p_key, coalesce(p_run_at, now()))
  on conflict (key) do nothing
  returning id into v_id;
  if v_id is null then
    select o.id into v_id from private.outbox o where o.key = p_key;
  end if;
  return v_id;
end
$$;
comment on function private.enqueue_job(text, jsonb, text, timestamptz) is
  'Enqueues a job once for its key and answers the id of the one that exists.';
revoke execute on function private.enqueue_job(text, jsonb, text, timestamptz) from public;

create function public.enqueue_job(
  p_kind text, p_payload jsonb, p_key text default null, p_run_at timestamptz default null
) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return private.enqueue_job(p_kind, p_payload, p_key, coalesce(p_run_at, now()));
end
$$;
comment on function public.enqueue_job(text, jsonb, text, timestamptz) is
  'For workers whose job is to start others, an e-mail a recipient for example: with a key it is one job however often it is asked for, also after it was done. p_run_at null means now.';
revoke execute on function public.enqueue_job(text, jsonb, text, timestamptz) from public, anon, authenticated;
grant execute on function public.enqueue_job(text, jsonb, text, timestamptz) to service_role;
