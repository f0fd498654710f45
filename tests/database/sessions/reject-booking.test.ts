/** A rejection has a reason that its founder reads, and may name other times (docs/product/bookings.md#rejection). */
import { expect, test } from 'vitest';
import { REJECTION_REASONS } from '#rules/sessions/booking.ts';
import { provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql } = db;

const reject = (
  id: string,
  code: string | null,
  text: string | null = null,
  suggestions: object[] = [],
  by = db.admin,
) => db.as(by)`select public.reject_booking(${id}, ${code}, ${text}, ${JSON.stringify(suggestions)}::text::jsonb)`;
const reasonOf = async (id: string) => {
  const [row] = await sql`select status, decision_cause, decision_reason from public.bookings where id = ${id}`;
  return { ...row };
};

test.each(REJECTION_REASONS)('the reason %s is kept, with words of their own for another one', async (code) => {
  const { bookingId, paymentId } = await db.addPaidBooking();
  await reject(bookingId, code, '  The mentor changed jobs.  ');
  expect(await reasonOf(bookingId)).toEqual({
    status: 'rejected',
    decision_cause: code,
    decision_reason: code === 'other' ? 'The mentor changed jobs.' : null,
  });
  expect(await db.refundsOf(paymentId)).toHaveLength(1);
});

test('a rejection without a reason that administrators give is refused and changes nothing', async () => {
  const { bookingId, founder, slot } = await db.addPaidBooking();
  const refusals: [() => Promise<unknown>, string][] = [
    [() => reject(bookingId, null), 'reason_required'],
    [() => reject(bookingId, 'unanswered'), 'reason_unknown'],
    [() => reject(bookingId, 'because'), 'reason_unknown'],
    [() => reject(bookingId, 'other'), 'reason_text_length'],
    [() => reject(bookingId, 'other', ' no! '), 'reason_text_length'],
    [() => reject(bookingId, 'other', 'x'.repeat(301)), 'reason_text_length'],
    [() => reject(bookingId, 'other', 'Other times.', Array(4).fill(slot)), 'suggestions_not_valid'],
    [() => reject(bookingId, 'other', 'Other times.', [{ ...slot, mentor_id: 'x' }]), 'slot_incomplete'],
    [() => db.as(db.admin)`update public.bookings set status = 'rejected' where id = ${bookingId}`, 'reason_required'],
  ];
  for (const [attempt, message] of refusals) await expect(attempt()).rejects.toMatchObject({ code: 'PT422', message });
  await expect(reject(bookingId, 'other', 'I want it.', [], founder)).rejects.toMatchObject({ code: '42501' });
  expect(await reasonOf(bookingId)).toMatchObject({ status: 'pending_admin_review', decision_cause: null });
});

test('up to three free times of any mentor go into the e-mail, and a taken one is refused', async () => {
  const { bookingId, mentorId } = await db.addPaidBooking();
  const other = await db.addMentor();
  const free = [
    await db.addSlot(mentorId, 4, '10:00', '11:00'),
    await db.addSlot(other, 5, '10:00', '11:00'),
    await db.addSlot(other, 6, '10:00', '11:00'),
  ];
  const taken = await db.addSlot(other, 7, '10:00', '11:00');
  await db.buy(await db.addFounder(), taken);
  const named = (slots: typeof free) =>
    slots.map((slot) => ({
      mentor_id: slot.mentorId,
      date: slot.date,
      start_time: slot.startTime,
      end_time: slot.endTime,
    }));
  await expect(reject(bookingId, 'mentor_not_available', null, named([taken]))).rejects.toMatchObject({
    code: 'PT422',
    message: 'suggestion_not_free',
  });
  await reject(bookingId, 'mentor_not_available', null, named(free));
  const [row] = await db.service`select suggestions from public.booking_for_jobs(${bookingId})`;
  expect(row?.suggestions).toEqual(
    free.map((slot) => ({
      mentor_id: slot.mentorId,
      mentor_name: 'Dev Mentor',
      mentor_slug: expect.stringMatching(/^dev-mentor/),
      date: slot.date,
      start_time: '10:00:00',
      end_time: '11:00:00',
    })),
  );
});

test('a founder reads the offered times of their own rejected booking while they are free, and nobody else does', async () => {
  const { bookingId, founder } = await db.addPaidBooking();
  const mentorId = await db.addMentor();
  const offered = [await db.addSlot(mentorId, 4, '10:00', '11:00'), await db.addSlot(mentorId, 5, '10:00', '11:00')];
  const stranger = await db.addFounder();
  const timesOf = async (person: string) =>
    (await db.as(person)`select booking_id, mentor_id, mentor_name, date::text from public.my_suggested_times()`).map(
      (row) => ({ ...row }),
    );
  const asRow = ({ date }: { date: string }) => ({
    booking_id: bookingId,
    mentor_id: mentorId,
    mentor_name: 'Dev Mentor',
    date,
  });
  await reject(
    bookingId,
    'mentor_not_available',
    null,
    offered.map(({ date, startTime, endTime }) => ({
      mentor_id: mentorId,
      date,
      start_time: startTime,
      end_time: endTime,
    })),
  );
  expect(await timesOf(founder)).toEqual(offered.map(asRow));
  expect(await timesOf(stranger)).toEqual([]);
  const [first, second] = offered;
  if (!first || !second) throw new Error('Two times were offered');
  await db.buy(stranger, first);
  expect(await timesOf(founder), 'a time that was sold is gone').toEqual([asRow(second)]);
});

test('a booking that nobody answered is offered the three nearest free times of its mentor', async () => {
  const { bookingId, mentorId } = await db.addPaidBooking();
  const days = [9, 4, 5, 2];
  for (const day of days) await db.addSlot(mentorId, day, '10:00', '11:00');
  await db.backdate(bookingId, 25);
  await db.service`select public.end_unanswered_bookings()`;
  const [row] = await db.service`
    select suggestions from public.booking_for_jobs(${bookingId})`;
  const suggestions: { date: string }[] = row?.suggestions ?? [];
  const offered = suggestions.map(({ date }) => Date.parse(date) / 86_400_000);
  // Its own time, in three days, is free again.
  expect(offered.map((day) => day - (offered[0] ?? 0))).toEqual([0, 1, 2]);
});
