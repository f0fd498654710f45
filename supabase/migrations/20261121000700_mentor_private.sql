-- A mentor's address is for administrators only. It has a table of its own because administrators and founders are
-- the same database role: no column grant on mentors could tell them apart.

create table public.mentor_private (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  email text not null check (email ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);

comment on table public.mentor_private is 'What only administrators may know about a mentor (administrator side, section 6).';
comment on column public.mentor_private.mentor_id is 'The mentor.';
comment on column public.mentor_private.email is 'Where calendar invitations for the mentor go.';

create trigger audit_mentor_private after insert or update or delete on public.mentor_private
for each row when (auth.uid() is not null) execute function private.record_audit();

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
grant select, insert, update, delete on table public.mentor_private to authenticated, service_role;
