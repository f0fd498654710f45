set local lock_timeout = '5s';

-- What a founder wants to leave a session with. It is stored with the order, before anything is paid.
-- See docs/product/sessions.md#brief.

create type private.brief_limits as (
  question int4range, link integer, stages text[]
);
create function private.brief_limits() returns private.brief_limits
language sql immutable set search_path = '' as $$
  select jsonb_populate_record(null::private.brief_limits, '{
    "question": "[10,300]", "link": 500, "stages": ["idea", "prototype", "first_customers", "revenue", "funded"]
  }')
$$;
comment on function private.brief_limits is
  'Characters, and the stages of a venture (docs/product/sessions.md#brief). rules/sessions/brief.ts has the same; a test '
  'compares them.';
grant execute on function private.brief_limits to service_role;

create table public.session_briefs (
  -- No foreign key: the brief exists before the booking, whose id the order has already chosen.
  booking_id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  mentor_id uuid references public.mentors (id) on delete set null,
  question text check (char_length(question) <@ (private.brief_limits()).question),
  stage text check (stage = any ((private.brief_limits()).stages)),
  link text check (char_length(link) <= (private.brief_limits()).link and link ~* '^https://'),
  language text check (language = any (private.language_codes())),
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_briefs_user_idx on public.session_briefs (user_id, mentor_id);
create index session_briefs_mentor_idx on public.session_briefs (mentor_id);
create index session_briefs_updated_idx on public.session_briefs (updated_at);

comment on table public.session_briefs is
  'What founders want to leave their sessions with, one row an order or booking. Mentors read it by calls only.';
comment on column public.session_briefs.booking_id is
  'The order''s booking_id, later the booking''s id: settling a payment copies nothing.';
comment on column public.session_briefs.user_id is 'The founder; the row goes with the account.';
comment on column public.session_briefs.mentor_id is 'The mentor; null once the mentor is deleted.';
comment on column public.session_briefs.question is
  'What the founder wants to leave with; null where it was left empty.';
comment on column public.session_briefs.stage is 'Where the founder''s venture is; null where it was not said.';
comment on column public.session_briefs.link is
  'A deck or site; never fetched by us. The mentor reads it after approval.';
comment on column public.session_briefs.language is 'Code of the language that the founder prefers.';
comment on column public.session_briefs.revision is
  'Counts the texts from 1, also those that were emptied; an edit names it.';
comment on column public.session_briefs.created_at is 'When it was first written.';
comment on column public.session_briefs.updated_at is 'When it last changed.';

alter table public.session_briefs enable row level security;

create policy "Founders read their own briefs" on public.session_briefs
for select to authenticated using (user_id = (select private.signed_in_user()));
create policy "Administrators read every brief" on public.session_briefs
for select to authenticated using ((select private.is_admin()));

revoke all on table public.session_briefs from public, anon, authenticated;
grant select on table public.session_briefs to authenticated;
grant select, insert, update, delete on table public.session_briefs to service_role;

-- Validation: the same as rules/sessions/brief.ts; a test compares them -----------------------------------------------

create function private.is_https_link(p_text text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  -- Host with a dot, of names or four numbers, without user name and password; then port, path, query and fragment.
  select char_length(p_text) <= (private.brief_limits()).link and p_text ~* (
    '^https://'
    || '((([a-z0-9\u00a1-\ud7ff][a-z0-9_\u00a1-\ud7ff-]{0,62}\.)+[a-z\u00a1-\ud7ff][a-z0-9\u00a1-\ud7ff-]{0,62}\.?)'
    || '|((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))'
    || '(:[0-9]{1,4})?'
    || '([/?#][\u0021-\u007e\u00a1-\U0010ffff]*)?$'
  )
$$;
comment on function private.is_https_link is
  'Whether a text is an https address with a dot in its host, no user name and no password, and is not too long.';

create function private.read_brief(p_brief jsonb) returns jsonb
language plpgsql immutable strict set search_path = '' as $$
declare
  v_field text;
  v_question text;
  v_stage text;
  v_link text;
  v_language text;
begin
  if jsonb_typeof(p_brief) <> 'object' then
    raise exception using errcode = 'PT422', message = 'brief_not_readable', detail = 'brief';
  end if;
  foreach v_field in array array['question', 'stage', 'link', 'language'] loop
    if jsonb_typeof(p_brief -> v_field) not in ('string', 'null') then
      raise exception using errcode = 'PT422', message = 'brief_not_readable', detail = v_field;
    end if;
  end loop;
  v_question := nullif(private.clean_line(p_brief ->> 'question'), '');
  v_stage := nullif(p_brief ->> 'stage', '');
  v_link := nullif(private.clean_line(p_brief ->> 'link'), '');
  v_language := nullif(p_brief ->> 'language', '');
  if char_length(v_question) < lower((private.brief_limits()).question) then
    raise exception using errcode = 'PT422', message = 'question_too_short', detail = 'question';
  end if;
  if char_length(v_question) >= upper((private.brief_limits()).question) then
    raise exception using errcode = 'PT422', message = 'question_too_long', detail = 'question';
  end if;
  if v_stage <> all ((private.brief_limits()).stages) then
    raise exception using errcode = 'PT422', message = 'stage_unknown', detail = 'stage';
  end if;
  if v_link is not null and not private.is_https_link(v_link) then
    raise exception using errcode = 'PT422', message = 'link_not_valid', detail = 'link';
  end if;
  if v_language <> all (private.language_codes()) then
    raise exception using errcode = 'PT422', message = 'language_unknown', detail = 'language';
  end if;
  return jsonb_build_object('question', v_question, 'stage', v_stage, 'link', v_link, 'language', v_language);
end
$$;
comment on function private.read_brief is
  'What is stored of a brief {question, stage, link, language}: each cleaned, null where it is empty; other fields are '
  'left out. PT422 brief_not_readable | question_too_short | question_too_long | stage_unknown | link_not_valid | '
  'language_unknown (detail: the field).';

create function private.has_content(p_brief jsonb) returns boolean
language sql immutable set search_path = '' as $$ select jsonb_strip_nulls(p_brief) <> '{}' $$;

-- Reading and storing -----------------------------------------------------------------------------------------------

create function private.brief_of(p_booking_id uuid, p_has_link boolean) returns jsonb
language sql stable set search_path = '' as $$
  select b.brief from (
    select jsonb_build_object('question', s.question, 'stage', s.stage,
      'link', case when p_has_link then s.link end, 'language', s.language) as brief
    from public.session_briefs s where s.booking_id = p_booking_id
  ) b
  where private.has_content(b.brief)
$$;
comment on function private.brief_of is
  'A booking''s brief {question, stage, link, language}, or null where there is none. The mentor gets no link before '
  'the approval: p_has_link false leaves it out.';

create function private.store_brief(p_booking_id uuid, p_user_id uuid, p_mentor_id uuid, p_brief jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.has_content(p_brief) then
    delete from public.session_briefs s where s.booking_id = p_booking_id and s.user_id = p_user_id;
    return;
  end if;
  insert into public.session_briefs as s (booking_id, user_id, mentor_id, question, stage, link, language)
  values (p_booking_id, p_user_id, p_mentor_id,
    p_brief ->> 'question', p_brief ->> 'stage', p_brief ->> 'link', p_brief ->> 'language')
  on conflict (booking_id) do update
  set question = excluded.question, stage = excluded.stage, link = excluded.link, language = excluded.language,
    revision = s.revision + 1, updated_at = now()
  where s.user_id = excluded.user_id
    and (s.question, s.stage, s.link, s.language)
      is distinct from (excluded.question, excluded.stage, excluded.link, excluded.language);
end
$$;
comment on function private.store_brief is
  'Stores the answer of read_brief() as an order''s brief, in place of an earlier one; an answer without content '
  'deletes it. Call with the person locked.';

create function private.copy_brief(p_booking_id uuid, p_user_id uuid, p_mentor_id uuid, p_during tstzrange) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.session_briefs (booking_id, user_id, mentor_id, question, stage, link, language)
  select p_booking_id, p_user_id, p_mentor_id, s.question, s.stage, s.link, s.language
  from private.payment_orders o join public.session_briefs s on s.booking_id = o.booking_id
  where o.user_id = p_user_id and o.mentor_id = p_mentor_id and o.during = p_during
    and o.booking_id <> p_booking_id and private.has_content(private.brief_of(o.booking_id, true))
  order by s.updated_at desc
  limit 1
  on conflict (booking_id) do nothing;
end
$$;
comment on function private.copy_brief is
  'Gives a new order the latest brief of the same person for the same mentor and time, as after a change of the price.';

revoke execute on all functions in schema private from public;
