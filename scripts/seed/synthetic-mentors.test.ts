import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { makeSyntheticMentor } from './synthetic-mentors.ts';
import { seedSyntheticMentors } from './write-mentors.ts';

const PUBLIC = path.resolve(import.meta.dirname, '../../web/public');

const database = provideTestDatabase();

test('generated mentors are varied, complete and always the same', () => {
  const mentors = Array.from({ length: 2000 }, (_, number) => makeSyntheticMentor(number));
  expect(mentors[1999]).toEqual(makeSyntheticMentor(1999));
  expect(new Set(mentors.map(({ id }) => id)).size).toBe(2000);
  expect(new Set(mentors.map(({ name }) => name)).size).toBeGreaterThan(600);
  expect(new Set(mentors.flatMap(({ categories }) => categories)).size).toBe(8);
  for (const mentor of mentors) {
    expect(JSON.stringify(mentor)).not.toContain('undefined');
    expect(new Set(mentor.specializations).size).toBe(4);
    expect(mentor.price % 100).toBe(0);
    expect(mentor.price).toBeLessThanOrEqual(12_000);
    expect(mentor.rating).toBeLessThanOrEqual(5);
  }
  for (const image of new Set(mentors.map((mentor) => mentor.image))) {
    expect(existsSync(path.join(PUBLIC, image)), image).toBe(true);
  }
});

test('asking again adds nothing, asking for more adds the rest', async () => {
  const first = await seedSyntheticMentors(database.sql, 30);
  expect(first).toEqual({ mentors: 30, slots: 200 });
  expect(await seedSyntheticMentors(database.sql, 30)).toEqual({ mentors: 0, slots: 0 });
  expect((await seedSyntheticMentors(database.sql, 45)).mentors).toBe(15);
  const [found] = await database.sql`
    select total::int, categories
      from public.search_mentors(p_search => ${makeSyntheticMentor(44).name.toUpperCase()})`;
  expect(found?.total).toBeGreaterThanOrEqual(1);
});
