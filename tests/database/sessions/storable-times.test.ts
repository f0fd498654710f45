/** An administrator's client may send any day and time that Postgres knows: what no page could show is not kept. */
import { expect, test } from 'vitest';
import { isIstDate, isIstTime } from '#rules/shell/ist.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase();

const unreadable = [
  { date: '2031-01-01', startTime: '23:00', endTime: '24:00' },
  { date: '10000-01-01', startTime: '10:00', endTime: '11:00' },
  { date: 'infinity', startTime: '10:00', endTime: '11:00' },
];

test.each(unreadable)('$date, $startTime to $endTime is no slot, and no time to move to', async (time) => {
  expect(isIstDate(time.date) && isIstTime(time.endTime)).toBe(false);
  const { bookingId, mentorId } = await db.addPaidBooking();
  const add = db.as(db.admin)`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${mentorId}, ${time.date}::text::date, ${time.startTime}, ${time.endTime})`;
  await expect(add).rejects.toMatchObject({ constraint_name: 'mentor_availability_readable' });
  const move = db.as(db.admin)`
    update public.bookings
    set status = 'rescheduled', date = ${time.date}::text::date, start_time = ${time.startTime},
      end_time = ${time.endTime}
    where id = ${bookingId} returning id`;
  await expect(move).rejects.toMatchObject({ constraint_name: 'bookings_readable' });
});

test('the last minutes of a day are a slot', async () => {
  const mentorId = await db.addMentor();
  const rows = await db.as(db.admin)`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time)
    values (${mentorId}, '9999-12-31', '23:00', '23:59:59') returning id`;
  expect(rows).toHaveLength(1);
});
