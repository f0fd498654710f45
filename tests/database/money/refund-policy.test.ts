/**
 * The refund policy: one rule in rules/ and in the database, what administrators do by it, and what becomes of the
 * money.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRefund, INCIDENTS, REFUND_QUESTIONS } from '#rules/money/refund-policy.ts';
import { BOOKING_STATUSES } from '#rules/sessions/booking.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const HOUR_MS = 3_600_000;
const NOTHING_BACK = { refund: 'none', refund_paise: 0, refund_state: null };
const ALL_BACK = { refund: 'full', refund_paise: 350_000, refund_state: 'queued' };

test('rules/ and the database decide alike whatever is asked, of whatever booking, whenever', async () => {
  const edges = [-24, -12, -1, 0, 12, 24].flatMap((hours) => [-1, 0, 1].map((ms) => hours * HOUR_MS + ms));
  const question = fc.record({
    what: fc.constantFrom(...REFUND_QUESTIONS),
    status: fc.constantFrom(...BOOKING_STATUSES, 'on_hold'),
    startsAt: fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
    notice: fc.oneof(
      fc.constantFrom(...edges),
      fc.integer({ min: -72 * HOUR_MS, max: 72 * HOUR_MS }),
      fc.integer({ min: -400 * 24 * HOUR_MS, max: 400 * 24 * HOUR_MS }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 40, maxLength: 80 }), async (questions) => {
      const asked = questions.map(({ what, status, startsAt, notice }) => ({
        what,
        status,
        startsAt,
        now: new Date(startsAt.getTime() - notice),
      }));
      const rows = await db.sql`
        select d.*
        from unnest(
          ${asked.map((one) => one.what)}::text[], ${asked.map((one) => one.status)}::text[],
          ${asked.map((one) => one.startsAt.toISOString())}::timestamptz[],
          ${asked.map((one) => one.now.toISOString())}::timestamptz[]
        ) with ordinality as q (what, status, starts_at, now, n)
        cross join lateral private.refund_decision(q.what, q.status, q.starts_at, q.now) d order by q.n`;
      expect(
        rows.map((row) => ({
          isPossible: row.is_possible,
          refund: row.refund,
          newTime: row.new_time,
          needsAgreement: row.needs_agreement,
        })),
      ).toEqual(asked.map(({ what, now, ...booking }) => decideRefund(what, booking, now)));
    }),
    { numRuns: 40 },
  );
});

test('rules/ and the database decide alike, knowing the same incidents', async () => {
  const [row] = await db.sql`
    select pg_get_constraintdef(oid) as condition from pg_constraint where conname = 'bookings_incident_known'`;
  const words = [...String(row?.condition).matchAll(/'([a-z_]+)'/g)].map(([, word]) => word);
  expect(new Set(words)).toEqual(new Set(INCIDENTS));
});

test('the preview says what the record then does', async () => {
  const cases = [
    ['founder_cancels', 30, 'full', 'free', false],
    ['founder_cancels', 15, 'full', 'discretion', true],
    ['founder_cancels', 6, 'none', 'discretion', false],
    ['mentor_cancels', 1, 'full', 'free', false],
    ['technical_issue', 3, 'full', 'free', false],
    ['technical_issue', -3, 'full', 'free', false],
    ['mentor_no_show', -3, 'full', 'free', false],
    ['founder_no_show', -3, 'none', 'discretion', false],
  ] as const;
  for (const [what, hours, refund, newTime, needsAgreement] of cases) {
    const { bookingId, paymentId } = await db.addPaidBookingIn(hours);
    const isFull = refund === 'full';
    expect(await db.previewRefund(bookingId, what)).toMatchObject([
      {
        status: 'confirmed',
        is_possible: true,
        refund,
        new_time: newTime,
        needs_agreement: needsAgreement,
        refund_paise: isFull ? 350_000 : 0,
        currency: 'INR',
        refund_state: null,
      },
    ]);
    const status = what === 'founder_no_show' ? 'completed' : 'cancelled';
    expect(await db.recordIncident(bookingId, what, { expected: refund })).toEqual([
      { status, ...(isFull ? ALL_BACK : NOTHING_BACK) },
    ]);
    expect(await db.refundsOf(paymentId)).toEqual(
      isFull ? [{ amount_paise: 350_000, reason: 'booking_cancelled', state: 'queued', jobs: 1 }] : [],
    );
  }
});

test('the preview of a pending booking says that rejecting and cancelling give everything back', async () => {
  const { bookingId } = await db.addPaidBookingIn(5, 'pending_admin_review');
  for (const what of ['reject', 'founder_cancels']) {
    expect(await db.previewRefund(bookingId, what)).toMatchObject([{ refund: 'full', refund_paise: 350_000 }]);
  }
  expect(await db.previewRefund(bookingId, 'mentor_no_show')).toMatchObject([
    { is_possible: false, refund: 'none', refund_paise: 0 },
  ]);
});

test('the preview of a booking entered by hand says that there is nothing to give back', async () => {
  const { id } = await db.addBooking({ owner: await db.addFounder(), status: 'confirmed' });
  expect(await db.previewRefund(id, 'mentor_cancels')).toMatchObject([{ refund: 'full', refund_paise: 0 }]);
});

test('the preview is for administrators alone', async () => {
  const { bookingId, founder } = await db.addPaidBookingIn(30);
  for (const person of [founder, await db.addFounder()]) {
    expect(await outcomes([db.previewRefund(bookingId, 'reject', person)])).toEqual(['42501 admin_only']);
  }
  expect(
    await outcomes([
      db.previewRefund(crypto.randomUUID(), 'reject'),
      db.previewRefund(bookingId, 'a_whim'),
      db.recordIncident(crypto.randomUUID(), 'mentor_no_show'),
      db.recordIncident(bookingId, 'reject'),
    ]),
  ).toEqual(['PT404 booking_not_found', 'PT422 incident_unknown', 'PT404 booking_not_found', 'PT422 incident_unknown']);
});

test('an approved session that is cancelled gives the time back, and the calendar is told', async () => {
  const { bookingId, mentorId, slot } = await db.addPaidBookingIn(72);
  await db.recordIncident(bookingId, 'founder_cancels', { reason: 'Asked by e-mail.' });
  const [row] = await db.sql`
    select b.status, b.incident, b.incident_at is not null as "isDated", b.notes, c.state,
      (select count(*)::int from private.outbox o where o.kind = 'booking_cancelled'
        and o.payload ->> 'booking_id' = b.id::text) as jobs,
      (select count(*)::int from private.outbox o where o.kind = 'booking_reminder' and o.state = 'ready'
        and o.payload ->> 'booking_id' = b.id::text) as reminders
    from public.bookings b join private.calendar_events c on c.booking_id = b.id where b.id = ${bookingId}`;
  expect(row).toEqual({
    status: 'cancelled',
    incident: 'founder_cancels',
    isDated: true,
    notes: 'Asked by e-mail.',
    state: 'pending',
    jobs: 1,
    reminders: 0,
  });
  const found = await db.as(db.admin)`select id, incident, refund_state from public.search_bookings(${bookingId})`;
  expect(found).toEqual([{ id: bookingId, incident: 'founder_cancels', refund_state: 'queued' }]);
  const claims = await db.sql`
    select from private.slot_claims where mentor_id = ${mentorId} and released_at is null`;
  expect(claims).toHaveLength(0);
  expect((await db.buy(await db.addFounder(), slot)).settlement.outcome).toBe('booked');
});

test('a cancelled approved session needs a cause: neither an administrator nor the database omits it', async () => {
  const { bookingId, founder } = await db.addPaidBookingIn(30);
  const refused = 'PT409 booking_transition_not_allowed';
  expect(
    await outcomes([
      db.setStatus(db.admin, bookingId, 'cancelled'),
      db.setStatus(founder, bookingId, 'cancelled'),
      db.sql`update public.bookings set status = 'cancelled' where id = ${bookingId}`,
    ]),
  ).toEqual([refused, refused, refused]);
});

test('an approved session that is cancelled by its founder, with a cause of their own, is not ended', async () => {
  const { bookingId, founder } = await db.addPaidBookingIn(30);
  expect(await outcomes([db.recordIncident(bookingId, 'mentor_cancels', { by: founder })])).toEqual([
    '42501 admin_only',
  ]);
  // The guard alone must hold as well, where a host grants every column.
  const end = `
    update public.bookings set status = 'cancelled', incident = 'mentor_cancels', incident_at = now()
    where id = '${bookingId}'`;
  expect(await outcomes([db.actAs(founder, (sql) => sql.unsafe(end), { isGrantedAll: true })])).toEqual([
    '42501 booking_column_protected',
  ]);
});

test('an approved session is not ended for what cannot be: an absence before it, a cancellation after it', async () => {
  const [ahead, begun] = [await db.addPaidBookingIn(2), await db.addPaidBookingIn(-2)];
  const pending = await db.addPaidBookingIn(2, 'pending_admin_review');
  const refused = 'PT409 incident_not_possible';
  expect(
    await outcomes([
      db.recordIncident(ahead.bookingId, 'mentor_no_show'),
      db.recordIncident(ahead.bookingId, 'founder_no_show'),
      db.recordIncident(begun.bookingId, 'founder_cancels'),
      db.recordIncident(begun.bookingId, 'mentor_cancels'),
      db.recordIncident(pending.bookingId, 'technical_issue'),
    ]),
  ).toEqual(Array(5).fill(refused));
});

test('an approved session is not ended by a preview that is out of date, and the administrator is told', async () => {
  const { bookingId, paymentId } = await db.addPaidBookingIn(13);
  await db.startIn(bookingId, 11);
  await expect(db.recordIncident(bookingId, 'founder_cancels', { expected: 'full' })).rejects.toMatchObject({
    code: 'PT409',
    message: 'refund_changed',
    detail: 'none',
  });
  expect(await db.refundsOf(paymentId)).toEqual([]);
  expect(await db.statusOf(bookingId)).toBe('confirmed');
});

test('an approved session is not ended either when the mentor has come to be asked, or no longer has to', async () => {
  const { bookingId, mentorId } = await db.addPaidBookingIn(25);
  await db.startIn(bookingId, 23);
  const to = await db.addSlot(mentorId, 4, '15:00', '16:00');
  const changed = 'PT409 refund_changed';
  expect(
    await outcomes([
      db.recordIncident(bookingId, 'founder_cancels', { expected: 'full', expectedAgreement: false }),
      db.recordIncident(bookingId, 'founder_cancels', { to, expectedAgreement: false }),
    ]),
  ).toEqual([changed, changed]);
  await db.startIn(bookingId, 25);
  expect(
    await outcomes([
      db.recordIncident(bookingId, 'founder_cancels', { expected: 'full', expectedAgreement: true }),
      db.recordIncident(bookingId, 'founder_cancels', { to, expectedAgreement: true }),
    ]),
  ).toEqual([changed, changed]);
  expect(await db.recordIncident(bookingId, 'founder_cancels', { expected: 'full', expectedAgreement: false })).toEqual(
    [{ status: 'cancelled', ...ALL_BACK }],
  );
});

test('an approved session that is cancelled twice, also at once, is ended once', async () => {
  const { bookingId, paymentId } = await db.addPaidBookingIn(30);
  const both = await Promise.all([1, 2].map(() => db.recordIncident(bookingId, 'mentor_cancels')));
  expect(both).toEqual(Array(2).fill([{ status: 'cancelled', ...ALL_BACK }]));
  expect(await db.recordIncident(bookingId, 'mentor_cancels')).toEqual(both[0]);
  expect(await db.refundsOf(paymentId)).toMatchObject([{ jobs: 1 }]);
  expect(await outcomes([db.recordIncident(bookingId, 'founder_cancels')])).toEqual(['PT409 incident_not_possible']);
});

test('a mentor who did not come owes another time instead, free of charge', async () => {
  const { bookingId, mentorId, paymentId } = await db.addPaidBookingIn(-3, 'completed');
  const to = await db.addSlot(mentorId, 4, '15:00', '16:00');
  const answer = await db.recordIncident(bookingId, 'mentor_no_show', { to, reason: 'The mentor fell ill.' });
  expect(answer).toEqual([{ status: 'rescheduled', ...NOTHING_BACK }]);
  expect(await db.recordIncident(bookingId, 'mentor_no_show', { to })).toEqual(answer);
  expect(await db.refundsOf(paymentId)).toEqual([]);
  expect(await db.isBooked(to)).toBe(true);
  const [row] = await db.sql`select incident, notes from public.bookings where id = ${bookingId}`;
  expect(row).toEqual({ incident: 'mentor_no_show', notes: 'Rescheduled: The mentor fell ill.' });

  // A second time in vain: now the money goes back.
  await db.startIn(bookingId, -2);
  expect(await db.recordIncident(bookingId, 'mentor_no_show')).toEqual([{ status: 'cancelled', ...ALL_BACK }]);
});

test('a mentor who did not come and whose session then takes place has nothing on record any more', async () => {
  const { bookingId, mentorId } = await db.addPaidBookingIn(-3);
  const to = await db.addSlot(mentorId, 4, '15:00', '16:00');
  await db.recordIncident(bookingId, 'mentor_no_show', { to });
  await db.startIn(bookingId, -2);
  await db.completeSessions();
  const [row] = await db.sql`select status, incident from public.bookings where id = ${bookingId}`;
  expect(row).toEqual({ status: 'completed', incident: null });
});

test('a mentor who did not come gets no time that is sold or over', async () => {
  const { bookingId, mentorId } = await db.addPaidBookingIn(-3);
  const sold = await db.addSlot(mentorId, 4, '15:00', '16:00');
  await db.buy(await db.addFounder(), sold);
  expect(
    await outcomes([
      db.recordIncident(bookingId, 'mentor_no_show', { to: sold }),
      db.recordIncident(bookingId, 'mentor_no_show', { to: { ...sold, date: '2020-01-01' } }),
      db.recordIncident(bookingId, 'mentor_no_show', { to: { ...sold, endTime: '14:00' } }),
    ]),
  ).toEqual(['PT409 slot_taken', 'PT422 slot_in_past', 'PT422 time_not_valid']);
  expect(await db.statusOf(bookingId)).toBe('confirmed');
});

test('a founder who did not come gets nothing back, but may get another time', async () => {
  const { bookingId, mentorId, paymentId } = await db.addPaidBookingIn(-3);
  await db.recordIncident(bookingId, 'founder_no_show');
  expect(await db.recordIncident(bookingId, 'founder_no_show')).toEqual([{ status: 'completed', ...NOTHING_BACK }]);
  const to = await db.addSlot(mentorId, 4, '15:00', '16:00');
  expect(await db.recordIncident(bookingId, 'founder_no_show', { to })).toEqual([
    { status: 'rescheduled', ...NOTHING_BACK },
  ]);
  expect(await db.refundsOf(paymentId)).toEqual([]);
});

test('two administrators record two things at the same moment: one of them is the truth', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { bookingId, paymentId } = await db.addPaidBookingIn(-3);
    const [mentor, founder] = await outcomes([
      db.recordIncident(bookingId, 'mentor_no_show'),
      db.recordIncident(bookingId, 'founder_no_show'),
    ]);
    const [row] = await db.sql`select incident from public.bookings where id = ${bookingId}`;
    // The founder's absence completes the session, and the mentor's can still be put right after it.
    expect(mentor).toBe('done');
    expect(row?.incident).toBe('mentor_no_show');
    expect(['done', 'PT409 incident_not_possible']).toContain(founder);
    expect(await db.refundsOf(paymentId)).toHaveLength(1);
  }
});

test('at the same moment a no-show is recorded while the clock completes the session: the refund stands', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { bookingId, paymentId } = await db.addPaidBookingIn(-3);
    const ended = await outcomes([db.recordIncident(bookingId, 'mentor_no_show'), db.completeSessions()]);
    expect(ended).toEqual(['done', 'done']);
    expect(await db.statusOf(bookingId)).toBe('cancelled');
    expect(await db.refundsOf(paymentId)).toHaveLength(1);
  }
});

test('at the same moment a session is cancelled while it is moved: one wins whole', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { bookingId, mentorId, paymentId } = await db.addPaidBookingIn(30);
    const to = await db.addSlot(mentorId, 6, '15:00', '16:00');
    const [, moved] = await outcomes([
      db.recordIncident(bookingId, 'mentor_cancels'),
      db.reschedule(db.admin, bookingId, to),
    ]);
    expect(await db.statusOf(bookingId)).toBe('cancelled');
    expect(['done', 'PT409 booking_transition_not_allowed']).toContain(moved);
    expect(await db.isBooked(to)).toBe(false);
    expect(await db.refundsOf(paymentId)).toHaveLength(1);
  }
});

test('without the rule about causes, money would be given back that is not owed', async () => {
  const { bookingId } = await db.addPaidBookingIn(6);
  await db.recordIncident(bookingId, 'founder_cancels');
  await db.sql
    .begin(async (sql) => {
      await sql`
        select private.queue_refund(p.id, 'booking_cancelled') from private.payments p
        where p.booking_id = ${bookingId}`;
      const rows = await sql`select rule from private.invariant_violations`;
      expect(rows.map((row) => row.rule)).toEqual(['refund_against_policy']);
      throw new Error('roll back');
    })
    .catch((error) => expect(error.message).toBe('roll back'));
});
