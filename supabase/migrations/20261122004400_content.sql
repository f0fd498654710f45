-- What the site shows besides mentors, and applications of people who want to be one.
-- Specification: administrator side, sections 2 to 5.

-- Applications ------------------------------------------------------------------------------------------------------

create table public.mentor_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 2 and 120),
  phone text not null check (char_length(btrim(phone)) between 10 and 30),
  linkedin text not null check (char_length(linkedin) <= 300 and linkedin ~* '^https://([a-z]{1,3}\.)?linkedin\.com/'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'contacted')),
  created_at timestamptz not null default now(),
  search_text text generated always as (lower(name || E'\n' || phone || E'\n' || linkedin)) stored
);
create index mentor_applications_created_at_idx on public.mentor_applications (created_at desc);
create index mentor_applications_search_idx on public.mentor_applications
using gin (search_text extensions.gin_trgm_ops);
create index mentor_applications_status_idx on public.mentor_applications (status, created_at desc);

comment on table public.mentor_applications is
  'Applications from the "Join as a Mentor" form (administrator side, sections 2 and 5).';
comment on column public.mentor_applications.id is 'Identity.';
comment on column public.mentor_applications.name is 'At least 2 characters.';
comment on column public.mentor_applications.phone is 'At least 10 characters.';
comment on column public.mentor_applications.linkedin is 'Address of a LinkedIn profile.';
comment on column public.mentor_applications.status is 'An administrator may set any value at any time.';
comment on column public.mentor_applications.created_at is 'When it was sent.';
comment on column public.mentor_applications.search_text is
  'Lower-cased name, phone and LinkedIn address, one a line; computed. For search by administrators.';

alter table public.mentor_applications enable row level security;

create policy "Administrators read mentor applications" on public.mentor_applications
for select to authenticated using ((select private.is_admin()));
create policy "Administrators update mentor applications" on public.mentor_applications
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentor applications" on public.mentor_applications
for delete to authenticated using ((select private.is_admin()));

-- Applications come in through submit_mentor_application() alone, which counts them.
revoke all on table public.mentor_applications from public, anon, authenticated;
grant select, update, delete on table public.mentor_applications to authenticated;
grant select, insert, update, delete on table public.mentor_applications to service_role;

-- Impact stories ----------------------------------------------------------------------------------------------------

-- Shown on the Wall of Impact once an administrator approves them.
create table public.impact_stories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  experience text not null check (char_length(btrim(experience)) >= 1 and char_length(experience) <= 600),
  -- Only a picture of this site: an address elsewhere would let a stranger watch who reads the wall.
  image_url text check (
    char_length(image_url) <= 500
    and image_url ~ '^((https?://[^/]+)?/storage/v1/object/public/mentor_images/|/demo/faces/[a-z0-9-]+\.webp$)'
  ),
  is_approved boolean not null default false,
  created_at timestamptz not null default now()
);
create index impact_stories_approved_idx on public.impact_stories (created_at desc) where is_approved;
create index impact_stories_created_at_idx on public.impact_stories (created_at desc);

comment on table public.impact_stories is 'Impact stories (administrator side, sections 3 to 5).';
comment on column public.impact_stories.id is 'Identity.';
comment on column public.impact_stories.name is 'The author''s name, shown.';
comment on column public.impact_stories.experience is 'The story, at most 600 characters.';
comment on column public.impact_stories.image_url is
  'Optional photo in bucket mentor_images; the demonstration''s are files of the web app.';
comment on column public.impact_stories.is_approved is 'Public only when true; submissions start false.';
comment on column public.impact_stories.created_at is 'When it was submitted.';

alter table public.impact_stories enable row level security;

create policy "Everyone reads approved impact stories" on public.impact_stories
for select to anon, authenticated using (is_approved);
create policy "Administrators read every impact story" on public.impact_stories
for select to authenticated using ((select private.is_admin()));
create policy "Administrators update impact stories" on public.impact_stories
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete impact stories" on public.impact_stories
for delete to authenticated using ((select private.is_admin()));

-- Stories come in through submit_impact_story() alone, which counts them.
revoke all on table public.impact_stories from public, anon, authenticated;
grant select on table public.impact_stories to anon;
grant select, update, delete on table public.impact_stories to authenticated;
grant select, insert, update, delete on table public.impact_stories to service_role;

-- Video testimonials ------------------------------------------------------------------------------------------------

create table public.video_testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  role text not null check (char_length(btrim(role)) between 1 and 120),
  company text check (char_length(company) <= 120),
  video_url text not null check (video_url ~ '^(https?://|/)'),
  profile_image text check (profile_image ~ '^(https?://|/)'),
  thumbnail_url text check (thumbnail_url ~ '^(https?://|/)'),
  is_featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index video_testimonials_created_at_idx on public.video_testimonials (created_at desc);

comment on table public.video_testimonials is
  'Video testimonials (administrator side, sections 3 and 5). Files are in bucket video_testimonials.';
comment on column public.video_testimonials.id is 'Identity.';
comment on column public.video_testimonials.name is 'Who speaks.';
comment on column public.video_testimonials.role is 'Their role.';
comment on column public.video_testimonials.company is 'Their company, optional.';
comment on column public.video_testimonials.video_url is 'Address of the MP4.';
comment on column public.video_testimonials.profile_image is 'Address of their picture, optional.';
comment on column public.video_testimonials.thumbnail_url is 'Address of a 9:16 still, optional.';
comment on column public.video_testimonials.is_featured is 'Shown first.';
comment on column public.video_testimonials.created_at is 'When it was added.';
comment on column public.video_testimonials.updated_at is 'When it last changed.';

alter table public.video_testimonials enable row level security;

create policy "Everyone reads video testimonials" on public.video_testimonials
for select to anon, authenticated using (true);
create policy "Administrators add video testimonials" on public.video_testimonials
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update video testimonials" on public.video_testimonials
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete video testimonials" on public.video_testimonials
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.video_testimonials from public, anon, authenticated;
grant select on table public.video_testimonials to anon;
grant select, insert, update, delete on table public.video_testimonials to authenticated, service_role;

create trigger touch_updated_at before update on public.video_testimonials
for each row execute function private.touch_updated_at();

-- Podcasts ----------------------------------------------------------------------------------------------------------

-- The id of a podcast's video is the one in its address (administrator side, section 5, podcast form).
create function private.youtube_id(p_url text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select substring(
    p_url from
    '(?i)^https?://(?:(?:www|m|music)\.)?'
    '(?:youtu\.be/|youtube(?:-nocookie)?\.com/(?:watch/?\?(?:[^#\s]*&)?v=|embed/|v/|e/|u/(?:[^/?#\s]+/)?))'
    '([a-z0-9_-]{11})(?![a-z0-9_-])'
  )
$$;
comment on function private.youtube_id is
  'The 11-character id in one of the accepted shapes: youtu.be/, watch?v=, embed/, v/, e/, u/. As rules/youtube.ts.';

create table public.podcasts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  description text check (char_length(description) <= 5000),
  youtube_url text not null check (youtube_url ~ '^https?://'),
  youtube_id text not null check (youtube_id ~ '^[A-Za-z0-9_-]{11}$'),
  thumbnail_url text check (thumbnail_url ~ '^(https?://|/)'),
  published boolean not null default true,
  is_featured boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint podcasts_id_of_url check (youtube_id is not distinct from private.youtube_id(youtube_url)),
  constraint podcasts_url_length check (char_length(youtube_url) <= 500)
);
create index podcasts_created_at_idx on public.podcasts (created_at desc);

comment on table public.podcasts is 'Podcast episodes on YouTube (administrator side, sections 3 and 5).';
comment on column public.podcasts.id is 'Identity.';
comment on column public.podcasts.title is 'Required.';
comment on column public.podcasts.description is 'Optional.';
comment on column public.podcasts.youtube_url is 'The address as entered.';
comment on column public.podcasts.youtube_id is 'The 11-character video id taken from it.';
comment on column public.podcasts.thumbnail_url is 'Still picture.';
comment on column public.podcasts.published is 'Drafts (false) are for administrators only.';
comment on column public.podcasts.is_featured is 'Shown first.';
comment on column public.podcasts.created_at is 'When it was added.';
comment on column public.podcasts.updated_at is 'When it last changed.';

alter table public.podcasts enable row level security;

create policy "Everyone reads published podcasts" on public.podcasts
for select to anon, authenticated using (published);
create policy "Administrators read every podcast" on public.podcasts
for select to authenticated using ((select private.is_admin()));
create policy "Administrators add podcasts" on public.podcasts
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update podcasts" on public.podcasts
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete podcasts" on public.podcasts
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.podcasts from public, anon, authenticated;
grant select on table public.podcasts to anon;
grant select, insert, update, delete on table public.podcasts to authenticated, service_role;

create trigger touch_updated_at before update on public.podcasts
for each row execute function private.touch_updated_at();

-- Partner logos -----------------------------------------------------------------------------------------------------

create table public.partner_logos (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  image_url text not null check (image_url ~ '^(https?://|/)'),
  -- Overwritten by place_partner_logo(); the default lets a client leave it out.
  order_index integer not null default 1 check (order_index >= 1),
  created_at timestamptz not null default now()
);
-- Not unique: a reorder upserts the whole list, and half-way through two rows share a position.
create index partner_logos_order_idx on public.partner_logos (order_index);

comment on table public.partner_logos is
  'Partner logos (administrator side, sections 3 and 4). Images are in bucket partner_logos.';
comment on column public.partner_logos.id is 'Identity.';
comment on column public.partner_logos.name is 'The partner''s name, the picture''s text alternative.';
comment on column public.partner_logos.image_url is 'Address of the logo.';
comment on column public.partner_logos.order_index is
  'Position from 1, without gaps. The database''s own: a new logo is last, reorder_partner_logos() moves, a deletion '
  'closes the gap.';
comment on column public.partner_logos.created_at is 'When it was added.';

alter table public.partner_logos enable row level security;

create policy "Everyone reads partner logos" on public.partner_logos for select to anon, authenticated using (true);
create policy "Administrators add partner logos" on public.partner_logos
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update partner logos" on public.partner_logos
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete partner logos" on public.partner_logos
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.partner_logos from public, anon, authenticated;
grant select on table public.partner_logos to anon;
grant select, delete on table public.partner_logos to authenticated;
-- Positions are written by the database alone.
grant insert (id, name, image_url), update (name, image_url) on table public.partner_logos to authenticated;
grant select, insert, update, delete on table public.partner_logos to service_role;

-- Positions are 1, 2, 3 … without a gap, also when several administrators change the list at once (administrator
-- side, section 4).
create function private.lock_partner_logos() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Before the statement locks a row: a holder of a row never waits, so there is no deadlock.
  perform pg_advisory_xact_lock(hashtextextended('partner_logos', 0));
  return null;
end
$$;
comment on function private.lock_partner_logos is 'One writer of the list at a time.';
create trigger lock_partner_logos before insert or update or delete on public.partner_logos
for each statement execute function private.lock_partner_logos();

-- Not a definer: current_user tells an administrator's own statement from one of the functions here.
create function private.place_partner_logo() returns trigger
language plpgsql set search_path = '' as $$
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
comment on function private.place_partner_logo is
  'Whatever a client says: its new logo is the last, and positions change through reorder_partner_logos() alone.';
create trigger place_new_partner_logo before insert on public.partner_logos
for each row execute function private.place_partner_logo();
create trigger place_partner_logo before update of order_index on public.partner_logos
for each row when (old.order_index is distinct from new.order_index) execute function private.place_partner_logo();

create function private.close_partner_logo_gaps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.partner_logos l set order_index = r.position
  from (
    select p.id, row_number() over (order by p.order_index, p.created_at, p.id) as position from public.partner_logos p
  ) r
  where r.id = l.id and l.order_index <> r.position;
  return null;
end
$$;
create trigger close_partner_logo_gaps after delete on public.partner_logos
for each statement execute function private.close_partner_logo_gaps();

create function public.reorder_partner_logos(p_ids uuid[], p_seen uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_now uuid[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('partner_logos', 0));
  select coalesce(array_agg(l.id order by l.order_index, l.created_at, l.id), '{}') into v_now
  from public.partner_logos l;
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
comment on function public.reorder_partner_logos is
  'Gives the logos the order of p_ids, numbered from 1, for administrators. p_seen is the order as it was on the '
  'screen. PT409 partner_logos_changed: somebody added, deleted or moved one meanwhile, so show the list anew; PT422 '
  'partner_logos_incomplete: p_ids does not name each logo once.';

revoke execute on all functions in schema private from public;
-- Constraints run with the rights of the role that writes the row.
grant execute on function private.youtube_id to anon, authenticated, service_role;
revoke execute on function public.reorder_partner_logos from public, anon;
grant execute on function public.reorder_partner_logos to authenticated, service_role;
