/** What generated rows cost, compared with as many rows that were added by hand. */
import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { type DatabaseFixture, openDatabaseFixture } from '#tests/kit/database-fixture.ts';

/** Mentors with hours of eight weeks, 20 times a week, with buffers, limits and one day off. */
async function addMentors(db: DatabaseFixture, count: number): Promise<void> {
  await db.sql`
    insert into public.mentors (id, name, title, expertise, price, min_notice_minutes, rating)
    select md5('mentor' || n)::uuid, 'Mentor ' || n, 'Partner', 'Sales', 3500, 120, n % 50 / 10.0
    from generate_series(1, ${count}::int) n`;
  await db.sql`update public.mentor_settings set buffer_after_minutes = 15, max_per_day = 3, max_per_week = 10`;
  await db.sql`
    insert into public.mentor_weekly_hours (mentor_id, weekday, start_minute, end_minute)
    select m.id, d, 540, 840 from public.mentors m, generate_series(0, 4) d`;
  await db.sql`
    insert into public.mentor_time_off (mentor_id, first_day, last_day)
    select m.id, private.today() + 10, private.today() + 10 from public.mentors m`;
}

async function generateAll({ service }: DatabaseFixture): Promise<number> {
  for (let all = 0; ; ) {
    const [row] = await service`select public.generate_due_availability(50) as count`;
    if (row?.count === 0) return all;
    all += row?.count;
  }
}

const QUESTIONS = {
  listing: (sql: postgres.ISql) => sql`select * from public.search_mentors()`,
  search: (sql: postgres.ISql) => sql`select * from public.search_mentors('tor 1', 'all', 0, 15000, 0, 24)`,
  'hover previews': (sql: postgres.ISql) => sql`
    select * from public.mentor_slots_preview(array(select md5('mentor' || n)::uuid from generate_series(1, 8) n))`,
  mentor_slots: (sql: postgres.ISql) => sql`select * from public.mentor_slots(md5('mentor1')::uuid)`,
};

/** Milliseconds of the fastest of several answers to a visitor, in each database, in turns. */
async function fastest(databases: DatabaseFixture[], ask: (sql: postgres.ISql) => Promise<unknown>, rounds: number) {
  const times = databases.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round += 1)
    for (const [n, { sql }] of databases.entries())
      await sql.begin(async (visitor) => {
        await visitor`set local role anon`;
        const start = performance.now();
        await ask(visitor);
        times[n] = Math.min(times[n] ?? 0, performance.now() - start);
      });
  return times as [number, number];
}

async function compare(mentors: number, rounds: number): Promise<Record<string, [generated: number, byHand: number]>> {
  const [generated, byHand] = await Promise.all([openDatabaseFixture(), openDatabaseFixture()]);
  try {
    await addMentors(generated, mentors);
    await addMentors(byHand, mentors);
    const start = performance.now();
    expect(await generateAll(generated)).toBe(mentors);
    const firstNight = performance.now() - start;

    const written = () =>
      generated.sql`select sum(hashtext(id::text || xmin || ctid::text)) from public.mentor_availability`;
    const before = await written();
    await generated.sql`update private.mentor_generations set night = night - 1`;
    const again = performance.now();
    expect(await generateAll(generated)).toBe(mentors);
    const nextNight = performance.now() - again;
    expect(await written()).toEqual(before);

    const rows =
      await generated.sql`select mentor_id, date::text, start_time, end_time from public.mentor_availability`;
    await byHand.sql`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      select (r ->> 'mentor_id')::uuid, (r ->> 'date')::date, (r ->> 'start_time')::time, (r ->> 'end_time')::time
      from jsonb_array_elements(${byHand.sql.json(rows as never)}) r`;
    for (const { sql } of [generated, byHand]) await sql`vacuum analyze public.mentor_availability`;
    const answers: Record<string, [number, number]> = { nights: [firstNight, nextNight] };
    for (const [name, ask] of Object.entries(QUESTIONS))
      answers[name] = await fastest([generated, byHand], ask, rounds);
    return answers;
  } finally {
    await Promise.all([generated.close(), byHand.close()]);
  }
}

function expectAlike({ nights: _, ...answers }: Awaited<ReturnType<typeof compare>>): void {
  // Under a millisecond the way to the database is most of the time.
  for (const [name, [generated, byHand]] of Object.entries(answers))
    expect(generated, name).toBeLessThan(1.2 * Math.max(byHand, 1));
}

test(
  'twenty-five mentors’ generated times cost what as many rows added by hand do',
  { retry: 3, tags: ['faults'] },
  async () => expectAlike(await compare(25, 12)),
);

test('a thousand mentors’ generated times cost what as many rows added by hand do', {
  tags: ['faults'],
  retry: 2,
  timeout: 600_000,
}, async () => {
  const answers = await compare(1000, 200);
  console.info('Milliseconds, generated and by hand:', JSON.stringify(answers));
  expectAlike(answers);
});
