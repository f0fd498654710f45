set local lock_timeout = '5s';

-- The page of a session: brief, own notes, summary, action items, and the founder's contact details where shared.
-- See docs/product/sessions.md#session-page.

create type private.session_page_limits as (
  note integer, summary int4range, summary_mails integer, item int4range, items integer, item_days_ahead integer,
  written_for interval, marked_for interval
);
create function private.session_page_limits() returns private.session_page_limits
language sql immutable set search_path = '' as $$
  select jsonb_populate_record(null::private.session_page_limits, '{
    "note": 5000, "summary": "[20,2000]", "summary_mails": 3, "item": "[3,200]", "items": 5, "item_days_ahead": 180,
    "written_for": "14 days", "marked_for": "180 days"
  }')
$$;
comment on function private.session_page_limits is
  'Characters, numbers of entries, and times after the end (docs/product/sessions.md#session-page). rules/session- '
  'page.ts has the same; a test compares them.';
grant execute on function private.session_page_limits to service_role;

create table public.session_notes (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  body text not null check (char_length(body) <= (private.session_page_limits()).note),
  revision integer not null default 1 check (revision >= 1),
  updated_at timestamptz not null default now(),
  primary key (booking_id, author_id)
);
create index session_notes_author_idx on public.session_notes (author_id);

comment on table public.session_notes is
  'What founder and mentor note about a session, each for themselves. Only the author can read it, not administrators.';
comment on column public.session_notes.booking_id is 'The session.';
comment on column public.session_notes.author_id is 'The author, the only reader.';
comment on column public.session_notes.body is 'The text; empty after it was removed.';
comment on column public.session_notes.revision is 'Counts from 1; a save names the one that it began with.';
comment on column public.session_notes.updated_at is 'When it last changed.';

create table public.session_summaries (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  body text not null check (char_length(body) < upper((private.session_page_limits()).summary)),
  revision integer not null default 1 check (revision >= 1),
  shared_at timestamptz,
  mails_sent smallint not null default 0 check (mails_sent between 0 and (private.session_page_limits()).summary_mails),
  updated_at timestamptz not null default now()
);

comment on table public.session_summaries is
  'The mentor''s summary of a session. Only the mentor reads it until it is shared.';
comment on column public.session_summaries.booking_id is 'The session.';
comment on column public.session_summaries.body is 'The text.';
comment on column public.session_summaries.revision is
  'Counts saves and sharings from 1; a write names the one it began with.';
comment on column public.session_summaries.shared_at is 'When it was first shared with the founder; null for a draft.';
comment on column public.session_summaries.mails_sent is
  'How often it was e-mailed to both sides.';
comment on column public.session_summaries.updated_at is 'When it last changed.';

create table public.action_items (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references public.bookings (id) on delete cascade,
  owner text not null check (owner in ('founder', 'mentor')),
  text text not null check (char_length(text) <@ (private.session_page_limits()).item),
  due_on date,
  done_at timestamptz,
  revision integer not null default 1 check (revision >= 1),
  created_at timestamptz not null default now()
);
create index action_items_booking_idx on public.action_items (booking_id, created_at);

comment on table public.action_items is 'What founder and mentor agreed to do after a session.';
comment on column public.action_items.id is 'Chosen by the browser, so that an item that is sent twice is stored once.';
comment on column public.action_items.booking_id is 'The session.';
comment on column public.action_items.owner is 'Whose task it is, and who marks it done.';
comment on column public.action_items.text is 'What is to be done.';
comment on column public.action_items.due_on is 'Day in India by when; null for none.';
comment on column public.action_items.done_at is 'When it was marked done; null while it is open.';
comment on column public.action_items.revision is 'Counts from 1; a write names the one that it began with.';
comment on column public.action_items.created_at is 'When it was added.';

create table public.session_contacts (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  shares_email boolean not null default false,
  shares_phone boolean not null default false,
  updated_at timestamptz not null default now()
);

comment on table public.session_contacts is
  'Whether a session''s founder lets the mentor see e-mail address and phone number.';
comment on column public.session_contacts.booking_id is 'The session; without a row nothing is shared.';
comment on column public.session_contacts.shares_email is 'The mentor of this session sees the account''s address.';
comment on column public.session_contacts.shares_phone is
  'The mentor of this session sees the profile''s phone number.';
comment on column public.session_contacts.updated_at is 'When it last changed.';

alter table public.session_notes enable row level security;
alter table public.session_summaries enable row level security;
alter table public.action_items enable row level security;
alter table public.session_contacts enable row level security;

create policy "People read their own notes" on public.session_notes
for select to authenticated using (author_id = (select private.signed_in_user()));

-- Mentors read the other summaries, their drafts, only by session_page().
create policy "Founders read the shared summaries of their sessions" on public.session_summaries
for select to authenticated using (
  shared_at is not null and exists (
    select from public.bookings b where b.id = booking_id and b.user_id = (select private.signed_in_user())
  )
);
create policy "Administrators read shared summaries" on public.session_summaries
for select to authenticated using (shared_at is not null and (select private.is_admin()));
create policy "Founders read the items of their sessions" on public.action_items
for select to authenticated using (exists (
  select from public.bookings b where b.id = booking_id and b.user_id = (select private.signed_in_user())
));
create policy "Administrators read every item" on public.action_items
for select to authenticated using ((select private.is_admin()));
create policy "Founders read what they share of their sessions" on public.session_contacts
for select to authenticated using (exists (
  select from public.bookings b where b.id = booking_id and b.user_id = (select private.signed_in_user())
));

revoke all on table public.session_notes, public.session_summaries, public.action_items, public.session_contacts
  from public, anon, authenticated;
grant select on table public.session_notes, public.session_summaries, public.action_items, public.session_contacts
  to authenticated;
-- The server may not read notes either: none of its functions needs one.
revoke all on table public.session_notes from service_role;
grant select, insert, update, delete on table public.session_summaries, public.action_items, public.session_contacts
  to service_role;

-- Who, and when -----------------------------------------------------------------------------------------------------

create function private.session_role(p_booking public.bookings) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    when p_booking.id is null then null
    when p_booking.user_id = private.signed_in_user() then 'founder'
    when private.is_mentor_of(p_booking.mentor_id) then 'mentor'
    when private.is_admin() then 'administrator'
  end;
end
$$;
comment on function private.session_role is
  'What the caller is in a session: founder, mentor, administrator, or null. An administrator who booked it is its '
  'founder.';

create function private.lock_session(p_booking_id uuid, p_roles text[]) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
begin
  perform private.require_signed_in();
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  -- Another person's session is refused like an unknown one.
  if coalesce(private.session_role(v_booking), '') <> all (p_roles) then
    raise exception using errcode = 'PT404', message = 'session_not_found';
  end if;
  if private.session_role(v_booking) = 'mentor' then
    perform private.require_present_mentor();
  end if;
  select * into v_booking from public.bookings b where b.id = p_booking_id for no key update;
  return v_booking;
end
$$;
comment on function private.lock_session is
  'First line of functions that write on a session''s page: the booking, locked. PT404 session_not_found, PT409 '
  'mentor_left; else as require_signed_in.';

create function private.takes_session_writes(p_booking public.bookings, p_until interval) returns boolean
language sql stable set search_path = '' as $$
  select p_booking.status in ('confirmed', 'rescheduled', 'completed')
    and p_booking.incident is distinct from 'founder_no_show'
    and clock_timestamp() between lower(p_booking.during) and upper(p_booking.during) + p_until
$$;
comment on function private.takes_session_writes is
  'Whether a session that took place, or is taking place, is not over for longer than p_until.';

create function private.require_session_writes(p_booking public.bookings, p_until interval) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.takes_session_writes(p_booking, p_until) then
    raise exception using errcode = 'PT409', message = 'session_closed';
  end if;
end
$$;

create function private.require_revision(p_now integer, p_read integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(p_now, 0) <> coalesce(p_read, 0) then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
end
$$;

-- The brief ---------------------------------------------------------------------------------------------------------

create function private.takes_brief(p_booking public.bookings) returns boolean
language sql stable set search_path = '' as $$
  select p_booking.status in ('pending_admin_review', 'confirmed', 'rescheduled')
    and clock_timestamp() <= lower(p_booking.during) - interval '2 hours'
$$;
comment on function private.takes_brief is
  'Whether the founder may still change the brief: until two hours before the start.';

create function private.plan_brief_changed(p_booking_id uuid, p_revision integer, p_delay interval) returns void
language sql set search_path = '' as $$
  select private.enqueue_job('brief_changed', jsonb_build_object('booking_id', p_booking_id, 'revision', p_revision),
    format('booking:%s:brief:%s', p_booking_id, p_revision), now() + p_delay)
$$;

create function private.put_brief(p_booking public.bookings, p_brief jsonb, p_delay interval) returns integer
language plpgsql set search_path = '' as $$
declare
  v_revision integer;
begin
  -- An emptied row stays, so that its revision grows further: the jobs of two texts must not share a key.
  insert into public.session_briefs as s (booking_id, user_id, mentor_id, question, stage, link, language)
  values (p_booking.id, p_booking.user_id, p_booking.mentor_id,
    p_brief ->> 'question', p_brief ->> 'stage', p_brief ->> 'link', p_brief ->> 'language')
  on conflict (booking_id) do update
  set question = excluded.question, stage = excluded.stage, link = excluded.link, language = excluded.language,
    revision = s.revision + 1, updated_at = now()
  returning revision into v_revision;
  perform private.plan_brief_changed(p_booking.id, v_revision, p_delay);
  return v_revision;
end
$$;

create function public.save_session_brief(p_booking_id uuid, p_brief jsonb, p_revision integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder']);
  v_brief jsonb := coalesce(private.read_brief(nullif(p_brief, 'null')), private.read_brief('{}'));
  v_now public.session_briefs;
begin
  if not private.takes_brief(v_booking) then
    raise exception using errcode = 'PT409', message = 'brief_closed';
  end if;
  select * into v_now from public.session_briefs s where s.booking_id = p_booking_id;
  -- A repeated call, because the answer to the first was lost.
  if jsonb_build_object('question', v_now.question, 'stage', v_now.stage, 'link', v_now.link, 'language', v_now.language)
    = v_brief then
    return jsonb_build_object('revision', coalesce(v_now.revision, 0));
  end if;
  if coalesce(v_now.revision, 0) <> coalesce(p_revision, 0) then
    raise exception using errcode = 'PT409', message = 'brief_changed';
  end if;
  return jsonb_build_object('revision', private.put_brief(v_booking, v_brief, interval '10 minutes'));
end
$$;
comment on function public.save_session_brief is
  'For a booking''s founder, until two hours before the start: another brief {question, stage, link, language} in '
  'place of the one of this revision (0 where there is none); answers {revision}. Ten minutes later the calendar and '
  'the mentor are told of the newest. PT404 session_not_found, PT409 brief_closed | brief_changed, PT422 as '
  'read_brief().';

create function public.remove_brief(p_booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
begin
  perform private.require_admin();
  select * into v_booking from public.bookings b where b.id = p_booking_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if private.brief_of(p_booking_id, true) is null then
    return;
  end if;
  perform private.put_brief(v_booking, '{}', interval '0');
  perform private.record_act('update', 'session_briefs', p_booking_id::text, '{"removed": true}');
end
$$;
comment on function public.remove_brief is
  'For administrators: empties an abusive brief, also in the calendar; its founder may write another. The audit log '
  'has no text. PT404 booking_not_found.';

create function public.my_last_brief(p_mentor_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := private.require_signed_in();
begin
  return (
    select private.brief_of(s.booking_id, true)
    from private.payment_orders o join public.session_briefs s on s.booking_id = o.booking_id
    where o.user_id = v_user_id and o.mentor_id = p_mentor_id and o.created_at > now() - interval '7 days'
      and not exists (select from public.bookings b where b.id = o.booking_id)
      and private.brief_of(s.booking_id, true) is not null
    order by s.updated_at desc
    limit 1
  );
end
$$;
comment on function public.my_last_brief is
  'The caller''s latest brief for a mentor on an order of the last seven days that became no booking, or null.';

-- Notes -------------------------------------------------------------------------------------------------------------

create function public.save_session_note(p_booking_id uuid, p_body text, p_revision integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder', 'mentor']);
  v_user_id uuid := private.signed_in_user();
  v_now public.session_notes;
begin
  p_body := private.clean_text(p_body);
  if p_body is null or char_length(p_body) > (private.session_page_limits()).note then
    raise exception using errcode = 'PT422', message = 'note_too_long', detail = 'body';
  end if;
  select * into v_now from public.session_notes n where n.booking_id = v_booking.id and n.author_id = v_user_id;
  if v_now.body is distinct from p_body then
    perform private.require_revision(v_now.revision, p_revision);
    insert into public.session_notes as n (booking_id, author_id, body) values (v_booking.id, v_user_id, p_body)
    on conflict (booking_id, author_id) do update
    set body = excluded.body, revision = n.revision + 1, updated_at = now()
    returning * into v_now;
  end if;
  return jsonb_build_object('revision', v_now.revision);
end
$$;
comment on function public.save_session_note is
  'For a session''s founder and mentor, each their own note of 0 to 5,000 characters; p_revision is the one that was '
  'read, 0 for none. Answers {revision}. PT404 session_not_found, PT409 changed_meanwhile | mentor_left, PT422 '
  'note_too_long.';

-- The summary -------------------------------------------------------------------------------------------------------

create function public.save_session_summary(p_booking_id uuid, p_body text, p_revision integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['mentor']);
  v_body text := private.clean_text(coalesce(p_body, ''));
  v_now public.session_summaries;
begin
  perform private.require_session_writes(v_booking, (private.session_page_limits()).written_for);
  if not char_length(v_body) <@ (private.session_page_limits()).summary then
    raise exception using errcode = 'PT422', message = 'summary_length', detail = 'body';
  end if;
  select * into v_now from public.session_summaries s where s.booking_id = v_booking.id;
  if v_now.body is distinct from v_body then
    perform private.require_revision(v_now.revision, p_revision);
    insert into public.session_summaries as s (booking_id, body) values (v_booking.id, v_body)
    on conflict (booking_id) do update set body = excluded.body, revision = s.revision + 1, updated_at = now()
    returning * into v_now;
  end if;
  return jsonb_build_object('revision', v_now.revision, 'shared_at', v_now.shared_at, 'mails_sent', v_now.mails_sent);
end
$$;
comment on function public.save_session_summary is
  'For a session''s mentor, from the start until 14 days after the end: a summary of 20 to 2,000 characters, which the '
  'mentor alone reads until it is shared. Answers {revision, shared_at, mails_sent}. PT404 session_not_found, PT409 '
  'changed_meanwhile | session_closed | mentor_left, PT422 summary_length.';

create function public.share_session_summary(p_booking_id uuid, p_revision integer, p_is_mailed boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['mentor']);
  v_now public.session_summaries;
begin
  perform private.require_session_writes(v_booking, (private.session_page_limits()).written_for);
  select * into v_now from public.session_summaries s where s.booking_id = v_booking.id;
  if v_now.booking_id is null then
    raise exception using errcode = 'PT422', message = 'summary_length', detail = 'body';
  end if;
  perform private.require_revision(v_now.revision, p_revision);
  if p_is_mailed and v_now.mails_sent >= (private.session_page_limits()).summary_mails then
    raise exception using errcode = 'PT409', message = 'mail_limit';
  end if;
  -- Sharing makes a new revision: so of two calls at once, the second is refused and sends no mail.
  update public.session_summaries s
  set shared_at = coalesce(s.shared_at, now()), mails_sent = s.mails_sent + case when p_is_mailed then 1 else 0 end,
    revision = s.revision + 1
  where s.booking_id = v_booking.id
  returning * into v_now;
  if p_is_mailed then
    perform private.enqueue_job('summary_mail',
      jsonb_build_object('booking_id', v_booking.id, 'number', v_now.mails_sent),
      format('booking:%s:summary:%s', v_booking.id, v_now.mails_sent));
  end if;
  return jsonb_build_object('revision', v_now.revision, 'shared_at', v_now.shared_at, 'mails_sent', v_now.mails_sent);
end
$$;
comment on function public.share_session_summary is
  'For a session''s mentor: lets the founder read the summary of this revision and, with p_is_mailed, e-mails it with '
  'the action items to both, at most three times. Answers {revision, shared_at, mails_sent}. PT404 session_not_found, '
  'PT409 changed_meanwhile | session_closed | mail_limit | mentor_left, PT422 summary_length (none is written).';

-- Action items ------------------------------------------------------------------------------------------------------

create function public.save_action_item(
  p_booking_id uuid, p_item_id uuid, p_text text, p_owner text, p_due_on date, p_revision integer
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder', 'mentor']);
  v_text text := private.clean_line(coalesce(p_text, ''));
  v_now public.action_items;
begin
  perform private.require_session_writes(v_booking, (private.session_page_limits()).written_for);
  if not char_length(v_text) <@ (private.session_page_limits()).item then
    raise exception using errcode = 'PT422', message = 'item_text_length', detail = 'text';
  end if;
  if p_owner is null or p_owner not in ('founder', 'mentor') then
    raise exception using errcode = 'PT422', message = 'item_owner_unknown', detail = 'owner';
  end if;
  select * into v_now from public.action_items i where i.id = p_item_id and i.booking_id = v_booking.id;
  -- An unchanged day may stay although it has passed.
  if p_due_on not between private.today() and private.today() + (private.session_page_limits()).item_days_ahead
    and p_due_on is distinct from v_now.due_on then
    raise exception using errcode = 'PT422', message = 'item_day_not_valid', detail = 'due_on';
  end if;
  -- A repeated call, because the answer to the first was lost.
  if (v_now.text, v_now.owner) = (v_text, p_owner) and v_now.due_on is not distinct from p_due_on then
    return jsonb_build_object('id', v_now.id, 'revision', v_now.revision);
  end if;
  perform private.require_revision(v_now.revision, p_revision);
  if v_now.id is not null then
    update public.action_items i
    set text = v_text, owner = p_owner, due_on = p_due_on, revision = i.revision + 1,
      -- A new owner has not done the task, although the earlier owner had.
      done_at = case when i.owner = p_owner then i.done_at end
    where i.id = v_now.id
    returning * into v_now;
  else
    if (select count(*) from public.action_items i where i.booking_id = v_booking.id)
      >= (private.session_page_limits()).items then
      raise exception using errcode = 'PT409', message = 'too_many_items';
    end if;
    insert into public.action_items (id, booking_id, text, owner, due_on)
    values (coalesce(p_item_id, gen_random_uuid()), v_booking.id, v_text, p_owner, p_due_on)
    on conflict (id) do nothing
    returning * into v_now;
    if v_now.id is null then
      -- The id belongs to an item of another session.
      raise exception using errcode = 'PT409', message = 'changed_meanwhile';
    end if;
  end if;
  return jsonb_build_object('id', v_now.id, 'revision', v_now.revision);
end
$$;
comment on function public.save_action_item is
  'For a session''s founder and mentor, from the start until 14 days after the end: adds an item (p_revision 0, the '
  'id chosen by the caller or null) or changes one: 3 to 200 characters, owner founder or mentor, a day from today to '
  '180 days ahead or null. Answers {id, revision}. PT404 session_not_found, PT409 changed_meanwhile | session_closed '
  '| too_many_items (five) | mentor_left, PT422 item_text_length | item_owner_unknown | item_day_not_valid.';

create function public.delete_action_item(p_booking_id uuid, p_item_id uuid, p_revision integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder', 'mentor']);
  v_revision integer;
begin
  perform private.require_session_writes(v_booking, (private.session_page_limits()).written_for);
  select i.revision into v_revision from public.action_items i where i.id = p_item_id and i.booking_id = v_booking.id;
  if not found then
    return;
  end if;
  perform private.require_revision(v_revision, p_revision);
  delete from public.action_items i where i.id = p_item_id;
end
$$;
comment on function public.delete_action_item is
  'For a session''s founder and mentor: removes an item; one that is gone already is no error. PT404 '
  'session_not_found, PT409 changed_meanwhile | session_closed | mentor_left.';

create function public.mark_action_item(p_booking_id uuid, p_item_id uuid, p_is_done boolean, p_revision integer)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder', 'mentor']);
  v_now public.action_items;
begin
  perform private.require_session_writes(v_booking, (private.session_page_limits()).marked_for);
  select * into v_now from public.action_items i where i.id = p_item_id and i.booking_id = v_booking.id;
  if not found then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  if v_now.owner <> private.session_role(v_booking) then
    raise exception using errcode = 'PT409', message = 'not_yours';
  end if;
  if (v_now.done_at is not null) is distinct from p_is_done then
    perform private.require_revision(v_now.revision, p_revision);
    update public.action_items i
    set done_at = case when p_is_done then now() end, revision = i.revision + 1
    where i.id = v_now.id
    returning * into v_now;
  end if;
  return jsonb_build_object('revision', v_now.revision, 'done_at', v_now.done_at);
end
$$;
comment on function public.mark_action_item is
  'For the owner of the item, the session''s founder or mentor, until 180 days after the end: marks it done or not '
  'done yet. Answers {revision, done_at}. PT404 session_not_found, PT409 changed_meanwhile | session_closed | '
  'not_yours | mentor_left.';

-- Contact details ---------------------------------------------------------------------------------------------------

create function public.share_contact(p_booking_id uuid, p_email boolean, p_phone boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := private.lock_session(p_booking_id, array['founder']);
  v_now public.session_contacts;
begin
  select * into v_now from public.session_contacts c where c.booking_id = v_booking.id;
  -- Switching off is always possible.
  if (coalesce(p_email, false) and not coalesce(v_now.shares_email, false))
    or (coalesce(p_phone, false) and not coalesce(v_now.shares_phone, false)) then
    if not private.keeps_time(v_booking.status)
      or clock_timestamp() > upper(v_booking.during) + (private.session_page_limits()).written_for then
      raise exception using errcode = 'PT409', message = 'session_closed';
    end if;
  end if;
  if coalesce(p_phone, false)
    and not exists (select from public.profiles p where p.id = v_booking.user_id and p.phone <> '') then
    raise exception using errcode = 'PT422', message = 'phone_missing', detail = 'phone';
  end if;
  insert into public.session_contacts (booking_id, shares_email, shares_phone)
  values (v_booking.id, coalesce(p_email, false), coalesce(p_phone, false))
  on conflict (booking_id) do update
  set shares_email = excluded.shares_email, shares_phone = excluded.shares_phone, updated_at = now()
  returning * into v_now;
  return jsonb_build_object('shares_email', v_now.shares_email, 'shares_phone', v_now.shares_phone);
end
$$;
comment on function public.share_contact is
  'For a session''s founder, from payment until 14 days after the end: whether its mentor sees e-mail address and '
  'phone number; both are off before, and can be switched off at any time. PT404 session_not_found, PT409 '
  'session_closed, PT422 phone_missing (none in the profile).';

-- Else the next number that the person gives would be shown without being asked for.
create function private.stop_sharing_phone() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.session_contacts c set shares_phone = false, updated_at = now()
  from public.bookings b
  where b.id = c.booking_id and b.user_id = new.id and c.shares_phone;
  return null;
end
$$;
comment on function private.stop_sharing_phone is
  'After a person''s phone is removed it is shared for no session (docs/product/sessions.md#contact-details).';
create trigger stop_sharing_phone after update of phone on public.profiles
for each row when (old.phone is not null and new.phone is null) execute function private.stop_sharing_phone();

create function private.shared_contact(p_booking public.bookings) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'email', case when c.shares_email then p.email end, 'phone', case when c.shares_phone then p.phone end)
  from public.session_contacts c join public.profiles p on p.id = p_booking.user_id
  where c.booking_id = p_booking.id and private.keeps_time(p_booking.status)
$$;
comment on function private.shared_contact is
  'What a session''s mentor sees of the founder''s contact details, {email, phone}; null without a sharing, and after '
  'the booking was rejected or cancelled.';

-- The page ----------------------------------------------------------------------------------------------------------

create function private.items_of(p_booking_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id, 'owner', i.owner, 'text', i.text, 'due_on', i.due_on, 'done_at', i.done_at, 'revision', i.revision
  ) order by i.created_at, i.id), '[]')
  from public.action_items i where i.booking_id = p_booking_id
$$;

create function private.earlier_sessions(p_booking public.bookings) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(e) order by e.date desc, e.start_time desc), '[]')
  from (
    select b.id, b.date, b.start_time, b.end_time, b.status,
      (select count(*) from public.action_items i where i.booking_id = b.id and i.done_at is null) as open_items
    from public.bookings b
    where b.user_id = p_booking.user_id and b.mentor_id = p_booking.mentor_id and b.id <> p_booking.id
      and lower(b.during) < lower(p_booking.during) and private.keeps_time(b.status)
    order by b.date desc, b.start_time desc
    limit 10
  ) e
$$;

create function public.session_page(p_booking_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_role text;
  v_has_link boolean;
  v_has_outcome boolean;
begin
  perform private.require_signed_in();
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  v_role := private.session_role(v_booking);
  if v_role is null then
    raise exception using errcode = 'PT404', message = 'session_not_found';
  end if;
  if v_role = 'administrator' then
    perform private.record_read('bookings',
      jsonb_build_object('filter', jsonb_build_object('session_id', p_booking_id)), array[v_booking.user_id]);
  end if;
  v_has_link := v_role <> 'mentor' or v_booking.status in ('confirmed', 'rescheduled', 'completed');
  -- For a session that was rejected, cancelled or missed, only facts, brief and own notes are shown.
  v_has_outcome := private.keeps_time(v_booking.status) and v_booking.incident is distinct from 'founder_no_show';
  return jsonb_build_object(
    'role', v_role,
    'now', clock_timestamp(),
    'booking', jsonb_build_object(
      'id', v_booking.id, 'code', v_booking.code, 'status', v_booking.status, 'incident', v_booking.incident,
      'date', v_booking.date, 'start_time', v_booking.start_time, 'end_time', v_booking.end_time,
      'starts_at', lower(v_booking.during), 'ends_at', upper(v_booking.during),
      'mentor_id', v_booking.mentor_id, 'mentor_name', v_booking.mentor_name, 'mentor_image', v_booking.mentor_image,
      'mentor_slug', (
        select m.slug from public.mentors m where m.id = v_booking.mentor_id and m.listing_state = 'listed'),
      'founder_name', case
        when v_role = 'mentor' then private.founder_name_for_mentor(v_booking.user_id)
        else (select p.name from public.profiles p where p.id = v_booking.user_id)
      end,
      'google_meet_link', case when private.keeps_time(v_booking.status) then v_booking.google_meet_link end,
      'created_at', v_booking.created_at, 'answer_by', v_booking.answer_by,
      'notes', case when v_role = 'founder' then v_booking.notes end,
      'decision_cause', case when v_role = 'founder' then v_booking.decision_cause end,
      'decision_reason', case when v_role = 'founder' then v_booking.decision_reason end
    ),
    'paid_paise', case when v_role = 'founder' then (
      select y.amount_paise from private.payments y where y.booking_id = v_booking.id
    ) end,
    'answer', case when v_role = 'mentor' then private.request_card(v_booking) -> 'answer' end,
    'contact', case when v_role = 'mentor' then private.shared_contact(v_booking) end,
    'sharing', case when v_role = 'founder' then (
      select jsonb_build_object(
        'email', coalesce(c.shares_email, false), 'phone', coalesce(c.shares_phone, false),
        'has_phone', coalesce(p.phone, '') <> '',
        'is_open', private.keeps_time(v_booking.status)
          and clock_timestamp() <= upper(v_booking.during) + (private.session_page_limits()).written_for)
      from public.profiles p left join public.session_contacts c on c.booking_id = v_booking.id
      where p.id = v_booking.user_id
    ) end,
    'brief', private.brief_of(v_booking.id, v_has_link),
    'brief_revision', coalesce((select s.revision from public.session_briefs s where s.booking_id = v_booking.id), 0),
    'can_edit_brief', v_role = 'founder' and private.takes_brief(v_booking),
    'note', case when v_role <> 'administrator' then coalesce(
      (
        select jsonb_build_object('body', n.body, 'revision', n.revision)
        from public.session_notes n where n.booking_id = v_booking.id and n.author_id = private.signed_in_user()
      ),
      '{"body": "", "revision": 0}'
    ) end,
    'has_outcome', v_has_outcome,
    'has_begun', clock_timestamp() >= lower(v_booking.during),
    'summary', case when v_has_outcome then (
      select jsonb_build_object('body', s.body, 'revision', s.revision, 'shared_at', s.shared_at,
        'mails_sent', s.mails_sent)
      from public.session_summaries s
      where s.booking_id = v_booking.id and (v_role = 'mentor' or s.shared_at is not null)
    ) end,
    'items', case when v_has_outcome then private.items_of(v_booking.id) else '[]' end,
    'can_write', v_role <> 'administrator'
      and private.takes_session_writes(v_booking, (private.session_page_limits()).written_for),
    'can_mark', v_role <> 'administrator'
      and private.takes_session_writes(v_booking, (private.session_page_limits()).marked_for),
    'check_ins', private.check_ins_for(v_booking, v_role),
    'story', case when v_role = 'founder' then private.own_story(v_booking) end,
    'earlier', private.earlier_sessions(v_booking)
  );
end
$$;
comment on function public.session_page is
  'A session''s page for its founder, its mentor and administrators: role, facts, brief (for the mentor its link from '
  'the approval on), for the mentor the own answer, contact {email, phone} as shared with the mentor, sharing and paid_paise for the founder and why the booking ended, the caller''s own '
  'note (an administrator gets none), the summary once it is shared (the mentor before that), action items, check_ins '
  '(private.check_ins_for()), the founder''s story, the two people''s earlier sessions, and what may be written now. An '
  'administrator''s reading is an entry of the audit log. '
  'PT404 session_not_found.';

create function public.summary_for_jobs(p_booking_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_service();
  return (
    select jsonb_build_object('body', s.body, 'items', private.items_of(s.booking_id))
    from public.session_summaries s where s.booking_id = p_booking_id and s.shared_at is not null
  );
end
$$;
comment on function public.summary_for_jobs is
  'A shared summary with its action items, for its e-mails; null where there is none.';

revoke execute on all functions in schema private from public;
revoke execute on function public.save_session_brief, public.remove_brief, public.my_last_brief, public.save_session_note,
  public.save_session_summary, public.share_session_summary, public.save_action_item, public.delete_action_item,
  public.mark_action_item, public.share_contact, public.session_page
  from public, anon;
grant execute on function public.save_session_brief, public.remove_brief, public.my_last_brief, public.save_session_note,
  public.save_session_summary, public.share_session_summary, public.save_action_item, public.delete_action_item,
  public.mark_action_item, public.share_contact, public.session_page
  to authenticated, service_role;
revoke execute on function public.summary_for_jobs from public, anon, authenticated;
grant execute on function public.summary_for_jobs to service_role;
