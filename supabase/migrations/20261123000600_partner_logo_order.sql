-- The partners' logos stand at 1, 2, 3 … without a gap, whoever adds, deletes and moves them at the same moment.
-- Specification: administrator side, section 4.

-- Positions of an older time: duplicates and gaps go, the order stays.
update public.partner_logos l set order_index = r.position
from (
  select id, row_number() over (order by order_index, created_at, id) as position from public.partner_logos
) r
where r.id = l.id and l.order_index <> r.position;

-- Overwritten by place_partner_logo(); the default lets a client leave it out.
alter table public.partner_logos alter column order_index set default 1;
comment on column public.partner_logos.order_index is
  'Position from 1, without gaps. The database''s own: a new logo is last, reorder_partner_logos() moves, a deletion closes the gap.';

create function private.lock_partner_logos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- Before the statement touches a row: whoever holds a row waits for nobody, so there is no deadlock.
  perform pg_advisory_xact_lock(hashtextextended('partner_logos', 0));
  return null;
end
$$;
comment on function private.lock_partner_logos() is 'One writer of the list at a time.';
create trigger lock_partner_logos before insert or update or delete on public.partner_logos
for each statement execute function private.lock_partner_logos();

-- Not a definer: current_user tells an administrator's own statement from one of the functions here.
create function private.place_partner_logo() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user not in ('anon', 'authenticated') then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    raise exception using errcode = '42501', message = 'use_reorder_partner_logos';
  end if;
  new.order_index := coalesce((select max(l.order_index) from public.partner_logos l), 0) + 1;
  return new;
end
$$;
comment on function private.place_partner_logo() is
  'Whatever a client says: its new logo is the last, and positions change through reorder_partner_logos() alone.';
create trigger place_new_partner_logo before insert on public.partner_logos
for each row execute function private.place_partner_logo();
create trigger place_partner_logo before update of order_index on public.partner_logos
for each row when (old.order_index is distinct from new.order_index) execute function private.place_partner_logo();

create function private.close_partner_logo_gaps() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.partner_logos l set order_index = r.position
  from (select p.id, row_number() over (order by p.order_index, p.created_at, p.id) as position from public.partner_logos p) r
  where r.id = l.id and l.order_index <> r.position;
  return null;
end
$$;
create trigger close_partner_logo_gaps after delete on public.partner_logos
for each statement execute function private.close_partner_logo_gaps();

create function public.reorder_partner_logos(p_ids uuid[], p_seen uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now uuid[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('partner_logos', 0));
  select coalesce(array_agg(l.id order by l.order_index, l.created_at, l.id), '{}') into v_now from public.partner_logos l;
  if p_seen is distinct from v_now then
    raise exception using errcode = 'PT409', message = 'partner_logos_changed';
  end if;
  if (select coalesce(array_agg(i order by i), '{}') from unnest(p_ids) i)
    is distinct from (select coalesce(array_agg(i order by i), '{}') from unnest(v_now) i) then
    raise exception using errcode = 'PT422', message = 'partner_logos_incomplete';
  end if;
  update public.partner_logos l set order_index = i.position
  from unnest(p_ids) with ordinality i (id, position)
  where i.id = l.id and l.order_index <> i.position;
end
$$;
comment on function public.reorder_partner_logos(uuid[], uuid[]) is
  'Gives the logos the order of p_ids, numbered from 1, for administrators. p_seen is the order as it was on the screen. PT409 partner_logos_changed: somebody added, deleted or moved one meanwhile, so show the list anew; PT422 partner_logos_incomplete: p_ids does not name each logo once.';

revoke execute on function
  private.lock_partner_logos(), private.place_partner_logo(), private.close_partner_logo_gaps()
from public;
revoke execute on function public.reorder_partner_logos(uuid[], uuid[]) from public, anon;
grant execute on function public.reorder_partner_logos(uuid[], uuid[]) to authenticated, service_role;
-- Positions are not the clients' to write.
revoke insert, update on table public.partner_logos from authenticated;
grant insert (id, name, image_url), update (name, image_url) on table public.partner_logos to authenticated;
