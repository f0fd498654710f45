set local lock_timeout = '5s';

-- A change to the audit log is noticed. Every minute the entries that are older than five minutes are sealed. A seal
-- holds the SHA-256 of each entry; its own digest is computed over these and the digest of the seal before it. Each
-- night everything is computed again. A person who changes an entry would also have to change every later seal, and the
-- last digests are in the log of the functions. See docs/product/privacy.md#seals.

create table private.audit_seals (
  id bigint primary key,
  from_id bigint not null,
  to_id bigint not null,
  rows integer not null check (rows > 0),
  entry_ids bigint[] not null,
  entry_digests bytea[] not null,
  digest bytea not null,
  previous_digest bytea not null,
  sealed_at timestamptz not null default now()
);
comment on table private.audit_seals is 'Seals over the audit log, one after the other without a gap.';
comment on column private.audit_seals.from_id is
  'The first and the last of its entries; entries that were committed late are in the next seal.';
comment on column private.audit_seals.entry_digests is
  'What audit_entry_digest answers for each entry, in the order of entry_ids.';
comment on column private.audit_seals.previous_digest is 'The digest of the seal before; empty for the very first.';

create table private.audit_chain (
  is_only_row boolean primary key default true check (is_only_row),
  last_seal bigint not null default 0,
  last_digest bytea not null default '',
  removed_seal bigint not null default 0,
  removed_digest bytea not null default '',
  checked_at timestamptz,
  broken_entry bigint
);
insert into private.audit_chain default values;
comment on table private.audit_chain is 'One row: both ends of the chain of seals, and what the last check found.';
comment on column private.audit_chain.removed_seal is
  'The last seal that was removed because of its age, and its digest.';
comment on column private.audit_chain.broken_entry is 'The first entry that the last check found changed, or null.';

alter table private.audit_seals enable row level security;
alter table private.audit_chain enable row level security;
revoke all on table private.audit_seals, private.audit_chain from public, anon, authenticated, service_role;

-- What may change ---------------------------------------------------------------------------------------------------

-- The functions below that may change entries set a mark for their transaction. The database owner can do so too, or
-- disable the triggers: the triggers only prevent mistakes, and the chain shows intended changes.
create function private.allow_audit_change(p_is_allowed boolean) returns void
language sql set search_path = ''
as $$ select set_config('point0.audit_change', case when p_is_allowed then 'on' else 'off' end, true) $$;

create function private.guard_audit() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_setting('point0.audit_change', true) = 'on' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  raise exception using errcode = '42501', message = 'audit_log_is_kept';
end
$$;
comment on function private.guard_audit is
  'Only redact_audit and drop_sealed_audit may change or delete entries and seals: else 42501 audit_log_is_kept.';

create trigger guard_audit_seals before update or delete on private.audit_seals
for each row execute function private.guard_audit();
create trigger guard_audit_deletion before delete on private.audit_log
for each row execute function private.guard_audit();
create trigger guard_audit_entry before update on private.audit_log
for each row when (
  old.seal_id is not null
  or (new.seal_id is not null and new.at <> old.at)
  -- The database owner may date an entry without a seal: the demonstration writes its history afterwards.
  or (old.id, old.actor, old.action, old.table_name, old.row_id, old.changes, old.row_label)
    is distinct from (new.id, new.actor, new.action, new.table_name, new.row_id, new.changes, new.row_label)
)
execute function private.guard_audit();
create trigger guard_audit_truncation before truncate on private.audit_log
for each statement execute function private.guard_audit();
create trigger guard_seal_truncation before truncate on private.audit_seals
for each statement execute function private.guard_audit();

-- Sealing -----------------------------------------------------------------------------------------------------------

create function private.redacted(p_value jsonb, p_keys text[], p_is_listed boolean default false) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
begin
  return case jsonb_typeof(p_value)
    when 'string' then case when p_is_listed then '"removed"' else p_value end
    when 'array' then (
      select coalesce(jsonb_agg(private.redacted(e.value, p_keys, p_is_listed) order by e.place), '[]')
      from jsonb_array_elements(p_value) with ordinality e (value, place)
    )
    when 'object' then (
      select coalesce(jsonb_object_agg(e.key, private.redacted(e.value, p_keys, p_is_listed or e.key = any (p_keys))), '{}')
      from jsonb_each(p_value) e
    )
    else p_value
  end;
end
$$;
comment on function private.redacted is
  'The JSON with "removed" in place of every text under one of the keys, whatever the text is.';

create function private.redacted_entry(p_entry private.audit_log) returns private.audit_log
language plpgsql immutable set search_path = '' as $$
declare
  v_keys text[] := case
    when p_entry.action in ('read', 'export') then array['search']
    when p_entry.table_name = 'bookings' then array['notes', 'google_meet_link', 'decision_reason']
    when p_entry.table_name = 'change_requests' then array['message', 'decline_reason']
    when p_entry.table_name = 'mentor_answers' then array['reason_text']
    when p_entry.table_name = 'mentor_reviews' then array['author_name', 'comment']
    when p_entry.table_name = 'money_findings' then array['note']
  end;
begin
  -- A quick test, because most entries hold none of these keys, and every entry is checked each night.
  if p_entry.changes ?| v_keys or p_entry.changes -> 'filter' ?| v_keys then
    p_entry.changes := private.redacted(p_entry.changes, v_keys);
  end if;
  if p_entry.table_name = 'mentor_reviews' then
    p_entry.row_label := 'removed';
  end if;
  return p_entry;
end
$$;
comment on function private.redacted_entry is
  'An entry as the deletion of the account that it is about leaves it: without the fields that may name a person.';

create function private.audit_entry_digest(p_entry private.audit_log) returns bytea
language plpgsql stable set search_path = '' as $$
declare
  v_entry jsonb := jsonb_build_object(
    'id', p_entry.id,
    'at', to_char(p_entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', p_entry.actor,
    'action', p_entry.action,
    'table_name', p_entry.table_name,
    'row_id', p_entry.row_id,
    'row_label', p_entry.row_label,
    'changes', p_entry.changes
  );
  v_left private.audit_log := private.redacted_entry(p_entry);
begin
  return sha256(convert_to(v_entry::text, 'UTF8')) || sha256(convert_to(
    (v_entry || jsonb_build_object('row_label', v_left.row_label, 'changes', v_left.changes))::text, 'UTF8'
  ));
end
$$;
comment on function private.audit_entry_digest is
  '64 bytes: SHA-256 of an entry''s canonical JSON (the text of a jsonb, whose keys have one order and no spaces of '
  'choice), and of what the deletion of an account may make of the entry and nothing else.';

create function private.audit_digest(p_previous bytea, p_sealed_at timestamptz, p_entries bytea[]) returns bytea
language sql stable set search_path = '' as $$
  select sha256(
    p_previous
    || convert_to(to_char(p_sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'UTF8')
    || (select coalesce(string_agg(e.digest, ''::bytea order by e.place), ''::bytea)
        from unnest(p_entries) with ordinality e (digest, place))
  )
$$;
comment on function private.audit_digest is 'The digest of a seal, which depends on every entry before it.';

create function private.lock_audit_chain() returns void
language sql set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('audit_chain', 0)) $$;

create function public.seal_audit_log() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_chain private.audit_chain;
  v_seal private.audit_seals;
  v_rows integer := 0;
begin
  perform private.require_service();
  -- Another worker is sealing.
  if not pg_try_advisory_xact_lock(hashtextextended('audit_chain', 0)) then
    return jsonb_build_object('rows', 0);
  end if;
  select * into v_chain from private.audit_chain;
  loop
    select array_agg(d.id order by d.id), array_agg(d.digest order by d.id), min(d.id), max(d.id), count(*)
    into v_seal.entry_ids, v_seal.entry_digests, v_seal.from_id, v_seal.to_id, v_seal.rows
    from (
      select a.id, private.audit_entry_digest(a) as digest from private.audit_log a
      where a.seal_id is null and a.at < now() - interval '5 minutes'
      order by a.id
      limit 1000
    ) d;
    exit when v_seal.rows = 0 or v_rows >= 20000;
    v_seal.id := v_chain.last_seal + 1;
    v_seal.previous_digest := v_chain.last_digest;
    v_seal.sealed_at := now();
    v_seal.digest := private.audit_digest(v_seal.previous_digest, v_seal.sealed_at, v_seal.entry_digests);
    insert into private.audit_seals select v_seal.*;
    update private.audit_log a set seal_id = v_seal.id where a.id = any (v_seal.entry_ids);
    update private.audit_chain c set last_seal = v_seal.id, last_digest = v_seal.digest returning * into v_chain;
    v_rows := v_rows + v_seal.rows;
  end loop;
  return jsonb_build_object('rows', v_rows, 'seal', v_chain.last_seal, 'digest', encode(v_chain.last_digest, 'hex'));
end
$$;
comment on function public.seal_audit_log is
  'Seals the entries of the audit log that are older than five minutes, in the order of their ids, at most 1,000 a '
  'seal, and answers {rows, seal, digest}: how many, and the last seal. The scheduler calls it each minute.';

-- Checking ----------------------------------------------------------------------------------------------------------

create function private.plan_audit_check(p_day date) returns void
language sql set search_path = '' as $$
  select private.enqueue_job('check_audit_chain', jsonb_build_object('day', p_day), 'check_audit_chain:' || p_day,
    (p_day + time '03:00') at time zone 'Asia/Kolkata')
$$;

create function private.find_broken_entry(p_seal private.audit_seals, p_before private.audit_seals, p_redacted bigint[])
returns bigint
language sql stable set search_path = '' as $$
  select min(coalesce(l.id, s.id))
  from unnest(p_seal.entry_ids, p_seal.entry_digests) s (id, digest)
  full join (
    select a.id, a.at, a.seal_id, private.audit_entry_digest(a) as digest from private.audit_log a
    where a.seal_id = p_seal.id or a.id = any (p_seal.entry_ids)
  ) l on l.id = s.id
  where s.id is null or l.id is null or l.seal_id is distinct from p_seal.id
    -- Removed personal data is allowed: a sealed entry about the removal must name the entry, and the rest of the entry
    -- must have the digest that the seal allows.
    or (l.digest <> s.digest and not (l.id = any (p_redacted) and l.digest = substring(s.digest from 33) || substring(s.digest from 33)))
    -- An entry is committed at most minutes late: a much older one was inserted afterwards.
    or (l.id < p_before.to_id and l.at < p_before.sealed_at - interval '1 day')
$$;
comment on function private.find_broken_entry is
  'The first entry of a seal that was changed, deleted or put there afterwards; p_before is the seal before it.';

create function public.check_audit_chain(p_after bigint default 0, p_limit integer default 200) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_chain private.audit_chain;
  v_seal private.audit_seals;
  v_before private.audit_seals;
  v_last bigint;
  v_previous bytea;
  v_broken bigint;
  v_is_done boolean;
  -- Only for accounts that were deleted: otherwise nothing may be removed.
  v_redacted bigint[] := array(
    select e.id::bigint
    from private.audit_log a, jsonb_array_elements_text(a.changes -> 'entry_ids') e (id)
    where a.table_name = 'audit_log' and not exists (select from auth.users u where u.id::text = a.row_id)
  );
begin
  perform private.require_service();
  if p_after = 0 then
    -- The next night is planned first, so that a failure does not end the sequence.
    perform private.plan_audit_check(private.today() + 1);
  end if;
  -- No sealing, removal or redaction may run during the check.
  perform private.lock_audit_chain();
  select * into v_chain from private.audit_chain;
  v_last := greatest(p_after, v_chain.removed_seal);
  select * into v_before from private.audit_seals s where s.id = v_last;
  v_previous := case when v_last = v_chain.removed_seal then v_chain.removed_digest else v_before.digest end;
  for v_seal in select * from private.audit_seals s where s.id > v_last order by s.id limit p_limit loop
    v_broken := case when v_seal.id <> v_last + 1 then coalesce(
      (select min(a.id) from private.audit_log a where a.seal_id > v_last and a.seal_id < v_seal.id), v_seal.from_id
    ) end;
    v_broken := coalesce(v_broken, private.find_broken_entry(v_seal, v_before, v_redacted));
    if v_broken is null and (
      v_seal.previous_digest, v_seal.rows, v_seal.from_id, v_seal.to_id, v_seal.digest
    ) is distinct from (
      v_previous, cardinality(v_seal.entry_ids), v_seal.entry_ids[1], v_seal.entry_ids[cardinality(v_seal.entry_ids)],
      private.audit_digest(v_previous, v_seal.sealed_at, v_seal.entry_digests)
    ) then
      v_broken := v_seal.from_id;
    end if;
    exit when v_broken is not null;
    v_last := v_seal.id;
    v_previous := v_seal.digest;
    v_before := v_seal;
  end loop;
  v_is_done := v_broken is not null or not exists (select from private.audit_seals s where s.id > v_last);
  if v_is_done and v_broken is null then
    -- Seals may have been cut off at the end: finds entries that name a seal that does not exist.
    v_broken := (
      select min(a.id) from private.audit_log a where a.seal_id <= v_chain.removed_seal or a.seal_id > v_last
    );
    if v_broken is null and (v_last, v_previous) is distinct from (v_chain.last_seal, v_chain.last_digest) then
      v_broken := coalesce(v_before.to_id, 0);
    end if;
  end if;
  if v_is_done then
    update private.audit_chain c set checked_at = clock_timestamp(), broken_entry = v_broken;
  end if;
  return jsonb_build_object(
    'is_done', v_is_done, 'last', v_last, 'broken_entry', v_broken, 'digest', encode(v_previous, 'hex')
  );
end
$$;
comment on function public.check_audit_chain is
  'Computes up to p_limit seals after p_after anew and answers {is_done, last, broken_entry, digest}; call it again '
  'with last until is_done. broken_entry is the first entry that was changed, deleted or inserted; if its own seal '
  'was computed again, it is the first entry after that seal. System Health shows it, and all administrators get an '
  'e-mail. p_after 0 also plans the next night''s check.';

-- The first night; each plans the next.
select private.plan_audit_check(private.today() + 1);

-- Removal: retention and deleted accounts ---------------------------------------------------------------------------

create function private.drop_sealed_audit(p_before timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_end bigint;
  v_rows integer;
begin
  perform private.lock_audit_chain();
  select max(s.id) into v_end from private.audit_seals s
  where s.id < coalesce(
    (select min(a.seal_id) from private.audit_log a where a.seal_id is not null and a.at >= p_before),
    (select c.last_seal + 1 from private.audit_chain c)
  );
  if v_end is null then
    return 0;
  end if;
  update private.audit_chain c set removed_seal = s.id, removed_digest = s.digest
  from private.audit_seals s where s.id = v_end;
  perform private.allow_audit_change(true);
  delete from private.audit_log a where a.seal_id <= v_end;
  get diagnostics v_rows = row_count;
  delete from private.audit_seals s where s.id <= v_end;
  perform private.allow_audit_change(false);
  return v_rows;
end
$$;
comment on function private.drop_sealed_audit is
  'For retention: deletes seals whose entries are all older, with their entries, oldest first, and keeps the last '
  'one''s digest, which the next seal needs. Answers how many entries were deleted.';

create function private.redact_audit(p_user_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_bookings uuid[] := array(select b.id from public.bookings b where b.user_id = p_user_id);
  v_ids bigint[];
begin
  perform private.lock_audit_chain();
  perform private.allow_audit_change(true);
  with own (table_name, row_id) as (
    select t.name, b.id::text from unnest(v_bookings) b (id), unnest(array['bookings', 'mentor_answers']) t (name)
    union all select 'change_requests', q.id::text from public.change_requests q where q.booking_id = any (v_bookings)
    union all select 'mentor_reviews', r.review_id::text from private.review_authors r where r.user_id = p_user_id
    -- Reviews that were deleted since. Only the person's own: administrators add reviews of other people.
    union all select a.table_name, a.row_id from private.audit_log a
    where a.actor = p_user_id and a.action = 'insert' and a.table_name = 'mentor_reviews'
      and not exists (select from public.profiles p where p.id = p_user_id and p.is_admin)
    union all select 'money_findings', f.id::text from private.money_findings f
    where f.booking_id = any (v_bookings) or f.payment_id in (
      select y.id from private.payments y left join private.payment_orders o on o.id = y.order_id
      where o.user_id = p_user_id or y.booking_id = any (v_bookings)
    )
  ), entries as (
    select a.id from private.audit_log a join own o using (table_name, row_id)
    -- Searches that found only this person.
    union all select a.id from private.audit_log a
    where a.action in ('read', 'export') and a.changes -> 'people' = jsonb_build_array(p_user_id)
  ), changed as (
    update private.audit_log a set changes = r.changes, row_label = r.row_label
    from (select distinct id from entries) e join private.audit_log l using (id) cross join lateral private.redacted_entry(l) r
    where a.id = e.id and (r.changes, r.row_label) is distinct from (a.changes, a.row_label)
    returning a.id
  )
  select coalesce(array_agg(c.id order by c.id), '{}') into v_ids from changed c;
  perform private.allow_audit_change(false);
  if v_ids <> '{}' then
    insert into private.audit_log (actor, action, table_name, row_id, changes)
    values (auth.uid(), 'update', 'audit_log', p_user_id,
      jsonb_build_object('entries', cardinality(v_ids), 'entry_ids', v_ids));
  end if;
  return cardinality(v_ids);
end
$$;
comment on function private.redact_audit is
  'For the deletion of an account, before its rows lose it: removes from the entries about its bookings, requests and '
  'reviews, found by their ids, what may name it (redacted_entry), and writes an entry that lists them. That entry is '
  'sealed too, so that the chain stays valid. Answers how many entries changed.';

revoke execute on all functions in schema private from public;
revoke execute on function public.seal_audit_log, public.check_audit_chain from public, anon, authenticated;
grant execute on function public.seal_audit_log, public.check_audit_chain to service_role;
