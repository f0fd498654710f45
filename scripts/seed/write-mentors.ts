import type postgres from 'postgres';
import { makeSyntheticMentor } from './synthetic-mentors.ts';

const BATCH = 1000;

/**
 * Adds the generated mentors numbered 0 to `count` - 1 that are not there yet, with their categories and addresses,
 * and open times in the next 30 days for two in three of them.
 *
 * @returns how many rows were added
 */
export async function seedSyntheticMentors(
  sql: postgres.Sql,
  count: number,
): Promise<{ mentors: number; slots: number }> {
  const added = { mentors: 0, slots: 0 };
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start);
    const batch = Array.from({ length }, (_, index) => makeSyntheticMentor(start + index));
    await sql.begin(async (transaction) => {
      const ids = await insertMentors(transaction, batch);
      added.mentors += ids.length;
      added.slots += await insertSlots(transaction, ids);
    });
  }
  // The listing's plans depend on how many there are; do not wait for the database to notice.
  await sql`analyze public.mentors, public.mentor_categories, public.mentor_availability`;
  return added;
}

async function insertMentors(
  sql: postgres.TransactionSql,
  batch: ReturnType<typeof makeSyntheticMentor>[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into public.mentors
      (id, name, title, expertise, specializations, bio, image, rating, reviews, price, is_demonstration)
    select id, name, title, expertise, specializations, bio, image, rating, reviews, price, true
    from jsonb_to_recordset(${sql.json(batch as unknown as postgres.JSONValue)}) as m (
      id uuid, name text, title text, expertise text, specializations text[], bio text, image text,
      rating numeric, reviews integer, price integer)
    on conflict (id) do nothing
    returning id`;
  const ids = new Set(rows.map((row) => row.id));
  const links = batch
    .filter((mentor) => ids.has(mentor.id))
    .flatMap((mentor) => mentor.categories.map((category) => ({ mentor_id: mentor.id, category })));
  await sql`
    insert into public.mentor_categories (mentor_id, category_id)
    select l.mentor_id, c.id
    from jsonb_to_recordset(${sql.json(links)}) as l (mentor_id uuid, category text)
    join public.categories c on c.name = l.category`;
  await sql`
    insert into public.mentor_private (mentor_id, email)
    select id, id || '@example.com' from unnest(${[...ids]}::uuid[]) as id`;
  return [...ids];
}

async function insertSlots(sql: postgres.TransactionSql, ids: string[]): Promise<number> {
  const { count } = await sql`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    select m.id, private.today() + d, make_time(8 + h.hour, 0, 0), make_time(9 + h.hour, 0, 0)
    from unnest(${ids}::uuid[]) with ordinality as m (id, place)
    cross join generate_series(1, 30, 6) as d
    cross join lateral (values ((m.place % 12)::int), (((m.place + 6) % 12)::int)) as h (hour)
    where m.place % 3 <> 0`;
  return count;
}
