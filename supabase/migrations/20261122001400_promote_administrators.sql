-- Making administrators of those whom the server's own settings name (administrator side, section 2).

create function public.promote_administrators(p_emails text[]) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_service();
  return query
    update public.profiles as profile
    set is_admin = true
    from auth.users as account
    where account.id = profile.id
      and not profile.is_admin
      -- Whoever merely claims an address gets nothing.
      and account.email_confirmed_at is not null
      and lower(account.email) = any (select lower(btrim(one)) from unnest(p_emails) one)
    returning profile.id;
end
$$;
comment on function public.promote_administrators(text[]) is
  'Makes the accounts with these addresses administrators, once each address is confirmed, and returns their ids. Takes nobody''s rights away.';
revoke execute on function public.promote_administrators(text[]) from public, anon, authenticated;
grant execute on function public.promote_administrators(text[]) to service_role;
