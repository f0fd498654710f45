set local lock_timeout = '5s';

-- What administrators do with mentors: the form's rules, saving and deleting, the four places of the home page.
-- See docs/product/mentors.md#profile-fields.

-- What a mentor must have -------------------------------------------------------------------------------------------

create function private.mentor_problems(
  p_name text, p_title text, p_expertise text, p_bio text, p_price integer, p_image text
) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array[
    case
      when coalesce(p_name, '') !~ '\S' then 'name_required'
      when char_length(p_name) > (private.profile_limits()).name then 'name_too_long'
    end,
    case
      when coalesce(p_title, '') !~ '\S' then 'title_required'
      when char_length(p_title) > (private.profile_limits()).title then 'title_too_long'
    end,
    case
      when coalesce(p_expertise, '') !~ '\S' then 'expertise_required'
      when char_length(p_expertise) > (private.profile_limits()).expertise then 'expertise_too_long'
    end,
    case
      when coalesce(p_bio, '') !~ '\S' then 'bio_required'
      when char_length(p_bio) > (private.profile_limits()).bio then 'bio_too_long'
    end,
    case when p_price is null or not p_price <@ (private.profile_limits()).price then 'price_invalid' end,
    case when coalesce(p_image, '') = '' then 'image_required' when p_image !~ '^(https?://|/)' then 'image_invalid' end
  ], null)
$$;
comment on function private.mentor_problems is
  'Codes in the order of the form''s fields; empty when there is no problem.';

create function private.line_in(p_value jsonb) returns text
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(p_value) when 'string' then nullif(private.clean_line(p_value #>> '{}'), '') end
$$;
comment on function private.line_in is 'The clean line of a JSON value, null where there is none or it is empty.';

create function private.languages_in(p_details jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select l.value from jsonb_array_elements_text(p_details -> 'languages') with ordinality l order by l.ordinality)
$$;

create function private.detail_problems(p_details jsonb) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_limits private.profile_limits := private.profile_limits();
  v_problems text[] := '{}';
  v_city text := private.line_in(p_details -> 'city');
  v_linkedin text := private.line_in(p_details -> 'linkedin');
  v_video text := private.line_in(p_details -> 'video_url');
begin
  if p_details ? 'languages' then
    if jsonb_typeof(p_details -> 'languages') <> 'array'
      or not p_details -> 'languages' <@ to_jsonb(private.language_codes()) then
      v_problems := v_problems || 'languages_invalid'::text;
    elsif jsonb_array_length(p_details -> 'languages') > v_limits.languages
      or jsonb_array_length(p_details -> 'languages') <> (
        select count(distinct l) from jsonb_array_elements(p_details -> 'languages') l
      ) then
      v_problems := v_problems || 'languages_invalid'::text;
    end if;
  end if;
  if v_city is not null and not char_length(v_city) <@ v_limits.city then
    v_problems := v_problems || 'city_invalid'::text;
  end if;
  if jsonb_typeof(p_details -> 'years_of_experience') <> 'null' and not (
    p_details ->> 'years_of_experience' ~ '^[0-9]{1,2}$'
    and (p_details ->> 'years_of_experience')::integer <@ v_limits.years
  ) then
    v_problems := v_problems || 'years_invalid'::text;
  end if;
  if v_linkedin is not null and (char_length(v_linkedin) > v_limits.linkedin
    or v_linkedin !~* '^https://([a-z]{1,3}\.)?linkedin\.com/in/[^/?#\s]+([/?#]\S*)?$') then
    v_problems := v_problems || 'linkedin_invalid'::text;
  end if;
  if v_video is not null and (char_length(v_video) > v_limits.video
    or v_video !~* '^https://((www\.|m\.)?youtube\.com|youtu\.be|(www\.|player\.)?vimeo\.com)/\S+$') then
    v_problems := v_problems || 'video_invalid'::text;
  end if;
  return v_problems;
end
$$;
comment on function private.detail_problems is
  'Codes about languages, city, years_of_experience, linkedin and video_url, of which any may be missing or null; '
  'rules/mentor-profile.ts has the same rules.';

-- save_mentor() names every problem at once; this trigger refuses direct writes with a problem. Bulk loads and
-- unchanged columns are not checked: a mentor with incomplete data may still be featured.
create function private.guard_mentor_fields() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_problems text[];
begin
  -- A draft may be incomplete: it is checked when it is listed.
  if not private.is_client() or new.listing_state = 'draft' then
    return new;
  end if;
  v_problems := private.mentor_problems(new.name, new.title, new.expertise, new.bio, new.price, new.image);
  if tg_op = 'UPDATE' and old.listing_state <> 'draft' then
    v_problems := array(
      select p from unnest(v_problems) p
      where case split_part(p, '_', 1)
        when 'name' then new.name is distinct from old.name
        when 'title' then new.title is distinct from old.title
        when 'expertise' then new.expertise is distinct from old.expertise
        when 'bio' then new.bio is distinct from old.bio
        when 'price' then new.price is distinct from old.price
        else new.image is distinct from old.image
      end
    );
  end if;
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

create function private.replace_slots(p_mentor_id uuid, p_slots jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_dates date[];
  v_starts time[];
  v_ends time[];
  v_past text;
begin
  select array_agg(s.date), array_agg(s.start_time), array_agg(s.end_time) into v_dates, v_starts, v_ends
  from private.parse_slots(p_slots) s;
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
    and not exists (
      select from unnest(v_dates, v_starts, v_ends) s (date, start_time, end_time)
      where s.date = a.date and s.start_time = a.start_time and s.end_time = a.end_time
    )
    and not private.has_claim(a.mentor_id, a.during);
  insert into public.mentor_availability (mentor_id, date, start_time, end_time)
  select distinct p_mentor_id, s.date, s.start_time, s.end_time
  from unnest(v_dates, v_starts, v_ends) s (date, start_time, end_time)
  on conflict (mentor_id, date, start_time, end_time) do update set source = 'manual'
  where mentor_availability.source <> 'manual';
end
$$;
comment on function private.replace_slots is
  'Makes the list the slots that were added by hand: what is missing is added, what is no longer listed goes, unless '
  'it is sold or held; rows that stay keep their ids. A generated slot that is listed becomes one of them, the others '
  'stay (docs/product/hours.md#single-times). PT422 slot_incomplete | slot_ends_before_start | slot_in_past (new ones '
  'only) | too_many_slots.';

create function public.save_mentor(
  p_mentor jsonb, p_email text, p_category_ids uuid[] default null, p_slots jsonb default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_old public.mentors;
  v_name text := private.clean_line(p_mentor ->> 'name');
  v_title text := private.clean_line(p_mentor ->> 'title');
  v_expertise text := private.clean_line(p_mentor ->> 'expertise');
  v_bio text := private.clean_text(p_mentor ->> 'bio');
  v_image text := private.clean_line(p_mentor ->> 'image');
  v_email text := private.clean_email(p_email);
  v_price integer;
  v_min_notice integer;
  v_is_taking boolean;
  v_taking_from date;
  v_specializations text[] := '{}';
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
  if (p_mentor ->> 'price') ~ '^[0-9]{1,7}(\.0+)?$' then
    v_price := (p_mentor ->> 'price')::numeric::integer;
  end if;

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

  v_problems := private.mentor_problems(
    v_name, v_title, v_expertise, v_bio, v_price,
    case
      when coalesce(v_image, '') = '' then v_old.image
      when v_old.id is null and v_image = '/placeholder.svg' then ''
      else v_image
    end
  );
  if coalesce(v_email, '') = '' then
    v_problems := v_problems || 'email_required'::text;
  elsif not private.is_email(v_email) then
    v_problems := v_problems || 'email_invalid'::text;
  end if;
  if jsonb_typeof(coalesce(p_mentor -> 'specializations', '[]')) = 'array' then
    v_specializations := array(
      select private.clean_line(s.value)
      from jsonb_array_elements_text(coalesce(p_mentor -> 'specializations', '[]')) with ordinality s
      where private.clean_line(s.value) <> ''
      order by s.ordinality
    );
  else
    v_problems := v_problems || 'specializations_invalid'::text;
  end if;
  if cardinality(v_specializations) > (private.profile_limits()).specializations
    or (private.profile_limits()).specialization < any (select char_length(s) from unnest(v_specializations) s) then
    v_problems := v_problems || 'specializations_invalid'::text;
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
  v_problems := v_problems || private.detail_problems(p_mentor);
  if exists (
    select from unnest(p_category_ids) c where not exists (select from public.categories k where k.id = c)
  ) then
    v_problems := v_problems || 'category_not_found'::text;
  end if;
  if cardinality(v_problems) > 0 then
    raise exception using errcode = 'PT422', message = v_problems[1], detail = array_to_string(v_problems, ',');
  end if;

  if v_old.id is null then
    -- A new mentor starts without rating and reviews (docs/product/reviews.md#rating).
    insert into public.mentors
      (id, name, title, expertise, specializations, bio, image, price, rating, reviews, min_notice_minutes,
        is_taking_bookings, taking_bookings_from)
    values (v_id, v_name, v_title, v_expertise, v_specializations, v_bio, v_image, v_price, 0, 0,
      coalesce(v_min_notice, private.default_min_notice_minutes()), coalesce(v_is_taking, true), v_taking_from);
  else
    update public.mentors m
    set name = v_name, title = v_title, expertise = v_expertise, bio = v_bio, price = v_price,
      specializations = case when p_mentor ? 'specializations' then v_specializations else m.specializations end,
      image = coalesce(nullif(v_image, ''), m.image),
      min_notice_minutes = coalesce(v_min_notice, m.min_notice_minutes),
      is_taking_bookings = coalesce(v_is_taking, m.is_taking_bookings),
      taking_bookings_from = case when v_is_taking is null then m.taking_bookings_from else v_taking_from end
    where m.id = v_id;
  end if;

  update public.mentors m
  set languages = case when p_mentor ? 'languages' then private.languages_in(p_mentor) else m.languages end,
    city = case when p_mentor ? 'city' then private.line_in(p_mentor -> 'city') else m.city end,
    years_of_experience = case when p_mentor ? 'years_of_experience'
      then (p_mentor ->> 'years_of_experience')::smallint else m.years_of_experience end,
    linkedin = case when p_mentor ? 'linkedin' then private.line_in(p_mentor -> 'linkedin') else m.linkedin end,
    video_url = case when p_mentor ? 'video_url' then private.line_in(p_mentor -> 'video_url') else m.video_url end
  where m.id = v_id
    and p_mentor ?| array['languages', 'city', 'years_of_experience', 'linkedin', 'video_url'];

  insert into public.mentor_private as mp (mentor_id, email) values (v_id, v_email)
  on conflict (mentor_id) do update set email = excluded.email where mp.email <> excluded.email;

  if p_category_ids is not null then
    delete from public.mentor_categories mc where mc.mentor_id = v_id and mc.category_id <> all (p_category_ids);
    insert into public.mentor_categories (mentor_id, category_id)
    select distinct v_id, c from unnest(p_category_ids) c where c is not null
    on conflict do nothing;
  end if;
  if p_slots is not null then
    perform private.replace_slots(v_id, p_slots);
  end if;
  return v_id;
exception when unique_violation then
  -- Two requests saved the same new mentor at once.
  raise exception using errcode = 'PT409', message = 'mentor_changed_meanwhile';
end
$$;
comment on function public.save_mentor is
  'Adds or changes a mentor with address, categories and slots, for administrators; answers the id. p_mentor: id '
  '(chosen by the browser for a new mentor), name, title, expertise, bio, price (whole rupees), image, '
  'specializations, min_notice_minutes, is_taking_bookings, taking_bookings_from (a day to come), '
  'languages, city, years_of_experience, linkedin, video_url (what is missing stays as it is, null is none), and '
  'updated_at as it was read, when an existing mentor is changed. Null categories or slots are left as they are. '
  'PT404 mentor_not_found, PT409 mentor_changed_meanwhile, PT422 with the first problem''s code (all, by commas, in '
  'detail): name_required, title_required, expertise_required, bio_required (also _too_long), price_invalid, '
  'image_required, image_invalid, email_required, email_invalid, specializations_invalid, min_notice_invalid, '
  'taking_bookings_from_past, languages_invalid, city_invalid, years_invalid, linkedin_invalid, video_invalid, '
  'category_not_found, mentor_invalid; for slots see replace_slots: slot_incomplete, slot_ends_before_start, '
  'slot_in_past, too_many_slots.';

-- Deleting ----------------------------------------------------------------------------------------------------------

create function private.require_no_open_sessions(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_mentor(p_mentor_id);
  if exists (
    select from public.bookings b
    where b.mentor_id = p_mentor_id
      and (b.status = 'pending_admin_review'
        or (b.status in ('confirmed', 'rescheduled') and upper(b.during) > now()))
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
