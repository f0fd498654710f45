set local lock_timeout = '5s';

-- Mentors for a problem that a founder describes (docs/product/mentors.md#describe-your-problem). Nothing of the text
-- is stored.

-- The words that are not those of the search: of these, a mentor needs two.
create index mentors_bio_words_idx on public.mentors using gin ((private.words_of(bio)));
create index mentor_reviews_words_idx on public.mentor_reviews using gin ((private.words_of(comment)));

create function private.snippet_of(p_text text, p_word text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_most constant integer := 160;
  -- Some words stand before the one that matched.
  v_start integer := least(greatest(strpos(lower(p_text), p_word) - 60, 1), greatest(char_length(p_text) - v_most + 1, 1));
  v_part text := substr(p_text, v_start, v_most);
begin
  if v_start > 1 then
    v_part := regexp_replace(v_part, '^\S*\s+', '');
  end if;
  if v_start + v_most <= char_length(p_text) then
    v_part := regexp_replace(v_part, '\s+\S*$', '');
  end if;
  return trim(v_part);
end
$$;
comment on function private.snippet_of is
  'The part of a text around a word, at most 160 characters, which begins and ends with whole words.';

create function private.match_reasons(p_mentor_id uuid, p_words text[], p_values integer[]) returns jsonb
-- Not in SQL, which would be planned for each mentor.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'field', r.field, 'snippet', private.snippet_of(r.content, r.words[1]), 'words', to_jsonb(r.words)
    ) order by r.value desc, r.place, r.content), '[]')
    from (
      select f.field, f.place, f.content, w.words, w.value * f.worth as value
      from (
        select 'expertise' as field, 1 as place, 3 as worth, m.expertise as content
        from public.mentors m where m.id = p_mentor_id
        union all
        select 'specialization', 2, 3, s.name
        from public.mentors m, unnest(m.specializations) s (name) where m.id = p_mentor_id
        union all
        select 'category', 3, 3, c.name
        from public.mentor_categories mc join public.categories c on c.id = mc.category_id
        where mc.mentor_id = p_mentor_id
        union all
        select 'about', 4, 1, m.bio from public.mentors m where m.id = p_mentor_id
        union all
        select 'review', 5, 1, r.comment
        from public.mentor_reviews r where r.mentor_id = p_mentor_id and r.is_of_session
      ) f
      cross join lateral (
        select array_agg(u.word order by u.value desc, u.word collate "C") as words, sum(u.value) as value
        -- Once for a text: in the condition, it would be called for each word.
        from (select private.words_of(f.content) as words offset 0) c
        join unnest(p_words, p_values) u (word, value) on u.word = any (c.words)
      ) w
      where w.words is not null
      order by value desc, place, content
      limit 3
    ) r
  );
end
$$;
comment on function private.match_reasons is
  'Up to three places of a profile with some of these words, best first: [{field: expertise | specialization | category '
  '| about | review, snippet, words}]. A snippet is a part of the field itself, never HTML.';

create function private.rated_mentors(p_words text[], p_shares integer[], p_common integer[])
returns table (mentor_id uuid, words text[], word_values integer[])
language plpgsql stable security definer rows 3 set search_path = '' as $$
#variable_conflict use_column
declare
  v_all bigint := (select count(*) from public.mentors m where m.listing_state = 'listed' and m.price > 0);
begin
  return query
    with found as materialized (
      -- As arrays: a row for each word of each mentor costs twice as much.
      select a.word, a.share, a.common, case when a.common is null then array(
        select m.id from public.mentors m
        where m.search_words @> array[a.word] and m.listing_state = 'listed' and m.price > 0
      ) else '{}' end as strong, array(
        select m.id from public.mentors m
        where private.words_of(m.bio) @> array[a.word] and not m.search_words @> array[a.word]
          and m.listing_state = 'listed' and m.price > 0
        union
        select m.id
        from public.mentor_reviews r join public.mentors m on m.id = r.mentor_id
        where r.is_of_session and private.words_of(r.comment) @> array[a.word] and not m.search_words @> array[a.word]
          and m.listing_state = 'listed' and m.price > 0
      ) as weak
      from unnest(p_words, p_shares, p_common) a (word, share, common)
    ), valued as materialized (
      -- Whole numbers: a sum of fractions depends on the order in which the rows come.
      select f.*, (500000 * f.share * ln(
        1 + v_all::float8 / (coalesce(f.common, cardinality(f.strong)) + cardinality(f.weak))
      ))::integer as value
      from found f where f.common is not null or cardinality(f.strong) + cardinality(f.weak) > 0
    ), rated as materialized (
      select h.mentor_id, sum(h.value * h.worth) as score, max(h.worth) = 3 or count(*) >= 2 as fits
      from (
        select u.mentor_id, v.value, 3 as worth from valued v, unnest(v.strong) u (mentor_id)
        union all
        select u.mentor_id, v.value, 1 from valued v, unnest(v.weak) u (mentor_id)
      ) h
      group by 1
    ), reached as materialized (
      -- Three who take bookings have this score at least, whatever common words they have.
      select min(b.score) as score
      from (
        select o.score
        from (
          -- Enough to find three among them who take bookings.
          select m, r.score from (select * from rated r where r.fits order by r.score desc limit 100) r
          join public.mentors m on m.id = r.mentor_id
          order by r.score desc
          offset 0
        ) o
        where private.takes_bookings(o.m) limit 3
      ) b
      having count(*) = 3
    ), unread as materialized (
      select coalesce(sum(3 * v.value), 0) as score from valued v where v.common is not null
    ), ordered as (
      select m, r.score + c.score as score
      from rated r join public.mentors m on m.id = r.mentor_id
      cross join lateral (
        select coalesce(sum(3 * v.value), 0) as score
        from valued v where v.common is not null and v.word = any (m.search_words)
      ) c
      where r.score >= coalesce((select n.score from reached n), 0) - (select u.score from unread u)
        and (r.fits or c.score > 0)
      order by score desc, m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc,
        m.name, m.id
      limit 100
    ), best as materialized (
      select (o.m).*, o.score from ordered o where private.takes_bookings(o.m) limit 3
    )
    select b.id, v.words, v.word_values
    from best b
    cross join (select array_agg(v.word) as words, array_agg(v.value) as word_values from valued v) v
    where (
      select u.score = 0 or (select count(*) = 3 and min(b.score) > u.score from best b) from unread u
    )
    order by b.score desc, b.is_featured_on_homepage desc, b.homepage_display_order asc nulls last, b.rating desc, b.name,
      b.id;
end
$$;
comment on function private.rated_mentors is
  'The three mentors who take bookings and whose words fit best, best first, with these words and their values. Each word '
  'counts by its rarity, three times in the profile''s own subjects, half through a synonym (p_shares: 2 or 1); a mentor needs '
  'one word there, or two anywhere. p_common: of a common word, how many mentors have it among their subjects; null of the '
  'others. Who these mentors are is not read: the word counts for those who have another word too. No row where a mentor who '
  'has common words alone could be one of the three.';

create function public.match_mentors(p_source text, p_text text)
returns table (
  id uuid, slug text, name text, title text, expertise text, image text, rating numeric, reviews integer, price integer,
  session_minutes smallint, answers_within smallint, reasons jsonb
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_words text[] := array(
    select w.word from unnest(private.words_of(left(p_text, 500))) w (word)
    -- A described problem has more small words than a search.
    where w.word <> all (private.stop_words() || string_to_array(
      'all also back because but cannot come comes each every go goes going if just many more most much new no not now one '
      'only own so than us wants whether without', ' '))
  );
  v_shares integer[];
  v_common integer[];
begin
  perform private.require_service();
  perform private.count_submission('problem', p_source);
  select array_agg(a.word), array_agg(a.share), array_agg((u.common_words -> a.word)::integer)
  into v_words, v_shares, v_common
  from (
    select w.word, max(w.share) as share
    from (
      select u.word, 2 as share from unnest(v_words) u (word)
      union all
      select u.word, 1 from public.search_synonyms s, unnest(s.means_words) u (word)
      where s.term_words <@ v_words
      union all
      select u.word, 1 from public.search_synonyms s, unnest(s.term_words) u (word)
      where s.is_both_ways and s.means_words <@ v_words
    ) w
    group by 1
  ) a
  -- As a new value: the stored one would be unpacked for each word.
  cross join (select u.common_words || '{}' as common_words from private.search_upkeep u offset 0) u;
  -- Common words are most of the work. They are read in a second pass, and only where they decide.
  for v_pass in 1..2 loop
    return query
      select m.id, m.slug, m.name, m.title, m.expertise, m.image, m.rating, m.reviews, m.price, m.session_minutes,
        m.answers_within, private.match_reasons(m.id, r.words, r.word_values)
      from private.rated_mentors(v_words, v_shares, v_common) with ordinality r
      join public.mentors m on m.id = r.mentor_id
      order by r.ordinality;
    if found then
      return;
    end if;
    exit when coalesce(array_remove(v_common, null), '{}') = '{}';
    v_common := null;
  end loop;
  return query
    select n.id, n.slug, n.name, n.title, n.expertise, n.image, n.rating, n.reviews, n.price, n.session_minutes,
      n.answers_within, '[]'::jsonb
    from public.nearest_mentors() n;
end
$$;
comment on function public.match_mentors is
  'For the function match-mentors: the three mentors of private.rated_mentors() for a text, with the reasons of '
  'private.match_reasons(). Where no mentor fits, those who are often recommended, without reasons. PT429 '
  'too_many_submissions (detail: seconds to wait).';

revoke execute on all functions in schema private from public;
revoke execute on function public.match_mentors from public, anon, authenticated;
grant execute on function public.match_mentors to service_role;
