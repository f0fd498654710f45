import { expect, test } from 'vitest';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

test('rescheduling moves the time: the old slot is free, the new one booked', async () => {
  const { mentorId, slot, bookingId } = await db.addPaidBooking();
  const target = await db.addSlot(mentorId, 4, '15:00', '16:00');
  await db.reschedule(db.admin, bookingId, target);
  expect([await db.isBooked(slot), await db.isBooked(target)]).toEqual([false, true]);
  await db.reschedule(db.admin, bookingId, slot);
  expect([await db.isBooked(slot), await db.isBooked(target)]).toEqual([true, false]);
});

test('rescheduling by an hour that overlaps its own old time is fine', async () => {
  const { slot, bookingId } = await db.addPaidBooking();
  await db.reschedule(db.admin, bookingId, { ...slot, startTime: '10:30', endTime: '11:30' });
  expect(await db.isBooked(slot)).toBe(true);
});

test('rescheduling onto a time that is sold, or that somebody is paying for, is refused', async () => {
  const { mentorId, bookingId } = await db.addPaidBooking();
  const taken = expect.objectContaining({ code: 'PT409', message: 'slot_taken' });
  const sold = await db.addSlot(mentorId, 5, '10:00', '11:00');
  await db.buy(await db.addFounder(), sold);
  await expect(db.reschedule(db.admin, bookingId, { ...sold, startTime: '10:59', endTime: '12:00' })).rejects.toEqual(
    taken,
  );
  const held = await db.addSlot(mentorId, 6, '10:00', '11:00');
  const holder = await db.order(await db.addFounder(), held);
  await expect(db.reschedule(db.admin, bookingId, held)).rejects.toEqual(taken);
  await db.expireHold(holder);
  await db.reschedule(db.admin, bookingId, held);
  expect(await db.settle(holder)).toMatchObject({ outcome: 'refund', reason: 'slot_taken' });
});

test('rescheduling into the past is refused, and so is moving without saying so', async () => {
  const { bookingId, slot } = await db.addPaidBooking();
  await expect(db.reschedule(db.admin, bookingId, { ...slot, date: '2020-01-01' })).rejects.toEqual(
    expect.objectContaining({ code: 'PT422', message: 'slot_in_past' }),
  );
  await expect(
    db.as(db.admin)`update public.bookings set date = date + 1, status = 'confirmed' where id = ${bookingId}`,
  ).rejects.toEqual(expect.objectContaining({ message: 'booking_moves_by_reschedule_only' }));
  await expect(
    db.as(db.admin)`update public.bookings set end_time = start_time, status = 'rescheduled' where id = ${bookingId}`,
  ).rejects.toMatchObject({ code: '23514' });
});

test('rescheduling in a race for one new time has one winner', async () => {
  const mentorId = await db.addMentor();
  const bookings = [];
  for (const hour of [10, 11, 12, 13]) {
    const slot = await db.addSlot(mentorId, 3, `${hour}:00`, `${hour + 1}:00`);
    bookings.push((await db.buy(await db.addFounder(), slot)).bookingId);
  }
  const target = await db.addSlot(mentorId, 7, '18:00', '19:00');
  const results = await Promise.allSettled(bookings.map((id) => db.reschedule(db.admin, id, target)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
});

test('bookings entered by hand take their time too', async () => {
  const { slot } = await db.addBooking({ owner: await db.addFounder(), status: 'confirmed' });
  expect(await db.isBooked(slot)).toBe(true);
  await expect(db.hold(await db.addFounder(), slot)).rejects.toMatchObject({ message: 'slot_taken' });
  await expect(
    db.sql`
      insert into public.bookings (mentor_id, mentor_name, date, start_time, end_time)
      values (${slot.mentorId}, 'Dev Mentor', ${slot.date}::date, '10:15', '10:45')`,
  ).rejects.toMatchObject({ code: 'PT409', message: 'slot_taken' });
});

test('re-saving a mentor’s slots keeps what is sold sold', async () => {
  const { slot, mentorId } = await db.addPaidBooking();
  await db.as(db.admin)`delete from public.mentor_availability where mentor_id = ${mentorId}`;
  await db.as(db.admin)`
    insert into public.mentor_availability (mentor_id, date, start_time, end_time, is_booked) values
      (${mentorId}, ${slot.date}::date, '10:00', '11:00', false),
      (${mentorId}, ${slot.date}::date, '11:00', '12:00', true)`;
  const rows = await db.sql`
    select is_booked from public.mentor_availability where mentor_id = ${mentorId} order by start_time`;
  expect(rows.map((row) => row.is_booked)).toEqual([true, false]);
});

test('deleting a mentor is refused while a session is to come or somebody is paying', async () => {
  const { mentorId, bookingId } = await db.addPaidBooking();
  const remove = () => db.as(db.admin)`delete from public.mentors where id = ${mentorId} returning id`;
  await expect(remove()).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_bookings' });
  await db.setStatus(db.admin, bookingId, 'rejected');
  await db.order(await db.addFounder(), await db.addSlot(mentorId, 9, '10:00', '11:00'));
  await expect(remove()).rejects.toMatchObject({ code: 'PT409', message: 'mentor_has_open_payments' });
});

test('deleting a mentor leaves past bookings readable', async () => {
  const { founder, mentorId, bookingId } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'rejected');
  expect(await db.as(db.admin)`delete from public.mentors where id = ${mentorId} returning id`).toHaveLength(1);
  const rows = await db.as(founder)`select mentor_id, mentor_name from public.bookings`;
  expect(rows).toEqual([{ mentor_id: null, mentor_name: 'Dev Mentor' }]);
});
