-- Stories that people share on the Wall of Impact, shown once an administrator approves them.

create table public.impact_stories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  experience text not null check (char_length(btrim(experience)) >= 1 and char_length(experience) <= 600),
  -- Only a picture uploaded here: an address elsewhere would let a stranger watch who reads the wall.
  image_url text check (char_length(image_url) <= 500 and image_url ~ '^(https?://[^/]+)?/storage/v1/object/public/mentor_images/'),
  is_approved boolean not null default false,
  created_at timestamptz not null default now()
);
create index impact_stories_approved_idx on public.impact_stories (created_at desc) where is_approved;
create index impact_stories_created_at_idx on public.impact_stories (created_at desc);

comment on table public.impact_stories is 'Impact stories (administrator side, sections 3 to 5).';
comment on column public.impact_stories.id is 'Identity.';
comment on column public.impact_stories.name is 'The author''s name, shown.';
comment on column public.impact_stories.experience is 'The story, at most 600 characters.';
comment on column public.impact_stories.image_url is 'Optional photo in bucket mentor_images.';
comment on column public.impact_stories.is_approved is 'Public only when true; submissions start false.';
comment on column public.impact_stories.created_at is 'When it was submitted.';

create trigger audit_impact_stories after update or delete on public.impact_stories
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.impact_stories enable row level security;

create policy "Everyone reads approved impact stories" on public.impact_stories
for select to anon, authenticated using (is_approved);
create policy "Everyone submits an impact story for review" on public.impact_stories
for insert to anon, authenticated with check (not is_approved);
create policy "Administrators read every impact story" on public.impact_stories
for select to authenticated using ((select private.is_admin()));
create policy "Administrators update impact stories" on public.impact_stories
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete impact stories" on public.impact_stories
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.impact_stories from public, anon, authenticated;
grant select on table public.impact_stories to anon;
grant insert (name, experience, image_url) on table public.impact_stories to anon, authenticated;
grant select, update, delete on table public.impact_stories to authenticated;
grant select, insert, update, delete on table public.impact_stories to service_role;
