-- Who is on the home page, and in which of its four places (administrator side, sections 4 and 5).

create function public.set_homepage_feature(p_id uuid, p_is_featured boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- The limit of four, and the place that is given up, are guard_featured_mentors'.
  update public.mentors m set is_featured_on_homepage = coalesce(p_is_featured, false) where m.id = p_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
end
$$;
comment on function public.set_homepage_feature(uuid, boolean) is
  'Puts a mentor on the home page or takes one off it, for administrators. PT404 mentor_not_found, PT409 too_many_featured_mentors (four).';

create function public.set_display_order(p_id uuid, p_order integer) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_featured boolean;
  v_holder text;
begin
  perform private.require_admin();
  if p_order is not null and p_order not between 1 and 4 then
    raise exception using errcode = 'PT422', message = 'display_order_out_of_range';
  end if;
  select m.is_featured_on_homepage into v_is_featured from public.mentors m where m.id = p_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  if not v_is_featured then
    raise exception using errcode = 'PT409', message = 'mentor_not_featured';
  end if;
  -- The unique index decides, also between two administrators at once.
  update public.mentors m set homepage_display_order = p_order where m.id = p_id;
exception when unique_violation then
  select m.name into v_holder from public.mentors m
  where m.is_featured_on_homepage and m.homepage_display_order = p_order and m.id <> p_id;
  raise exception using errcode = 'PT409', message = 'display_order_taken', detail = coalesce(v_holder, '');
end
$$;
comment on function public.set_display_order(uuid, integer) is
  'Gives a featured mentor a place from 1 to 4, or none (null), for administrators. PT404 mentor_not_found, PT409 mentor_not_featured | display_order_taken (detail: the name of the mentor who has it), PT422 display_order_out_of_range.';

revoke execute on function public.set_homepage_feature(uuid, boolean), public.set_display_order(uuid, integer)
from public, anon;
grant execute on function public.set_homepage_feature(uuid, boolean), public.set_display_order(uuid, integer)
to authenticated, service_role;
