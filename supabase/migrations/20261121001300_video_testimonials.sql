-- Founders' success stories on video.

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

comment on table public.video_testimonials is 'Video testimonials (administrator side, sections 3 and 5). Files are in bucket video_testimonials.';
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

create trigger touch_updated_at before update on public.video_testimonials
for each row execute function private.touch_updated_at();
create trigger audit_video_testimonials after insert or update or delete on public.video_testimonials
for each row when (auth.uid() is not null) execute function private.record_audit();

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
