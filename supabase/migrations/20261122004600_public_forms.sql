set local lock_timeout = '5s';

-- Forms without a login: how much visitors may send, and what they send. The functions submit-impact-story,
-- submit-mentor-application and submit-mentor-request call this; clients cannot insert the rows themselves.
-- See docs/product/operations.md#limits-of-forms.
--
-- Submissions are counted in the database, so that several hosts count together (docs/decisions/011).

create table private.submission_limits (
  form text not null check (
    form in (
      'impact_story', 'impact_story_photo', 'mentor_application', 'mentor_request', 'account_alert',
      'mentor_invitation', 'mentor_portrait', 'stop_mail', 'check_in', 'story_name', 'problem'
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
  ('mentor_request', 'address', '1 hour', 10), ('mentor_request', 'address', '1 day', 20),
  ('mentor_request', 'everyone', '1 hour', 100), ('mentor_request', 'everyone', '1 day', 300),
  -- No limit for everyone: strangers could use it up, and keep an account's owner from securing the account.
  ('account_alert', 'address', '1 hour', 60), ('account_alert', 'address', '1 day', 200),
  -- A secret of 32 bytes cannot be guessed; the limit stops one network from sending endless requests.
  ('mentor_invitation', 'address', '1 hour', 20),
  ('stop_mail', 'address', '1 minute', 30),
  ('check_in', 'address', '1 minute', 30),
  ('story_name', 'address', '1 minute', 30),
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

-- Help requests -----------------------------------------------------------------------------------------------------

-- What a founder asks who found no mentor (docs/product/help-requests.md).
create table private.mentor_requests (
  id uuid primary key,
  user_id uuid references public.profiles (id) on delete set null,
  email text check (private.is_email(email)),
  text text not null check (char_length(text) between 10 and 500),
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object' and length(filters::text) <= 2000),
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  answer text check (char_length(answer) between 10 and 1000),
  mentor_ids uuid[] not null default '{}' check (cardinality(mentor_ids) <= 3),
  answered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  constraint mentor_requests_answer_dated check ((state = 'open') = (answered_at is null)),
  constraint mentor_requests_answer_written check ((state = 'answered') = (answer is not null)),
  constraint mentor_requests_open_reachable check (state <> 'open' or email is not null)
);
create index mentor_requests_open_idx on private.mentor_requests (created_at, id) where state = 'open';
create index mentor_requests_user_idx on private.mentor_requests (user_id) where user_id is not null;
create index mentor_requests_answered_by_idx on private.mentor_requests (answered_by) where answered_by is not null;

comment on table private.mentor_requests is 'Help requests: what people ask us who found no mentor.';
comment on column private.mentor_requests.id is 'Chosen by the browser, so that sending twice is one.';
comment on column private.mentor_requests.user_id is 'Who was signed in; null for a visitor.';
comment on column private.mentor_requests.email is
  'Where the answer goes: of the account, or as a visitor typed it. Null 180 days after the answer.';
comment on column private.mentor_requests.filters is 'The filters of the list of mentors, as its address carries them.';
comment on column private.mentor_requests.state is 'open; answered, by e-mail; closed without an answer.';
comment on column private.mentor_requests.mentor_ids is 'The mentors that the answer names.';
comment on column private.mentor_requests.answered_at is 'When it was answered or closed.';

alter table private.mentor_requests enable row level security;
revoke all on table private.mentor_requests from public, anon, authenticated, service_role;

create trigger clean_columns before insert or update of text, answer on private.mentor_requests
for each row execute function private.clean_columns('text*', 'answer*');

create function public.submit_mentor_request(
  p_source text, p_id uuid, p_text text, p_email text, p_filters jsonb default '{}', p_user_id uuid default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- What an account types is ignored: the answer goes to its own address.
  v_email text := coalesce((select u.email from auth.users u where u.id = p_user_id), private.clean_email(p_email));
begin
  perform private.require_service();
  perform private.count_submission('mentor_request', p_source);
  insert into private.mentor_requests (id, user_id, email, text, filters)
  values (p_id, p_user_id, v_email, p_text, coalesce(p_filters, '{}'))
  on conflict (id) do nothing;
  if found then
    perform private.enqueue_job('mentor_mail', jsonb_build_object('mail', 'help_request_received', 'request_id', p_id),
      format('help_request:%s:received', p_id));
  end if;
end
$$;
comment on function public.submit_mentor_request is
  'Takes a help request and enqueues "We have your request", once for an id. The answer goes to the address of the '
  'account p_user_id, else to p_email. PT429 too_many_submissions (detail: seconds to wait); 23514 for what the form does not send.';

create function public.list_mentor_requests() returns table (
  id uuid, email text, text text, filters jsonb, created_at timestamptz, is_late boolean
)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_read('mentor_requests',
    jsonb_build_object('rows', (select count(*) from private.mentor_requests r where r.state = 'open')),
    array(select r.user_id from private.mentor_requests r where r.state = 'open'));
  return query
    select r.id, r.email, r.text, r.filters, r.created_at, r.created_at < now() - interval '24 hours'
    from private.mentor_requests r where r.state = 'open' order by r.created_at, r.id limit 200;
end
$$;
comment on function public.list_mentor_requests is
  'For administrators: open help requests, the oldest first, at most 200; is_late after 24 hours. In the audit log.';

create function public.count_mentor_requests() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select count(*) from private.mentor_requests r where r.state = 'open');
end
$$;
comment on function public.count_mentor_requests is 'For administrators: how many help requests wait.';

create function private.decide_mentor_request(p_id uuid, p_state text, p_answer text, p_mentor_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  update private.mentor_requests r
  set state = p_state, answer = p_answer, mentor_ids = p_mentor_ids, answered_at = now(),
    answered_by = private.signed_in_user()
  where r.id = p_id and r.state = 'open';
  if found then
    return;
  elsif exists (select from private.mentor_requests r where r.id = p_id) then
    raise exception using errcode = 'PT409', message = 'already_answered';
  end if;
  raise exception using errcode = 'PT404', message = 'request_not_found';
end
$$;

create function public.answer_mentor_request(p_id uuid, p_answer text, p_mentor_ids uuid[] default '{}') returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select distinct on (i.id) m.id
    from unnest(coalesce(p_mentor_ids, '{}')) i (id) join public.mentors m on m.id = i.id and m.listing_state = 'listed'
  );
begin
  perform private.require_admin();
  if char_length(private.clean_text(coalesce(p_answer, ''))) not between 10 and 1000 then
    raise exception using errcode = 'PT422', message = 'answer_length', detail = 'answer';
  end if;
  if cardinality(p_mentor_ids) > 3 or cardinality(v_ids) <> coalesce(cardinality(p_mentor_ids), 0) then
    raise exception using errcode = 'PT422', message = 'mentors_unknown', detail = 'mentors';
  end if;
  perform private.decide_mentor_request(p_id, 'answered', p_answer, coalesce(p_mentor_ids, '{}'));
  perform private.enqueue_job('mentor_mail', jsonb_build_object('mail', 'help_request_answered', 'request_id', p_id),
    format('help_request:%s:answered', p_id));
end
$$;
comment on function public.answer_mentor_request is
  'For administrators: answers a help request by e-mail, in 10 to 1,000 characters, with up to three listed mentors. '
  'PT404 request_not_found, PT409 already_answered, PT422 answer_length | mentors_unknown (detail: the field).';

create function public.close_mentor_request(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.decide_mentor_request(p_id, 'closed', null, '{}');
end
$$;
comment on function public.close_mentor_request is
  'For administrators: closes a help request without an answer. PT404 request_not_found, PT409 already_answered.';

create function private.mail_help_request_received(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', r.email, 'role', 'asker')), 'facts', '{}'::jsonb)
  from private.mentor_requests r where r.id = (p_payload ->> 'request_id')::uuid
$$;

create function private.mail_help_request_answered(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', r.email, 'role', 'asker')),
    'facts', jsonb_build_object('text', r.text, 'answer', r.answer, 'mentors', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'slug', m.slug, 'name', m.name, 'title', m.title) order by i.place), '[]')
      from unnest(r.mentor_ids) with ordinality i (id, place)
      join public.mentors m on m.id = i.id and m.listing_state = 'listed'
    )))
  from private.mentor_requests r where r.id = (p_payload ->> 'request_id')::uuid
$$;

revoke execute on all functions in schema private from public;
revoke execute on function public.count_submission, public.submit_impact_story, public.submit_mentor_application,
  public.submit_mentor_request
  from public, anon, authenticated;
grant execute on function public.count_submission, public.submit_impact_story, public.submit_mentor_application,
  public.submit_mentor_request
  to service_role;
revoke execute on function public.list_mentor_requests, public.count_mentor_requests, public.answer_mentor_request,
  public.close_mentor_request from public, anon;
grant execute on function public.list_mentor_requests, public.count_mentor_requests, public.answer_mentor_request,
  public.close_mentor_request to authenticated, service_role;
