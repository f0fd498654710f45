import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';
import { keepHours, weekly } from './hours-form.ts';

const db = provideDatabase({ checksInvariants: true });
const { addMentorWithAccount, read, save, rows, generate } = keepHours(db);

test('hours are read with their defaults, and saving them generates the times (mentor-side 3)', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  expect(await read(user)).toMatchObject({
    time_zone: 'Asia/Kolkata',
    session_minutes: 60,
    weekly: [],
    overrides: [],
    time_off: [],
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    window_weeks: 8,
    max_per_day: null,
    max_per_week: null,
    single_times: [],
    is_cut: false,
    calendar: null,
  });
  const answer = await save(user, mentorId, { weekly: weekly(['10:00-12:30'], [0]), window_weeks: 2 });
  expect(answer).toMatchObject({ removed: 0, booked: 0 });
  const made = await rows(mentorId);
  expect(made.map((row) => `${row.start_time}-${row.end_time} ${row.source}`)).toEqual(
    Array.from({ length: answer.added / 2 }, () => ['10:00-11:00 rule', '11:00-12:00 rule']).flat(),
  );
  expect((await read(user)).weekly).toEqual(weekly(['10:00-12:30'], [0]));
});

test('generating twice changes nothing the second time, and ids stay (mentor-side 18.7)', async () => {
  const { user, mentorId } = await addMentorWithAccount();
  await save(user, mentorId, { weekly: weekly(['09:00-12:00', '14:00-24:00']) });
  const before = await rows(mentorId);
  expect(await generate(mentorId)).toMatchObject({ added: 0, removed: 0, kept: before.length });
  expect(await rows(mentorId)).toEqual(before);
});
