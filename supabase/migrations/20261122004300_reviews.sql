set local lock_timeout = '5s';

-- Reviews of mentors. Founders review sessions that took place, once each; which session a review is about stays
-- private.
--
-- A mentor's rating and count combine the catalogue's own figures and these reviews. The catalogue says "4.8, of 49
-- reviews" and shows only a few of them: the shown ones are part of its figures, which count as 49 reviews. For a
-- mentor without such figures, only founders' reviews count.

create type private.review_limits as (
  comment integer, reply integer, reply_days integer, report int4range
);
create function private.review_limits() returns private.review_limits
language sql immutable set search_path = '' as $$
  select jsonb_populate_record(null::private.review_limits, '{
    "comment": 2000, "reply": 1000, "reply_days": 14, "report": "[5,500]"
  }')
$$;
comment on function private.review_limits is
  'Characters and days (docs/product/reviews.md#writing-a-review). web/src/features/mentors/reviews/review-schema.ts has the same; a '
  'test compares them.';
grant execute on function private.review_limits to authenticated, service_role;

create table public.mentor_reviews (
  id uuid primary key default gen_random_uuid(),
  mentor_id uuid not null references public.mentors (id) on delete cascade,
  author_name text not null check (char_length(author_name) between 1 and 120),
  rating smallint not null check (rating between 1 and 5),
  comment text not null default '' check (char_length(comment) <= (private.review_limits()).comment),
  is_demonstration boolean not null default false,
  is_of_session boolean not null default false,
  created_at timestamptz not null default now()
);
create index mentor_reviews_mentor_idx on public.mentor_reviews (mentor_id, is_of_session, created_at desc, id desc);

comment on table public.mentor_reviews is 'Reviews, shown on a mentor''s profile. Administrators manage them.';
comment on column public.mentor_reviews.id is 'Identity.';
comment on column public.mentor_reviews.mentor_id is 'The reviewed mentor; reviews go with it.';
comment on column public.mentor_reviews.author_name is 'The name shown.';
comment on column public.mentor_reviews.rating is '1 to 5.';
comment on column public.mentor_reviews.comment is 'The review''s text.';
comment on column public.mentor_reviews.is_demonstration is 'An invented review of the demonstration catalogue.';
comment on column public.mentor_reviews.is_of_session is
  'Whether a founder wrote it about a session here; submit_review() alone says so. Others were carried over.';
comment on column public.mentor_reviews.created_at is 'When it was written.';

alter table public.mentor_reviews enable row level security;

create policy "Everyone reads mentor reviews" on public.mentor_reviews for select to anon, authenticated using (true);
create policy "Administrators add mentor reviews" on public.mentor_reviews
for insert to authenticated with check ((select private.is_admin()));
create policy "Administrators update mentor reviews" on public.mentor_reviews
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators delete mentor reviews" on public.mentor_reviews
for delete to authenticated using ((select private.is_admin()));

revoke all on table public.mentor_reviews from public, anon, authenticated;
grant select on table public.mentor_reviews to anon;
grant select, insert, update, delete on table public.mentor_reviews to authenticated, service_role;

-- A client's value is ignored, even with a grant. Not a definer: current_user tells a client's own statement from
-- submit_review().
create function private.guard_review_origin() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    new.is_of_session := tg_op = 'UPDATE' and old.is_of_session;
  end if;
  return new;
end
$$;
create trigger guard_review_origin before insert or update on public.mentor_reviews
for each row execute function private.guard_review_origin();

create table private.review_authors (
  review_id uuid primary key references public.mentor_reviews (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade
);
create index review_authors_user_idx on private.review_authors (user_id);

comment on table private.review_authors is
  'Which account wrote a review, if an account did. Kept apart, because everyone reads reviews: an id would connect '
  'all reviews of a person (docs/product/reviews.md#author-name).';

alter table private.review_authors enable row level security;
revoke all on table private.review_authors from public, anon, authenticated, service_role;

create table private.session_reviews (
  -- No foreign key: the review still counts after the record of the session was deleted.
  booking_id uuid primary key,
  review_id uuid unique references public.mentor_reviews (id) on delete set null,
  created_at timestamptz not null default now()
);

comment on table private.session_reviews is 'Which session a review is about, one review a session.';
comment on column private.session_reviews.review_id is
  'Null once an administrator removed the review: it cannot be written again.';

alter table private.session_reviews enable row level security;
revoke all on table private.session_reviews from public, anon, authenticated, service_role;

create table private.mentor_rating_bases (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  rating numeric(2, 1) not null,
  reviews integer not null check (reviews >= 0)
);

comment on table private.mentor_rating_bases is
  'A mentor''s rating and count before the first review of a session here; later reviews do not change them.';

alter table private.mentor_rating_bases enable row level security;
revoke all on table private.mentor_rating_bases from public, anon, authenticated, service_role;

-- A mentor's rating -------------------------------------------------------------------------------------------------

create function private.refresh_mentor_rating(p_mentor_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_mentor public.mentors;
  v_sum numeric;
  v_count integer;
begin
  -- Of two reviews at once, the second waits here, and so counts the first.
  select * into v_mentor from public.mentors m where m.id = p_mentor_id for no key update;
  if not found then
    return;
  end if;
  insert into private.mentor_rating_bases (mentor_id, rating, reviews)
  values (v_mentor.id, v_mentor.rating, v_mentor.reviews)
  on conflict do nothing;
  select coalesce(sum(r.rating), 0), count(*) into v_sum, v_count
  from private.session_reviews s join public.mentor_reviews r on r.id = s.review_id
  where r.mentor_id = p_mentor_id;
  update public.mentors m
  set reviews = b.reviews + v_count,
    rating = case when b.reviews + v_count = 0 then b.rating
      else round((b.rating * b.reviews + v_sum) / (b.reviews + v_count), 1) end
  from private.mentor_rating_bases b
  where m.id = p_mentor_id and b.mentor_id = m.id;
end
$$;
comment on function private.refresh_mentor_rating is
  'Computes a mentor''s rating and count from the catalogue''s figures and the reviews of sessions. Each review has '
  'the same weight.';

create function private.follow_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_review_id uuid;
  v_mentor_id uuid;
begin
  if tg_table_name = 'mentor_reviews' then
    -- Other reviews (of the catalogue, or entered by hand) are part of the catalogue's figures already.
    if tg_op = 'UPDATE' and exists (select from private.session_reviews s where s.review_id = new.id) then
      perform private.refresh_mentor_rating(new.mentor_id);
    elsif tg_op = 'DELETE' and exists (select from private.mentor_rating_bases b where b.mentor_id = old.mentor_id) then
      perform private.refresh_mentor_rating(old.mentor_id);
    end if;
    return null;
  end if;
  v_review_id := case when tg_op = 'DELETE' then old.review_id else new.review_id end;
  select r.mentor_id into v_mentor_id from public.mentor_reviews r where r.id = v_review_id;
  if v_mentor_id is not null then
    perform private.refresh_mentor_rating(v_mentor_id);
  end if;
  return null;
end
$$;
create trigger follow_session_reviews after insert or delete on private.session_reviews
for each row execute function private.follow_reviews();
create trigger follow_changed_reviews after update of rating on public.mentor_reviews
for each row execute function private.follow_reviews();
create trigger follow_deleted_reviews after delete on public.mentor_reviews
for each row execute function private.follow_reviews();

-- A session that turns out not to have taken place has no review.
create function private.drop_review_of_lost_session() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_review_id uuid;
begin
  delete from private.session_reviews s where s.booking_id = new.id returning s.review_id into v_review_id;
  delete from public.mentor_reviews r where r.id = v_review_id;
  return null;
end
$$;
create trigger drop_review_of_lost_session after update on public.bookings
for each row when (old.status = 'completed' and (new.status <> 'completed' or new.incident is not null))
execute function private.drop_review_of_lost_session();

-- For founders ------------------------------------------------------------------------------------------------------

create function private.review_author(p_user_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select case
      when cardinality(n.words) = 1 then n.words[1]
      else n.words[1] || ' ' || upper(left(n.words[cardinality(n.words)], 1)) || '.'
    end
    from public.profiles p
    cross join lateral (select regexp_split_to_array(private.clean_line(p.name), ' ') as words) n
    where p.id = p_user_id and private.clean_line(p.name) <> '' and p.name !~ '@'
      and lower(p.name) <> lower(split_part(coalesce(p.email, ''), '@', 1))
  ), 'Founder')
$$;
comment on function private.review_author is
  'The public name under a review: first name and initial; Founder where the only known name was made from the e-mail '
  'address.';

create function public.submit_review(p_booking_id uuid, p_rating integer, p_comment text default '')
returns table (review_id uuid, rating smallint, comment text, created_at timestamptz)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_user_id uuid := private.require_signed_in();
  v_booking public.bookings;
  v_review public.mentor_reviews;
begin
  if p_rating is null or p_rating not between 1 and 5 then
    raise exception using errcode = 'PT422', message = 'rating_not_valid';
  end if;
  if char_length(private.clean_text(coalesce(p_comment, ''))) > (private.review_limits()).comment then
    raise exception using errcode = 'PT422', message = 'comment_too_long';
  end if;
  -- Locked: a second click waits here, and a no-show recorded at the same time is seen.
  select * into v_booking from public.bookings b
  where b.id = p_booking_id and b.user_id = v_user_id for update;
  if not found then
    raise exception using errcode = 'PT404', message = 'booking_not_found';
  end if;
  if exists (select from private.session_reviews s where s.booking_id = p_booking_id) then
    raise exception using errcode = 'PT409', message = 'already_reviewed';
  end if;
  if v_booking.status <> 'completed' or v_booking.incident is not null or lower(v_booking.during) > now() then
    raise exception using errcode = 'PT409', message = 'session_not_held';
  end if;
  if v_booking.mentor_id is null then
    raise exception using errcode = 'PT409', message = 'mentor_gone';
  end if;
  insert into public.mentor_reviews (mentor_id, author_name, rating, comment, is_of_session)
  values (
    v_booking.mentor_id, private.review_author(v_user_id), p_rating, private.clean_text(coalesce(p_comment, '')), true)
  returning * into v_review;
  insert into private.review_authors (review_id, user_id) values (v_review.id, v_user_id);
  insert into private.session_reviews (booking_id, review_id) values (p_booking_id, v_review.id);
  return query select v_review.id, v_review.rating, v_review.comment, v_review.created_at;
end
$$;
comment on function public.submit_review is
  'The founder''s one review of a session of theirs that took place: 1 to 5, and up to 2000 characters, which '
  'everybody reads under first name and initial. Moves the mentor''s rating and count. 42501 sign_in_required, PT404 '
  'booking_not_found (or another person''s), PT409 already_reviewed | session_not_held | mentor_gone, PT422 '
  'rating_not_valid | comment_too_long.';

create function public.my_session_reviews()
returns table (
  booking_id uuid, can_review boolean, review_id uuid, rating smallint, comment text, reviewed_at timestamptz,
  is_removed boolean
)
language sql stable security definer set search_path = '' as $$
  select b.id,
    s.booking_id is null and b.incident is null and b.mentor_id is not null and lower(b.during) <= now(),
    r.id, r.rating, r.comment, s.created_at, s.booking_id is not null and r.id is null
  from public.bookings b
  left join private.session_reviews s on s.booking_id = b.id
  left join public.mentor_reviews r on r.id = s.review_id
  where b.user_id = (select private.require_signed_in()) and b.status = 'completed'
  order by lower(b.during) desc
$$;
comment on function public.my_session_reviews is
  'The caller''s own completed sessions, the latest first: whether a review can be left, or the one that was. '
  'is_removed: an administrator removed it.';

-- For administrators ------------------------------------------------------------------------------------------------

create function public.list_mentor_reviews(p_mentor_id uuid, p_limit integer default 20, p_offset integer default 0)
returns table (
  id uuid, author_name text, rating smallint, comment text, created_at timestamptz, is_demonstration boolean,
  is_counted boolean, total_count bigint
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.author_name, r.rating, r.comment, r.created_at, r.is_demonstration,
      r.is_of_session, count(*) over ()
    from public.mentor_reviews r
    where r.mentor_id = p_mentor_id
    order by r.created_at desc, r.id
    limit least(greatest(coalesce(p_limit, 20), 1), 100) offset greatest(coalesce(p_offset, 0), 0);
end
$$;
comment on function public.list_mentor_reviews is
  'For administrators: a mentor''s reviews, the latest first, at most 100 a page. is_counted: it is about a session '
  'here, so the rating goes back when it is removed; the others are part of the catalogue''s own figures. total_count '
  'counts all of them.';

-- For search engines --------------------------------------------------------------------------------------------------

create function public.sitemap_entries(p_after text default '', p_limit integer default 1000)
returns table (path text, changed_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with listed as (
    select m.id, m.slug, greatest(m.updated_at, (
      select max(r.created_at) from public.mentor_reviews r where r.mentor_id = m.id and r.is_of_session
    )) as changed_at
    from public.mentors m where m.listing_state = 'listed'
  ), entries as (
    select l.slug || '-' || l.id as path, l.changed_at from listed l
    union all
    select 'category/' || c.slug, greatest(c.updated_at, max(l.changed_at))
    from public.categories c
    join public.mentor_categories mc on mc.category_id = c.id
    join listed l on l.id = mc.mentor_id
    group by c.id
  )
  select e.path, e.changed_at from entries e
  where e.path collate "C" > coalesce(p_after, '')
  order by e.path collate "C"
  limit least(greatest(coalesce(p_limit, 1000), 1), 1000)
$$;
comment on function public.sitemap_entries is
  'Listed mentors and the categories that have one, as paths below /mentors/, in the order of their bytes after '
  'p_after, with the latest change of the row or the newest review of a session (docs/product/site.md#search-engines).';

revoke execute on all functions in schema private from public;
revoke execute on function public.sitemap_entries from public;
grant execute on function public.sitemap_entries to anon, authenticated, service_role;
revoke execute on function public.submit_review, public.my_session_reviews, public.list_mentor_reviews
  from public, anon;
grant execute on function public.submit_review, public.my_session_reviews, public.list_mentor_reviews
  to authenticated, service_role;
