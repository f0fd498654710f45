import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type BookingDesk, openBookingDesk } from './booking-desk.ts';

let desk: BookingDesk;
beforeAll(async () => {
  desk = await openBookingDesk();
});
afterEach(async () => {
  expect(await desk.market.violations()).toEqual([]);
});
afterAll(() => desk.market.close());

describe('rescheduling', () => {
  test('moves the time: the old slot is free, the new one booked', async () => {
    const { mentorId, slot, bookingId } = await desk.aPaidBooking();
    const target = await desk.market.addSlot(mentorId, 4, '15:00', '16:00');
    await desk.moveTo(desk.admin, bookingId, target);
    expect([await desk.market.isBooked(slot), await desk.market.isBooked(target)]).toEqual([false, true]);
    await desk.moveTo(desk.admin, bookingId, slot);
    expect([await desk.market.isBooked(slot), await desk.market.isBooked(target)]).toEqual([true, false]);
  });

  test('by an hour that overlaps its own old time is fine', async () => {
    const { slot, bookingId } = await desk.aPaidBooking();
    await desk.moveTo(desk.admin, bookingId, { ...slot, startTime: '10:30', endTime: '11:30' });
    expect(await desk.market.isBooked(slot)).toBe(true);
  });

  test('onto a time that is sold, or that somebody is paying for, is refused', async () => {
    const { mentorId, bookingId } = await desk.aPaidBooking();
    const taken = expect.objectContaining({ code: 'PT409', message: 'slot_taken' });
    const sold = await desk.market.addSlot(mentorId, 5, '10:00', '11:00');
    await desk.market.buy(await desk.market.addFounder(), sold);
    await expect(
      desk.moveTo(desk.admin, bookingId, { ...sold, startTime: '10:59', endTime: '12:00' }),
    ).rejects.toEqual(taken);
    const held = await desk.market.addSlot(mentorId, 6, '10:00', '11:00');
    const holder = await desk.market.order(await desk.market.addFounder(), held);
    await expect(desk.moveTo(desk.admin, bookingId, held)).rejects.toEqual(taken);
    await desk.market.expireHold(holder);
    await desk.moveTo(desk.admin, bookingId, held);
    expect(await desk.market.settle(holder)).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
  });

  test('into the past is refused, and so is moving without saying so', async () => {
    const { bookingId, slot } = await desk.aPaidBooking();
    await expect(desk.moveTo(desk.admin, bookingId, { ...slot, date: '2020-01-01' })).rejects.toEqual(
      expect.objectContaining({ code: 'PT422', message: 'slot_in_past' }),
    );
    await expect(
      desk.as(
        desk.admin,
        (sql) =>
          sql`update public.bookings set date = date + 1, status = 'confirmed' where id = ${bookingId}`,
      ),
    ).rejects.toEqual(expect.objectContaining({ message: 'booking_moves_by_reschedule_only' }));
    await expect(
      desk.as(
        desk.admin,
        (sql) =>
          sql`update public.bookings set end_time = start_time, status = 'rescheduled' where id = ${bookingId}`,
      ),
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('a race for one new time has one winner', async () => {
    const mentorId = await desk.market.addMentor();
    const bookings = [];
    for (const hour of [10, 11, 12, 13]) {
      const slot = await desk.market.addSlot(mentorId, 3, `${hour}:00`, `${hour + 1}:00`);
      bookings.push((await desk.market.buy(await desk.market.addFounder(), slot)).bookingId);
    }
    const target = await desk.market.addSlot(mentorId, 7, '18:00', '19:00');
    const results = await Promise.allSettled(bookings.map((id) => desk.moveTo(desk.admin, id, target)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a booking’s time', () => {
  test('bookings entered by hand take their time too', async () => {
    const { slot } = await desk.aBooking({ owner: await desk.market.addFounder(), status: 'confirmed' });
    expect(await desk.market.isBooked(slot)).toBe(true);
    await expect(desk.market.hold(await desk.market.addFounder(), slot)).rejects.toMatchObject({
      message: 'slot_taken',
    });
    await expect(
      desk.market.sql`
        insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time)
        values (${slot.mentorId}, 'Dev Mentor', ${slot.date}::date, '10:15', '10:45')`,
    ).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
  });

  test('re-saving a mentor’s slots keeps what is sold sold', async () => {
    const { slot, mentorId } = await desk.aPaidBooking();
    await desk.as(
      desk.admin,
      (sql) => sql`delete from public.mentor_availability where mentor_id = ${mentorId}`,
    );
    await desk.as(
      desk.admin,
      (sql) => sql`
        insert into public.mentor_availability (mentor_id, date, start_time, end_time, is_booked) values
          (${mentorId}, ${slot.date}::date, '10:00', '11:00', false),
          (${mentorId}, ${slot.date}::date, '11:00', '12:00', true)`,
    );
    const rows = await desk.market.sql`
      select is_booked from public.mentor_availability where mentor_id = ${mentorId} order by start_time`;
    expect(rows.map((row) => row.is_booked)).toEqual([true, false]);
  });
});

describe('deleting a mentor', () => {
  test('is refused while a session is to come or somebody is paying', async () => {
    const { mentorId, bookingId } = await desk.aPaidBooking();
    const remove = () =>
      desk.as(desk.admin, (sql) => sql`delete from public.mentors where id = ${mentorId} returning id`);
    await expect(remove()).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_bookings' });
    await desk.setStatus(desk.admin, bookingId, 'rejected');
    await desk.market.order(
      await desk.market.addFounder(),
      await desk.market.addSlot(mentorId, 9, '10:00', '11:00'),
    );
    await expect(remove()).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_payments' });
  });

  test('leaves past bookings readable', async () => {
    const { founder, mentorId, bookingId } = await desk.aPaidBooking();
    await desk.setStatus(desk.admin, bookingId, 'rejected');
    expect(
      await desk.as(desk.admin, (sql) => sql`delete from public.mentors where id = ${mentorId} returning id`),
    ).toHaveLength(1);
    const rows = await desk.as(founder, (sql) => sql`select mentor_id, mentor_name from public.bookings`);
    expect(rows).toEqual([{ mentor_id: null, mentor_name: 'Dev Mentor' }]);
  });
});
