import type { Sql } from 'postgres';
import type { Slot } from '../../kit/builders.ts';

/** Mentors with enough slots for a whole run, in random order. */
export async function createSlotPool(sql: Sql, { mentors, days }: { mentors: number; days: number }): Promise<Slot[]> {
  return sql<Slot[]>`
    with mentor as (
      insert into public.mentors (name, title, expertise, price)
      select 'Load Mentor ' || n, 'Partner', 'Sales', 2000 + 500 * (n % 7) from generate_series(1, ${mentors}) n
      returning id, name, price
    ), slot as (
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      select mentor.id, private.today() + 2 + day, make_time(hour, 0, 0), make_time(hour + 1, 0, 0)
      from mentor, generate_series(1, ${days}) day, generate_series(8, 19) hour
      returning mentor_id, date, start_time, end_time
    )
    select slot.mentor_id as "mentorId", mentor.name as "mentorName", mentor.price, slot.date::text,
      slot.start_time as "startTime", slot.end_time as "endTime"
    from slot join mentor on mentor.id = slot.mentor_id
    order by md5(slot.mentor_id::text || slot.date || slot.start_time)`;
}
