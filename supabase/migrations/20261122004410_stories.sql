set local lock_timeout = '5s';

-- Impact stories that a founder shares about a session of theirs. See docs/product/outcomes.md#verified-stories.

create table private.story_sessions (
  story_id uuid primary key references public.impact_stories (id) on delete cascade,
  booking_id uuid not null unique references public.bookings (id) on delete cascade,
  mentor_id uuid references public.mentors (id) on delete set null,
  consent_text text not null,
  consented_at timestamptz not null default now(),
  wants_mentor_name boolean not null default false,
  mentor_answer text check (mentor_answer in ('yes', 'no')),
  asked_at timestamptz,
  answered_at timestamptz,
  constraint story_sessions_answered_check check ((mentor_answer is null) = (answered_at is null))
);
create index story_sessions_mentor_idx on private.story_sessions (mentor_id);
comment on table private.story_sessions is
  'Which session a story is about, what its founder agreed to, and whether the mentor may be named. Kept apart, because '
  'everyone reads approved stories: nobody may connect one to a booking.';
comment on column private.story_sessions.consent_text is 'The words that the founder agreed to.';
comment on column private.story_sessions.wants_mentor_name is 'Whether the founder wants the mentor to be named.';
comment on column private.story_sessions.mentor_answer is 'The mentor''s answer; without a yes nobody is named.';
alter table private.story_sessions enable row level security;
revoke all on table private.story_sessions from public, anon, authenticated, service_role;

revoke execute on all functions in schema private from public;
