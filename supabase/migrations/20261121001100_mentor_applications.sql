-- People who ask to become mentors. Anyone may apply, signed in or not.

create table public.mentor_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 2 and 120),
  phone text not null check (char_length(btrim(phone)) between 10 and 30),
  linkedin text not null check (char_length(linkedin) <= 300 and linkedin ~* '^https://([a-z]{1,3}\.)?linkedin\.com/'),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'contacted')),
  created_at timestamptz not null default now()
);
create index mentor_applications_created_at_idx on public.mentor_applications (created_at desc);

comment on table public.mentor_applications is 'Applications from the "Join as a Mentor" form (administrator side, sections 2 and 5).';
comment on column public.mentor_applications.id is 'Identity.';
comment on column public.mentor_applications.name is 'At least 2 characters.';
comment on column public.mentor_applications.phone is 'At least 10 characters.';
comment on column public.mentor_applications.linkedin is 'Address of a LinkedIn profile.';
comment on column public.mentor_applications.status is 'An administrator may set any value at any time.';
comment on column public.mentor_applications.created_at is 'When it was sent.';

create trigger audit_mentor_applications after update or delete on public.mentor_applications
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.mentor_applications enable row level security;

create policy "Everyone applies to become a mentor" on public.mentor_applications
for insert to anon, authenticated with check (status = 'pending');
create policy "Administrators read mentor applications" on public.mentor_applications
for select to authenticated using ((select private.is_admin()));
create policy "Administrators update mentor applications" on public.mentor_applications
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentor applications" on public.mentor_applications
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_applications from public, anon, authenticated;
-- By column, so that an applicant cannot choose the id, the date or the outcome.
grant insert (name, phone, linkedin) on table public.mentor_applications to anon, authenticated;
grant select, update, delete on table public.mentor_applications to authenticated;
grant select, insert, update, delete on table public.mentor_applications to service_role;
