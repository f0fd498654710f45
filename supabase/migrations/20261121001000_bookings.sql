-- A session that a founder paid for. Rows are inserted by settle() alone; what may change afterwards is in booking_rules.

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  -- Past bookings outlive their mentor: name and picture are copied, and the link goes null. A mentor with a session
  -- still to come cannot be deleted (guard_mentor_deletion), so an open booking always has its mentor.
  mentor_id uuid references public.mentors (id) on delete set null,
  mentor_name text not null,
  mentor_image text not null default '/placeholder.svg',
  date date not null,
  start_time time not null,
  end_time time not null,
  status text not null default 'pending_admin_review' check (
    status in ('pending_admin_review', 'confirmed', 'completed', 'rejected', 'cancelled', 'rescheduled')
  ),
  user_id uuid references public.profiles (id) on delete set null,
  user_email text,
  notes text check (char_length(notes) <= 2000),
  google_meet_link text check (google_meet_link ~ '^https://'),
  google_calendar_event_id text,
  created_at timestamptz not null default now(),
  during tstzrange generated always as (private.session_range(date, start_time, end_time)) stored,
  constraint bookings_ends_after_start check (end_time > start_time)
);
create index bookings_user_idx on public.bookings (user_id, created_at desc);
create index bookings_mentor_idx on public.bookings (mentor_id, date);
create index bookings_created_at_idx on public.bookings (created_at desc);
create index bookings_status_idx on public.bookings (status);

comment on table public.bookings is 'Paid sessions. Specification: founder side, sections 3 and 4. Money about them is in schema private.';
comment on column public.bookings.id is 'Chosen at random by the founder''s browser before payment.';
comment on column public.bookings.mentor_id is 'The mentor; null once the mentor is deleted.';
comment on column public.bookings.mentor_name is 'Copied at payment.';
comment on column public.bookings.mentor_image is 'Copied at payment.';
comment on column public.bookings.date is 'Day in India.';
comment on column public.bookings.start_time is 'Start, Indian Standard Time.';
comment on column public.bookings.end_time is 'End, Indian Standard Time.';
comment on column public.bookings.status is 'See private.booking_transitions for what may follow what.';
comment on column public.bookings.user_id is 'The founder; null once the account is deleted.';
comment on column public.bookings.user_email is 'The founder''s address at payment.';
comment on column public.bookings.notes is 'Shown to the founder; a reschedule''s reason starts with "Rescheduled:".';
comment on column public.bookings.google_meet_link is 'Video link, after approval.';
comment on column public.bookings.google_calendar_event_id is 'Calendar event, after approval.';
comment on column public.bookings.created_at is 'When the payment was settled; the cancellation window counts from here.';
comment on column public.bookings.during is 'The session''s instants, computed; every rule about time uses it.';

create trigger audit_bookings after update on public.bookings
for each row when (auth.uid() is not null) execute function private.record_audit();

alter table public.bookings enable row level security;

create policy "Founders read their own bookings" on public.bookings
for select to authenticated using (user_id = (select auth.uid()));
create policy "Administrators read every booking" on public.bookings
for select to authenticated using ((select private.is_admin()));
-- Which change is allowed is the guard trigger's business: a policy cannot compare the old row with the new one.
create policy "Founders cancel their own bookings" on public.bookings
for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy "Administrators decide on every booking" on public.bookings
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

revoke all on table public.bookings from public, anon, authenticated;
grant select on table public.bookings to authenticated;
grant update (status, date, start_time, end_time, notes, google_meet_link, google_calendar_event_id)
  on table public.bookings to authenticated;
grant select, insert, update, delete on table public.bookings to service_role;
