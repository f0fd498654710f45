set local lock_timeout = '5s';

-- The releases that this database has been upgraded to; the highest is its present one.

create table private.releases (
  release integer primary key check (release > 0),
  installed_at timestamptz not null default now()
);
comment on table private.releases is
  'The releases whose migrations this database has. A program (rules/office/release.ts) runs with its own or one ahead.';
alter table private.releases enable row level security;
revoke all on table private.releases from public, anon, authenticated, service_role;

insert into private.releases (release) values (1);
