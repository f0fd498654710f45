-- The times that mentors offer. Whether one is taken is decided by slot_claims (see there), never by this table's writer.

create table public.mentor_availability (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  date date not null,
  start_time time not null,
  end_time time not null,
  is_booked boolean not null default false,
  during tstzrange generated always as (private.session_range(date, start_time, end_time)) stored,
  constraint mentor_availability_ends_after_start check (end_time > start_time),
  constraint mentor_availability_slot_key unique (mentor_id, date, start_time, end_time)
);
create index mentor_availability_date_idx on public.mentor_availability (date);

comment on table public.mentor_availability is 'Slots on offer, in Indian Standard Time. Saving a mentor deletes and re-inserts them.';
comment on column public.mentor_availability.id is 'Not stable: a re-saved slot has a new id. Claims key on mentor and time.';
comment on column public.mentor_availability.mentor_id is 'Whose slot it is.';
comment on column public.mentor_availability.date is 'Day in India.';
comment on column public.mentor_availability.start_time is 'Start, Indian Standard Time.';
comment on column public.mentor_availability.end_time is 'End, Indian Standard Time; after the start.';
comment on column public.mentor_availability.is_booked is 'A sold session overlaps this slot. Kept by the database; a client''s value is ignored.';
comment on column public.mentor_availability.during is 'The slot''s instants, computed.';

create trigger audit_mentor_availability after insert or delete on public.mentor_availability
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.mentor_availability enable row level security;

create policy "Everyone reads availability" on public.mentor_availability
for select to anon, authenticated using (true);
create policy "Administrators add availability" on public.mentor_availability
for insert to authenticated with check ((select private.is_admin()));
-- No update policy: slots are replaced, never edited, and is_booked is not a client's to say.
create policy "Administrators delete availability" on public.mentor_availability
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_availability from public, anon, authenticated;
grant select on table public.mentor_availability to anon;
grant select, insert, delete on table public.mentor_availability to authenticated;
grant select, insert, update, delete on table public.mentor_availability to service_role;
