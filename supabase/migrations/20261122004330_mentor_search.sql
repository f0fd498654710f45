set local lock_timeout = '5s';

-- What search_mentors() (20261122003200_mentors.sql) looks at besides the mentors: their words, what other words mean,
-- and when mentors are free (docs/product/mentors.md#search-and-filters, docs/decisions/072).

-- Words -------------------------------------------------------------------------------------------------------------

create function private.stop_words() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select string_to_array(
    'a about advice advisor am an and any anyone are as at be been best build building business can consultant '
    'consulting could do does expert experts feedback find for founder from get getting good guidance guide had has have '
    'help her his how i in into is it its learn let like make me mentor mentors mentorship my need needed of on or our '
    'person please review she should some somebody someone start startup startups support talk that the their them then '
    'there they this tips to too up very want was we were what when where which who why will with would you your '
    -- The same in Hindi, as founders type it.
    'apna apne apni aur chahiye hai hain hoga hogi ho hu hum ka kaise kar kare karke karna karne karo karu kaun ke ki kitna '
    'kitne ko koi kuch kya kyu kyun liye lie mein mera mere meri mujhe se wala wale ya', ' ')
$$;
comment on function private.stop_words is
  'Words of a search that say nothing about the mentor who is wanted. They count only where a search has no other.';

create function private.search_words(p_text text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_words text[] := array_remove(regexp_split_to_array(
    -- One word: "founder" alone says nothing, and "co" less.
    regexp_replace(private.plain_words(left(coalesce(p_text, ''), 100)), '\mco[ -]+founder', 'cofounder', 'g'), '[ -]+'
  ), '');
  v_telling text[] := array(
    select left(w.word, 40) from unnest(v_words) with ordinality w (word, place)
    where w.word <> all (private.stop_words()) order by w.place limit 8
  );
begin
  return case v_telling when '{}' then v_words[1:8] else v_telling end;
end
$$;
comment on function private.search_words is
  'The words of a search, in its order: those of its first 100 characters without stop words, at most eight.';

create table private.search_vocabulary (
  word text collate "C" primary key
);
create index search_vocabulary_trigrams_idx on private.search_vocabulary using gin (word extensions.gin_trgm_ops);

comment on table private.search_vocabulary is
  'Each of the mentors'' search_words, for beginnings and misspelt words. New words are added with the mentor; those that no '
  'mentor has any more go at night.';

alter table private.search_vocabulary enable row level security;
revoke all on table private.search_vocabulary from public, anon, authenticated, service_role;

create function private.add_to_vocabulary() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- In the order of the words, so that two transactions with the same new words do not wait for each other.
  insert into private.search_vocabulary (word) select w from unnest(new.search_words) w order by w collate "C"
  on conflict do nothing;
  return null;
end
$$;
create trigger add_new_words after insert on public.mentors
for each row execute function private.add_to_vocabulary();
create trigger add_changed_words after update on public.mentors
for each row when (old.search_words <> new.search_words) execute function private.add_to_vocabulary();

-- Synonyms ----------------------------------------------------------------------------------------------------------

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  term text not null,
  means text not null,
  is_both_ways boolean not null default false,
  term_words text[] not null generated always as (private.search_words(term)) stored,
  means_words text[] not null generated always as (private.search_words(means)) stored,
  updated_at timestamptz not null default now(),
  constraint search_synonyms_term_words check (cardinality(term_words) between 1 and 3),
  constraint search_synonyms_means_words check (cardinality(means_words) between 1 and 5),
  constraint search_synonyms_key unique (term_words, means_words)
);

comment on table public.search_synonyms is
  'What founders'' words mean in the words of profiles (docs/product/mentors.md#search-words). Not chained.';
comment on column public.search_synonyms.id is 'Identity.';
comment on column public.search_synonyms.term is 'What a founder types, one to three words.';
comment on column public.search_synonyms.means is 'What a profile says, one to five words; a mentor must have all of them.';
comment on column public.search_synonyms.is_both_ways is 'Whether the term is also what the meaning means.';
comment on column public.search_synonyms.term_words is 'Computed: the words of the term.';
comment on column public.search_synonyms.means_words is 'Computed: the words of the meaning.';
comment on column public.search_synonyms.updated_at is
  'When it last changed; a save names it, so that it is refused on an old version.';

alter table public.search_synonyms enable row level security;

create policy "Administrators read search synonyms" on public.search_synonyms
for select to authenticated using ((select private.is_admin()));

revoke all on table public.search_synonyms from public, anon, authenticated;
-- Written by functions alone.
grant select on table public.search_synonyms to authenticated, service_role;

create trigger touch_updated_at before update on public.search_synonyms
for each row execute function private.touch_updated_at();

create function public.save_synonym(
  p_id uuid, p_term text, p_means text, p_is_both_ways boolean, p_seen timestamptz default null
) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_term text := private.clean_line(coalesce(p_term, ''));
  v_means text := private.clean_line(coalesce(p_means, ''));
  v_now timestamptz;
  v_id uuid;
begin
  perform private.require_admin();
  if char_length(v_term) > 100 or cardinality(private.search_words(v_term)) not between 1 and 3 then
    raise exception using errcode = 'PT422', message = 'term_invalid';
  elsif char_length(v_means) > 100 or cardinality(private.search_words(v_means)) not between 1 and 5 then
    raise exception using errcode = 'PT422', message = 'means_invalid';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('search_synonyms', 0));
  if p_id is null then
    if (select count(*) >= 500 from public.search_synonyms) then
      raise exception using errcode = 'PT409', message = 'too_many_synonyms';
    end if;
    insert into public.search_synonyms (term, means, is_both_ways)
    values (v_term, v_means, coalesce(p_is_both_ways, false)) returning id into v_id;
    return v_id;
  end if;
  select s.updated_at into v_now from public.search_synonyms s where s.id = p_id;
  if v_now is distinct from p_seen then
    raise exception using errcode = 'PT409', message = 'changed_meanwhile';
  end if;
  update public.search_synonyms set term = v_term, means = v_means, is_both_ways = coalesce(p_is_both_ways, false)
  where id = p_id;
  return p_id;
exception when unique_violation then
  raise exception using errcode = 'PT409', message = 'synonym_exists';
end
$$;
comment on function public.save_synonym is
  'For administrators: adds what a term means (p_id null), or changes it; p_seen is the updated_at that was read. Answers '
  'the id. PT409 synonym_exists | too_many_synonyms (500) | changed_meanwhile (also where it is gone), PT422 term_invalid '
  '| means_invalid.';

create function public.delete_synonym(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from public.search_synonyms where id = p_id;
end
$$;
comment on function public.delete_synonym is 'For administrators: deletes what a term means. One that is gone is no error.';

-- As they ship; administrators change them.
insert into public.search_synonyms (term, means)
select t.term, m.means
from (values
  ('fundraising', 'funding, fundraise, investor, investors, investment, vc, angel, pitch, seed, raise money, raise funds, '
    'venture capital, valuation, capital, equity, dilution, deck, shark tank, raise, raising, paisa, paise, nivesh, '
    'safe note, convertible note'),
  ('legal', 'lawyer, attorney, contract, incorporation, trademark, advocate, law, registration, register, filing, license, '
    'licence, copyright, nda, court, ca, cs, llp, vakil, vesting, fssai'),
  ('company', 'pvt ltd, private limited, firm'),
  ('contracts', 'agreement, agreements, mou'),
  ('agreements', 'vesting, equity split'),
  ('patents', 'ip, intellectual property, invention'),
  ('data protection', 'privacy, dpdp, gdpr'),
  ('compliance', 'tax, gst, tds, itr, return, returns, roc, audit, regulation, regulatory'),
  ('gst', 'tax, taxation, tds, itr, income tax, chartered accountant'),
  ('bookkeeping', 'accounting, accounts, accountant'),
  ('cash flow', 'cashflow, burn, runway, money'),
  ('debt', 'loan, loans, lending, credit, borrow, mudra'),
  ('working capital', 'loan, loans'),
  ('term sheets', 'termsheet, shareholder agreement, convertible note, safe note'),
  ('grants', 'subsidy, csr, ngo, nonprofit, non profit'),
  ('government schemes', 'startup india scheme, msme, seed fund scheme'),
  ('unit economics', 'margins, profit, profitability, cac, ltv'),
  ('financial models', 'projections, budget, finance model'),
  ('machine learning', 'ai, ml, artificial intelligence, deep learning, data science'),
  ('language models', 'chatgpt, gpt, llm, genai, generative ai, chatbot'),
  ('technology', 'developer, developers, coding, tech, software, programming, programmer, cto, website, app developer, '
    'technical, tech cofounder, technical cofounder, it'),
  ('system design', 'architecture, backend, scalability'),
  ('product', 'ux, design, prototype, features'),
  ('ux', 'ui, ui design, user experience, interface'),
  ('user research', 'customer interviews, validation, idea validation, customer discovery, product market fit, pmf'),
  ('mvp', 'minimum viable product, first version, prototype, product market fit, pmf'),
  ('hardware', 'electronics, device, gadget, robotics, pcb'),
  ('iot', 'internet of things, sensors, embedded'),
  ('manufacturing', 'factory, production, plant, manufacture, manufacturer, manufacturers, supplier, suppliers, sourcing'),
  ('marketing', 'ads, seo, advertising, advertise, promotion, digital marketing, influencer, pr, publicity, '
    'go to market, gtm'),
  ('search ads', 'google ads, adwords, ppc'),
  ('social ads', 'facebook ads, meta ads, instagram ads'),
  ('brand', 'logo, identity, packaging'),
  ('naming', 'brand name, company name'),
  ('content', 'social media, blog, blogging, reels, storytelling'),
  ('video', 'youtube, reels, videos'),
  ('community', 'ambassadors, events'),
  ('email', 'newsletter, crm'),
  ('sales', 'customers, customer, sell, selling, clients, client, leads, revenue, first customers, lead generation, '
    'go to market, gtm'),
  ('customers', 'clients, buyers'),
  ('cold outreach', 'cold email, cold calling, linkedin outreach'),
  ('b2b', 'enterprise, corporate'),
  ('pricing', 'price, rate, product pricing, how much to charge'),
  ('exports', 'export, international, abroad, overseas'),
  ('general trade', 'retail, kirana, wholesale, fmcg, dealer, dealership, dukaan, dukan, shopkeeper, '
    'shopkeepers'),
  ('distributor', 'distributors'),
  ('growth', 'scale, scaling, traction, expand, expansion'),
  ('retention', 'churn, loyalty, ltv, repeat customers, customer retention'),
  ('ecommerce', 'online store, shopify, website for selling'),
  ('marketplaces', 'amazon, flipkart, meesho, myntra, ondc, quick commerce, blinkit, zepto'),
  ('d2c', 'direct to consumer, dtc, consumer brand'),
  ('hiring', 'recruitment, recruiting, recruit, team, hr, employee, employees, talent, job'),
  ('compensation', 'salary, salaries, salary structure, wages'),
  ('payroll', 'salary, salaries, pf'),
  ('conflict', 'fight, dispute, disagreement, breakup'),
  ('difficult conversations', 'firing, layoff, layoffs, termination, terminate'),
  ('founder', 'cofounder, partner'),
  ('culture', 'leadership, management'),
  ('logistics', 'supply chain, delivery, deliveries, deliver, shipping, courier, transport'),
  ('warehousing', 'inventory, stock, warehouse'),
  ('operations', 'process, processes, ops'),
  ('agriculture', 'farming, farm, farmer, farmers, agri, kisan, kheti'),
  ('food', 'restaurant, cafe, cloud kitchen, beverages'),
  ('travel', 'tourism, hotel, hospitality, homestay'),
  ('edtech', 'education, school, college, students, online course'),
  ('health', 'healthcare, healthtech, medical, hospital, doctor'),
  ('fintech', 'payments, banking, upi, insurance'),
  ('social enterprise', 'social impact, sustainability'),
  ('android', 'mobile app, app development, apps, flutter, react native'),
  ('cloud', 'aws, azure, hosting')
) m (means, terms)
cross join lateral string_to_table(m.terms, ', ') t (term)
on conflict do nothing;

-- What a search means -----------------------------------------------------------------------------------------------

create function private.search_meanings(p_words text[]) returns private.search_meaning[]
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_meanings private.search_meaning[];
  v_word text;
  v_place bigint;
  v_meant text;
begin
  -- Each part looks up by an index: a join would be planned for a thousand phrases.
  with phrases as (
    select f.place as first, l.place as last, array_to_string(p_words[f.place:l.place], '') as joined
    from generate_series(1, cardinality(p_words)) f (place)
    cross join lateral generate_series(f.place, least(f.place + 4, cardinality(p_words))) l (place)
  ),
  synonyms as (
    select array_to_string(s.term_words, '') as joined, s.means_words as need, s.means as shown
    from public.search_synonyms s
    union all
    select array_to_string(s.means_words, ''), s.term_words, s.term from public.search_synonyms s where s.is_both_ways
  )
  select array_agg(
    row(m.first, m.last, m.need, m.tier, m.shown, m.meant)::private.search_meaning order by m.tier, m.shown
  ) into v_meanings
  from (
    -- The word itself, also where it was typed as two: "cash flow" is "cashflow".
    select p.first, p.last, array[v.word::text] as need, 1 as tier, null::text as shown, null::text as meant
    from phrases p
    cross join lateral (select v.word from private.search_vocabulary v where v.word = p.joined offset 0) v
    union all
    select p.first, p.last, array[v.word::text], 2, v.word, null
    from phrases p
    cross join lateral (
      select v.word from private.search_vocabulary v
      where v.word > p.joined and v.word < p.joined || U&'\+10FFFD' offset 0
    ) v
    where p.first = p.last and char_length(p.joined) >= 3
    union all
    select p.first, p.last, s.need, 2, s.shown, null from phrases p join synonyms s using (joined)
  ) m;

  -- What nothing is known about may be misspelt: as if one of the words like it had been typed.
  for v_word, v_place in
    select w.word, w.place from unnest(p_words) with ordinality w (word, place)
    where char_length(w.word) >= 4
      and not exists (select from unnest(v_meanings) m where w.place between m.first_word and m.last_word)
  loop
    for v_meant in
      select l.word
      from (
        select v.word::text from private.search_vocabulary v where v.word operator(extensions.%) v_word
        union
        select s.term_words[1] from public.search_synonyms s where cardinality(s.term_words) = 1
      ) l (word)
      where extensions.similarity(l.word, v_word) >= 0.4
      order by extensions.similarity(l.word, v_word) desc, l.word
      limit 5
    loop
      v_meanings := v_meanings || array(
        select row(v_place, v_place, m.need, 3, null, v_meant)::private.search_meaning
        from unnest(private.search_meanings(array[v_meant])) with ordinality m order by m.ordinality
      );
    end loop;
  end loop;
  return coalesce(v_meanings, '{}');
end
$$;
comment on function private.search_meanings is
  'What the words of a search may mean, the best first: the words from first_word to last_word mean the words need, as '
  'tier 1 (typed so), 2 (one that begins so, or a synonym; shown to people as shown) or 3 (misspelt; meant was).';

create function private.meaning_condition(p_meanings private.search_meaning[], p_count integer, p_tier integer)
returns text
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return (
    select coalesce(string_agg(coalesce('(' || nullif(c.words, '') || ')', 'false'), ' and ' order by c.place), 'false')
    from (
      select w.place, concat_ws(' or ',
        'm.search_words && ' || quote_literal(array_agg(m.need[1]) filter (where cardinality(m.need) = 1)),
        string_agg(format('m.search_words @> %L', m.need), ' or ') filter (where cardinality(m.need) > 1)
      ) as words
      from generate_series(1, p_count) w (place)
      left join unnest(p_meanings) m on w.place between m.first_word and m.last_word and m.tier <= p_tier
      group by w.place
    ) c
  );
end
$$;
comment on function private.meaning_condition is
  'SQL that is true for mentors m who have each word of the search in a meaning of this tier or a better one.';

create function private.related_to(p_words text[], p_meanings private.search_meaning[], p_mentor text[]) returns text
language sql stable set search_path = '' as $$
  select string_agg(f.shown, ', ' order by f.place)
  from (
    select m.shown, min(w.place) as place
    from generate_series(1, cardinality(p_words)) w (place)
    cross join lateral (
      select m.shown from unnest(p_meanings) with ordinality m
      where w.place between m.first_word and m.last_word and p_mentor @> m.need
      order by m.tier, m.ordinality limit 1
    ) m
    where m.shown is not null group by m.shown
  ) f
$$;
comment on function private.related_to is 'What of a mentor a search is related to, as people read it.';

create function private.corrected_search(
  p_search text, p_words text[], p_meanings private.search_meaning[], p_mentor text[]
) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_search text := p_search;
  v_word text;
  v_meant text;
begin
  for v_word, v_meant in
    select p_words[w.place], m.meant
    from generate_series(1, cardinality(p_words)) w (place)
    cross join lateral (
      select m.meant from unnest(p_meanings) with ordinality m
      where m.tier = 3 and w.place = m.first_word and p_mentor @> m.need order by m.ordinality limit 1
    ) m
  loop
    v_search := replace(v_search, v_word, v_meant);
  end loop;
  return v_search;
end
$$;
comment on function private.corrected_search is 'The search with its misspelt words as this mentor has them.';

-- Free times --------------------------------------------------------------------------------------------------------

create table private.mentor_next_free (
  mentor_id uuid primary key references public.mentors (id) on delete cascade,
  starts_at timestamptz not null,
  price integer not null
);

create index mentor_next_free_starts_idx on private.mentor_next_free (starts_at, mentor_id) include (price);

comment on table private.mentor_next_free is
  'When mentors are next free, for the order and the filter of the listing; without those who have no time on offer. As '
  'it was at private.search_upkeep.next_free_at.';

alter table private.mentor_next_free enable row level security;
revoke all on table private.mentor_next_free from public, anon, authenticated, service_role;

create table private.search_upkeep (
  id boolean primary key default true check (id),
  next_free_at timestamptz not null default '-infinity',
  night date not null default '-infinity',
  common_words jsonb not null default '{}'
);
insert into private.search_upkeep default values;

comment on table private.search_upkeep is
  'One row: when mentor_next_free was written, and the last night in which the vocabulary was rebuilt. common_words: how many '
  'listed mentors had each of the search_words that over 100 of them had that night.';

alter table private.search_upkeep enable row level security;
revoke all on table private.search_upkeep from public, anon, authenticated, service_role;

create function private.held_mentors() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    select distinct c.mentor_id from private.slot_claims c
    where c.kind = 'hold' and c.released_at is null and c.expires_at > now() and c.mentor_id is not null
  );
end
$$;
comment on function private.held_mentors is 'Mentors of whom some time is held now. Of all others, is_held() need not be asked.';

create function private.is_held(p_mentor_id uuid, p_during tstzrange) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.held_ranges(p_mentor_id) h
    where case when h.is_for_starts then h.during @> lower(p_during) else h.during && p_during end
  );
end
$$;
comment on function private.is_held is
  'Whether a person other than the caller is paying for this time, or for one that blocks it, as slots_to_come() says.';

create function private.find_next_free() returns table (mentor_id uuid, starts_at timestamptz, price integer)
language plpgsql stable security definer rows 5000 set search_path = '' as $$
declare
  v_today date := private.today();
  v_held uuid[] := private.held_mentors();
  v_least interval := private.least_notice();
begin
  return query
    select f.id, f.starts_at, f.price
    from (
      select m.id, m.price, (
        select lower(a.during) from public.mentor_availability a
        where a.mentor_id = m.id and a.date >= v_today
          and lower(a.during) >= now() + greatest(m.min_notice_minutes * interval '1 minute', v_least)
          and not a.is_booked and a.hidden_because is null
          and (m.id <> all (v_held) or not private.is_held(m.id, a.during))
        order by a.date, a.start_time limit 1
      ) as starts_at
      from public.mentors m where private.takes_bookings(m)
    ) f
    where f.starts_at is not null;
end
$$;
comment on function private.find_next_free is
  'When mentors are next free; without those who have no time on offer. 0.2 s at ten thousand mentors.';

create function private.next_free_source() returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select case when u.next_free_at > now() - interval '1 minute' then 'private.mentor_next_free'
      else 'private.find_next_free()' end
    from private.search_upkeep u
  );
end
$$;
comment on function private.next_free_source is
  'Where a query reads when mentors are next free. At most a minute old: where no worker has written it down in time, it '
  'is found now, which takes longer.';

create function public.keep_search() returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_upkeep private.search_upkeep;
begin
  perform private.require_service();
  select * into v_upkeep from private.search_upkeep for update skip locked;
  if v_upkeep.next_free_at < now() - interval '20 seconds' then
    with found as materialized (select * from private.find_next_free()),
    gone as (
      delete from private.mentor_next_free n where not exists (select from found f where f.mentor_id = n.mentor_id)
    )
    insert into private.mentor_next_free as n (mentor_id, starts_at, price)
    select f.mentor_id, f.starts_at, f.price from found f
    on conflict (mentor_id) do update set starts_at = excluded.starts_at, price = excluded.price
    where (n.starts_at, n.price) is distinct from (excluded.starts_at, excluded.price);
    update private.search_upkeep set next_free_at = now();
  end if;
  if v_upkeep.night < private.night() then
    update private.search_upkeep set common_words = (
      select coalesce(jsonb_object_agg(w.word, w.mentors), '{}')
      from (
        select u.word, count(*) as mentors from public.mentors m, unnest(m.search_words) u (word)
        where m.listing_state = 'listed' and m.price > 0
        group by 1 having count(*) > 100
      ) w
    );
    -- Waits for the mentors that are being saved: their new words are not taken for words that nobody has.
    lock table private.search_vocabulary in share row exclusive mode;
    delete from private.search_vocabulary v
    where not exists (
      select from (select unnest(m.search_words) collate "C" as word from public.mentors m) w where w.word = v.word
    );
    update private.search_upkeep set night = private.night();
  end if;
end
$$;
comment on function public.keep_search is
  'For the worker, in each round: writes down when mentors are next free, where that is 20 seconds old; and once a night '
  'takes the words that no mentor has any more out of the vocabulary, and counts the common ones.';

-- Nothing found -----------------------------------------------------------------------------------------------------

create function public.nearest_mentors(
  p_search text default '', p_category text default '',
  p_min_price integer default 0, p_max_price integer default 15000,
  p_languages text[] default '{}', p_is_free_this_week boolean default false
)
returns table (
  id uuid, name text, title text, expertise text, image text, rating numeric, reviews integer, price integer,
  session_minutes smallint, next_starts timestamptz[], reason text, about text, slug text, answers_within smallint
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  c_most constant integer := 3;
  v_search text := private.clean_line(left(coalesce(p_search, ''), 100));
  v_words text[] := private.search_words(v_search);
  v_meanings private.search_meaning[];
  v_held uuid[] := private.held_mentors();
  v_set text[] := array_remove(array[
    case when (p_min_price, p_max_price) <> (0, 15000) then 'price' end,
    case when coalesce(p_category, '') not in ('', 'all') then 'category' end,
    case when cardinality(p_languages) > 0 then 'languages' end,
    case when p_is_free_this_week then 'free' end
  ], null);
  v_without text;
  v_ids uuid[] := '{}';
  v_reasons text[] := '{}';
  v_abouts text[] := '{}';
  v_more uuid[];
begin
  -- With all filters nobody matches: so who matches without one of them does not have what that one asks for.
  foreach v_without in array v_set loop
    exit when cardinality(v_ids) >= c_most;
    select v_ids || array_agg(f.id), v_reasons || array_agg(v_without), v_abouts || array_agg(f.about)
    into v_ids, v_reasons, v_abouts
    from (
      select s.id, coalesce(s.corrected, v_search) as about
      from public.search_mentors(
        v_search, case when v_without <> 'category' then p_category end,
        case when v_without = 'price' then 0 else p_min_price end,
        case when v_without = 'price' then 2147483647 else p_max_price end,
        0, 12, case when v_without <> 'languages' then p_languages end, v_without <> 'free' and p_is_free_this_week
      ) with ordinality s
      join public.mentors m on m.id = s.id and m.price > 0 and private.takes_bookings(m)
      where s.id <> all (v_ids)
      order by s.ordinality limit c_most - cardinality(v_ids)
    ) f;
  end loop;
  if cardinality(v_ids) < c_most and cardinality(v_words) > 0 then
    v_meanings := private.search_meanings(v_words);
    with one_of as (
      -- What fulfils a word of the search: itself 6, what it means 3, one like it, or itself in the bio, 2. The best counts.
      select w.place, case m.tier when 1 then 6 when 2 then 3 else 2 end as worth,
        array_agg(m.need[1]) filter (where cardinality(m.need) = 1) as any_of,
        array_agg(array_to_string(m.need, ' ')) filter (where cardinality(m.need) > 1) as phrases
      from generate_series(1, cardinality(v_words)) w (place)
      join unnest(v_meanings) m on w.place between m.first_word and m.last_word
      group by 1, 2
    ), had as materialized (
      -- As arrays, as in rated_mentors().
      select o.place, o.worth, array(
        select m.id from public.mentors m
        where m.search_words && o.any_of and m.listing_state = 'listed' and m.price > 0
      ) as ids
      from one_of o where o.any_of is not null
      union all
      select o.place, o.worth, array(
        select m.id from public.mentors m
        where m.search_words @> string_to_array(p.phrase, ' ') and m.listing_state = 'listed' and m.price > 0
      )
      from one_of o cross join unnest(o.phrases) p (phrase)
      union all
      select w.place, 2, array(
        select m.id from public.mentors m
        where private.words_of(m.bio) @> array[w.word] and m.listing_state = 'listed' and m.price > 0
      )
      from unnest(v_words) with ordinality w (word, place)
    ), valued as materialized (
      -- A rare word says more. Whole numbers, whose sum does not depend on the order.
      select h.place, h.ids, (1000 * h.worth * ln(1 + (
        select count(*) from public.mentors m where m.listing_state = 'listed' and m.price > 0
      )::float8 / cardinality(h.ids)))::integer as value
      from had h where h.ids <> '{}'
    ), best as (
      select b.id, sum(b.value) as score
      from (select u.id, v.place, max(v.value) as value from valued v cross join unnest(v.ids) u (id) group by 1, 2) b
      where b.id <> all (v_ids) group by 1
      order by score desc
      -- Enough to find three among them who take bookings.
      fetch first 100 rows with ties
    ), ordered as (
      select m, b.score from best b join public.mentors m on m.id = b.id
      order by b.score desc, m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc,
        m.name, m.id
      offset 0
    ), chosen as (
      select (o.m).id, (o.m).search_words, row_number() over () as place
      from (select o.m from ordered o where private.takes_bookings(o.m) limit c_most - cardinality(v_ids)) o
    )
    select v_ids || array_agg(c.id order by c.place), v_reasons || array_agg('word'::text), v_abouts || array_agg((
      select a.about
      from (
        select array_to_string(m.need, ' ') as about, m.tier as place, m.first_word as word
        from unnest(v_meanings) m where c.search_words @> m.need
        union all
        -- Said rather than a word that is only like it.
        select w.word, 2.5, w.place
        from unnest(v_words) with ordinality w (word, place)
        join public.mentors b on b.id = c.id and w.word = any (private.words_of(b.bio))
      ) a
      order by a.place, a.word, a.about limit 1
    ) order by c.place)
    into v_ids, v_reasons, v_abouts
    from chosen c;
  end if;
  if cardinality(v_ids) < c_most then
    execute format(
      'select array(
        select m.id from public.mentors m left join %s n on n.mentor_id = m.id
        where m.price > 0 and private.takes_bookings(m) and m.id <> all ($1)
        order by n.starts_at is null, m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last,
          m.rating desc, m.name, m.id
        limit $2
      )', private.next_free_source())
    into v_more using v_ids, c_most - cardinality(v_ids);
    v_ids := v_ids || v_more;
    v_reasons := v_reasons || array_fill('recommended'::text, array[cardinality(v_more)]);
    v_abouts := v_abouts || array_fill(''::text, array[cardinality(v_more)]);
  end if;
  return query
    select m.id, m.name, m.title, m.expertise, m.image, m.rating, m.reviews, m.price, m.session_minutes, f.starts,
      o.reason, case o.reason when 'recommended'
        then coalesce(((f.starts)[1] at time zone 'Asia/Kolkata')::date::text, '') else o.about end, m.slug, m.answers_within
    from unnest(v_ids, v_reasons, v_abouts) with ordinality o (id, reason, about, place)
    cross join lateral (
      select m.*, private.bookable_from(m) as bookable_from from public.mentors m where m.id = o.id offset 0
    ) m
    cross join lateral (
      -- As search_mentors() finds them.
      select case when m.shows_next_availability then array(
        select lower(a.during) from public.mentor_availability a
        where a.mentor_id = m.id and a.date >= private.today() and lower(a.during) >= m.bookable_from
          and not a.is_booked and a.hidden_because is null
          and (m.id <> all (v_held) or not private.is_held(m.id, a.during))
        order by a.date, a.start_time limit 3
      ) else '{}' end as starts
      offset 0
    ) f
    order by o.place;
end
$$;
comment on function public.nearest_mentors is
  'Where search_mentors() finds nobody by these arguments: up to three mentors who can be booked, each with one reason '
  '(docs/product/mentors.md#nothing-found). reason: price | category | languages | free (found without this filter; about: '
  'the search as it was understood), word (about: a word of the search that the profile has), recommended (about: the '
  'next free day in India, or nothing).';

revoke execute on all functions in schema private from public;
revoke execute on function public.save_synonym, public.delete_synonym from public, anon;
grant execute on function public.save_synonym, public.delete_synonym to authenticated, service_role;
revoke execute on function public.keep_search from public, anon, authenticated;
grant execute on function public.keep_search to service_role;
revoke execute on function public.nearest_mentors from public;
grant execute on function public.nearest_mentors to anon, authenticated, service_role;
