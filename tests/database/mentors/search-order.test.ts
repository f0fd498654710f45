/** Sorts and filters of search_mentors beside the search: languages, free this week (docs/product/mentors.md#search-and-filters). */
import { beforeAll, describe, expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();
const { sql } = db;

const names = async (options: { languages?: string[]; free?: boolean; sort?: string | null; search?: string } = {}) => {
  const { languages = [], free = false, sort = '', search = '' } = options;
  const rows = await sql`
    select name from public.search_mentors(${search}, p_languages => ${languages}, p_is_free_this_week => ${free},
      p_sort => ${sort})`;
  return rows.map(({ name }) => name);
};

describe('five mentors', () => {
  beforeAll(async () => {
    await sql`delete from public.mentors`;
    const add = async (mentor: Record<string, unknown>, daysAhead?: number) => {
      const [row] = await sql`insert into public.mentors ${sql(mentor)} returning id`;
      if (daysAhead) await db.addSlot(row?.id, daysAhead, '10:00', '11:00');
    };
    await add({ name: 'Asha', price: 5000, rating: 4.9, reviews: 3, languages: ['en', 'hi'] }, 9);
    await add({ name: 'Bina', price: 0, rating: 5, reviews: 0, languages: ['ta'] });
    await add({ name: 'Chitra', price: 2000, rating: 4.7, reviews: 2 }, 3);
    await add({ name: 'Dev', price: 2000, rating: 4.2, reviews: 8, languages: ['hi', 'ta', 'bn'] }, 2);
    await add({ name: 'Esha', price: 9000, rating: 4.1, reviews: 1, languages: ['en'] }, 6);
  });

  test.each([
    ['', ['Bina', 'Asha', 'Chitra', 'Dev', 'Esha']],
    [null, ['Bina', 'Asha', 'Chitra', 'Dev', 'Esha']],
    ['soonest', ['Dev', 'Chitra', 'Esha', 'Asha', 'Bina']],
    ['price', ['Chitra', 'Dev', 'Asha', 'Esha', 'Bina']],
    ['-price', ['Esha', 'Asha', 'Chitra', 'Dev', 'Bina']],
    ['rating', ['Asha', 'Chitra', 'Dev', 'Esha', 'Bina']],
  ])(
    'mentors sorted by "%s" come in that order, those without the value last, ties as recommended',
    async (sort, order) => {
      expect(await names({ sort })).toEqual(order);
    },
  );

  test('an unknown sort of mentors is refused', async () => {
    await expect(names({ sort: 'name' })).rejects.toMatchObject({ code: 'PT422', message: 'sort_unknown' });
  });

  test('mentors are found who speak any of the first five known languages', async () => {
    expect(await names({ languages: ['ta'] })).toEqual(['Bina', 'Dev']);
    expect(await names({ languages: ['bn', 'en'] })).toEqual(['Asha', 'Dev', 'Esha']);
    expect(await names({ languages: ['xx'] })).toHaveLength(5);
    expect(await names({ languages: ['ml', 'gu', 'pa', 'as', 'ur', 'en'] })).toEqual([]);
  });

  test('mentors with a free time within seven days are those who are free this week', async () => {
    expect(await names({ free: true })).toEqual(['Chitra', 'Dev', 'Esha']);
    expect(await names({ free: true, languages: ['hi'], sort: '-price' })).toEqual(['Dev']);
  });
});

describe('when a mentor is next free', () => {
  /** As the worker writes it down within a minute, as a card shows it, and as the profile's slots say. */
  async function nextFree(mentorId: string) {
    await sql`update private.search_upkeep set next_free_at = '-infinity'`;
    await db.service`select public.keep_search()`;
    const [kept] = await sql`
      select to_char(starts_at at time zone 'Asia/Kolkata', 'HH24:MI') as at
      from private.mentor_next_free where mentor_id = ${mentorId}`;
    const [card] = await sql`
      select to_char(next_starts[1] at time zone 'Asia/Kolkata', 'HH24:MI') as at
      from public.search_mentors(p_limit => 100) where id = ${mentorId}`;
    const [slot] = await sql`
      select to_char(start_time, 'HH24:MI') as at from public.mentor_slots(${mentorId})
      where not is_booked and not is_held order by date, start_time limit 1`;
    const all = [kept, card, slot].map((row) => row?.at ?? null);
    expect(new Set(all).size, JSON.stringify(all)).toBe(1);
    return all[0];
  }

  test('list, card and profile agree after a time passes the notice, is hidden, held, released and sold', async () => {
    const mentorId = await db.addMentor();
    const [first, second] = [
      await db.addSlot(mentorId, 2, '10:00', '11:00'),
      await db.addSlot(mentorId, 2, '12:00', '13:00'),
      await db.addSlot(mentorId, 8, '15:00', '16:00'),
    ];
    expect(await nextFree(mentorId)).toBe('10:00');
    const held = await db.order(await db.addFounder(), first);
    expect(await nextFree(mentorId)).toBe('12:00');
    await db.expireHold(held);
    expect(await nextFree(mentorId)).toBe('10:00');
    await db.buy(await db.addFounder(), first);
    expect(await nextFree(mentorId)).toBe('12:00');
    await sql`
      update public.mentor_availability set hidden_because = 'calendar'
      where mentor_id = ${mentorId} and date = ${second.date} and start_time = '12:00'`;
    expect(await nextFree(mentorId)).toBe('15:00');
    await sql`update public.mentor_availability set hidden_because = null where mentor_id = ${mentorId}`;
    expect(await nextFree(mentorId)).toBe('12:00');
    // As if five days had passed since.
    await sql`update public.mentors set min_notice_minutes = 7200 where id = ${mentorId}`;
    expect(await nextFree(mentorId)).toBe('15:00');
    await sql`update public.mentors set is_taking_bookings = false where id = ${mentorId}`;
    expect(await nextFree(mentorId)).toBeNull();
  });

  test('where a person approves bookings, a time nearer than three hours is not offered, whatever the notice', async () => {
    const mentorId = await db.addMentor();
    await sql`update public.mentors set min_notice_minutes = 120 where id = ${mentorId}`;
    // One of the two ends before midnight in India.
    const [time] = await sql`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      select ${mentorId}, t::date, t::time, (t + interval '10 minutes')::time
      from (select date_trunc('minute', now() at time zone 'Asia/Kolkata') + o * interval '1 minute' as t
        from unnest(array[140, 165]) o) times
      where t::time < '23:50' order by times.t limit 1
      returning to_char(start_time, 'HH24:MI') as at, date, start_time, end_time`;
    const approval = (mode: string) => sql`update private.marketplace_settings set approval = ${mode}`;
    for (const mode of ['administrator', 'mentor']) {
      await approval(mode);
      expect(await nextFree(mentorId), mode).toBeNull();
    }
    await approval('automatic');
    expect(await nextFree(mentorId)).toBe(time?.at);
    await approval('administrator');
    const slot = { mentorId, date: time?.date, startTime: time?.start_time, endTime: time?.end_time };
    await expect(db.hold(await db.addFounder(), slot)).rejects.toMatchObject({ message: 'slot_too_soon' });
  });

  test('the list is right without a worker, and reads what the worker wrote for at most a minute', async () => {
    const mentorId = await db.addMentor();
    const isFree = async () => (await names({ free: true })).includes('Dev Mentor');
    await nextFree(mentorId);
    await db.addSlot(mentorId, 2, '10:00', '11:00');
    expect(await isFree()).toBe(false);
    await sql`update private.search_upkeep set next_free_at = now() - interval '61 seconds'`;
    expect(await isFree()).toBe(true);
  });
});
