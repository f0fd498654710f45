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
    insert into public.mentors (name, title, expertise, specializations, price, rating)
    select 'Mentor ' || n, 'Partner', (array['Sales', 'Fundraising', 'Hiring', 'Product', 'Growth', 'Law'])[1 + n % 6],
      array['Topic ' || n % 50], 1000 + (n * 37) % 12000, 3 + (n % 20) / 10.0
    from generate_series(1, ${MENTORS}) n`;
  await app.sql`
    insert into public.mentor_categories (mentor_id, category_id)
    select m.id, c.id
    from (select id, row_number() over (order by id) as place from public.mentors where name like 'Mentor %') m
    join (select id, row_number() over (order by order_index) - 1 as place, count(*) over () as all from public.categories) c
      on m.place % c.all = c.place`;
  // As autovacuum does it some minutes later.
  await app.sql`vacuum (analyze) public.mentors, public.mentor_categories`;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
