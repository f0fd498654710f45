import { readFileSync } from 'node:fs';
import type { AppClient } from '#tests/kit/app-client.ts';

const MENTORS = 10_000;
const ROUNDS = 40;

/** What visitors ask of the listing: the functions' arguments. */
const SEARCHES: Record<string, Record<string, string>> = {
  'first page': {},
  'page 20': { p_offset: '152' },
  'a name': { p_search: 'Ananya' },
  'a common word': { p_search: 'fund' },
  'a category': { p_category: 'Marketing & Branding' },
  'a range of prices': { p_min_price: '2000', p_max_price: '5000' },
};

/** 500 characters, as the form takes. */
const PROBLEM = [
  'We sell organic spices from three farms in Kerala to grocers in Kochi, and have 40 regular customers. Now we want to',
  'sell online in all of India. We do not know how to price the small packs, whether to start with our own store or with',
  'marketplaces, and how much money to raise for packaging and advertising. Our margins are thin and deliveries cost much.',
  'Who has built a food brand and can look at our numbers, the first hires and the plan for the next two years with us?',
]
  .join(' ')
  .slice(0, 500);

/** The longest that each search may take, in times of the search that it is compared with: the one before it knew words. */
const COMPARED: { name: string; call?: string; now: string; before: string; most: number }[] = [
  { name: 'no search', now: '', before: '', most: 1.2 },
  { name: 'one word, of a name', now: `'asha'`, before: `'asha'`, most: 1.5 },
  { name: 'one word, of a field', now: `'fundraising'`, before: `'fundraising'`, most: 1.5 },
  { name: 'three words, a synonym and a typo', now: `'funding seed marketting'`, before: `'fundraising'`, most: 2 },
  { name: 'soonest available', now: `p_sort => 'soonest'`, before: '', most: 2 },
  { name: 'price, low to high', now: `p_sort => 'price'`, before: '', most: 2 },
  { name: 'price, high to low', now: `p_sort => '-price'`, before: '', most: 2 },
  { name: 'rating', now: `p_sort => 'rating'`, before: '', most: 2 },
  { name: 'two languages', now: `p_languages => '{hi,ta}'`, before: '', most: 2 },
  { name: 'free this week', now: 'p_is_free_this_week => true', before: '', most: 2 },
  {
    name: 'close to a search without a result',
    call: 'nearest_mentors',
    now: `'fundraising', 'Marketing & Branding', 100, 200`,
    before: '',
    most: 5,
  },
  {
    name: 'a described problem',
    call: 'match_mentors',
    now: `gen_random_uuid()::text, '${PROBLEM}'`,
    before: '',
    most: 5,
  },
];

/** From few mentors to many no search may grow more than so many times. */
export const MOST_GROWTH = 4;

/** The search as it was before it knew words: parts of the search text, counted and then read. */
const SEARCH_BEFORE = `
  create or replace function public.search_before(p_search text default '') returns setof record
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  declare
    v_pattern text := '%' || p_search || '%';
    v_total bigint;
  begin
    select count(*) into v_total from public.mentors m
    where m.listing_state = 'listed' and m.price between 0 and 15000 and (p_search = '' or m.search_text like v_pattern);
    return query
      select m.id, m.name, m.title, m.expertise, m.specializations, m.image, m.rating, m.reviews, m.price,
        array(
          select c.name from public.mentor_categories mc join public.categories c on c.id = mc.category_id
          where mc.mentor_id = m.id order by c.order_index, c.id
        ),
        (
          select a.date from public.mentor_availability a
          where a.mentor_id = m.id and a.date >= private.today() and lower(a.during) >= m.bookable_from
            and not a.is_booked and a.hidden_because is null
          order by a.date, a.start_time limit 1
        ),
        v_total
      from (
        select page.*, private.bookable_from(page.mentor) as bookable_from
        from (
          select m as mentor, m.* from public.mentors m
          where m.listing_state = 'listed' and m.price between 0 and 15000
            and (p_search = '' or m.search_text like v_pattern)
          order by m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc, m.name, m.id
          limit 8
        ) page
        offset 0
      ) m
      order by m.is_featured_on_homepage desc, m.homepage_display_order asc nulls last, m.rating desc, m.name, m.id;
  end
  $$`;

/**
 * What a search costs the database with ten thousand mentors, to be measured after measureManyMentors().
 *
 * @returns medians in milliseconds, by what is searched for: the search before, now, and the most times of it
 */
export async function compareSearches({ sql }: AppClient): Promise<[string, number, number, number][]> {
  const times = COMPARED.map(() => ({ before: [] as number[], now: [] as number[] }));
  // One connection, which keeps its plans.
  const connection = await sql.reserve();
  const [backend] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
  // Processor time where the system tells it in nanoseconds (Linux): it says little about what else the machine does.
  const clock = () =>
    process.platform === 'linux'
      ? Number(readFileSync(`/proc/${backend?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
      : performance.now();
  const timed = async (call: string) => {
    const startedAt = clock();
    await connection.unsafe(`select count(*) from (select * from public.${call}) r`);
    return clock() - startedAt;
  };
  try {
    await connection.unsafe(SEARCH_BEFORE);
    // What the worker wrote down may be older than the mentors.
    await connection`update private.search_upkeep set next_free_at = '-infinity', night = '-infinity'`;
    await connection`select public.keep_search()`;
    await connection`vacuum private.mentor_next_free`;
    for (let round = 0; round < ROUNDS; round += 1) {
      await connection`select public.keep_search()`;
      for (const [index, { call = 'search_mentors', now, before }] of COMPARED.entries()) {
        times[index]?.before.push(
          await timed(`search_before(${before}) as (
          id uuid, name text, title text, expertise text, specializations text[], image text, rating numeric,
          reviews integer, price integer, categories text[], next_available_date date, total bigint)`),
        );
        times[index]?.now.push(await timed(`${call}(${now})`));
      }
    }
    await connection`drop function public.search_before(text)`;
  } finally {
    connection.release();
  }
  return COMPARED.map(({ name, most }, index) => [
    name,
    median(times[index]?.before ?? []),
    median(times[index]?.now ?? []),
    most,
  ]);
}

/**
 * Milliseconds of a search through the data API with the demonstration's mentors, and with ten thousand. To be measured
 * last: the mentors stay.
 *
 * @returns medians, by what is searched for: few mentors, many mentors
 */
export async function measureManyMentors(app: AppClient): Promise<[string, number, number][]> {
  const few = await measure(app);
  await addMentors(app);
  const many = await measure(app);
  return Object.keys(SEARCHES).map((name) => [name, few[name] ?? Number.NaN, many[name] ?? Number.NaN]);
}

async function measure(app: AppClient): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, filter] of Object.entries(SEARCHES)) {
      // Never the same twice.
      const query = new URLSearchParams({ p_limit: '8', p_max_price: String(20_000 + round), ...filter });
      if (filter.p_max_price) query.set('p_max_price', String(Number(filter.p_max_price) + round));
      const startedAt = performance.now();
      const { status } = await app.rest(`rpc/search_mentors?${query}`);
      if (status !== 200) throw new Error(`search_mentors (${name}) answered ${status}`);
      times[name] ??= [];
      times[name].push(performance.now() - startedAt);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, median(values)]));
}

async function addMentors(app: AppClient): Promise<void> {
  await app.sql`
    insert into public.mentors (name, title, expertise, specializations, price, rating, reviews, languages)
    select (array['Asha', 'Bina', 'Chitra', 'Dev', 'Esha', 'Farhan', 'Gita', 'Hari'])[1 + n % 8] || ' Mentor ' || n, 'Partner',
      (array['Sales', 'Fundraising', 'Hiring', 'Product', 'Growth', 'Law'])[1 + n % 6],
      array['Topic ' || n % 50, (array['Machine learning', 'Seed rounds', 'Pricing'])[1 + n % 3]], 1000 + (n * 37) % 12000,
      3 + (n % 20) / 10.0, n % 40, array[(private.language_codes())[1 + n % 13]]
    from generate_series(1, ${MENTORS}) n`;
  await app.sql`
    insert into public.mentor_categories (mentor_id, category_id)
    select m.id, c.id
    from (select id, row_number() over (order by id) as place from public.mentors where name like '% Mentor %') m
    join (select id, row_number() over (order by order_index) - 1 as place, count(*) over () as all from public.categories) c
      on m.place % c.all = c.place`;
  // 27 times each, within three weeks; without the triggers, which look at each of them.
  await app.sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    await transaction`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      select m.id, private.today() + 1 + abs(hashtext(m.id::text)) % 12 + day, make_time(hour, minute, 0), make_time(hour + 1, minute, 0)
      from public.mentors m, generate_series(0, 8) day, unnest(array[9, 12, 17]) hour,
        lateral (select 5 * (abs(hashtext(m.name)) % 12)) q (minute) where m.name like '% Mentor %'
      on conflict do nothing`;
  });
  // As autovacuum does it some minutes later.
  await app.sql`vacuum (analyze)`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
