-- Episodes of the Outreach Unplugged podcast.

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
  updated_at timestamptz not null default now()
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

create trigger touch_updated_at before update on public.podcasts
for each row execute function private.touch_updated_at();
create trigger audit_podcasts after insert or update or delete on public.podcasts
for each row when (auth.uid() is not null) execute function private.record_audit();

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
