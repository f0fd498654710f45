-- As pg_cron's tables and functions, so far as a migration or a report uses them. Nothing runs the jobs.

create schema cron;
grant usage on schema cron to public;

create sequence cron.jobid_seq;
create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default inet_server_port(),
  database text not null default current_database(),
  username text not null,
  active boolean not null default true,
  jobname text,
  constraint jobname_username_uniq unique (jobname, username)
);
-- Readable only: jobs change through the functions below.
grant select on cron.job to public;
alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);

create sequence cron.runid_seq;
create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);
grant select, delete on cron.job_run_details to public;
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
begin
  -- Five fields, or an interval of 1 to 59 seconds.
  if $2 !~ '^([1-9]|[1-5][0-9]) seconds?$' and $2 !~ '^\S+( \S+){4}$' then
    raise exception 'invalid schedule: %', $2 using errcode = '22023';
  end if;
  insert into cron.job as j (jobname, schedule, command, username) values ($1, $2, $3, session_user)
  on conflict on constraint jobname_username_uniq do update
    set schedule = excluded.schedule, command = excluded.command, active = true
  returning j.jobid into v_id;
  return v_id;
end
$$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from cron.job j where j.jobname = $1 and j.username = session_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', $1;
  end if;
  return true;
end
$$;
