-- As the tables and functions of Supabase's Vault, without its encryption.

create table vault.secrets (
  id uuid primary key default gen_random_uuid(),
  name text,
  description text not null default '',
  secret text not null,
  key_id uuid,
  nonce bytea,
  created_at timestamptz not null default current_timestamp,
  updated_at timestamptz not null default current_timestamp
);
create unique index secrets_name_idx on vault.secrets (name) where name is not null;

create view vault.decrypted_secrets as
select id, name, description, secret, secret as decrypted_secret, key_id, nonce, created_at, updated_at
from vault.secrets;

create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null
) returns uuid
language sql security definer set search_path = '' as $$
  insert into vault.secrets (secret, name, description, key_id)
  values (new_secret, new_name, new_description, new_key_id)
  returning id
$$;

create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null
) returns void
language sql security definer set search_path = '' as $$
  update vault.secrets s set
    secret = coalesce(new_secret, s.secret), name = coalesce(new_name, s.name),
    description = coalesce(new_description, s.description), key_id = coalesce(new_key_id, s.key_id),
    updated_at = current_timestamp
  where s.id = secret_id
$$;

-- Hosted Supabase grants these to postgres, who creates the extension.
revoke execute on all functions in schema vault from public;
do $$ begin
  execute format('grant usage on schema vault to %I', session_user);
  execute format('grant select, delete on vault.secrets, vault.decrypted_secrets to %I', session_user);
  execute format('grant execute on all functions in schema vault to %I', session_user);
end $$;
