/** An administrator's client may send any day and time that Postgres knows: what no page could show is not kept. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isIstDate, isIstTime } from '#rules/ist.ts';
import { type BookingDesk, openBookingDesk } from '../booking-desk.ts';

let desk: BookingDesk;
beforeAll(async () => {
  desk = await openBookingDesk();
});
afterAll(() => desk.market.close());

const unreadable = [
  { date: '2031-01-01', startTime: '23:00', endTime: '24:00' },
  { date: '10000-01-01', startTime: '10:00', endTime: '11:00' },
  { date: 'infinity', startTime: '10:00', endTime: '11:00' },
];

test.each(unreadable)('$date, $startTime to $endTime is no slot, and no time to move to', async (time) => {
  expect(isIstDate(time.date) && isIstTime(time.endTime)).toBe(false);
  const { bookingId, mentorId } = await desk.aPaidBooking();
  const add = desk.as(
    desk.admin,
    (as) => as`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${mentorId}, ${time.date}::text::date, ${time.startTime}, ${time.endTime})`,
  );
  await expect(add).rejects.toMatchObject({ constraint_name: 'mentor_availability_readable' });
  const move = desk.as(
    desk.admin,
    (as) => as`
      update public.bookings
      set status = 'rescheduled', date = ${time.date}::text::date, start_time = ${time.startTime}, end_time = ${time.endTime}
      where id = ${bookingId} returning id`,
  );
  await expect(move).rejects.toMatchObject({ constraint_name: 'bookings_readable' });
});

test('the last minutes of a day are a slot', async () => {
  const mentorId = await desk.market.addMentor();
  const rows = await desk.as(
    desk.admin,
    (as) => as`
      insert into public.mentor_availability (mentor_id, date, start_time, end_time)
      values (${mentorId}, '9999-12-31', '23:00', '23:59:59') returning id`,
  );
  expect(rows).toHaveLength(1);
});
