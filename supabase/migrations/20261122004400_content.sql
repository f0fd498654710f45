set local lock_timeout = '5s';

-- What the site shows besides mentors, and applications of people who want to become mentors.
-- See docs/product/content.md#publishing.

-- Applications ------------------------------------------------------------------------------------------------------

create table public.mentor_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 120),
  phone text not null check (
    char_length(phone) <= 60
    and phone ~ '^([ +(),./;\u2010-\u2015\u2212-]*[0-9]){10,30}[ +(),./;\u2010-\u2015\u2212-]*$'
  ),
  linkedin text not null check (char_length(linkedin) <= 300 and linkedin ~* '^https://([a-z]{1,3}\.)?linkedin\.com/'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'contacted')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  email text check (private.is_email(email)),
  mentor_id uuid references public.mentors (id) on delete set null,
  search_text text generated always as
    (lower(name || E'\n' || phone || E'\n' || linkedin || coalesce(E'\n' || email, '') || E'\n'
      || regexp_replace(phone, '[^0-9]', '', 'g'))) stored
);
create index mentor_applications_mentor_idx on public.mentor_applications (mentor_id) where mentor_id is not null;
create index mentor_applications_created_at_idx on public.mentor_applications (created_at desc);
create index mentor_applications_search_idx on public.mentor_applications
using gin (search_text extensions.gin_trgm_ops);
create index mentor_applications_status_idx on public.mentor_applications (status, created_at desc);

comment on table public.mentor_applications is
  'Applications from the "Join as a Mentor" form (docs/product/applications.md#form).';
comment on column public.mentor_applications.id is 'Identity.';
comment on column public.mentor_applications.name is 'At least 2 characters.';
comment on column public.mentor_applications.phone is
  'As typed: at least 10 digits, and what people write between them.';
comment on column public.mentor_applications.linkedin is 'Address of a LinkedIn profile.';
comment on column public.mentor_applications.status is 'An administrator may set any value at any time.';
comment on column public.mentor_applications.created_at is 'When it was sent.';
comment on column public.mentor_applications.decided_at is
  'When it was approved or rejected, set by the database; a decided application is deleted a year later.';
comment on column public.mentor_applications.email is
  'Optional: where an invitation may go (docs/product/applications.md#profile-from-an-application).';
comment on column public.mentor_applications.mentor_id is
  'The profile that was made of it; null while there is none (create_mentor_from_application).';
comment on column public.mentor_applications.search_text is
  'Lower-cased name, phone, LinkedIn and e-mail address and the phone''s digits, one a line; computed. For search by '
  'administrators.';

create function private.date_decision() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Only the database's owner may set the date itself: the demonstration dates its own decisions.
  if tg_op = 'UPDATE' and new.status is not distinct from old.status and not private.is_client() then
    return new;
  end if;
  new.decided_at := case
    when new.status not in ('approved', 'rejected') then null
    when tg_op = 'UPDATE' and old.status = new.status then old.decided_at
    when tg_op = 'INSERT' then coalesce(new.decided_at, now())
    else now()
  end;
  return new;
end
$$;
create trigger clean_columns before insert or update of name, phone, linkedin, email on public.mentor_applications
for each row execute function private.clean_columns('name', 'phone', 'linkedin', 'email');
create trigger date_decision before insert or update on public.mentor_applications
for each row execute function private.date_decision();

alter table public.mentor_applications enable row level security;

create policy "Administrators read mentor applications" on public.mentor_applications
for select to authenticated using ((select private.is_admin()));
create policy "Administrators update mentor applications" on public.mentor_applications
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentor applications" on public.mentor_applications
for delete to authenticated using ((select private.is_admin()));

-- Only submit_mentor_application() adds applications, and counts them.
revoke all on table public.mentor_applications from public, anon, authenticated;
grant select, update, delete on table public.mentor_applications to authenticated;
grant select, insert, update, delete on table public.mentor_applications to service_role;

-- Impact stories ----------------------------------------------------------------------------------------------------

-- Shown on the Wall of Impact once an administrator approves them.
create table public.impact_stories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  experience text not null check (char_length(experience) between 1 and 600),
  -- Only a picture of this site: with another address, its owner could see who reads the wall.
  image_url text check (
    char_length(image_url) <= 500
    and image_url ~ '^((https?://[^/]+)?/storage/v1/object/public/mentor_images/|/demo/faces/[a-z0-9-]+\.webp$)'
  ),
  is_approved boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index impact_stories_approved_idx on public.impact_stories (created_at desc) where is_approved;
create index impact_stories_created_at_idx on public.impact_stories (created_at desc);

comment on table public.impact_stories is 'Impact stories (docs/product/content.md#impact-stories).';
comment on column public.impact_stories.id is 'Identity.';
comment on column public.impact_stories.name is 'The author''s name, shown.';
comment on column public.impact_stories.experience is 'The story, at most 600 characters.';
comment on column public.impact_stories.image_url is
  'Optional photo in bucket mentor_images; the demonstration''s are files of the web app.';
comment on column public.impact_stories.is_approved is 'Public only when true; submissions start false.';
comment on column public.impact_stories.created_at is 'When it was submitted.';
comment on column public.impact_stories.updated_at is
  'When it last changed; a decision names it, so that an administrator approves only the text that they have read.';

alter table public.impact_stories enable row level security;

create policy "Everyone reads approved impact stories" on public.impact_stories
for select to anon, authenticated using (is_approved);
create policy "Administrators read every impact story" on public.impact_stories
for select to authenticated using ((select private.is_admin()));
create policy "Administrators update impact stories" on public.impact_stories
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete impact stories" on public.impact_stories
for delete to authenticated using ((select private.is_admin()));

-- Only submit_impact_story() adds stories, and counts them.
revoke all on table public.impact_stories from public, anon, authenticated;
grant select on table public.impact_stories to anon;
grant select, update, delete on table public.impact_stories to authenticated;
grant select, insert, update, delete on table public.impact_stories to service_role;

create trigger clean_columns before insert or update of name, experience on public.impact_stories
for each row execute function private.clean_columns('name', 'experience*');
create trigger touch_updated_at before update on public.impact_stories
for each row execute function private.touch_updated_at();

-- Video testimonials ------------------------------------------------------------------------------------------------

create table public.video_testimonials (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  role text not null check (char_length(role) between 1 and 120),
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
  'Video testimonials (docs/product/content.md#video-testimonials). Files are in bucket video_testimonials.';
comment on column public.video_testimonials.id is 'Identity.';
comment on column public.video_testimonials.name is 'Who speaks.';
comment on column public.video_testimonials.role is 'Their role.';
comment on column public.video_testimonials.company is 'Their company, optional.';
comment on column public.video_testimonials.video_url is 'Address of the MP4.';
comment on column public.video_testimonials.profile_image is 'Address of their picture, optional.';
comment on column public.video_testimonials.thumbnail_url is 'Address of a 9:16 still, optional.';
comment on column public.video_testimonials.is_featured is 'Shown first.';
comment on column public.video_testimonials.created_at is 'When it was added.';
comment on column public.video_testimonials.updated_at is
  'When it last changed; a save names it, so that it is refused on an old version.';

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

create trigger clean_columns before insert or update of name, role, company on public.video_testimonials
for each row execute function private.clean_columns('name', 'role', 'company');
create trigger touch_updated_at before update on public.video_testimonials
for each row execute function private.touch_updated_at();

-- Podcasts ----------------------------------------------------------------------------------------------------------

-- The id of a podcast's video is the one in its address (docs/product/content.md#podcasts).
create function private.youtube_id(p_url text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select substring(
    p_url from
    '(?i)^https?://(?:(?:www|m|music)\.)?'
    '(?:youtu\.be/|youtube(?:-nocookie)?\.com/(?:watch/?\?(?:[^#\s]*&)?v=|embed/(?!(?:videoseries|live_stream)(?![a-z0-9_-]))'
    '|v/|e/|u/(?:[^/?#\s]+/|(?![a-z]{11}(?![a-z0-9_-])))))'
    '([a-z0-9_-]{11})(?![a-z0-9_-])'
  )
$$;
comment on function private.youtube_id is
  'The 11-character id in one of the accepted shapes: youtu.be/, watch?v=, embed/, v/, e/, u/. YouTube''s own words '
  'behind embed/, and eleven letters behind u/ (a channel), are no ids. As rules/content/youtube.ts.';

create table public.podcasts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 200),
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

comment on table public.podcasts is 'Podcast episodes on YouTube (docs/product/content.md#podcasts).';
comment on column public.podcasts.id is 'Identity.';
comment on column public.podcasts.title is 'Required.';
comment on column public.podcasts.description is 'Optional.';
comment on column public.podcasts.youtube_url is 'The address as entered.';
comment on column public.podcasts.youtube_id is 'The 11-character video id taken from it.';
comment on column public.podcasts.thumbnail_url is 'Still picture.';
comment on column public.podcasts.published is 'Drafts (false) are for administrators only.';
comment on column public.podcasts.is_featured is 'Shown first.';
comment on column public.podcasts.created_at is 'When it was added.';
comment on column public.podcasts.updated_at is
  'When it last changed; a save names it, so that it is refused on an old version.';

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

create trigger clean_columns before insert or update of title, description, youtube_url, thumbnail_url on public.podcasts
for each row execute function private.clean_columns('title', 'description*', 'youtube_url', 'thumbnail_url');
create trigger touch_updated_at before update on public.podcasts
for each row execute function private.touch_updated_at();

-- Partner logos -----------------------------------------------------------------------------------------------------

create table public.partner_logos (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  image_url text not null check (image_url ~ '^(https?://|/)'),
  -- Overwritten by place_ordered_row(); the default lets a client leave it out.
  order_index integer not null default 1 check (order_index >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index partner_logos_order_idx on public.partner_logos (order_index);

comment on table public.partner_logos is
  'Partner logos (docs/product/content.md#partners). Images are in bucket partner_logos.';
comment on column public.partner_logos.id is 'Identity.';
comment on column public.partner_logos.name is 'The partner''s name, the picture''s text alternative.';
comment on column public.partner_logos.image_url is 'Address of the logo.';
comment on column public.partner_logos.order_index is
  'Position from 1, without gaps. Written by the database alone: a new logo is last, reorder_partner_logos() moves, a '
  'deletion closes the gap.';
comment on column public.partner_logos.created_at is 'When it was added.';
comment on column public.partner_logos.updated_at is
  'When name or image last changed; a save names it, so that it is refused on an old version. Moving is no change.';

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

create trigger touch_updated_at before update of name, image_url on public.partner_logos
for each row when ((old.name, old.image_url) is distinct from (new.name, new.image_url))
execute function private.touch_updated_at();

-- In the administrators' order (docs/product/content.md#partners).
create trigger clean_columns before insert or update of name on public.partner_logos
for each row execute function private.clean_columns('name');
create trigger lock_ordered_list before insert or update or delete on public.partner_logos
for each statement execute function private.lock_ordered_list();
create trigger place_new_row before insert on public.partner_logos
for each row execute function private.place_ordered_row();
create trigger place_moved_row before update of order_index on public.partner_logos
for each row when (old.order_index is distinct from new.order_index) execute function private.place_ordered_row();
create trigger close_ordered_gaps after delete on public.partner_logos
for each statement execute function private.close_ordered_gaps();

create function public.reorder_partner_logos(p_ids uuid[], p_seen uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.reorder_list('public.partner_logos', p_ids, p_seen);
end
$$;
comment on function public.reorder_partner_logos is
  'Gives the logos the order of p_ids, for administrators; see private.reorder_list(). PT409 partner_logos_changed, '
  'PT422 partner_logos_incomplete.';

revoke execute on all functions in schema private from public;
-- Constraints run with the rights of the role that writes the row.
grant execute on function private.youtube_id to anon, authenticated, service_role;
revoke execute on function public.reorder_partner_logos from public, anon;
grant execute on function public.reorder_partner_logos to authenticated, service_role;
