-- Mentors as every visitor sees them. What only administrators may see is in mentor_private.

create table public.mentors (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 200),
  title text not null default '' check (char_length(title) <= 300),
  expertise text not null default '' check (char_length(expertise) <= 300),
  specializations text[] not null default '{}' check (array_position(specializations, null) is null),
  bio text not null default '' check (char_length(bio) <= 10000),
  image text not null default '/placeholder.svg' check (image ~ '^(https?://|/)'),
  rating numeric(2, 1) not null default 4.5 check (rating between 0 and 5),
  reviews integer not null default 0 check (reviews >= 0),
  price integer not null default 0 check (price between 0 and 1000000),
  role text,
  video_url text check (video_url ~ '^(https?://|/)'),
  is_featured_on_homepage boolean not null default false,
  homepage_display_order smallint check (homepage_display_order between 1 and 4),
  is_demonstration boolean not null default false,
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The listing's order; must stay in step with search_mentors().
create index mentors_listing_idx on public.mentors
  (is_featured_on_homepage desc, homepage_display_order asc nulls last, rating desc, name, id);
create index mentors_search_idx on public.mentors using gin (search_text extensions.gin_trgm_ops);
create unique index mentors_display_order_key on public.mentors (homepage_display_order) where is_featured_on_homepage;

comment on table public.mentors is 'Mentors, public. Specification: founder side, section 3; administrator side, section 3.';
comment on column public.mentors.id is 'May be supplied by the administrator''s browser for a new mentor.';
comment on column public.mentors.name is 'Full name; its slug leads the profile''s address.';
comment on column public.mentors.title is 'Position, as shown under the name.';
comment on column public.mentors.expertise is 'Main field, in the mentor''s own words.';
comment on column public.mentors.specializations is 'Narrower subjects, shown as badges.';
comment on column public.mentors.bio is 'About text.';
comment on column public.mentors.image is 'Address of the portrait.';
comment on column public.mentors.rating is 'Average rating, 0 to 5, one decimal.';
comment on column public.mentors.reviews is 'How many reviews the rating stands on.';
comment on column public.mentors.price is 'Rupees per session, whole; 0 means not bookable yet.';
comment on column public.mentors.role is 'Optional role label.';
comment on column public.mentors.video_url is 'Optional introduction video.';
comment on column public.mentors.is_featured_on_homepage is 'Shown on the home page; at most four are.';
comment on column public.mentors.homepage_display_order is 'Place on the home page, 1 to 4, unique among the featured; null when not featured.';
comment on column public.mentors.is_demonstration is 'An invented person of the demonstration catalogue.';
comment on column public.mentors.search_text is
  'Lower-cased name, expertise, title, specializations and category names, one a line. Kept by triggers; any value written is replaced.';
comment on column public.mentors.created_at is 'When the mentor was added.';
comment on column public.mentors.updated_at is 'When the row last changed.';

create trigger touch_updated_at before update on public.mentors
for each row execute function private.touch_updated_at();

create trigger audit_mentors after insert or update or delete on public.mentors
for each row when (auth.uid() is not null) execute function private.record_audit();

-- Every writer of one mentor's time queues here, so that "is it free?" and "take it" cannot be pulled apart.
create function private.lock_mentor(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The row first, then the lock: deleting a mentor takes them in this order too, and a foreign key would take the
  -- row later anyway.
  perform from public.mentors where id = p_mentor_id for key share;
  -- 512 locks for all mentors: a bulk load of thousands of mentors in one transaction must fit the lock table, and
  -- two mentors sharing a lock only wait for each other for milliseconds.
  perform pg_advisory_xact_lock(727001, (hashtext(p_mentor_id::text) & 511));
end
$$;
comment on function private.lock_mentor(uuid) is 'Serialises changes to one mentor''s time until the transaction ends.';
revoke execute on function private.lock_mentor(uuid) from public;

create function private.guard_featured_mentors() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not new.is_featured_on_homepage then
    new.homepage_display_order := null;
  elsif tg_op = 'INSERT' or not old.is_featured_on_homepage then
    perform pg_advisory_xact_lock(727003, 0);
    if (select count(*) >= 4 from public.mentors where is_featured_on_homepage and id <> new.id) then
      raise exception using errcode = 'PT409', message = 'too_many_featured_mentors';
    end if;
  end if;
  return new;
end
$$;
comment on function private.guard_featured_mentors() is
  'At most four mentors are featured; leaving the home page clears the place on it (administrator side, section 4).';
revoke execute on function private.guard_featured_mentors() from public;

create trigger guard_featured_mentors
before insert or update of is_featured_on_homepage, homepage_display_order on public.mentors
for each row execute function private.guard_featured_mentors();

alter table public.mentors enable row level security;

create policy "Everyone reads mentors" on public.mentors
for select to anon, authenticated using (true);
create policy "Administrators add mentors" on public.mentors
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update mentors" on public.mentors
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentors" on public.mentors
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentors from public, anon, authenticated;
grant select on table public.mentors to anon;
grant select, insert, update, delete on table public.mentors to authenticated, service_role;
