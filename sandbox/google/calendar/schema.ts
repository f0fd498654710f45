/** Part of GOOGLE_TABLES. */
export const CALENDAR_TABLES = `
      create table if not exists sandbox.google_calendars (
        id text primary key,
        owner_sub text not null references sandbox.google_accounts (sub) on delete cascade,
        summary text not null,
        time_zone text not null,
        is_primary boolean not null
      );
      create unique index if not exists google_calendars_primary_idx
        on sandbox.google_calendars (owner_sub) where is_primary;
      create table if not exists sandbox.google_events (
        calendar_id text not null references sandbox.google_calendars (id) on delete cascade,
        id text not null,
        status text not null,
        sequence integer not null default 0,
        version bigint not null default 1,
        fields jsonb not null,
        attendees jsonb not null,
        starts_at timestamptz not null,
        ends_at timestamptz not null,
        start_zone text,
        end_zone text,
        conference jsonb,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp(),
        primary key (calendar_id, id)
      );
      create index if not exists google_events_start_idx on sandbox.google_events (calendar_id, starts_at);
      create table if not exists sandbox.google_meet_rooms (
        calendar_id text not null references sandbox.google_calendars (id) on delete cascade,
        request_id text not null,
        code text not null unique,
        primary key (calendar_id, request_id)
      );
      create table if not exists sandbox.google_invitations (
        id bigint generated always as identity primary key,
        calendar_id text not null,
        event_id text not null,
        kind text not null check (kind in ('invitation', 'update', 'cancellation')),
        email text not null,
        summary text not null,
        starts_at timestamptz not null,
        sent_at timestamptz not null default clock_timestamp(),
        foreign key (calendar_id, event_id) references sandbox.google_events (calendar_id, id) on delete cascade
      );
      create index if not exists google_invitations_event_idx on sandbox.google_invitations (calendar_id, event_id);`;
