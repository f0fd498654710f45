-- Who changed what. Written by triggers, read by administrators through list_audit_log(), changed by nobody.

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  action text not null check (action in ('insert', 'update', 'delete')),
  table_name text not null,
  row_id text,
  changes jsonb not null default '{}'
);
create index audit_log_row_idx on private.audit_log (table_name, row_id);
alter table private.audit_log enable row level security;
revoke all on table private.audit_log from public, anon, authenticated, service_role;

comment on table private.audit_log is 'Changes made by signed-in people to what the platform shows, sells or decides.';
comment on column private.audit_log.actor is 'auth.users id; not a foreign key, so that the record outlives the account.';
comment on column private.audit_log.changes is 'Column to [before, after]; personal columns are named without their values.';

create function private.record_audit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  v_changes jsonb;
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(n.key, case
      when n.key in ('email', 'user_email', 'phone', 'idea', 'linkedin') then 'null'::jsonb
      else jsonb_build_array(v_old -> n.key, n.value)
    end)
    into v_changes
    from jsonb_each(v_new) n
    where n.value is distinct from v_old -> n.key and n.key not in ('updated_at', 'search_text', 'during');
    if v_changes is null then
      return null;
    end if;
  end if;
  insert into private.audit_log (actor, action, table_name, row_id, changes)
  values (
    auth.uid(), lower(tg_op), tg_table_name,
    coalesce(v_new ->> 'id', v_old ->> 'id', v_new ->> 'mentor_id', v_old ->> 'mentor_id'),
    coalesce(v_changes, '{}')
  );
  return null;
end
$$;
comment on function private.record_audit() is
  'After-row trigger. Attach with WHEN (auth.uid() IS NOT NULL): bulk loads by the database itself are not people''s acts.';
revoke execute on function private.record_audit() from public;

-- Becoming an administrator is recorded whoever did it: no client can, so the actor is usually the database owner.
create trigger audit_profile_admin after update of is_admin on public.profiles
for each row when (old.is_admin is distinct from new.is_admin) execute function private.record_audit();

create function public.list_audit_log(p_limit integer default 100, p_before bigint default null)
returns table (id bigint, at timestamptz, actor uuid, action text, table_name text, row_id text, changes jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if private.is_client() and not private.is_admin() then
    raise exception using errcode = '42501', message = 'admin_only';
  end if;
  return query
    select l.id, l.at, l.actor, l.action, l.table_name, l.row_id, l.changes
    from private.audit_log l
    where p_before is null or l.id < p_before
    order by l.id desc
    limit least(greatest(p_limit, 1), 500);
end
$$;
comment on function public.list_audit_log(integer, bigint) is 'The audit log, newest first, for administrators. Pass the last id seen as p_before for the next page.';
revoke execute on function public.list_audit_log(integer, bigint) from public, anon;
grant execute on function public.list_audit_log(integer, bigint) to authenticated, service_role;
