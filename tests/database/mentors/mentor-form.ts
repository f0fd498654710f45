/** Mentors, saved as the administrator's form saves them. */
import type postgres from 'postgres';
import type { DatabaseFixture } from '#tests/kit/database-fixture.ts';

type Slots = { date: string | null; start_time: string | null; end_time: string | null }[];

export const CATEGORIES = [1, 2, 3].map((n) => `c0000000-0000-4000-8000-00000000000${n}`);
export const valid = {
  name: 'Asha Rao',
  title: 'Partner',
  expertise: 'Sales',
  bio: 'Sold things for ten years.',
  price: 3500,
  image: '/media/asha.webp',
  specializations: ['B2B', 'Pricing'],
  companies: ['Marigold Kettle Works'],
};

/** A slot of an hour in March 2099. */
export const slot = (day: number, hour: number) => ({
  date: `2099-03-${String(day).padStart(2, '0')}`,
  start_time: `${hour}:00`,
  end_time: `${hour + 1}:00`,
});

export function createMentorForm(db: DatabaseFixture) {
  const { sql } = db;

  async function save(
    mentor: Record<string, unknown>,
    rest: { email?: string | null; categories?: string[] | null; slots?: Slots | null; who?: string } = {},
  ): Promise<string> {
    const { email = 'asha@mentors.example', categories = null, slots = null } = rest;
    // What the form's list adds to those that are there, and what it removes.
    const known = await sql`
      select date::text, left(start_time::text, 5) as start_time, left(end_time::text, 5) as end_time
      from public.mentor_availability where mentor_id::text = ${(mentor.id as string) ?? null} and source = 'manual'`;
    const keys = new Set(slots?.map(({ date, start_time }) => `${date} ${start_time}`));
    const removed = slots && known.filter(({ date, start_time }) => !keys.has(`${date} ${start_time}`));
    const [row] = await db.as(rest.who ?? db.admin)`
      select public.save_mentor(${sql.json(mentor as postgres.JSONValue)}, ${email}, ${categories},
        ${slots && sql.json(slots)}, ${removed && sql.json(removed)}) as id`;
    return row?.id;
  }

  async function read(id: string) {
    const [row] = await sql`
      select m.*, p.email,
        array(select category_id::text from public.mentor_categories where mentor_id = m.id order by 1) as categories
      from public.mentors m left join public.mentor_private p on p.mentor_id = m.id where m.id = ${id}`;
    return row;
  }

  async function slotsOf(id: string) {
    const rows = await sql`
      select id, date::text, start_time::text, is_booked from public.mentor_availability
      where mentor_id = ${id} order by date, start_time`;
    return [...rows];
  }

  return { save, read, slotsOf };
}
