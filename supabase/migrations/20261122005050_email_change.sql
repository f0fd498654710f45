set local lock_timeout = '5s';

-- What Auth must not do to an account by itself: begin a change of its address without a proof, or keep it marked as
-- having an easy password after a change. See docs/product/accounts.md#change-of-address.

create function private.demand_proof_for_email_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(new.email_change, '') = '' or new.email_change is not distinct from old.email_change then
    return new;
  end if;
  if not private.account_has_proof(new.id) then
    raise exception using errcode = 'PT403', message = 'proof_needed';
  end if;
  return new;
end
$$;
comment on function private.demand_proof_for_email_change is
  'PT403 proof_needed for a new address to change to, unless a session of the account was made or confirmed in the last '
  '5 minutes: Auth itself asks for no proof, and knows the account only. Cancelling is always allowed.';
create trigger demand_proof_for_email_change before update of email_change on auth.users
for each row execute function private.demand_proof_for_email_change();

create function private.forget_easy_password() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.easy_passwords where user_id = new.id;
  return null;
end
$$;
comment on function private.forget_easy_password is
  'A changed password is no longer the one that was noticed as common; the next sign-in looks at the new one.';
create trigger forget_easy_password after update of encrypted_password on auth.users
for each row when (old.encrypted_password is distinct from new.encrypted_password)
execute function private.forget_easy_password();

revoke execute on function private.demand_proof_for_email_change, private.forget_easy_password from public;
