set local lock_timeout = '5s';

-- The state of the links that Auth mails. Auth gives the same answer for a used and for an expired link; people are
-- told which of the two it was. See docs/product/accounts.md#confirmation.

create table private.mailed_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null references auth.users (id) on delete cascade,
  is_for_change boolean not null,
  mailed_at timestamptz not null default now(),
  used_at timestamptz
);
create index mailed_links_user_idx on private.mailed_links (user_id);
create index mailed_links_mailed_idx on private.mailed_links (mailed_at);
comment on table private.mailed_links is
  'The links that confirm a sign-up or a changed address. It opens nothing: it holds the hash of what Auth looks for.';
comment on column private.mailed_links.token_hash is 'SHA-256, in hexadecimal, of the token as auth.users holds it.';
comment on column private.mailed_links.is_for_change is
  'It confirms one of the two addresses of a change, else a sign-up.';
comment on column private.mailed_links.used_at is
  'When it, or a later one for the same, confirmed what it is for; null while nothing did.';
alter table private.mailed_links enable row level security;
revoke all on table private.mailed_links from public, anon, authenticated, service_role;

create function private.token_digest(p_token text) returns text
language sql immutable set search_path = '' as $$ select encode(sha256(convert_to(p_token, 'UTF8')), 'hex') $$;

create function private.follow_mailed_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_is_moved boolean := false;
begin
  if tg_op = 'UPDATE' then
    v_is_moved := new.email is distinct from old.email and lower(new.email) = lower(old.email_change);
    update private.mailed_links l set used_at = now()
    where l.user_id = new.id and l.used_at is null and case
      when not l.is_for_change then old.email_confirmed_at is null and new.email_confirmed_at is not null
      when v_is_moved then true
      -- The first of two: its token is gone, and the other one stays.
      else coalesce(old.email_change_confirm_status, 0) = 0 and new.email_change_confirm_status = 1 and l.token_hash in (
        private.token_digest(nullif(old.email_change_token_current, new.email_change_token_current)),
        private.token_digest(nullif(old.email_change_token_new, new.email_change_token_new))
      )
    end;
    -- A change that was cancelled, replaced, or begins again: its earlier links confirm nothing.
    if not v_is_moved and old.email_change <> '' and (
      new.email_change is distinct from old.email_change
      or new.email_change_confirm_status < old.email_change_confirm_status
    ) then
      delete from private.mailed_links l where l.user_id = new.id and l.is_for_change;
    end if;
  end if;
  insert into private.mailed_links (token_hash, user_id, is_for_change)
  select private.token_digest(t.token), new.id, t.is_for_change
  from (values
    (new.confirmation_token, false), (new.email_change_token_current, true), (new.email_change_token_new, true)
  ) t (token, is_for_change)
  where t.token <> ''
  on conflict do nothing;
  return null;
end
$$;
create trigger follow_mailed_links
after insert or update of confirmation_token, email_confirmed_at, email, email_change, email_change_token_current,
  email_change_token_new, email_change_confirm_status
on auth.users for each row execute function private.follow_mailed_links();

create function public.look_at_mailed_link(p_token text) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case
      when l.used_at is null then 'over'
      -- One minute of tolerance, since Auth's clock may differ from the database's.
      when l.is_for_change and u.email_change <> '' and l.mailed_at > u.email_change_sent_at - interval '1 minute'
        then 'used_first'
      else 'used'
    end
    from private.mailed_links l join auth.users u on u.id = l.user_id
    where l.token_hash in (
      private.token_digest(p_token),
      -- The embedded Auth stores the hash of what it mails.
      private.token_digest(private.token_digest(p_token))
    )
  ), 'over')
$$;
comment on function public.look_at_mailed_link is
  'What a link that Auth refused was: used (what it is for is confirmed), used_first (so is one of the two addresses '
  'of a change, and the other is missing), else over. Tells the holder of the link nothing more, and changes nothing.';

revoke execute on function private.token_digest, private.follow_mailed_links, public.look_at_mailed_link from public;
grant execute on function public.look_at_mailed_link to anon, authenticated, service_role;
