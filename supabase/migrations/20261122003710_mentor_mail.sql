set local lock_timeout = '5s';

-- E-mails to mentors and about mentors (docs/product/mentor-accounts.md#e-mails): jobs of the kind mentor_mail. Each
-- e-mail has a function private.mail_<name> in the migration of its domain, which says who gets it and what it tells,
-- when the worker asks.

create function public.mentor_mail_facts(p_payload jsonb, p_job_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_name text := p_payload ->> 'mail';
  v_facts jsonb;
begin
  perform private.require_service();
  if v_name is null or v_name !~ '^[a-z_]{1,50}$' or to_regprocedure(format('private.mail_%s(jsonb)', v_name)) is null then
    raise exception using errcode = 'PT422', message = 'mail_unknown', detail = left(coalesce(v_name, ''), 100);
  end if;
  execute format('select private.%I($1)', 'mail_' || v_name) into v_facts using p_payload;
  return v_facts || jsonb_build_object(
    'key', coalesce((select o.key from private.outbox o where o.id = p_job_id), 'mentor_mail:' || p_job_id)
  );
end
$$;
comment on function public.mentor_mail_facts is
  'For the worker: what private.mail_<name> answers for the payload of a job mentor_mail, {"recipients": [{"to", "role"}], '
  '"facts": {}}, with the key of the job; null where there is nothing to tell any more. PT422 mail_unknown.';

revoke execute on function public.mentor_mail_facts from public, anon, authenticated;
grant execute on function public.mentor_mail_facts to service_role;
