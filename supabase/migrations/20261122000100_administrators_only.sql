-- The lock on functions meant for administrators, and the silent set-up of the addresses on the server's own list.

create function private.require_admin() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if private.is_client() and not private.is_admin() then
    raise exception using errcode = '42501', message = 'admin_only';
  end if;
end
$$;
comment on function private.require_admin() is
  'First line of every function meant for administrators: 42501 admin_only. The service role passes. Reads the profile at each call, so a flag that is taken away ends access with the next request.';
revoke execute on function private.require_admin() from public;

create function public.set_up_administrators(p_emails text[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_service();
  -- Unconfirmed addresses count for nothing: anybody can claim one.
  update public.profiles p set is_admin = true
  from auth.users u
  where u.id = p.id and not p.is_admin and u.email_confirmed_at is not null
    and lower(u.email) in (select lower(btrim(e)) from unnest(p_emails) e);
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.set_up_administrators(text[]) is
  'Makes the accounts with these confirmed addresses administrators (administrator side, section 2) and answers how many were made so. Takes nobody''s rights away.';
revoke execute on function public.set_up_administrators(text[]) from public, anon, authenticated;
grant execute on function public.set_up_administrators(text[]) to service_role;
