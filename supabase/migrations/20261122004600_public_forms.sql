set local lock_timeout = '5s';

-- Forms without a login: how much visitors may send, and what they send. The functions submit-impact-story and
-- submit-mentor-application call this; clients cannot insert the rows themselves.
-- See docs/product/operations.md#limits-of-forms.
--
-- Submissions are counted in the database, so that several hosts count together (docs/decisions/011).

create table private.submission_limits (
  form text not null check (
    form in (
      'impact_story', 'impact_story_photo', 'mentor_application', 'account_alert', 'mentor_invitation', 'mentor_portrait',
      'stop_mail', 'problem'
    )
  ),
  scope text not null check (scope in ('address', 'everyone')),
  span interval not null check (span between interval '1 minute' and interval '7 days'),
  most integer not null check (most >= 0),
  primary key (form, scope, span)
);

comment on table private.submission_limits is
  'The limits in force; change a row to change a limit. The limits for one address are high, since a whole college may '
  'have one address. The limits for everyone are what moderators can read.';

alter table private.submission_limits enable row level security;
revoke all on table private.submission_limits from public, anon, authenticated, service_role;

insert into private.submission_limits (form, scope, span, most) values
  ('impact_story', 'address', '1 hour', 30), ('impact_story', 'address', '1 day', 60),
  ('impact_story', 'everyone', '1 hour', 200), ('impact_story', 'everyone', '1 day', 600),
  -- More photos than stories, because people choose another photo.
  ('impact_story_photo', 'address', '1 hour', 40), ('impact_story_photo', 'address', '1 day', 80),
  ('impact_story_photo', 'everyone', '1 hour', 300), ('impact_story_photo', 'everyone', '1 day', 900),
  ('mentor_application', 'address', '1 hour', 20), ('mentor_application', 'address', '1 day', 40),
  ('mentor_application', 'everyone', '1 hour', 100), ('mentor_application', 'everyone', '1 day', 300),
  -- No limit for everyone: strangers could use it up, and keep an account's owner from securing the account.
  ('account_alert', 'address', '1 hour', 60), ('account_alert', 'address', '1 day', 200),
  -- A secret of 32 bytes cannot be guessed; the limit stops one network from sending endless requests.
  ('mentor_invitation', 'address', '1 hour', 20),
  ('stop_mail', 'address', '1 minute', 30),
  -- Nothing is stored; each answer reads the words of every mentor.
  ('problem', 'address', '1 minute', 30),
  -- For one mentor: each portrait is three files, which stay until unused files are swept.
  ('mentor_portrait', 'address', '1 hour', 20), ('mentor_portrait', 'address', '1 day', 40);

-- Unlogged: losing the counters in a crash of the database does no harm, and each submission writes less.
create unlogged table private.submission_counts (
  key text not null,
  window_start timestamptz not null,
  window_end timestamptz not null,
  hits integer not null default 1,
  primary key (key, window_start)
);
create index submission_counts_window_end_idx on private.submission_counts (window_end);

comment on table private.submission_counts is
  'Submissions in each window that is not over. Addresses are stored only as keyed hashes; sweep_unused_files() '
  'deletes old windows.';

alter table private.submission_counts enable row level security;
revoke all on table private.submission_counts from public, anon, authenticated, service_role;

create function private.count_submission(p_form text, p_source text) returns void
language plpgsql set search_path = '' as $$
declare
  v_limit private.submission_limits;
  v_start timestamptz;
  v_hits integer;
  v_free_at timestamptz;
begin
  if coalesce(p_source, '') !~ '^[A-Za-z0-9_-]{16,64}$' then
    raise exception using errcode = 'PT422', message = 'source_invalid';
  end if;
  -- Always in this order, so that two submissions wait for one another and never deadlock.
  for v_limit in
    select * from private.submission_limits l where l.form = p_form order by l.scope, l.span
  loop
    v_start := date_bin(v_limit.span, clock_timestamp(), timestamptz 'epoch');
    insert into private.submission_counts as c (key, window_start, window_end)
    values (
      format('%s:%s:%s', p_form, v_limit.span, case v_limit.scope when 'address' then p_source else '*' end),
      v_start, v_start + v_limit.span
    )
    on conflict (key, window_start) do update set hits = c.hits + 1
    returning hits into v_hits;
    if v_hits > v_limit.most then
      v_free_at := greatest(v_free_at, v_start + v_limit.span);
    end if;
  end loop;
  if v_free_at is not null then
    -- The exception undoes the counting, so that a refused submission does not make the wait longer.
    raise exception using errcode = 'PT429', message = 'too_many_submissions',
      detail = greatest(1, ceil(extract(epoch from v_free_at - clock_timestamp())))::text;
  end if;
end
$$;
comment on function private.count_submission is
  'Counts one submission, or refuses it with PT429 too_many_submissions; detail is the seconds until there is room '
  'again. p_source is a keyed hash of the client''s address; for a portrait, the mentor''s id.';

create function public.count_submission(p_form text, p_source text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.count_submission(p_form, p_source);
end
$$;
comment on function public.count_submission is
  'For what a form sends besides its row, and for what pretends to be one: counts it. PT429 too_many_submissions '
  '(detail: seconds to wait).';

create function public.submit_impact_story(
  p_source text, p_name text, p_experience text, p_image_url text default null, p_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_photo text := private.stored_file(p_image_url);
begin
  perform private.require_service();
  perform private.count_submission('impact_story', p_source);
  -- The photo must be in the visitors' folder, be stored, and belong to no other row.
  if p_image_url is not null and (
    coalesce(v_photo, '') !~ '^mentor_images/impact-stories/'
    or not exists (
      select from storage.objects o where o.bucket_id = 'mentor_images' and 'mentor_images/' || o.name = v_photo
    )
    or exists (
      select from private.used_files u where u.key = private.file_key(v_photo)
        and not exists (select from public.impact_stories s where s.id = p_id and s.image_url = p_image_url)
    )
  ) then
    raise exception using errcode = 'PT422', message = 'photo_not_found';
  end if;
  insert into public.impact_stories (id, name, experience, image_url)
  values (coalesce(p_id, gen_random_uuid()), p_name, p_experience, p_image_url)
  -- A repeated submission, because the first answer was lost.
  on conflict (id) do nothing;
end
$$;
comment on function public.submit_impact_story is
  'Takes a story for review. p_id, chosen by the browser, makes one story of a submission that is sent twice. PT422 '
  'photo_not_found, PT429 too_many_submissions (detail: seconds to wait); 23514 for texts that the form does not send.';

create function public.submit_mentor_application(
  p_source text, p_name text, p_phone text, p_linkedin text, p_id uuid default null, p_email text default null
) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  perform private.count_submission('mentor_application', p_source);
  insert into public.mentor_applications (id, name, phone, linkedin, email)
  values (coalesce(p_id, gen_random_uuid()), p_name, p_phone, p_linkedin, p_email)
  on conflict (id) do nothing;
end
$$;
comment on function public.submit_mentor_application is
  'Takes an application, which waits as pending. p_id makes one application of a submission that is sent twice. PT429 '
  'too_many_submissions (detail: seconds to wait); 23514 for texts that the form does not send.';

revoke execute on all functions in schema private from public;
revoke execute on function public.count_submission, public.submit_impact_story, public.submit_mentor_application
  from public, anon, authenticated;
grant execute on function public.count_submission, public.submit_impact_story, public.submit_mentor_application
  to service_role;
