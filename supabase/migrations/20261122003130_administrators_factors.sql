set local lock_timeout = '5s';

-- Administrators keep two-step sign-in while the platform asks for it. See docs/product/accounts.md#two-step-sign-in.
--
-- A function that removes an administrator's factors for another reason (a recovery code, a reset by the database's
-- owner) sets point0.factor_reset to 'on' for its transaction. The deletion of a whole account needs no such mark.

create function private.must_keep_factor(p_factor_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.mfa_factors m
    -- When the account itself is being deleted, its row is gone already, so the factor may go.
    join auth.users u on u.id = m.user_id
    left join public.profiles p on p.id = u.id
    where m.id = p_factor_id and m.status = 'verified'
      and coalesce(p.is_admin, u.raw_app_meta_data -> 'is_admin' = 'true'::jsonb, false)
      and (select t.admin_two_step from private.security_settings t) = 'required'
      and not exists (
        select from auth.mfa_factors o where o.user_id = m.user_id and o.status = 'verified' and o.id <> m.id
      )
  )
$$;
comment on function private.must_keep_factor is
  'Whether a factor is the last verified one of an administrator, who must have two-step sign-in.';

create function private.keep_last_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('point0.factor_reset', true), '') = 'on' then
    return old;
  end if;
  -- Otherwise two removals at the same moment would each count the other's factor as still there.
  perform pg_advisory_xact_lock(hashtextextended('factors of ' || old.user_id, 0));
  if private.must_keep_factor(old.id) then
    raise exception using errcode = 'PT403', message = 'two_step_required';
  end if;
  return old;
end
$$;

create trigger keep_last_factor before delete on auth.mfa_factors
  for each row execute function private.keep_last_factor();

revoke execute on function private.must_keep_factor, private.keep_last_factor from public;
