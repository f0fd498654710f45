set local lock_timeout = '5s';

-- Confirming who one is, for the function confirm-identity. See docs/product/accounts.md#proof.
--
-- A check is counted before the password is tried, so that parallel checks cannot pass the limit of five. It is taken
-- back when the password was right or Auth did not answer.

create function public.begin_identity_check(p_user_id uuid, p_session_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_account auth.users;
  v_check uuid;
begin
  perform private.require_service();
  perform private.lock_account(p_user_id);
  select u.* into v_account from auth.users u
  join auth.sessions s on s.user_id = u.id
  where u.id = p_user_id and s.id = p_session_id and (s.not_after is null or s.not_after > now());
  if not found then
    raise exception using errcode = 'PT401', message = 'session_ended';
  end if;
  if private.has_factor(p_user_id)
    and not exists (select from auth.sessions s where s.id = p_session_id and s.aal = 'aal2') then
    raise exception using errcode = 'PT403', message = 'code_needed';
  end if;
  if coalesce(v_account.encrypted_password, '') = '' or coalesce(v_account.email, '') = '' then
    raise exception using errcode = 'PT409', message = 'no_password';
  end if;
  if private.recent_attempts(p_user_id, 'password', interval '15 minutes') >= 5 then
    raise exception using errcode = 'PT429', message = 'too_many_passwords';
  end if;
  insert into private.account_attempts (user_id, kind, is_running) values (p_user_id, 'password', true)
  returning id into v_check;
  return jsonb_build_object('check_id', v_check, 'email', v_account.email);
end
$$;
comment on function public.begin_identity_check is
  'Counts a try of the account''s password as wrong, and answers {check_id, email}: the address to try it with. PT401 '
  'session_ended, PT403 code_needed, PT409 no_password, PT429 too_many_passwords after five in 15 minutes.';

create function public.finish_identity_check(
  p_check_id uuid, p_outcome text, p_session_id uuid, p_made_session_id uuid default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid;
begin
  perform private.require_service();
  if coalesce(p_outcome, '') not in ('right', 'wrong', 'unknown') then
    raise exception using errcode = 'PT422', message = 'invalid_input', detail = 'outcome';
  end if;
  if p_outcome = 'wrong' then
    update private.account_attempts a set is_running = false where a.id = p_check_id and a.kind = 'password';
    return null;
  end if;
  delete from private.account_attempts a where a.id = p_check_id and a.kind = 'password'
  returning a.user_id into v_user;
  if v_user is null then
    raise exception using errcode = 'PT404', message = 'not_found';
  end if;
  if p_outcome = 'unknown' then
    return null;
  end if;
  delete from auth.sessions s where s.id = p_made_session_id and s.user_id = v_user and s.id <> p_session_id;
  insert into private.identity_proofs (session_id, user_id)
  select s.id, s.user_id from auth.sessions s
  where s.id = p_session_id and s.user_id = v_user and (s.not_after is null or s.not_after > now())
  on conflict (session_id) do update set confirmed_at = now();
  if not found then
    -- The session has ended. No exception here: that would restore the session that the try made.
    return null;
  end if;
  return now() + interval '5 minutes';
end
$$;
comment on function public.finish_identity_check is
  'How a check ended: right (the session has a proof until the answered time, null where it has ended; the session '
  'that the check made is deleted), wrong, or unknown (Auth did not answer, the try does not count).';

revoke execute on all functions in schema private from public;
revoke execute on function public.begin_identity_check, public.finish_identity_check from public, anon, authenticated;
grant execute on function public.begin_identity_check, public.finish_identity_check to service_role;
