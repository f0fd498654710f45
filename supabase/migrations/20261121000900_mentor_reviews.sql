-- What founders said about a mentor.

create table public.mentor_reviews (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  user_id uuid references public.profiles (id) on delete set null,
  author_name text not null check (char_length(author_name) between 1 and 120),
  rating smallint not null check (rating between 1 and 5),
  comment text not null default '' check (char_length(comment) <= 2000),
  is_demonstration boolean not null default false,
  created_at timestamptz not null default now()
);
create index mentor_reviews_mentor_idx on public.mentor_reviews (mentor_id, created_at desc);
create index mentor_reviews_user_idx on public.mentor_reviews (user_id);

comment on table public.mentor_reviews is 'Reviews, shown on a mentor''s profile. Administrators manage them.';
comment on column public.mentor_reviews.id is 'Identity.';
comment on column public.mentor_reviews.mentor_id is 'The reviewed mentor; reviews go with it.';
comment on column public.mentor_reviews.user_id is 'The author''s profile, where there is one.';
comment on column public.mentor_reviews.author_name is 'The name shown.';
comment on column public.mentor_reviews.rating is '1 to 5.';
comment on column public.mentor_reviews.comment is 'The review''s text.';
comment on column public.mentor_reviews.is_demonstration is 'An invented review of the demonstration catalogue.';
comment on column public.mentor_reviews.created_at is 'When it was written.';

create trigger audit_mentor_reviews after insert or update or delete on public.mentor_reviews
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.mentor_reviews enable row level security;

create policy "Everyone reads mentor reviews" on public.mentor_reviews
for select to anon, authenticated using (true);
create policy "Administrators add mentor reviews" on public.mentor_reviews
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update mentor reviews" on public.mentor_reviews
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentor reviews" on public.mentor_reviews
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_reviews from public, anon, authenticated;
grant select on table public.mentor_reviews to anon;
grant select, insert, update, delete on table public.mentor_reviews to authenticated, service_role;
