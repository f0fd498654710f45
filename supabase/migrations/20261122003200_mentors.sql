set local lock_timeout = '5s';

-- Mentors as every visitor sees them, their categories and the times that they offer; how the listing is searched.

-- Addresses ----------------------------------------------------------------------------------------------------------

create function private.slug_of(p_text text) returns text
language sql stable set search_path = '' as $$
  select trim('-' from left(trim('-' from regexp_replace(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, lower(p_text))),
    '[^a-z0-9\s-]', '', 'g'), '[\s-]+', '-', 'g')), 80))
$$;
comment on function private.slug_of is
  'A name as a part of an address (docs/product/mentors.md#addresses-and-sharing); empty where it has no Latin letter '
  'and no digit.';

create function private.set_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_base text;
  v_number integer := 1;
  v_is_own boolean;
begin
  if tg_op = 'UPDATE' and new.name = old.name then
    new.slug := old.slug;
    return new;
  end if;
  -- Two rows of one name at the same moment must not choose the same slug.
  perform pg_advisory_xact_lock(727005, 0);
  v_base := private.slug_of(case tg_argv[0] when 'category' then replace(new.name, '&', ' and ') else new.name end);
  if v_base = '' then
    v_base := tg_argv[0] || '-' || left(new.id::text, 8);
  end if;
  loop
    new.slug := case v_number when 1 then v_base
      else trim('-' from left(v_base, 79 - length(v_number::text))) || '-' || v_number end;
    v_number := v_number + 1;
    -- The rest of an address that ends like a UUID would be read as an id.
    continue when new.slug in ('category', 'match', 'saved', 'new', 'edit', 'search')
      or new.slug ~ '(^|-)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
    execute format(
      'insert into private.%1$I as s (slug, %2$I) values ($1, $2)
       on conflict (slug) do update set %2$I = $2 where s.%2$I = $2 returning true',
      tg_argv[0] || '_slugs', tg_argv[0] || '_id')
    into v_is_own using new.slug, new.id;
    exit when v_is_own;
  end loop;
  return new;
end
$$;
comment on function private.set_slug is
  'Makes the slug of a mentor or category (the argument) from its name; any value written is replaced. A slug belongs '
  'for good to whom it was given first (docs/product/mentors.md#addresses-and-sharing).';

-- Categories are reference data, the same in every installation.
create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint categories_name_shape check (
    char_length(name) between 1 and 80 and name ~ '^\S(.*\S)?$' and name !~ '[[:cntrl:]]' and lower(name) <> 'all'
  ),
  description text not null default '' check (char_length(description) <= 300),
  icon text not null default '' check (char_length(icon) <= 40),
  -- Overwritten by place_ordered_row(); the default lets a client leave it out.
  order_index integer not null default 1 check (order_index >= 1),
  updated_at timestamptz not null default now(),
  slug text not null default '' unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80)
);
create unique index categories_name_key on public.categories (lower(name));

comment on table public.categories is 'Fields of expertise (docs/product/mentors.md#categories).';
comment on column public.categories.id is 'Fixed for the eight that ship with the product.';
comment on column public.categories.name is
  'What filters match on, exactly; unique without regard to case. Trimmed, and not "all", which is the filter''s word '
  'for any.';
comment on column public.categories.description is 'One sentence on what the category covers.';
comment on column public.categories.icon is 'Name of an icon; an unknown one is drawn as a default icon.';
comment on column public.categories.order_index is
  'Position from 1, without gaps, wherever categories are listed. Written by the database alone: a new category is '
  'last, reorder_categories() moves, a deletion closes the gap.';
comment on column public.categories.updated_at is
  'When name, description or icon last changed; a save names it, so that it is refused on an old version.';
comment on column public.categories.slug is 'The category in its address, made of the name by the database.';

create table private.category_slugs (
  slug text primary key,
  category_id uuid not null references public.categories (id) on delete cascade deferrable initially deferred
);
create index category_slugs_category_idx on private.category_slugs (category_id);

comment on table private.category_slugs is 'Every slug that a category has had; former ones lead to the present one.';

alter table private.category_slugs enable row level security;
revoke all on table private.category_slugs from public, anon, authenticated, service_role;

alter table public.categories enable row level security;

create policy "Everyone reads categories" on public.categories for select to anon, authenticated using (true);
create policy "Administrators add categories" on public.categories
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update categories" on public.categories
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete categories" on public.categories
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.categories from public, anon, authenticated;
grant select on table public.categories to anon;
grant select, delete on table public.categories to authenticated;
-- Positions are written by the database alone.
grant insert (id, name, description, icon), update (name, description, icon) on table public.categories
to authenticated;
grant select, insert, update, delete on table public.categories to service_role;

create trigger clean_columns before insert or update of name, description on public.categories
for each row execute function private.clean_columns('name', 'description*');
create trigger touch_updated_at before update of name, description, icon on public.categories
for each row when ((old.name, old.description, old.icon) is distinct from (new.name, new.description, new.icon))
execute function private.touch_updated_at();
create trigger set_slug before insert or update of name, slug on public.categories
for each row execute function private.set_slug('category');
create trigger lock_ordered_list before insert or update or delete on public.categories
for each statement execute function private.lock_ordered_list();
create trigger place_new_row before insert on public.categories
for each row execute function private.place_ordered_row();
create trigger place_moved_row before update of order_index on public.categories
for each row when (old.order_index is distinct from new.order_index) execute function private.place_ordered_row();
create trigger close_ordered_gaps after delete on public.categories
for each statement execute function private.close_ordered_gaps();

insert into public.categories (id, name, description, icon, order_index) values
  ('c0000000-0000-4000-8000-000000000001', 'Legal & Compliance',
    'Incorporation, contracts, intellectual property and regulation.', 'scale', 1),
  ('c0000000-0000-4000-8000-000000000002', 'Fundraising',
    'Pitching, valuation, term sheets and investor relations.', 'cash', 2),
  ('c0000000-0000-4000-8000-000000000003', 'Marketing & Branding',
    'Positioning, content, campaigns and brand.', 'megaphone', 3),
  ('c0000000-0000-4000-8000-000000000004', 'Product Development',
    'From the first prototype to a product people keep using.', 'cube', 4),
  ('c0000000-0000-4000-8000-000000000005', 'Operations', 'Processes, hiring, supply and finance.', 'cog', 5),
  ('c0000000-0000-4000-8000-000000000006', 'Sales', 'First customers, pricing and sales teams.', 'chart', 6),
  ('c0000000-0000-4000-8000-000000000007', 'Technology', 'Architecture, engineering teams and data.', 'code', 7),
  ('c0000000-0000-4000-8000-000000000008', 'Growth', 'Acquisition, retention and expansion.', 'trending-up', 8)
on conflict do nothing;

-- Which account a mentor has is in mentor_private (below), so that no visitor learns it.
create function private.my_mentor_id() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select mp.mentor_id from public.mentor_private mp where mp.user_id = private.signed_in_user());
end
$$;
comment on function private.my_mentor_id is
  'The mentor whose account is signed in, also one who has left; else null. Policies call it as (select '
  'private.my_mentor_id()). Claims of the token about a mentor are never read '
  '(docs/product/mentor-accounts.md#one-account-one-mentor).';

-- Numbers that several places need ----------------------------------------------------------------------------------

create type private.profile_limits as (
  name integer, title integer, expertise integer, bio integer, price int4range, specializations integer,
  specialization integer, companies integer, company integer, languages integer, city int4range, years int4range, linkedin integer, video integer
);
create function private.profile_limits() returns private.profile_limits
language sql immutable set search_path = '' as $$
  select jsonb_populate_record(null::private.profile_limits, '{
    "name": 200, "title": 300, "expertise": 300, "bio": 10000, "price": "[1,1000000]", "specializations": 50,
    "specialization": 100, "companies": 5, "company": 80, "languages": 8, "city": "[2,80]", "years": "[0,60]", "linkedin": 300, "video": 500
  }')
$$;
comment on function private.profile_limits is
  'Characters, whole rupees and numbers of entries (docs/product/mentors.md#profile-fields). rules/mentors/profile.ts '
  'has the same; a test compares them.';
grant execute on function private.profile_limits to authenticated, service_role;

create type private.hours_limits as (
  session_lengths integer[], buffers integer[], notice_minutes int4range, window_weeks int4range, per_day int4range,
  per_week int4range, ranges_a_day integer, overrides integer, time_off integer, days_off integer, note integer
);
create function private.hours_limits() returns private.hours_limits
language sql immutable set search_path = '' as $$
  select jsonb_populate_record(null::private.hours_limits, '{
    "session_lengths": [30, 45, 60], "buffers": [0, 5, 10, 15, 30, 45, 60], "notice_minutes": "[120,10080]",
    "window_weeks": "[1,26]", "per_day": "[1,20]", "per_week": "[1,60]", "ranges_a_day": 6, "overrides": 200,
    "time_off": 50, "days_off": 180, "note": 100
  }')
$$;
comment on function private.hours_limits is
  'Minutes, weeks, characters and numbers of entries (docs/product/hours.md#limits). rules/mentors/hours.ts has the '
  'same; a test compares them.';
grant execute on function private.hours_limits to authenticated, service_role;

create function private.language_codes() returns text[]
language sql immutable set search_path = '' as $$
  select array['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'ml', 'or', 'pa', 'as', 'ur']
$$;
comment on function private.language_codes is
  'The languages that mentors speak and founders prefer; rules/sessions/brief.ts has the same; a test compares them.';
grant execute on function private.language_codes to authenticated, service_role;

create function private.is_name_list(p_value jsonb, p_most integer, p_length integer) returns boolean
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_value) = 'array' then jsonb_array_length(p_value) <= p_most and not exists (
    select from jsonb_array_elements(p_value) n
    where jsonb_typeof(n) <> 'string' or char_length(n #>> '{}') not between 1 and p_length
  ) else false end
$$;
grant execute on function private.is_name_list to authenticated, service_role;

-- What only administrators may see of a mentor is in mentor_private.
create table public.mentors (
  id uuid primary key default gen_random_uuid(),
  name text not null check (name <> '' and char_length(name) <= (private.profile_limits()).name),
  title text not null default '' check (char_length(title) <= (private.profile_limits()).title),
  expertise text not null default '' check (char_length(expertise) <= (private.profile_limits()).expertise),
  specializations text[] not null default '{}' check (array_position(specializations, null) is null),
  bio text not null default '' check (char_length(bio) <= (private.profile_limits()).bio),
  image text not null default '/placeholder.svg' check (image ~ '^(https?://|/)'),
  rating numeric(2, 1) not null default 4.5 check (rating between 0 and 5),
  reviews integer not null default 0 check (reviews >= 0),
  price integer not null default 0 check (price = 0 or price <@ (private.profile_limits()).price),
  min_notice_minutes integer not null check (min_notice_minutes <@ (private.hours_limits()).notice_minutes),
  is_taking_bookings boolean not null default true,
  taking_bookings_from date,
  role text,
  video_url text check (video_url ~* '^https://'),
  is_featured_on_homepage boolean not null default false,
  homepage_display_order smallint check (homepage_display_order between 1 and 4),
  is_demonstration boolean not null default false,
  search_text text not null default '',
  search_words text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  listing_state text not null default 'listed' check (listing_state in ('draft', 'listed', 'left')),
  session_minutes smallint check (session_minutes = any ((private.hours_limits()).session_lengths)),
  shows_next_availability boolean not null default true,
  languages text[] not null default '{}' check (
    cardinality(languages) <= (private.profile_limits()).languages and languages <@ private.language_codes()
  ),
  slug text not null default '' unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  city text check (char_length(city) <@ (private.profile_limits()).city),
  years_of_experience smallint check (years_of_experience::integer <@ (private.profile_limits()).years),
  linkedin text check (char_length(linkedin) <= (private.profile_limits()).linkedin and linkedin ~* '^https://'),
  answers_within smallint check (answers_within in (2, 6, 12, 24)),
  companies text[] not null default '{}' check (
    private.is_name_list(to_jsonb(companies), (private.profile_limits()).companies, (private.profile_limits()).company)
  ),
  constraint mentors_return_of_absent check (taking_bookings_from is null or not is_taking_bookings)
);
-- The listing's order; must stay in step with search_mentors().
create index mentors_listing_idx on public.mentors
  (is_featured_on_homepage desc, homepage_display_order asc nulls last, rating desc, name, id);
-- For the count on each page of the listing, without reading the rows.
create index mentors_listed_price_idx on public.mentors (price, id) where listing_state = 'listed';
create index mentors_search_idx on public.mentors using gin (search_text extensions.gin_trgm_ops);
create index mentors_search_words_idx on public.mentors using gin (search_words);
create index mentors_languages_idx on public.mentors using gin (languages);
-- For the orders of search_mentors().
create index mentors_price_order_idx on public.mentors (nullif(price, 0)) where listing_state = 'listed';
create index mentors_rating_order_idx on public.mentors (
  (case when reviews > 0 then -rating end), is_featured_on_homepage desc, homepage_display_order asc nulls last,
  rating desc, name, id
) where listing_state = 'listed';
create unique index mentors_display_order_key on public.mentors (homepage_display_order) where is_featured_on_homepage;

comment on table public.mentors is 'Mentors, public. See docs/product/mentors.md#profile-fields.';
comment on column public.mentors.id is 'May be supplied by the administrator''s browser for a new mentor.';
comment on column public.mentors.name is 'Full name.';
comment on column public.mentors.slug is 'The mentor in the profile''s address, made of the name by the database.';
comment on column public.mentors.title is 'Position, as shown under the name.';
comment on column public.mentors.expertise is 'Main field, in the mentor''s own words.';
comment on column public.mentors.specializations is 'Narrower subjects, shown as badges.';
comment on column public.mentors.bio is 'About text.';
comment on column public.mentors.image is 'Address of the portrait.';
comment on column public.mentors.rating is 'Average rating, 0 to 5, one decimal.';
comment on column public.mentors.reviews is 'How many reviews the rating is computed from.';
comment on column public.mentors.price is 'Rupees per session, whole; 0 means not bookable yet.';
comment on column public.mentors.min_notice_minutes is
  'A slot that starts sooner than this is not offered (docs/product/hours.md#minimum-notice).';
comment on column public.mentors.is_taking_bookings is
  'False: no slot is offered, and the profile stays; until taking_bookings_from, where that is set.';
comment on column public.mentors.taking_bookings_from is
  'Day in India from which an absent mentor takes bookings again; null: not known.';
comment on column public.mentors.role is 'Optional role label.';
comment on column public.mentors.video_url is 'Optional introduction video.';
comment on column public.mentors.is_featured_on_homepage is 'Shown on the home page; at most four are.';
comment on column public.mentors.homepage_display_order is
  'Place on the home page, 1 to 4, unique among the featured; null when not featured.';
comment on column public.mentors.is_demonstration is 'An invented person of the demonstration catalogue.';
comment on column public.mentors.listing_state is
  'draft: administrators and the linked account alone see it. listed. left: the profile stays, without booking '
  '(docs/product/mentors.md#listing-states). Set by functions alone.';
comment on column public.mentors.session_minutes is
  'Length of the sessions that the mentor''s hours offer; null until it is set (docs/product/hours.md#session-length).';
comment on column public.mentors.shows_next_availability is
  'False: cards and hover previews name no next free time (docs/product/mentor-accounts.md#next-free-time).';
comment on column public.mentors.languages is
  'Languages that the mentor speaks, by code, at most eight (docs/product/mentors.md#profile-fields).';
comment on column public.mentors.city is 'Where the mentor works from.';
comment on column public.mentors.years_of_experience is 'Whole years.';
comment on column public.mentors.linkedin is 'Address of the mentor''s LinkedIn profile.';
comment on column public.mentors.answers_within is
  'Hours in which the mentor usually answers; null where too few answers are known. Counted at night, by no client '
  '(docs/product/outcomes.md#answer-times).';
comment on column public.mentors.companies is
  'Companies that the mentor worked for or founded, at most five names (docs/product/mentors.md#profile-fields).';
comment on column public.mentors.search_text is
  'Lower-cased name, expertise, title, specializations, companies and category names, one a line. Kept by triggers; '
  'any value written is replaced.';
comment on column public.mentors.search_words is
  'The words of search_text and the names of the languages, by private.words_of(). Kept as search_text is.';
comment on column public.mentors.created_at is 'When the mentor was added.';
comment on column public.mentors.updated_at is 'When the row last changed.';

create table private.mentor_slugs (
  slug text primary key,
  mentor_id uuid references public.mentors (id) on delete set null deferrable initially deferred
);
create index mentor_slugs_mentor_idx on private.mentor_slugs (mentor_id);

comment on table private.mentor_slugs is
  'Every slug that a mentor has had. Former ones lead to the present one and are never given to another mentor, also '
  'after the mentor was deleted: a printed address must not lead to somebody else.';

alter table private.mentor_slugs enable row level security;
revoke all on table private.mentor_slugs from public, anon, authenticated, service_role;

alter table public.mentors enable row level security;

create policy "Everyone reads published mentors" on public.mentors
for select to anon, authenticated using (listing_state <> 'draft');
create policy "Mentors read their own draft" on public.mentors
for select to authenticated using (id = (select private.my_mentor_id()));
create policy "Administrators read drafts of mentors" on public.mentors
for select to authenticated using ((select private.is_admin()));
create policy "Administrators add mentors" on public.mentors
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update mentors" on public.mentors
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentors" on public.mentors
for delete to authenticated using ((select private.is_admin()));

create function private.guard_listing_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Inside a function that may set the state, the current user is the function's owner.
  if current_user in ('anon', 'authenticated')
    and new.listing_state is distinct from (case when tg_op = 'INSERT' then 'listed' else old.listing_state end) then
    raise exception using errcode = '42501', message = 'listing_state_protected';
  end if;
  if current_user in ('anon', 'authenticated')
    and new.answers_within is distinct from (case when tg_op = 'UPDATE' then old.answers_within end) then
    raise exception using errcode = '42501', message = 'answers_within_protected';
  end if;
  return new;
end
$$;
comment on function private.guard_listing_state is
  'No client writes listing_state or answers_within: 42501 listing_state_protected | answers_within_protected '
  '(docs/product/mentors.md#listing-states).';
create trigger clean_columns
before insert or update of name, title, expertise, role, city, linkedin, video_url, bio on public.mentors
for each row execute function private.clean_columns(
  'name', 'title', 'expertise', 'role', 'city', 'linkedin', 'video_url', 'bio*');
create trigger set_slug before insert or update of name, slug on public.mentors
for each row execute function private.set_slug('mentor');
create trigger guard_listing_state before insert or update of listing_state, answers_within on public.mentors
for each row execute function private.guard_listing_state();

revoke all on table public.mentors from public, anon, authenticated;
grant select on table public.mentors to anon;
grant select, insert, update, delete on table public.mentors to authenticated, service_role;

create trigger touch_updated_at before update on public.mentors
for each row when (
  (new.rating, new.reviews, new.answers_within) is not distinct from (old.rating, old.reviews, old.answers_within)
)
execute function private.touch_updated_at();

-- 512 locks for all mentors: a bulk load of thousands of mentors in one transaction must fit the lock table, and two
-- mentors sharing a lock only wait for each other for milliseconds.
create function private.mentor_lock_key(p_mentor_id uuid) returns integer
language plpgsql immutable set search_path = ''
as $$ begin return hashtext(p_mentor_id::text) & 511; end $$;

create function private.lock_mentor(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The row first, then the lock: deleting a mentor takes them in the same order, and a foreign key would lock the row
  -- later in any case.
  perform from public.mentors where id = p_mentor_id for key share;
  perform pg_advisory_xact_lock(727001, private.mentor_lock_key(p_mentor_id));
end
$$;
comment on function private.lock_mentor is 'Serialises changes to one mentor''s time until the transaction ends.';

create function private.takes_bookings(p_mentor public.mentors) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return p_mentor.listing_state = 'listed'
    and (p_mentor.is_taking_bookings or coalesce(p_mentor.taking_bookings_from <= private.today(), false));
end
$$;
comment on function private.takes_bookings is
  'Whether the mentor''s slots are offered today (docs/product/hours.md#pauses): never of a draft, nor of a mentor '
  'who has left.';

create function private.bookable_from(p_mentor public.mentors) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when private.takes_bookings(p_mentor)
    then now() + greatest(p_mentor.min_notice_minutes * interval '1 minute', private.least_notice()) else 'infinity' end;
end
$$;
comment on function private.bookable_from is
  'Slots that start then or later are offered, earlier ones and those of a mentor who takes no bookings are not '
  '(docs/product/hours.md#minimum-notice).';

create function private.guard_featured_mentors() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not new.is_featured_on_homepage then
    new.homepage_display_order := null;
  elsif tg_op = 'INSERT' or not old.is_featured_on_homepage then
    if new.listing_state <> 'listed' then
      raise exception using errcode = 'PT409', message = 'mentor_not_listed';
    end if;
    perform pg_advisory_xact_lock(727003, 0);
    if (select count(*) >= 4 from public.mentors where is_featured_on_homepage and id <> new.id) then
      raise exception using errcode = 'PT409', message = 'too_many_featured_mentors';
    end if;
  end if;
  return new;
end
$$;
comment on function private.guard_featured_mentors is
  'At most four mentors are featured, and only listed ones (PT409 mentor_not_listed); leaving the home page clears '
  'the place on it (docs/product/mentors.md#home-page).';
create trigger guard_featured_mentors
before insert or update of is_featured_on_homepage, homepage_display_order on public.mentors
for each row execute function private.guard_featured_mentors();

-- A mentor's categories ---------------------------------------------------------------------------------------------

create table public.mentor_categories (
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  category_id uuid not null references public.categories (id) on delete restrict,
  primary key (mentor_id, category_id)
);
create index mentor_categories_category_idx on public.mentor_categories (category_id, mentor_id);

comment on table public.mentor_categories is 'Link between mentors and categories.';
comment on column public.mentor_categories.mentor_id is 'The mentor; the link goes with it.';
comment on column public.mentor_categories.category_id is 'The category; it stays while a mentor has it.';

alter table public.mentor_categories enable row level security;

-- A person who may read a draft may read its categories.
create policy "Everyone reads the categories of mentors" on public.mentor_categories
for select to anon, authenticated using (exists (select from public.mentors m where m.id = mentor_categories.mentor_id));
create policy "Administrators add mentor categories" on public.mentor_categories
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators delete mentor categories" on public.mentor_categories
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_categories from public, anon, authenticated;
grant select on table public.mentor_categories to anon;
grant select, insert, delete on table public.mentor_categories to authenticated;
grant select, insert, update, delete on table public.mentor_categories to service_role;

-- A link is added or removed, never edited: an edit would not refresh the old mentor's search text.
create function private.refuse_update() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT409', message = tg_table_name || '_rows_are_never_updated';
end
$$;
create trigger refuse_update before update on public.mentor_categories
for each row when (old is distinct from new) execute function private.refuse_update();

create function private.guard_category_deletion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_mentors bigint;
begin
  -- The row is locked: a mentor who gets this category at the same moment waits, or has been counted.
  select count(*) into v_mentors from public.mentor_categories mc where mc.category_id = old.id;
  if v_mentors > 0 then
    raise exception using errcode = 'PT409', message = 'category_in_use', detail = v_mentors::text;
  end if;
  -- A draft with it could neither be submitted nor published.
  update public.mentor_drafts d set fields = jsonb_set(d.fields, '{categories}', (d.fields -> 'categories') - old.id::text)
  where d.state <> 'published' and jsonb_typeof(d.fields -> 'categories') = 'array'
    and d.fields -> 'categories' ? old.id::text;
  return old;
end
$$;
comment on function private.guard_category_deletion is
  'Only an unused category is deleted; open drafts lose it. PT409 category_in_use, with the number of its mentors as '
  'detail.';
create trigger guard_category_deletion before delete on public.categories
for each row execute function private.guard_category_deletion();

-- Search text -------------------------------------------------------------------------------------------------------

create function private.clean_names(p_names text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(n.name order by n.place), '{}')
  from (
    select distinct on (lower(c.name)) c.name, c.place
    from (select private.clean_line(u.name), u.place from unnest(p_names) with ordinality u (name, place)) c (name, place)
    where c.name <> ''
    order by lower(c.name), c.place
  ) n
$$;
comment on function private.clean_names is
  'A list of names as it is stored: clean lines, without those that cannot be seen, each once without regard to case.';

create function private.words_of(p_text text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_plain text := private.plain_words(p_text);
begin
  return array(
    select distinct left(w.word, 40) collate "C"
    from string_to_table(replace(v_plain, '-', ' ') || ' ' || replace(v_plain, '-', ''), ' ') w (word)
    where w.word <> '' order by 1
  );
end
$$;
comment on function private.words_of is
  'The different words of a text, each cut at 40 characters; of e-commerce: e, commerce and ecommerce.';

-- Indexes of the bio and of reviews use them, whoever writes the row.
grant execute on function private.words_of to anon, authenticated, service_role;

create function private.language_names(p_codes text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg('{
    "en": "English", "hi": "Hindi", "bn": "Bengali", "mr": "Marathi", "te": "Telugu", "ta": "Tamil", "gu": "Gujarati",
    "kn": "Kannada", "ml": "Malayalam", "or": "Odia", "pa": "Punjabi", "as": "Assamese", "ur": "Urdu"
  }'::jsonb ->> c, ' ' order by place) from unnest(p_codes) with ordinality u (c, place)
$$;
comment on function private.language_names is 'As copy/mentors/languages.ts; a test compares them.';

create function private.set_mentor_search_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.specializations := private.clean_names(new.specializations);
  new.companies := private.clean_names(new.companies);
  new.search_text := lower(concat_ws(
    E'\n', new.name, new.expertise, new.title, array_to_string(new.specializations || new.companies, E'\n'),
    (select string_agg(c.name, E'\n' order by c.name)
     from public.mentor_categories mc join public.categories c on c.id = mc.category_id
     where mc.mentor_id = new.id)
  ));
  new.search_words := private.words_of(concat_ws(' ', new.search_text, private.language_names(new.languages)));
  return new;
end
$$;
comment on function private.set_mentor_search_text is
  'What search matches (docs/product/mentors.md#search-and-filters): search_text, one value a line, and search_words.';
create trigger set_mentor_search_text
before insert or update of name, expertise, title, specializations, companies, languages, search_text, search_words
on public.mentors
for each row execute function private.set_mentor_search_text();

-- Runs once for each statement, not for each row: a seed links thousands of mentors in one insert.
create function private.refresh_search_text_of_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.mentors set search_text = '' where id in (select mentor_id from changed_links);
  return null;
end
$$;

create function private.refresh_search_text_of_categories() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.mentors set search_text = ''
  where id in (
    select mc.mentor_id
    from public.mentor_categories mc
    join changed_categories c on c.id = mc.category_id
    join former_categories f on f.id = c.id and f.name <> c.name
  );
  return null;
end
$$;
create trigger refresh_search_text_after_insert after insert on public.mentor_categories
referencing new table as changed_links
for each statement execute function private.refresh_search_text_of_links();
create trigger refresh_search_text_after_delete after delete on public.mentor_categories
referencing old table as changed_links
for each statement execute function private.refresh_search_text_of_links();
create trigger refresh_search_text_after_rename after update on public.categories
referencing old table as former_categories new table as changed_categories
for each statement execute function private.refresh_search_text_of_categories();

-- The fields of a profile --------------------------------------------------------------------------------------------

-- What follows, the forms' saves and drafts read this list; rules/mentors/profile.ts has the same.
create function private.profile_fields() returns table (name text, kind text, is_required boolean)
language sql immutable set search_path = '' as $$
  values
    ('name', 'line', true), ('title', 'line', true), ('expertise', 'line', true), ('bio', 'text', true),
    ('price', 'number', true), ('specializations', 'names', false), ('image', 'line', true),
    ('languages', 'codes', false), ('city', 'line', false), ('years_of_experience', 'number', false),
    ('companies', 'names', false), ('linkedin', 'line', false), ('video_url', 'line', false), ('categories', 'codes', false)
$$;
comment on function private.profile_fields is
  'The fields that a mentor may change in a draft, in the order of the form; kind says how a value is cleaned, see '
  'clean_profile(). All but categories are columns of mentors.';

create function private.is_whole(p_value jsonb, p_limits int4range) returns boolean
language sql immutable set search_path = '' as $$
  select case when p_value #>> '{}' ~ '^[0-9]{1,7}$' then (p_value #>> '{}')::integer <@ p_limits else false end
$$;

create function private.text_problem(p_field text, p_text text, p_most integer) returns text
language sql immutable set search_path = '' as $$
  select case when coalesce(p_text, '') !~ '\S' then p_field || '_required'
    when char_length(p_text) > p_most then p_field || '_too_long' end
$$;

create function private.field_problem(p_field text, p_value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_text text := p_value #>> '{}';
  v_list jsonb := case jsonb_typeof(p_value) when 'array' then p_value end;
  v_limits private.profile_limits := private.profile_limits();
begin
  return case p_field
    when 'name' then private.text_problem(p_field, v_text, v_limits.name)
    when 'title' then private.text_problem(p_field, v_text, v_limits.title)
    when 'expertise' then private.text_problem(p_field, v_text, v_limits.expertise)
    when 'bio' then private.text_problem(p_field, v_text, v_limits.bio)
    when 'price' then case when not private.is_whole(p_value, v_limits.price) then 'price_invalid' end
    when 'specializations' then case
      when not private.is_name_list(p_value, v_limits.specializations, v_limits.specialization)
      then 'specializations_invalid' end
    when 'image' then case
      when coalesce(v_text, '') = '' then 'image_required'
      when v_text !~ '^(https?://|/)' then 'image_invalid'
    end
    when 'languages' then case when v_list is null
      or not v_list <@ to_jsonb(private.language_codes())
      or jsonb_array_length(v_list) > v_limits.languages
      or jsonb_array_length(v_list) <> (select count(distinct l) from jsonb_array_elements(v_list) l)
      then 'languages_invalid' end
    when 'city' then case when not char_length(v_text) <@ v_limits.city then 'city_invalid' end
    when 'years_of_experience' then case
      when v_text is not null and not private.is_whole(p_value, v_limits.years) then 'years_invalid'
    end
    when 'companies' then case
      when not private.is_name_list(p_value, v_limits.companies, v_limits.company) then 'companies_invalid' end
    when 'linkedin' then case
      when char_length(v_text) > v_limits.linkedin
        or v_text !~* '^https://([a-z]{1,3}\.)?linkedin\.com/in/[^/?#\s]+([/?#]\S*)?$' then 'linkedin_invalid'
    end
    when 'video_url' then case
      when char_length(v_text) > v_limits.video
        or v_text !~* '^https://((www\.|m\.)?youtube\.com|youtu\.be|(www\.|player\.)?vimeo\.com)/\S+$' then 'video_invalid'
    end
    when 'categories' then case when v_list is null or exists (
      select from jsonb_array_elements_text(v_list) c
      where not exists (select from public.categories k where k.id::text = c)
    ) then 'category_not_found' end
  end;
end
$$;
comment on function private.field_problem is
  'What is wrong with a field''s clean value, by code; null where nothing is (docs/product/mentors.md#profile-fields). '
  'The table PROFILE of rules/mentors/profile.ts has the same rules, and the sentence for each code.';

create function private.field_problems(p_profile jsonb, p_given jsonb) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(c.problem order by c.place) filter (where c.problem is not null), '{}')
  from (
    select f.place, private.field_problem(f.name, p_profile -> f.name) as problem
    from private.profile_fields() with ordinality f (name, kind, is_required, place)
    where f.is_required or p_given ? f.name
  ) c
$$;
comment on function private.field_problems is
  'The codes of a clean profile''s problems, in the order of the form: of the fields that a mentor must have, and of '
  'those in p_given. Others are not checked, since they do not change.';

create function private.clean_value(p_kind text, p_value jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(case
    when p_kind in ('line', 'text') then case when jsonb_typeof(p_value) = 'string' then to_jsonb(nullif(
      case p_kind when 'line' then private.clean_line(p_value #>> '{}') else private.clean_text(p_value #>> '{}') end, '')) end
    when p_kind = 'number' and p_value #>> '{}' ~ '^[0-9]{1,7}(\.0+)?$' then to_jsonb((p_value #>> '{}')::numeric::integer)
    when p_kind = 'names' and jsonb_typeof(p_value) = 'array'
      and not jsonb_path_exists(p_value, '$[*] ? (@.type() != "string")')
      then to_jsonb(private.clean_names(array(select jsonb_array_elements_text(p_value))))
    else nullif(p_value, '""')
  end, 'null')
$$;

create function private.clean_profile(p_fields jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(f.name, private.clean_value(f.kind, p_fields -> f.name)), '{}')
  from private.profile_fields() f where p_fields ? f.name
$$;
comment on function private.clean_profile is
  'The fields of a profile among p_fields as they are stored: clean, null where they are empty. A value of another '
  'type than the field''s stays, for field_problem() to name.';

create function private.profile_of(p_mentor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(f.name, case f.name when 'categories' then (
    select coalesce(jsonb_agg(mc.category_id order by mc.category_id), '[]')
    from public.mentor_categories mc where mc.mentor_id = p_mentor_id
  ) else m.columns -> f.name end)
  from (select to_jsonb(m) as columns from public.mentors m where m.id = p_mentor_id) m
  cross join private.profile_fields() f
$$;

create function private.write_mentor(p_mentor_id uuid, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_columns text := (
    select string_agg(format('%I', k.name), ', ') from jsonb_object_keys(p_values - 'categories') k (name));
begin
  if v_columns is null then
    return;
  end if;
  execute format(
    case when exists (select from public.mentors m where m.id = p_mentor_id)
      then 'update public.mentors m set (%1$s) = (select %1$s from jsonb_populate_record(null::public.mentors, $2))
        where m.id = $1'
      else 'insert into public.mentors (id, %1$s) select $1, %1$s from jsonb_populate_record(null::public.mentors, $2)'
    end, v_columns)
  using p_mentor_id, p_values;
end
$$;
comment on function private.write_mentor is
  'Writes the columns that p_values names, also of a new mentor; categories are none of them. The caller has checked '
  'the values and chosen the names. Other columns keep exactly their value.';

create function private.set_mentor_categories(p_mentor_id uuid, p_categories jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_categories is null then
    return;
  end if;
  delete from public.mentor_categories mc
  where mc.mentor_id = p_mentor_id and not p_categories ? mc.category_id::text;
  insert into public.mentor_categories (mentor_id, category_id)
  select p_mentor_id, c.value::uuid from jsonb_array_elements_text(p_categories) c
  on conflict do nothing;
end
$$;
comment on function private.set_mentor_categories is
  'Makes the ids of p_categories the mentor''s categories; null leaves them as they are.';

-- A mentor's address ------------------------------------------------------------------------------------------------

-- Administrators and founders are the same database role: no column grant on mentors could tell them apart.
create table public.mentor_private (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  email text not null check (private.is_email(email)),
  user_id uuid unique references public.profiles (id) on delete set null
);

comment on table public.mentor_private is 'What only administrators may know about a mentor.';
comment on column public.mentor_private.mentor_id is 'The mentor.';
comment on column public.mentor_private.email is 'Where e-mails and calendar invitations for the mentor go.';
comment on column public.mentor_private.user_id is
  'The mentor''s account; null while none is linked. It alone makes an account a mentor''s '
  '(docs/product/mentor-accounts.md#one-account-one-mentor).';

alter table public.mentor_private enable row level security;

create policy "Administrators read private mentor data" on public.mentor_private
for select to authenticated using ((select private.is_admin()));
create policy "Administrators add private mentor data" on public.mentor_private
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update private mentor data" on public.mentor_private
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete private mentor data" on public.mentor_private
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_private from public, anon, authenticated;
grant select, delete on table public.mentor_private to authenticated;
-- Which account a mentor has is set by functions alone.
grant insert (mentor_id, email), update (email) on table public.mentor_private to authenticated;
grant select, insert, update, delete on table public.mentor_private to service_role;

create function private.guard_mentor_account() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Inside a function that may link an account, the current user is the function's owner.
  if current_user in ('anon', 'authenticated') and (case tg_op
    when 'INSERT' then new.user_id is not null
    when 'UPDATE' then new.user_id is distinct from old.user_id
    else old.user_id is not null
  end) then
    raise exception using errcode = '42501', message = 'mentor_account_protected';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
comment on function private.guard_mentor_account is
  'No client links or unlinks an account itself, whatever it was granted: 42501 mentor_account_protected.';
create trigger guard_mentor_account before insert or update of user_id or delete on public.mentor_private
for each row execute function private.guard_mentor_account();

-- The editor of mentors saves the address too: a form that was opened before must not set it back.
create function private.note_changed_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.mentors m set updated_at = now() where m.id = new.mentor_id;
  return null;
end
$$;
create trigger note_changed_address after update of email on public.mentor_private
for each row when (old.email <> new.email) execute function private.note_changed_address();

-- Who is a mentor ---------------------------------------------------------------------------------------------------

create function private.is_mentor_of(p_mentor_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_mentor_id is not null and coalesce(p_mentor_id = private.my_mentor_id(), false);
end
$$;
comment on function private.is_mentor_of is 'Whether the caller''s account is linked to this mentor.';

create function private.require_mentor() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
begin
  perform private.require_signed_in();
  v_mentor_id := private.my_mentor_id();
  if v_mentor_id is null then
    raise exception using errcode = '42501', message = 'mentor_only';
  end if;
  return v_mentor_id;
end
$$;
comment on function private.require_mentor is
  'First line of functions for mentors that only read; answers which mentor the caller is, also one who has left. '
  '42501 sign_in_required | mentor_only, PT401 session_ended, PT403 code_needed.';

create function private.require_present_mentor() returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor();
begin
  if (select m.listing_state from public.mentors m where m.id = v_mentor_id) = 'left' then
    raise exception using errcode = 'PT409', message = 'mentor_left';
  end if;
  return v_mentor_id;
end
$$;
comment on function private.require_present_mentor is
  'As require_mentor, for functions that write: PT409 mentor_left for a mentor who has left Point 0.';

create function private.require_mentor_or_admin(p_mentor_id uuid, p_is_write boolean default false) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid;
begin
  if not private.is_client() then
    return p_mentor_id;
  end if;
  if p_mentor_id is not null and not private.is_mentor_of(p_mentor_id) and private.is_admin() then
    if not exists (select from public.mentors m where m.id = p_mentor_id) then
      raise exception using errcode = 'PT404', message = 'mentor_not_found';
    end if;
    return p_mentor_id;
  end if;
  v_mentor_id := case when p_is_write then private.require_present_mentor() else private.require_mentor() end;
  if p_mentor_id <> v_mentor_id then
    raise exception using errcode = 'PT404', message = 'mentor_not_found';
  end if;
  return v_mentor_id;
end
$$;
comment on function private.require_mentor_or_admin is
  'First line of functions for a mentor, about the own profile (also null), and for administrators about any mentor; '
  'answers which. 42501 mentor_only, PT404 mentor_not_found (also for another mentor''s id), PT409 mentor_left where a '
  'mentor who has left writes; else as require_mentor.';

-- The times that mentors offer --------------------------------------------------------------------------------------

-- private.slot_claims decides whether a time is taken (see there).
create table public.mentor_availability (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  date date not null,
  start_time time not null,
  end_time time not null,
  is_booked boolean not null default false,
  source text not null default 'manual' check (source in ('manual', 'rule')),
  hidden_because text check (
    hidden_because in ('paused', 'time_off', 'calendar', 'buffer', 'week_limit', 'day_limit')
  ),
  during tstzrange generated always as (private.session_range(date, start_time, end_time)) stored,
  constraint mentor_availability_ends_after_start check (end_time > start_time),
  -- Postgres also has 24:00, years of five digits and infinity, which clients cannot parse.
  constraint mentor_availability_readable check (
    end_time < time '24:00' and date between date '2000-01-01' and date '9999-12-31'
  ),
  constraint mentor_availability_slot_key unique (mentor_id, date, start_time, end_time)
);
create index mentor_availability_date_idx on public.mentor_availability (date);

comment on table public.mentor_availability is
  'Slots, in Indian Standard Time: generated from the mentor''s hours, or added by hand.';
comment on column public.mentor_availability.id is
  'Not stable: a re-saved slot has a new id. Claims key on mentor and time.';
comment on column public.mentor_availability.mentor_id is 'Whose slot it is.';
comment on column public.mentor_availability.date is 'Day in India.';
comment on column public.mentor_availability.start_time is 'Start, Indian Standard Time.';
comment on column public.mentor_availability.end_time is 'End, Indian Standard Time; after the start.';
comment on column public.mentor_availability.is_booked is
  'A sold session overlaps this slot. Kept by the database; a client''s value is ignored.';
comment on column public.mentor_availability.source is
  'rule: made from the mentor''s hours. manual: added by hand. Kept by the database; a client''s value is ignored.';
comment on column public.mentor_availability.hidden_because is
  'Why the slot is not on offer at present, the first reason that applies; null where it is, or is sold. Kept by the '
  'database; a client''s value is ignored (docs/product/hours.md#hidden-slots).';
comment on column public.mentor_availability.during is 'The slot''s instants, computed.';

alter table public.mentor_availability enable row level security;

create policy "Everyone reads availability on offer" on public.mentor_availability
for select to anon, authenticated using (hidden_because is null or is_booked);
create policy "Mentors read their own availability" on public.mentor_availability
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read every availability" on public.mentor_availability
for select to authenticated using ((select private.is_admin()));
create policy "Administrators add availability" on public.mentor_availability
for insert to authenticated with check ((select private.is_admin()));
-- No update policy: slots are replaced, never edited, and a client must not set is_booked.
create policy "Administrators delete availability added by hand" on public.mentor_availability
for delete to authenticated using (source = 'manual' and (select private.is_admin()));

revoke all on table public.mentor_availability from public, anon, authenticated;
grant select on table public.mentor_availability to anon;
grant select, insert, delete on table public.mentor_availability to authenticated;
grant select, insert, update, delete on table public.mentor_availability to service_role;

-- The listing -------------------------------------------------------------------------------------------------------

-- See private.search_meanings().
create type private.search_meaning as (
  first_word integer, last_word integer, need text[], tier integer, shown text, meant text
);

-- In the database, so that ten thousand mentors cost no more than a hundred. What it looks at besides is in
-- 20261122004330_mentor_search.sql. rules/mentors/search.ts has the rule of filters and parts of words; a property test
-- keeps the two equal.
create function private.count_mentors(
  p_where text, p_min_price integer, p_max_price integer, p_category_id uuid, p_languages text[]
) returns bigint
-- The planner adds the mentors found by a word to those found by a part of a text, who are mostly the same, and would
-- then rather read the whole table, which takes three times as long.
language plpgsql stable set search_path = '' set enable_seqscan = 'off' as $$
declare
  v_count bigint;
begin
  execute 'select count(*) from public.mentors m where ' || p_where into v_count
  using p_min_price, p_max_price, p_category_id, p_languages;
  return v_count;
end
$$;

create function public.search_mentors(
  p_search text default '', p_category text default '',
  p_min_price integer default 0, p_max_price integer default 15000,
  p_offset integer default 0, p_limit integer default 8,
  p_languages text[] default '{}', p_is_free_this_week boolean default false, p_sort text default ''
)
returns table (
  id uuid, name text, title text, expertise text, specializations text[], image text, rating numeric,
  reviews integer, price integer, categories text[], next_available_date date, total bigint,
  shows_next_availability boolean, session_minutes smallint, languages text[], match text, matched text,
  corrected text, next_starts timestamptz[], slug text, answers_within smallint
)
-- Runs as the owner: under a policy that looks at a column, Postgres does not use the trigram index. The rows that a
-- policy would hide are left out below.
-- The plans are kept, but for those that are written out below: making the last one takes longer than its rows.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  v_search text := lower(left(private.clean_line(left(coalesce(p_search, ''), 1000)), 100));
  v_words text[];
  v_meanings private.search_meaning[];
  v_category_id uuid;
  v_languages text[];
  c_where constant text := $where$m.listing_state = 'listed' and m.price between $1 and $2$where$;
  v_where text := c_where;
  c_week constant interval := '7 days';
  v_source text;
  v_free text;
  v_order text := 'm.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc, m.name, m.id';
  v_has text[] := '{false,false,false}';
  -- The list is these parts, one after another; all but one are empty where nothing is searched for.
  v_parts text[];
  v_part text;
  v_total bigint;
  v_skip bigint := greatest(coalesce(p_offset, 0), 0);
  v_limit integer := least(greatest(coalesce(p_limit, 8), 1), 100);
  v_ids uuid[] := '{}';
  v_tiers integer[] := '{}';
  v_more_ids uuid[];
  v_more_tiers integer[];
  v_held uuid[] := private.held_mentors();
begin
  if coalesce(p_category, '') not in ('', 'all') then
    select c.id into v_category_id from public.categories c where c.name = p_category;
    if not found then
      return;
    end if;
    v_where := v_where || ' and exists (
      select from public.mentor_categories mc where mc.mentor_id = m.id and mc.category_id = $3)';
  end if;
  if p_languages <> '{}' then
    v_languages := array(
      select l.code from unnest(p_languages) with ordinality l (code, place)
      where l.code = any (private.language_codes()) order by l.place limit 5
    );
  end if;
  if v_languages <> '{}' then
    v_where := v_where || ' and m.languages && $4';
  end if;
  if p_is_free_this_week then
    v_source := private.next_free_source();
    v_free := format(
      ' and m.id in (select f.mentor_id from %s f where f.starts_at < now() + interval %L)', v_source, c_week);
    v_where := v_where || v_free;
  end if;
  if v_search <> '' then
    v_words := private.search_words(v_search);
    v_meanings := private.search_meanings(v_words);
    v_has := array(
      select private.meaning_condition(v_meanings, cardinality(v_words), t) from generate_series(1, 3) t (t));
    v_where := v_where || format(
      ' and (%s or m.search_text like %L)', v_has[3],
      '%' || replace(replace(replace(v_search, '\', '\\'), '%', '\%'), '_', '\_') || '%');
  end if;
  v_parts := case coalesce(p_sort, '')
    when '' then case v_search when '' then array['true order by '] else array[
      format('%s order by ', v_has[1]), format('%s and not (%s) order by ', v_has[2], v_has[1]),
      format('%s and not (%s) order by ', v_has[3], v_has[2]), format('not (%s) order by ', v_has[3])
    ] end
    when 'soonest' then array['n.mentor_id is not null order by n.starts_at, ', 'n.mentor_id is null order by ']
    when 'price' then array['true order by nullif(m.price, 0), ']
    when '-price' then array['true order by m.price desc, ']
    when 'rating' then array['true order by case when m.reviews > 0 then -m.rating end, ']
  end;
  if v_parts is null then
    raise exception using errcode = 'PT422', message = 'sort_unknown';
  end if;

  -- Written out, so that a filter that is not set costs nothing, and each part of the list can be read by an index.
  if v_where = c_where then
    -- The first page of nearly everybody: its plan is kept.
    select count(*) into v_total from public.mentors m
    where m.listing_state = 'listed' and m.price between p_min_price and p_max_price;
  elsif v_where = c_where || v_free and v_source = 'private.mentor_next_free' then
    -- No more than a minute old, as the filter itself, and several times cheaper.
    select count(*) into v_total from private.mentor_next_free f
    where f.starts_at < now() + c_week and f.price between p_min_price and p_max_price;
  else
    v_total := private.count_mentors(v_where, p_min_price, p_max_price, v_category_id, v_languages);
  end if;
  foreach v_part in array v_parts loop
    v_part := format(
      'from public.mentors m %s where %s and %s %s',
      case p_sort when 'soonest' then format('left join %s n on n.mentor_id = m.id', private.next_free_source()) end,
      v_where, v_part, v_order);
    execute format(
      'select array_agg(p.id), array_agg(p.tier) from (
        select m.id, %s as tier %s offset $5 limit $6
      ) p',
      case when v_search <> '' then format(
        'case when %s then 1 when %s then 2 when %s then 3 else 4 end', v_has[1], v_has[2], v_has[3]
      ) else 'null::integer' end, v_part)
    into v_more_ids, v_more_tiers
    using p_min_price, p_max_price, v_category_id, v_languages, v_skip, v_limit - cardinality(v_ids);
    v_ids := v_ids || v_more_ids;
    v_tiers := v_tiers || v_more_tiers;
    exit when cardinality(v_ids) = v_limit;
    if v_more_ids is not null then
      v_skip := 0;
    elsif v_skip > 0 then
      execute format('select $5 - count(*) from (select %s) p', v_part) into v_skip
      using p_min_price, p_max_price, v_category_id, v_languages, v_skip;
    end if;
  end loop;

  return query
    select
      m.id, m.name, m.title, m.expertise, m.specializations, m.image, m.rating, m.reviews, m.price,
      array(
        select c.name from public.mentor_categories mc join public.categories c on c.id = mc.category_id
        where mc.mentor_id = m.id order by c.order_index, c.id
      ),
      case when not m.shows_next_availability then null when m.id = any (v_held) then (
        select a.date from public.mentor_availability a
        where a.mentor_id = m.id and a.date >= private.today() and lower(a.during) >= m.bookable_from
          and not a.is_booked and a.hidden_because is null
        order by a.date, a.start_time
        limit 1
      ) else (n.starts[1] at time zone 'Asia/Kolkata')::date end,
      v_total, m.shows_next_availability, m.session_minutes, m.languages,
      (array['word', 'related', 'typo', 'part'])[m.tier],
      case m.tier when 2 then private.related_to(v_words, v_meanings, m.search_words) end,
      case m.tier when 3 then private.corrected_search(v_search, v_words, v_meanings, m.search_words) end,
      n.starts,
      m.slug, m.answers_within
    from (
      -- Once for each mentor of the page: further outside, it would be called for each time.
      select m.*, o.tier, o.place, private.bookable_from(m) as bookable_from
      from unnest(v_ids, v_tiers) with ordinality o (id, tier, place) join public.mentors m on m.id = o.id
      offset 0
    ) m
    cross join lateral (
      select case when m.shows_next_availability then array(
        select lower(a.during) from public.mentor_availability a
        where a.mentor_id = m.id and a.date >= private.today() and lower(a.during) >= m.bookable_from
          and not a.is_booked and a.hidden_because is null
          and (m.id <> all (v_held) or not private.is_held(m.id, a.during))
        order by a.date, a.start_time
        limit 3
      ) else '{}' end as starts
      offset 0
    ) n
    order by m.place;
end
$$;
comment on function public.search_mentors is
  'One page of the listing (docs/product/mentors.md#search-and-filters). p_search: the first 100 characters, eight words; '
  'exact category name ('''' and all mean any); price in rupees, inclusive; any of the first five known languages; a time '
  'on offer within seven days; p_sort: '''' (recommended) | soonest | price | -price | rating, PT422 sort_unknown. match: '
  'the mentor''s tier of the search, word | related | typo | part, in this order where nothing else is sorted by; matched: '
  'what a related mentor has; corrected: the search as it was understood. next_available_date: of a free slot that may be '
  'booked now; next_starts: the next three that the caller can book; neither where the mentor does not show them '
  '(shows_next_availability). total counts all matches.';

-- Addresses of the catalogue ------------------------------------------------------------------------------------------

create function public.mentor_of_slug(p_slug text) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.id from private.mentor_slugs s join public.mentors m on m.id = s.mentor_id
  where s.slug = lower(p_slug) and m.listing_state <> 'draft'
$$;
comment on function public.mentor_of_slug is
  'The mentor who has or had this slug, or null; never a draft (docs/product/mentors.md#addresses-and-sharing).';

create function public.category_of_slug(p_slug text) returns table (name text, slug text, description text)
language sql stable security definer set search_path = '' as $$
  select c.name, c.slug, c.description
  from private.category_slugs s join public.categories c on c.id = s.category_id
  where s.slug = lower(p_slug)
$$;
comment on function public.category_of_slug is
  'The category that has or had this slug, with its present one; no row for any other (docs/product/mentors.md#categories).';

revoke execute on all functions in schema private from public;
grant execute on function private.takes_bookings, private.bookable_from, private.my_mentor_id
  to anon, authenticated, service_role;
revoke execute on function public.search_mentors, public.mentor_of_slug, public.category_of_slug from public;
grant execute on function public.search_mentors, public.mentor_of_slug, public.category_of_slug
  to anon, authenticated, service_role;
