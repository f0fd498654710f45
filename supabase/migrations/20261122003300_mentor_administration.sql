set local lock_timeout = '5s';

-- What administrators do with mentors: the form's rules, saving and deleting, the four places of the home page.
-- See docs/product/mentors.md#profile-fields.

-- What a mentor must have -------------------------------------------------------------------------------------------

-- save_mentor() names every problem at once; this trigger refuses direct writes with a problem. Bulk loads and
-- unchanged columns are not checked: a mentor with incomplete data may still be featured.
create function private.guard_mentor_fields() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb;
  v_new jsonb := to_jsonb(new);
  v_problems text[];
begin
  -- A draft may be incomplete: it is checked when it is listed.
  if not private.is_client() or new.listing_state = 'draft' then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.listing_state <> 'draft' then
    v_old := to_jsonb(old);
  end if;
  v_problems := array(
    select c.problem
    from private.profile_fields() with ordinality f (name, kind, is_required, place),
      private.field_problem(f.name, v_new -> f.name) c (problem)
    where f.is_required and v_new -> f.name is distinct from v_old -> f.name and c.problem is not null
    order by f.place
  );
  if cardinality(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems[1], detail = array_to_string(v_problems, ',');
  end if;
  return new;
end
$$;
comment on function private.guard_mentor_fields is
  'PT422 with the first problem''s code as message and all codes, by commas, as detail.';
create trigger guard_mentor_fields
before insert or update of name, title, expertise, bio, price, image, listing_state on public.mentors
for each row execute function private.guard_mentor_fields();

-- Saving ------------------------------------------------------------------------------------------------------------

create function private.parse_slots(p_slots jsonb, out date date, out start_time time, out end_time time)
returns setof record
language plpgsql stable set search_path = '' as $$
declare
  v_slot jsonb;
begin
  if jsonb_typeof(p_slots) <> 'array' then
    raise exception using errcode = 'PT422', message = 'slot_incomplete';
  end if;
  if jsonb_array_length(p_slots) > 2000 then
    raise exception using errcode = 'PT422', message = 'too_many_slots', detail = '2000';
  end if;
  for v_slot in select value from jsonb_array_elements(p_slots) loop
    begin
      date := (v_slot ->> 'date')::date;
      start_time := (v_slot ->> 'start_time')::time;
      end_time := (v_slot ->> 'end_time')::time;
    exception when data_exception then
      raise exception using errcode = 'PT422', message = 'slot_incomplete', detail = left(v_slot::text, 200);
    end;
    if date is null or start_time is null or end_time is null or not isfinite(date) then
      raise exception using errcode = 'PT422', message = 'slot_incomplete', detail = left(v_slot::text, 200);
    end if;
    if end_time <= start_time then
      raise exception using errcode = 'PT422', message = 'slot_ends_before_start', detail = left(v_slot::text, 200);
    end if;
    return next;
  end loop;
end
$$;

create function private.change_slots(p_mentor_id uuid, p_added jsonb, p_removed jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_dates date[];
  v_starts time[];
  v_ends time[];
  v_past text;
begin
  select array_agg(s.date), array_agg(s.start_time), array_agg(s.end_time) into v_dates, v_starts, v_ends
  from private.parse_slots(coalesce(p_added, '[]')) s;
  -- The lock keeps others from buying or holding this mentor's time until the transaction ends, so has_claim() stays
  -- right.
  perform private.lock_mentor(p_mentor_id);
  select s.date || ' ' || left(s.start_time::text, 5) into v_past
  from unnest(v_dates, v_starts, v_ends) s (date, start_time, end_time)
  where lower(private.session_range(s.date, s.start_time, s.end_time)) <= now()
    and not exists (
      select from public.mentor_availability a
      where a.mentor_id = p_mentor_id and a.date = s.date and a.start_time = s.start_time and a.end_time = s.end_time
    )
  order by s.date, s.start_time
  limit 1;
  if found then
    raise exception using errcode = 'PT422', message = 'slot_in_past', detail = v_past;
  end if;
  delete from public.mentor_availability a
  where a.mentor_id = p_mentor_id and a.source = 'manual'
    and (
      lower(a.during) <= now()
      or (a.date, a.start_time, a.end_time) in (
        select s.date, s.start_time, s.end_time from private.parse_slots(coalesce(p_removed, '[]')) s
      )
    )
    and not private.has_claim(a.mentor_id, a.during);
  insert into public.mentor_availability (mentor_id, date, start_time, end_time)
  select distinct p_mentor_id, s.date, s.start_time, s.end_time
  from unnest(v_dates, v_starts, v_ends) s (date, start_time, end_time)
  on conflict (mentor_id, date, start_time, end_time) do update set source = 'manual'
  where mentor_availability.source <> 'manual';
  if v_dates is not null and (
    select count(*) > 2000 from public.mentor_availability a
    where a.mentor_id = p_mentor_id and a.source = 'manual' and lower(a.during) > now()
  ) then
    raise exception using errcode = 'PT422', message = 'too_many_slots', detail = '2000';
  end if;
end
$$;
comment on function private.change_slots is
  'Adds and removes slots by hand, so that what another person or tab has saved since stays. What is sold or held '
  'stays; what has begun and is neither goes too. Repeatable: what is there already is not added again. A generated '
  'slot that is added becomes one of them (docs/product/hours.md#single-times). PT422 slot_incomplete | '
  'slot_ends_before_start | slot_in_past (new ones only) | too_many_slots.';

create function public.save_mentor(
  p_mentor jsonb, p_email text, p_category_ids uuid[] default null, p_slots_added jsonb default null,
  p_slots_removed jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_old public.mentors;
  v_email text := private.clean_email(p_email);
  v_profile jsonb;
  v_min_notice integer;
  v_is_taking boolean;
  v_taking_from date;
  v_seen_at timestamptz;
  v_problems text[];
begin
  perform private.require_admin();
  begin
    v_id := coalesce((p_mentor ->> 'id')::uuid, gen_random_uuid());
    v_seen_at := (p_mentor ->> 'updated_at')::timestamptz;
    v_is_taking := (p_mentor ->> 'is_taking_bookings')::boolean;
    v_taking_from := nullif(p_mentor ->> 'taking_bookings_from', '')::date;
  exception when data_exception then
    raise exception using errcode = 'PT422', message = 'mentor_invalid',
      detail = 'id, updated_at, is_taking_bookings, taking_bookings_from';
  end;

  -- Two saves of one mentor queue here; the second sees what the first wrote.
  select * into v_old from public.mentors m where m.id = v_id for no key update;
  if v_old.id is null and v_seen_at is not null then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  -- Browsers have times only to the millisecond.
  if v_seen_at is not null
    and date_trunc('milliseconds', v_seen_at) <> date_trunc('milliseconds', v_old.updated_at) then
    raise exception using errcode = 'PT409', message = 'mentor_changed_meanwhile';
  end if;

  v_profile := private.clean_profile(case
    when p_category_ids is null then p_mentor - 'categories'
    else p_mentor || jsonb_build_object('categories', array_remove(p_category_ids, null))
  end);
  -- A mentor keeps the portrait where none is given, and a new one needs one.
  if v_old.id is not null and v_profile -> 'image' = 'null' then
    v_profile := v_profile - 'image';
  elsif v_old.id is null and v_profile ->> 'image' = '/placeholder.svg' then
    v_profile := v_profile || '{"image": null}';
  end if;
  v_problems := private.field_problems(coalesce(private.profile_of(v_id), '{}') || v_profile, v_profile);
  if coalesce(v_email, '') = '' then
    v_problems := v_problems || 'email_required'::text;
  elsif not private.is_email(v_email) then
    v_problems := v_problems || 'email_invalid'::text;
  end if;
  if p_mentor ? 'min_notice_minutes' then
    if (p_mentor ->> 'min_notice_minutes') ~ '^[0-9]{1,5}$' then
      v_min_notice := (p_mentor ->> 'min_notice_minutes')::integer;
    end if;
    if v_min_notice is null or not v_min_notice <@ (private.hours_limits()).notice_minutes then
      v_problems := v_problems || 'min_notice_invalid'::text;
    end if;
  end if;
  -- A mentor who takes bookings has no day of return.
  if coalesce(v_is_taking, true) then
    v_taking_from := null;
  elsif v_taking_from <= private.today() and v_taking_from is distinct from v_old.taking_bookings_from then
    v_problems := v_problems || 'taking_bookings_from_past'::text;
  end if;
  if cardinality(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems[1], detail = array_to_string(v_problems, ',');
  end if;

  perform private.write_mentor(v_id, v_profile
    -- A new mentor starts without rating and reviews (docs/product/reviews.md#rating).
    || case when v_old.id is null
      then jsonb_build_object('rating', 0, 'reviews', 0, 'min_notice_minutes', private.default_min_notice_minutes())
      else '{}' end
    || case when v_min_notice is null then '{}' else jsonb_build_object('min_notice_minutes', v_min_notice) end
    || case when v_is_taking is null then '{}'
      else jsonb_build_object('is_taking_bookings', v_is_taking, 'taking_bookings_from', v_taking_from) end);
  insert into public.mentor_private as mp (mentor_id, email) values (v_id, v_email)
  on conflict (mentor_id) do update set email = excluded.email where mp.email <> excluded.email;
  perform private.set_mentor_categories(v_id, v_profile -> 'categories');
  if p_slots_added is not null or p_slots_removed is not null then
    perform public.save_single_times(v_id, p_slots_added, p_slots_removed);
  end if;
  return v_id;
exception when unique_violation then
  -- Two requests saved the same new mentor at once.
  raise exception using errcode = 'PT409', message = 'mentor_changed_meanwhile';
end
$$;
comment on function public.save_mentor is
  'Adds or changes a mentor with address, categories and slots, for administrators; answers the id. p_mentor: id '
  '(chosen by the browser for a new mentor), the fields of the profile by the names of private.profile_fields() (price '
  'in whole rupees), min_notice_minutes, is_taking_bookings, taking_bookings_from (a day to come); what '
  'is missing stays as it is, null is none; and updated_at as it was read, when an existing mentor is changed. Null '
  'categories are left as they are; slots are those to add and to remove. PT404 mentor_not_found, PT409 '
  'mentor_changed_meanwhile, PT422 with the '
  'first problem''s code (all, by commas, in detail): those of field_problem(), email_required, email_invalid, '
  'min_notice_invalid, taking_bookings_from_past, mentor_invalid; for slots see save_single_times: slot_incomplete, '
  'slot_ends_before_start, slot_in_past, too_many_slots.';

-- Deleting ----------------------------------------------------------------------------------------------------------

create function private.require_no_open_sessions(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_mentor(p_mentor_id);
  if exists (
    select from public.bookings b
    where b.mentor_id = p_mentor_id
      -- Also those that have ended: the worker's next round completes them and notes what the mentor earned.
      and b.status in ('pending_admin_review', 'confirmed', 'rescheduled')
  ) then
    raise exception using errcode = 'PT409', message = 'mentor_has_open_bookings';
  end if;
  if exists (
    select from private.slot_claims c
    where c.mentor_id = p_mentor_id and c.released_at is null and c.kind = 'hold'
      and c.expires_at > clock_timestamp()
  ) then
    raise exception using errcode = 'PT409', message = 'mentor_has_open_payments';
  end if;
end
$$;
comment on function private.require_no_open_sessions is
  'People have paid, or are paying, for this mentor''s time: decide about them first. PT409 mentor_has_open_bookings | '
  'mentor_has_open_payments.';

create function private.guard_mentor_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_no_open_sessions(old.id);
  return old;
end
$$;
comment on function private.guard_mentor_deletion is
  'For every way to delete a mentor; see require_no_open_sessions().';
create trigger guard_mentor_deletion before delete on public.mentors
for each row execute function private.guard_mentor_deletion();

create function public.delete_mentor(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- The row first, as in a save: in another order, the two could wait for each other.
  perform from public.mentors m where m.id = p_id for update;
  -- Checked first, outside the steps, so that a refusal is not reported as the failure of a step.
  perform private.require_no_open_sessions(p_id);
  begin
    delete from public.mentor_categories c where c.mentor_id = p_id;
  exception when others then
    raise exception using errcode = 'PT500', message = 'mentor_categories_not_deleted', detail = sqlerrm;
  end;
  begin
    delete from public.mentor_availability a where a.mentor_id = p_id;
  exception when others then
    raise exception using errcode = 'PT500', message = 'mentor_availability_not_deleted', detail = sqlerrm;
  end;
  begin
    delete from public.mentor_reviews r where r.mentor_id = p_id;
  exception when others then
    -- Only logged: reviews that are left are deleted with the mentor.
    raise warning 'The reviews of mentor % were not deleted: %', p_id, sqlerrm;
  end;
  -- The address goes with the mentor; bookings stay, with the copied name and picture.
  delete from public.mentors m where m.id = p_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
end
$$;
comment on function public.delete_mentor is
  'Deletes a mentor with categories, slots and reviews, for administrators. PT404 mentor_not_found, PT409 '
  'mentor_has_open_bookings | mentor_has_open_payments | mentor_has_earnings, PT500 mentor_categories_not_deleted | '
  'mentor_availability_not_deleted (detail: why).';

-- The home page -----------------------------------------------------------------------------------------------------

create function public.set_homepage_feature(p_id uuid, p_is_featured boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- guard_featured_mentors checks the limit of four, and clears the place of a mentor who leaves.
  update public.mentors m set is_featured_on_homepage = coalesce(p_is_featured, false) where m.id = p_id;
  if not found then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
end
$$;
comment on function public.set_homepage_feature is
  'Puts a mentor on the home page or takes one off it, for administrators. PT404 mentor_not_found, PT409 '
  'too_many_featured_mentors (four) | mentor_not_listed (a draft, or who has left).';

create function public.set_display_order(p_id uuid, p_order integer) returns void
language plpgsql security definer set search_path = '' as $$
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
  -- The unique index refuses a taken place, also for two administrators at the same moment.
  update public.mentors m set homepage_display_order = p_order where m.id = p_id;
exception when unique_violation then
  select m.name into v_holder from public.mentors m
  where m.is_featured_on_homepage and m.homepage_display_order = p_order and m.id <> p_id;
  raise exception using errcode = 'PT409', message = 'display_order_taken', detail = coalesce(v_holder, '');
end
$$;
comment on function public.set_display_order is
  'Gives a featured mentor a place from 1 to 4, or none (null), for administrators. PT404 mentor_not_found, PT409 '
  'mentor_not_featured | display_order_taken (detail: the name of the mentor who has it), PT422 '
  'display_order_out_of_range.';

-- Categories --------------------------------------------------------------------------------------------------------

create function public.list_categories()
returns table (
  id uuid, name text, description text, icon text, updated_at timestamptz, mentor_count integer
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select c.id, c.name, c.description, c.icon, c.updated_at,
      (select count(*)::integer from public.mentor_categories mc where mc.category_id = c.id)
    from public.categories c
    order by c.order_index, c.id;
end
$$;
comment on function public.list_categories is
  'All categories in their order, each with the number of mentors who have it, for administrators.';

create function public.reorder_categories(p_ids uuid[], p_seen uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.reorder_list('public.categories', p_ids, p_seen);
end
$$;
comment on function public.reorder_categories is
  'Gives the categories the order of p_ids, for administrators; see private.reorder_list(). PT409 categories_changed, '
  'PT422 categories_incomplete.';

revoke execute on all functions in schema private from public;
revoke execute on function public.save_mentor, public.delete_mentor, public.set_homepage_feature,
  public.set_display_order, public.list_categories, public.reorder_categories from public, anon;
grant execute on function public.save_mentor, public.delete_mentor, public.set_homepage_feature,
  public.set_display_order, public.list_categories, public.reorder_categories to authenticated, service_role;
