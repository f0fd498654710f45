set local lock_timeout = '5s';

-- Impact stories that a founder shares about a session of theirs. See docs/product/outcomes.md#verified-stories.

create table private.story_sessions (
  story_id uuid primary key references public.impact_stories (id) on delete cascade,
  booking_id uuid not null unique references public.bookings (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
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
create index story_sessions_user_idx on private.story_sessions (user_id);
comment on table private.story_sessions is
  'Which session a story is about, what its founder agreed to, and whether the mentor may be named. Kept apart, because '
  'everyone reads approved stories: they must not lead to a booking.';
comment on column private.story_sessions.user_id is 'Who shared it: the founder of the booking.';
comment on column private.story_sessions.consent_text is 'The words that the founder agreed to.';
comment on column private.story_sessions.wants_mentor_name is 'Whether the founder wants the mentor to be named.';
comment on column private.story_sessions.mentor_answer is 'The mentor''s answer; only after a yes is the mentor named.';
comment on column private.story_sessions.asked_at is 'When the mentor was asked by e-mail, once.';
alter table private.story_sessions enable row level security;
revoke all on table private.story_sessions from public, anon, authenticated, service_role;

-- Without its session its founder could not withdraw a story any more.
create function private.drop_story_of_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.impact_stories s where s.id = old.story_id;
  -- E-mails with its text that were not delivered yet.
  update private.outbox o
  set payload = '{}', state = 'done', finished_at = coalesce(o.finished_at, clock_timestamp()), last_error = null
  where o.key in (format('story:%s:name', old.story_id), format('story:%s:approved', old.story_id));
  return null;
end
$$;
create trigger drop_story_of_session after delete on private.story_sessions
for each row execute function private.drop_story_of_session();

-- The mark stands beside the words that the founder agreed to, and no others.
create function private.keep_story_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.story_sessions t where t.story_id = old.id) then
    raise exception using errcode = '42501', message = 'story_text_fixed';
  end if;
  return new;
end
$$;
create trigger keep_story_text before update of id, name, experience, image_url, created_at on public.impact_stories
for each row when (
  (old.id, old.name, old.experience, old.created_at) is distinct from (new.id, new.name, new.experience, new.created_at)
  or old.image_url is distinct from new.image_url
) execute function private.keep_story_text();

create function private.story_consent() returns text
language sql immutable set search_path = '' as $$
  select 'I agree that Point 0 publishes this story under the name above, marked “Verified session”. I can withdraw it '
    'at any time.'
$$;
comment on function private.story_consent is
  'The words beside the box of a story''s form; copy/content/session-story.ts has the same, a test compares them.';
grant execute on function private.story_consent to service_role;

create function private.named_mentor(p_story private.story_sessions) returns uuid
language sql stable security definer set search_path = '' as $$
  select m.id from public.mentors m
  where m.id = p_story.mentor_id and m.listing_state = 'listed'
    and p_story.wants_mentor_name and p_story.mentor_answer = 'yes' and private.is_verified(p_story.booking_id)
$$;
comment on function private.named_mentor is
  'The mentor who is named with a story: only while founder and mentor agree, the session is verified and the mentor is '
  'listed.';

-- For founders ------------------------------------------------------------------------------------------------------

create function public.share_story(
  p_booking_id uuid, p_name text, p_text text, p_has_agreed boolean, p_names_mentor boolean default false
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder']);
  v_name text := private.clean_line(coalesce(p_name, ''));
  -- No more than one blank line in a row, as in the form of visitors.
  v_text text := regexp_replace(private.clean_text(coalesce(p_text, '')), '\n( *\n){2,}', E'\n\n', 'g');
  v_story public.impact_stories;
begin
  if char_length(v_text) not between 1 and 600 then
    raise exception using errcode = 'PT422', message = 'story_length', detail = 'experience';
  end if;
  if char_length(v_name) not between 1 and 120 then
    raise exception using errcode = 'PT422', message = 'name_length', detail = 'name';
  end if;
  if p_has_agreed is not true then
    raise exception using errcode = 'PT422', message = 'consent_missing', detail = 'consent';
  end if;
  select s.* into v_story
  from private.story_sessions t join public.impact_stories s on s.id = t.story_id
  where t.booking_id = p_booking_id;
  if (v_story.name, v_story.experience) = (v_name, v_text) then
    -- A repeated call, because the answer to the first was lost.
    return;
  end if;
  if v_story.id is not null then
    raise exception using errcode = 'PT409', message = 'story_exists';
  end if;
  if not private.is_verified(p_booking_id) then
    raise exception using errcode = 'PT409', message = 'session_not_verified';
  end if;
  insert into public.impact_stories (name, experience) values (v_name, v_text) returning * into v_story;
  insert into private.story_sessions (story_id, booking_id, user_id, mentor_id, consent_text, wants_mentor_name)
  values (v_story.id, p_booking_id, v_booking.user_id, v_booking.mentor_id, private.story_consent(),
    coalesce(p_names_mentor, false));
end
$$;
comment on function public.share_story is
  'For the founder of a verified session: one story about it (1 to 600 characters) under a name (1 to 120), which waits '
  'for review. p_has_agreed: the box was ticked; its words and the time are stored. p_names_mentor: the mentor is asked '
  'once it is approved. PT404 session_not_found, PT409 story_exists | session_not_verified, PT422 story_length | '
  'name_length | consent_missing (detail: the field).';

create function public.withdraw_story(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_session(p_booking_id, array['founder']);
  delete from private.story_sessions t where t.booking_id = p_booking_id;
end
$$;
comment on function public.withdraw_story is
  'For a session''s founder: deletes the story about it, at any time; one that is gone already is no error. PT404 '
  'session_not_found.';

create function private.own_story(p_booking public.bookings) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'can_share', v.is_verified and t.story_id is null,
    'is_verified', v.is_verified,
    'name', private.review_author(p_booking.user_id),
    'change', coalesce((
      select c.change from private.check_ins c
      where c.booking_id = p_booking.id and c.change <> '' order by c.day desc limit 1
    ), ''),
    'shared', case when t.story_id is not null then jsonb_build_object(
      'id', s.id, 'name', s.name, 'experience', s.experience, 'is_approved', s.is_approved,
      'created_at', s.created_at, 'names_mentor', t.wants_mentor_name, 'mentor_answer', t.mentor_answer) end)
  from (select private.is_verified(p_booking.id) as is_verified) v
  left join private.story_sessions t on t.booking_id = p_booking.id
  left join public.impact_stories s on s.id = t.story_id
  where v.is_verified or t.story_id is not null
$$;
comment on function private.own_story is
  'What a session''s founder sees of the story about it: whether one can be shared, with the name and text that its form '
  'begins with, or the one that was shared; null for a session that is not verified and has none.';

-- For everybody -----------------------------------------------------------------------------------------------------

create function public.wall_stories(
  p_mentor text default null, p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 13
)
returns table (
  id uuid, name text, experience text, image_url text, created_at timestamptz, is_verified boolean,
  mentor_id uuid, mentor_slug text, mentor_name text, total_count integer
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_ids uuid[];
begin
  if p_mentor is not null then
    v_ids := array(
      select t.story_id
      from public.mentors m
      join private.story_sessions t on t.mentor_id = m.id
      join public.impact_stories s on s.id = t.story_id
      where (m.slug = p_mentor or m.id::text = p_mentor) and s.is_approved and private.named_mentor(t) is not null
    );
  end if;
  return query
    select s.id, s.name, s.experience, s.image_url, s.created_at,
      t.story_id is not null and private.is_verified(t.booking_id), m.id, m.slug, m.name, cardinality(v_ids)
    from public.impact_stories s
    left join private.story_sessions t on t.story_id = s.id
    left join public.mentors m on m.id = private.named_mentor(t)
    where s.is_approved and (p_mentor is null or s.id = any (v_ids))
      and (p_before is null or (s.created_at, s.id) < (p_before, p_before_id))
    order by s.created_at desc, s.id desc
    limit least(greatest(coalesce(p_limit, 13), 1), 50);
end
$$;
comment on function public.wall_stories is
  'The approved stories, the newest first, at most 50; p_before and p_before_id: after the last one that was read. '
  'is_verified is computed at each reading; the mentor only as named_mentor() says. p_mentor: those that name this '
  'mentor (a slug or an id), with their number in total_count.';

-- The mentor's answer -----------------------------------------------------------------------------------------------

create function private.can_answer_name(p_story private.story_sessions) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_story.wants_mentor_name and private.is_verified(p_story.booking_id)
    and exists (select from public.impact_stories s where s.id = p_story.story_id and s.is_approved)
$$;
comment on function private.can_answer_name is
  'Whether the mentor is asked, and may answer: the founder wants it, the story is approved and the session verified.';

create function private.save_name_answer(p_story_id uuid, p_mentor_id uuid, p_answer text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_story private.story_sessions;
begin
  if p_answer is null or p_answer not in ('yes', 'no') then
    raise exception using errcode = 'PT422', message = 'answer_unknown', detail = 'answer';
  end if;
  select * into v_story from private.story_sessions t
  where t.story_id = p_story_id and t.mentor_id = p_mentor_id for update;
  if v_story.story_id is null or not private.can_answer_name(v_story) then
    raise exception using errcode = 'PT404', message = 'story_gone';
  end if;
  update private.story_sessions t set mentor_answer = p_answer, answered_at = now() where t.story_id = p_story_id;
end
$$;

create function public.my_story_names() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_mentor();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'name', s.name, 'experience', s.experience, 'created_at', s.created_at, 'answer', t.mentor_answer
    ) order by s.created_at desc, s.id), '[]')
    from private.story_sessions t join public.impact_stories s on s.id = t.story_id
    where t.mentor_id = v_mentor_id and private.can_answer_name(t)
  );
end
$$;
comment on function public.my_story_names is
  'For mentors: the public stories about their sessions whose founders want to name them, the newest first, with the '
  'answer (yes, no or null). 42501 mentor_only.';

create function public.answer_story_name(p_story_id uuid, p_answer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.save_name_answer(p_story_id, private.require_present_mentor(), p_answer);
end
$$;
comment on function public.answer_story_name is
  'For the mentor of a story''s session: yes or no to being named with it; can be changed. 42501 mentor_only, PT404 '
  'story_gone (withdrawn, not approved, not verified, or another mentor''s), PT409 mentor_left, PT422 answer_unknown.';

create function public.story_for_service(p_story_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object(
      'id', s.id, 'name', s.name, 'experience', s.experience, 'mentor_id', t.mentor_id, 'mentor_email', mp.email,
      'mentor_name', b.mentor_name, 'founder_email', private.confirmed_email(b.user_id), 'answer', t.mentor_answer,
      'was_asked', t.asked_at is not null, 'can_answer', private.can_answer_name(t),
      'is_public', s.is_approved and private.is_verified(t.booking_id))
    from private.story_sessions t
    join public.impact_stories s on s.id = t.story_id
    join public.bookings b on b.id = t.booking_id
    left join public.mentor_private mp on mp.mentor_id = t.mentor_id
    where t.story_id = p_story_id
  );
end
$$;
comment on function public.story_for_service is
  'A story about a session, for its e-mails and for the function answer-story-name, which has not checked the link yet; '
  'null for one that was withdrawn.';

create function public.answer_story_name_by_link(p_story_id uuid, p_mentor_id uuid, p_email text, p_answer text)
returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_service();
  -- The address may have changed since the link was checked.
  if not exists (select from public.mentor_private mp where mp.mentor_id = p_mentor_id and mp.email = p_email) then
    raise exception using errcode = 'PT404', message = 'link_unknown';
  end if;
  perform private.save_name_answer(p_story_id, p_mentor_id, p_answer);
end
$$;
comment on function public.answer_story_name_by_link is
  'For the function answer-story-name, after it checked the link: as answer_story_name. PT404 link_unknown (the mentor '
  'has another address by now) | story_gone.';

create function private.tell_of_approved_story() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_story private.story_sessions;
begin
  select * into v_story from private.story_sessions t where t.story_id = new.id;
  if v_story.story_id is null then
    return null;
  end if;
  -- With the time, because an earlier approval may have been taken back before its e-mails were composed.
  perform private.enqueue_job('story_approved', jsonb_build_object('story_id', new.id),
    format('story:%s:approved:%s', new.id, extract(epoch from clock_timestamp())));
  if v_story.wants_mentor_name and v_story.asked_at is null then
    perform private.enqueue_job('story_name', jsonb_build_object('story_id', new.id),
      format('story:%s:name:%s', new.id, extract(epoch from clock_timestamp())));
  end if;
  return null;
end
$$;
create trigger tell_of_approved_story after update of is_approved on public.impact_stories
for each row when (new.is_approved and not old.is_approved) execute function private.tell_of_approved_story();

create function public.queue_story_mail(p_story_id uuid, p_mail_name text, p_mail jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_story private.story_sessions;
begin
  perform private.require_service();
  select * into v_story from private.story_sessions t where t.story_id = p_story_id for update;
  if v_story.story_id is null then
    return;
  end if;
  if p_mail_name = 'name' then
    update private.story_sessions t set asked_at = now() where t.story_id = p_story_id and t.asked_at is null;
    if not found then
      return;
    end if;
  end if;
  perform private.enqueue_job('email', p_mail, format('story:%s:%s', p_story_id, p_mail_name));
end
$$;
comment on function public.queue_story_mail is
  'Enqueues the e-mail of a story (p_mail_name: name to the mentor, approved to the founder), once however often it is '
  'called; nothing for one that was withdrawn.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.story_facts(p_story_ids uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_read('impact_stories', jsonb_build_object('rows', count(*)), array_agg(t.user_id))
  from private.story_sessions t where t.story_id = any (p_story_ids)
  having count(*) > 0;
  return (
    select coalesce(jsonb_object_agg(t.story_id, jsonb_build_object(
      'is_verified', private.is_verified(t.booking_id), 'booking_id', t.booking_id, 'booking_code', b.code,
      'mentor_name', b.mentor_name, 'consented_at', t.consented_at, 'consent_text', t.consent_text,
      'names_mentor', t.wants_mentor_name, 'mentor_answer', t.mentor_answer,
      'check_in', (
        select jsonb_build_object('day', c.day, 'answer', c.answer, 'change', c.change)
        from private.check_ins c where c.booking_id = t.booking_id and c.state = 'answered' order by c.day desc limit 1
      )
    )), '{}')
    from private.story_sessions t join public.bookings b on b.id = t.booking_id
    where t.story_id = any (p_story_ids)
  );
end
$$;
comment on function public.story_facts is
  'For administrators: of each of these stories that is about a session its mark, mentor, consent and latest check-in, by '
  'the story''s id. An entry of the audit log names the founders.';

revoke execute on all functions in schema private from public;
revoke execute on function public.wall_stories from public;
grant execute on function public.wall_stories to anon, authenticated, service_role;
revoke execute on function public.share_story, public.withdraw_story, public.my_story_names, public.answer_story_name,
  public.story_facts from public, anon;
grant execute on function public.share_story, public.withdraw_story, public.my_story_names, public.answer_story_name,
  public.story_facts to authenticated, service_role;
revoke execute on function public.story_for_service, public.answer_story_name_by_link, public.queue_story_mail
  from public, anon, authenticated;
grant execute on function public.story_for_service, public.answer_story_name_by_link, public.queue_story_mail
  to service_role;
