set local lock_timeout = '5s';

-- A mentor's public reply to a review (docs/product/reviews.md#replies), and reports of reviews
-- (docs/product/reviews.md#reports).

create table public.review_replies (
  review_id uuid primary key references public.mentor_reviews (id) on delete cascade,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  removed_at timestamptz,
  constraint review_replies_body_length check (
    char_length(body) <= (private.review_limits()).reply and (body = '') = (deleted_at is not null)
  )
);
create index review_replies_mentor_idx on public.review_replies (mentor_id);

comment on table public.review_replies is 'One reply a review, shown under it; it goes with its review.';
comment on column public.review_replies.review_id is 'The review that it answers.';
comment on column public.review_replies.mentor_id is 'Who wrote it: the mentor of the review.';
comment on column public.review_replies.body is 'The reply, 1 to 1000 characters; empty once its mentor deleted it.';
comment on column public.review_replies.created_at is
  'When it was first written; the 14 days in which it can be changed count from here.';
comment on column public.review_replies.edited_at is 'When it was last changed; null for an unchanged one.';
comment on column public.review_replies.deleted_at is
  'When its mentor deleted it; the row stays, so that deleting does not start the 14 days again.';
comment on column public.review_replies.removed_at is 'When an administrator removed it: it cannot be written again.';

alter table public.review_replies enable row level security;

create policy "Everyone reads replies to reviews" on public.review_replies
for select to anon, authenticated using (deleted_at is null and removed_at is null);
create policy "Mentors read their own replies" on public.review_replies
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read every reply" on public.review_replies
for select to authenticated using ((select private.is_admin()));

revoke all on table public.review_replies from public, anon, authenticated;
grant select on table public.review_replies to anon, authenticated;
grant select, insert, update, delete on table public.review_replies to service_role;

create table public.review_reports (
  id uuid primary key default gen_random_uuid(),
  review_id uuid references public.mentor_reviews (id) on delete set null,
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  reason text not null check (reason in ('not_my_session', 'insulting', 'private_information', 'other')),
  text text check (char_length(text) <@ (private.review_limits()).report),
  state text not null default 'open' check (state in ('open', 'kept', 'removed')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  constraint review_reports_other_explained check ((reason = 'other') = (text is not null)),
  constraint review_reports_decided_dated check ((state = 'open') = (decided_at is null))
);
create unique index review_reports_open_key on public.review_reports (review_id) where state = 'open';
create index review_reports_mentor_idx on public.review_reports (mentor_id);
create index review_reports_decided_by_idx on public.review_reports (decided_by);

comment on table public.review_reports is 'Reviews that a mentor asks administrators to look at.';
comment on column public.review_reports.id is 'Identity.';
comment on column public.review_reports.created_at is 'When the mentor reported the review.';
comment on column public.review_reports.review_id is 'The review; null once it is removed.';
comment on column public.review_reports.mentor_id is 'Who reports: the mentor of the review.';
comment on column public.review_reports.reason is 'Why, one of four.';
comment on column public.review_reports.text is 'In the mentor''s words, with the reason other alone.';
comment on column public.review_reports.decided_at is 'When an administrator decided, or the review was deleted.';
comment on column public.review_reports.decided_by is
  'Which administrator; null where the review was deleted in another way.';
comment on column public.review_reports.state is 'open, kept (the review stays) or removed (it was deleted).';

alter table public.review_reports enable row level security;

create policy "Mentors read their own reports" on public.review_reports
for select to authenticated using (mentor_id = (select private.my_mentor_id()));
create policy "Administrators read every report" on public.review_reports
for select to authenticated using ((select private.is_admin()));

revoke all on table public.review_reports from public, anon, authenticated;
-- Without decided_by: the audit log says which administrator decided.
grant select (id, review_id, mentor_id, reason, text, state, created_at, decided_at)
  on table public.review_reports to authenticated;
grant select, insert, update, delete on table public.review_reports to service_role;

create function private.lock_own_review(p_review_id uuid, p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.mentor_reviews r where r.id = p_review_id and r.mentor_id = p_mentor_id for no key update;
  if not found then
    raise exception using errcode = 'PT404', message = 'review_not_found';
  end if;
end
$$;

create function public.save_reply(p_review_id uuid, p_body text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_body text := private.clean_text(coalesce(p_body, ''));
  v_reply public.review_replies;
begin
  if char_length(v_body) not between 1 and (private.review_limits()).reply then
    raise exception using errcode = 'PT422', message = 'reply_length';
  end if;
  perform private.lock_own_review(p_review_id, v_mentor_id);
  select * into v_reply from public.review_replies p where p.review_id = p_review_id for update;
  if v_reply.removed_at is not null then
    raise exception using errcode = 'PT409', message = 'reply_removed';
  end if;
  if v_reply.created_at < now() - make_interval(days => (private.review_limits()).reply_days) then
    raise exception using errcode = 'PT409', message = 'reply_final';
  end if;
  insert into public.review_replies as p (review_id, mentor_id, body) values (p_review_id, v_mentor_id, v_body)
  on conflict (review_id) do update
  set body = excluded.body, edited_at = now(), deleted_at = null
  where p.body <> excluded.body;
  return (select p.created_at from public.review_replies p where p.review_id = p_review_id);
end
$$;
comment on function public.save_reply is
  'A mentor''s public reply (1 to 1000 characters) to a review of the own profile, which can be changed for 14 days; '
  'answers when it was first written. 42501 mentor_only, PT404 review_not_found, PT409 mentor_left | reply_final | '
  'reply_removed, PT422 reply_length.';

create function public.delete_reply(p_review_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
begin
  perform private.lock_own_review(p_review_id, v_mentor_id);
  update public.review_replies p set deleted_at = now(), body = ''
  where p.review_id = p_review_id and p.deleted_at is null and p.removed_at is null;
end
$$;
comment on function public.delete_reply is
  'A mentor takes the own reply away, at any time. 42501 mentor_only, PT404 review_not_found, PT409 mentor_left.';

create function public.report_review(p_review_id uuid, p_reason text, p_text text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor_id uuid := private.require_present_mentor();
  v_text text := nullif(private.clean_text(p_text), '');
begin
  if p_reason is null or p_reason not in ('not_my_session', 'insulting', 'private_information', 'other') then
    raise exception using errcode = 'PT422', message = 'reason_unknown';
  end if;
  if p_reason = 'other' and not coalesce(char_length(v_text), 0) <@ (private.review_limits()).report then
    raise exception using errcode = 'PT422', message = 'reason_text_length';
  end if;
  -- The review first, as in a removal. Reports of one mentor then wait at the mentor, so that the limit of ten holds.
  perform private.lock_own_review(p_review_id, v_mentor_id);
  perform from public.mentors m where m.id = v_mentor_id for no key update;
  if exists (select from public.review_reports r where r.review_id = p_review_id and r.state = 'open') then
    raise exception using errcode = 'PT409', message = 'report_open';
  end if;
  if (select count(*) >= 10 from public.review_reports r where r.mentor_id = v_mentor_id and r.state = 'open') then
    raise exception using errcode = 'PT429', message = 'too_many_reports';
  end if;
  insert into public.review_reports (review_id, mentor_id, reason, text)
  values (p_review_id, v_mentor_id, p_reason, case when p_reason = 'other' then v_text end);
end
$$;
comment on function public.report_review is
  'A mentor asks administrators to look at a review of the own profile; it stays public until they decide. p_reason: '
  'not_my_session, insulting, private_information or other, which takes 5 to 500 characters of p_text. 42501 '
  'mentor_only, PT404 review_not_found, PT409 mentor_left | report_open, PT422 reason_unknown | reason_text_length, '
  'PT429 too_many_reports (ten open).';

create function public.remove_reply(p_review_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.review_replies p set removed_at = now() where p.review_id = p_review_id and p.removed_at is null;
  if not found and not exists (select from public.review_replies p where p.review_id = p_review_id) then
    raise exception using errcode = 'PT404', message = 'reply_not_found';
  end if;
end
$$;
comment on function public.remove_reply is
  'For administrators: removes a reply for good. Repeating the call changes nothing. PT404 reply_not_found.';

create function public.decide_report(p_report_id uuid, p_removes_review boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_report public.review_reports;
begin
  perform private.require_admin();
  -- Locks the review first: deleting a review locks its report afterwards.
  perform from public.mentor_reviews v
  where v.id = (select r.review_id from public.review_reports r where r.id = p_report_id) for update;
  select * into v_report from public.review_reports r where r.id = p_report_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'report_not_found';
  end if;
  if v_report.state <> 'open' then
    raise exception using errcode = 'PT409', message = 'report_decided', detail = v_report.state;
  end if;
  update public.review_reports r
  set state = case when coalesce(p_removes_review, false) then 'removed' else 'kept' end,
    decided_at = now(), decided_by = private.signed_in_user()
  where r.id = p_report_id;
  if coalesce(p_removes_review, false) then
    delete from public.mentor_reviews r where r.id = v_report.review_id;
  end if;
end
$$;
comment on function public.decide_report is
  'For administrators: keeps a reported review, or removes it, and tells the mentor. PT404 report_not_found, PT409 '
  'report_decided (detail: how).';

-- A review that is deleted in another way closes the report about it.
create function private.close_reports_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.review_reports r set state = 'removed', decided_at = now()
  where r.review_id = old.id and r.state = 'open';
  return old;
end
$$;
create trigger close_reports_of_review before delete on public.mentor_reviews
for each row execute function private.close_reports_of_review();

-- E-mails -----------------------------------------------------------------------------------------------------------

create function private.tell_mentor_of_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_job('mentor_mail', jsonb_build_object('mail', 'new_review', 'review_id', new.review_id),
    format('review:%s', new.review_id));
  return null;
end
$$;
create trigger tell_mentor_of_review after insert on private.session_reviews
for each row when (new.review_id is not null) execute function private.tell_mentor_of_review();

create function private.tell_mentor_of_report() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_job('mentor_mail', jsonb_build_object('mail', 'report_decided', 'report_id', new.id),
    format('report:%s', new.id));
  return null;
end
$$;
create trigger tell_mentor_of_report after update of state on public.review_reports
for each row when (old.state = 'open' and new.state <> 'open') execute function private.tell_mentor_of_report();

create function private.mail_new_review(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
    'facts', jsonb_build_object('author_name', r.author_name, 'rating', r.rating, 'comment', r.comment,
      'mentor_id', m.id, 'mentor_slug', m.slug, 'mentor_name', m.name, 'has_account', mp.user_id is not null))
  from public.mentor_reviews r
  join public.mentors m on m.id = r.mentor_id
  join public.mentor_private mp on mp.mentor_id = m.id
  join public.mentor_settings s on s.mentor_id = m.id
  where r.id = (p_payload ->> 'review_id')::uuid
    and coalesce((s.notifications ->> 'new_review')::boolean, true)
$$;

create function private.mail_report_decided(p_payload jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'recipients', jsonb_build_array(jsonb_build_object('to', mp.email, 'role', 'mentor')),
    'facts', jsonb_build_object('state', r.state, 'author_name', v.author_name, 'has_account', mp.user_id is not null))
  from public.review_reports r
  left join public.mentor_reviews v on v.id = r.review_id
  join public.mentor_private mp on mp.mentor_id = r.mentor_id
  where r.id = (p_payload ->> 'report_id')::uuid and r.state <> 'open'
$$;

-- For everybody -----------------------------------------------------------------------------------------------------

create function public.mentor_reviews_page(
  p_mentor_id uuid, p_is_of_session boolean, p_before timestamptz default null, p_before_id uuid default null,
  p_limit integer default 10
)
returns table (
  id uuid, author text, rating smallint, comment text, created_at timestamptz, is_demonstration boolean, reply text
)
language sql stable security definer set search_path = '' as $$
  select r.id, r.author_name, r.rating, r.comment, r.created_at, r.is_demonstration, a.body
  from public.mentor_reviews r
  left join public.review_replies a on a.review_id = r.id and a.deleted_at is null and a.removed_at is null
  where r.mentor_id = p_mentor_id and r.is_of_session = p_is_of_session
    and (p_before is null or (r.created_at, r.id) < (p_before, p_before_id))
  order by r.created_at desc, r.id desc
  limit least(greatest(coalesce(p_limit, 10), 1), 50)
$$;
comment on function public.mentor_reviews_page is
  'A mentor''s reviews from sessions here, or those that were carried over, with the mentor''s replies, the newest first, '
  'at most 50; p_before and p_before_id: after the last one that was read (docs/product/reviews.md#on-the-profile).';

create function public.mentor_ratings(p_mentor_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'sessions', jsonb_build_object(
      'rating', s.rating, 'count', s.n,
      'reviews', (
        select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at desc, p.id desc), '[]')
        from public.mentor_reviews_page(m.id, true) p)),
    'carried', jsonb_build_object(
      'rating', case when coalesce(b.reviews, m.reviews) > 0 then coalesce(b.rating, m.rating) end,
      'count', coalesce(b.reviews, m.reviews), 'written', s.others,
      'reviews', (
        select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at desc, p.id desc), '[]')
        from public.mentor_reviews_page(m.id, false) p)))
  from public.mentors m
  left join private.mentor_rating_bases b on b.mentor_id = m.id
  cross join lateral (
    select round(avg(r.rating) filter (where r.is_of_session), 1) as rating, count(*) filter (where r.is_of_session) as n,
      count(*) filter (where not r.is_of_session) as others
    from public.mentor_reviews r where r.mentor_id = m.id
  ) s
  where m.id = p_mentor_id and m.listing_state <> 'draft'
$$;
comment on function public.mentor_ratings is
  'What a profile shows of a mentor''s reviews: {sessions: {rating (one decimal; null without any), count, reviews: the '
  'first ten as mentor_reviews_page() says}, carried: {rating and count before the first review of a session here, '
  'written: how many of them are written out, reviews}} (docs/product/reviews.md#on-the-profile). Null for a draft.';

revoke execute on all functions in schema private from public;
revoke execute on function public.save_reply, public.delete_reply, public.report_review, public.remove_reply,
  public.decide_report from public, anon;
grant execute on function public.save_reply, public.delete_reply, public.report_review, public.remove_reply,
  public.decide_report to authenticated, service_role;
revoke execute on function public.mentor_reviews_page, public.mentor_ratings from public;
grant execute on function public.mentor_reviews_page, public.mentor_ratings to anon, authenticated, service_role;
