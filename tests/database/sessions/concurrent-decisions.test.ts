/**
 * Two people decide about one booking, one time or one mentor at the same moment: one wins whole, the other is told.
 */
import { beforeAll, expect, test } from 'vitest';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';
import { untilBlockedOr } from '#tests/kit/lock-barrier.ts';
import { valid } from '../mentors/mentor-form.ts';

const db = provideDatabase({ checksInvariants: true });
const { sql, statusOf } = db;
let colleague: string;
beforeAll(async () => {
  colleague = await db.addFounder();
  await sql`update public.profiles set is_admin = true where id = ${colleague}`;
});

const TOLD = 'PT409 booking_transition_not_allowed';

test('one administrator approves while the other rejects: one decision wins', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { bookingId, paymentId } = await db.addPaidBooking();
    const [approval, rejection] = await outcomes([
      db.setStatus(db.admin, bookingId, 'confirmed'),
      db.setStatus(colleague, bookingId, 'rejected'),
    ]);
    const isApproved = (await statusOf(bookingId)) === 'confirmed';
    expect([approval, rejection]).toEqual(isApproved ? ['done', TOLD] : [TOLD, 'done']);
    expect(await db.refundsOf(paymentId)).toHaveLength(isApproved ? 0 : 1);
    const events = await sql`select state from private.calendar_events where booking_id = ${bookingId}`;
    expect(events).toHaveLength(isApproved ? 1 : 0);
  }
});

test('an administrator approves while the founder cancels', async () => {
  for (let round = 0; round < 12; round += 1) {
    const { bookingId, founder, paymentId } = await db.addPaidBooking();
    const [approval, cancellation] = await outcomes([
      db.setStatus(db.admin, bookingId, 'confirmed'),
      db.setStatus(founder, bookingId, 'cancelled'),
    ]);
    const isApproved = (await statusOf(bookingId)) === 'confirmed';
    expect([approval, cancellation]).toEqual(isApproved ? ['done', TOLD] : [TOLD, 'done']);
    expect(await db.refundsOf(paymentId)).toHaveLength(isApproved ? 0 : 1);
  }
});

test('two administrators approve one booking: one event, one set of jobs', async () => {
  const { bookingId } = await db.addPaidBooking();
  expect(
    await outcomes([db.setStatus(db.admin, bookingId, 'confirmed'), db.setStatus(colleague, bookingId, 'confirmed')]),
  ).toEqual(['done', 'done']);
  const jobs = await sql`
    select count(*)::int as count from private.outbox
    where kind = 'booking_confirmed' and payload ->> 'booking_id' = ${bookingId}`;
  expect(jobs).toEqual([{ count: 1 }]);
});

test('a reschedule onto a sold time changes nothing', async () => {
  const { bookingId, mentorId, slot } = await db.addPaidBooking();
  await db.setStatus(db.admin, bookingId, 'confirmed');
  const sold = await db.addSlot(mentorId, 4, '15:00', '16:00');
  await db.buy(await db.addFounder(), sold);
  expect(await outcomes([db.reschedule(db.admin, bookingId, sold)])).toEqual(['PT409 slot_taken']);
  const [row] = await sql`
    select b.status, b.date::text, c.sequence,
      (select array_agg((o.payload ->> 'starts_at')::timestamptz = lower(b.during)) from private.outbox o
       where o.kind = 'booking_reminder' and o.payload ->> 'booking_id' = b.id::text) as reminders
    from public.bookings b join private.calendar_events c on c.booking_id = b.id where b.id = ${bookingId}`;
  expect(row).toEqual({ status: 'confirmed', date: slot.date, sequence: 0, reminders: [true, true] });
});

test('a reschedule and a purchase of one time: one has it', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { bookingId, mentorId } = await db.addPaidBooking();
    const wanted = await db.addSlot(mentorId, 5, '15:00', '16:00');
    const buyer = await db.addFounder();
    const [moved, held] = await outcomes([db.reschedule(db.admin, bookingId, wanted), db.hold(buyer, wanted)]);
    expect([moved, held].sort()).toEqual(['PT409 slot_taken', 'done'].sort());
  }
});

test('two administrators feature a fifth mentor at once: one is told', async () => {
  const feature = (who: string, id: string | undefined) =>
    db.as(who)`select public.set_homepage_feature(${id ?? ''}, true)`;
  const ids = await Promise.all(Array.from({ length: 5 }, () => db.addMentor()));
  for (const id of ids.slice(0, 3)) await feature(db.admin, id);
  for (let round = 0; round < 8; round += 1) {
    const ended = await outcomes([feature(db.admin, ids[3]), feature(colleague, ids[4])]);
    expect(ended.sort()).toEqual(['PT409 too_many_featured_mentors', 'done']);
    const [row] = await sql`select count(*)::int from public.mentors where is_featured_on_homepage`;
    expect(row?.count).toBe(4);
    await sql`update public.mentors set is_featured_on_homepage = false where id in ${sql(ids.slice(3))}`;
  }
});

test('two administrators give one place of the home page away at once: one is told', async () => {
  await sql`update public.mentors set is_featured_on_homepage = false`;
  const ids = await Promise.all([db.addMentor(), db.addMentor()]);
  await sql`update public.mentors set is_featured_on_homepage = true where id in ${sql(ids)}`;
  const place = (who: string, id: string, order: number) =>
    db.as(who)`select public.set_display_order(${id}, ${order})`;
  for (let round = 0; round < 8; round += 1) {
    const ended = await outcomes([place(db.admin, ids[0] ?? '', 2), place(colleague, ids[1] ?? '', 2)]);
    expect(ended.sort()).toEqual(['PT409 display_order_taken', 'done']);
    await sql`update public.mentors set homepage_display_order = null`;
  }
});

test('two administrators save one mentor: the second is told, and nothing is mixed', async () => {
  const id = await db.addMentor();
  const slots = (hour: number) =>
    Array.from({ length: 5 }, (_, day) => ({
      date: `2099-01-0${day + 1}`,
      start_time: `${hour}:00`,
      end_time: `${hour + 1}:00`,
    }));
  const save = (who: string, name: string, hour: number, seenAt: Date) =>
    db.as(who)`
      select public.save_mentor(
        ${sql.json({ ...valid, id, name, updated_at: seenAt.toISOString() })},
        'mentor@private.example', '{}', ${sql.json(slots(hour))}, ${sql.json(slots(24 - hour))})`;
  for (let round = 0; round < 8; round += 1) {
    const [before] = await sql`select updated_at from public.mentors where id = ${id}`;
    const ended = await outcomes([
      save(db.admin, 'First', 10, before?.updated_at),
      save(colleague, 'Second', 14, before?.updated_at),
    ]);
    expect(ended.sort()).toEqual(['PT409 mentor_changed_meanwhile', 'done']);
    const [after] = await sql`
      select m.name, array_agg(distinct a.start_time::text) as starts, count(*)::int as slots
      from public.mentors m join public.mentor_availability a on a.mentor_id = m.id
      where m.id = ${id} group by m.id`;
    expect(after).toEqual({ name: after?.name, starts: [after?.name === 'First' ? '10:00:00' : '14:00:00'], slots: 5 });
  }
});

test('a mentor is saved without a slot while somebody buys it: the slot stays', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await db.addMentor();
    const slot = await db.addSlot(id, 3, '10:00', '11:00');
    const buyer = await db.addFounder();
    const [saved, held] = await outcomes([
      db.as(db.admin)`
        select public.save_mentor(
          ${sql.json({ ...valid, id, name: 'M' })},
          'mentor@private.example', null, null, ${sql.json([
            { date: slot.date, start_time: slot.startTime, end_time: slot.endTime },
          ])})`,
      db.hold(buyer, slot),
    ]);
    expect(saved).toBe('done');
    const rows = await sql`select id from public.mentor_availability where mentor_id = ${id}`;
    expect([held, rows.length]).toEqual(held === 'done' ? ['done', 1] : ['PT422 slot_not_offered', 0]);
  }
});

test('an incident of a reviewed session and a pause of its mentor take their locks in one order', async () => {
  const { founder, bookingId, mentorId } = await db.addPaidBookingIn(-3, 'completed');
  await db.submitReview(founder, bookingId);
  const { recorded } = await db.sql.begin(async (sql) => {
    // As set_pause begins, and as it goes on.
    await sql`select from public.mentors where id = ${mentorId} for no key update`;
    let isOver = false;
    const recorded = outcomes([db.recordIncident(bookingId, 'mentor_no_show')]).finally(() => {
      isOver = true;
    });
    await untilBlockedOr(db.sql, () => isOver);
    await sql`select private.lock_mentor(${mentorId})`;
    return { recorded };
  });
  expect(await recorded).toEqual(['done']);
});
