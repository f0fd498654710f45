/** The refund policy counts from when the founder asked, not from when an administrator gets round to recording it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideRefund } from '#rules/money/refund-policy.ts';
import { outcomes, provideDatabase } from '#tests/kit/database-fixture.ts';

const db = provideDatabase({ checksInvariants: true });

const HOUR_MS = 3_600_000;
const NOTHING_BACK = { refund: 'none', refund_paise: 0, refund_state: null };
const ALL_BACK = { refund: 'full', refund_paise: 350_000, refund_state: 'queued' };

const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

/** A session booked long ago. */
async function anOldSession(hours: number, status: 'confirmed' | 'completed' = 'confirmed') {
  const session = await db.addPaidBookingIn(hours, status);
  await db.backdate(session.bookingId, 400);
  return session;
}

test('whoever asked in time loses nothing by a late answer', async () => {
  const cases = [
    // Starts in, asked ago, what the founder gets.
    [6, 20, 'full', 'free', false],
    [6, 10, 'full', 'discretion', true],
    [6, 2, 'none', 'discretion', false],
    // The answer came after the start, and after the worker had marked it as held.
    [-3, 30, 'full', 'free', false],
    [-3, 12, 'none', 'discretion', false],
  ] as const;
  for (const [starts, asked, refund, newTime, needsAgreement] of cases) {
    for (const status of starts < 0 ? (['confirmed', 'completed'] as const) : (['confirmed'] as const)) {
      const { bookingId, paymentId } = await anOldSession(starts, status);
      const requestedAt = hoursAgo(asked);
      const terms = { is_possible: true, refund, new_time: newTime, needs_agreement: needsAgreement };
      const [preview] = await db.previewRefund(bookingId, 'founder_cancels', db.admin, requestedAt);
      expect(preview).toMatchObject({ ...terms, status, asked_at: requestedAt });
      expect(
        await db.recordIncident(bookingId, 'founder_cancels', {
          expected: refund,
          expectedAgreement: needsAgreement,
          requestedAt,
        }),
      ).toEqual([{ status: 'cancelled', ...(refund === 'full' ? ALL_BACK : NOTHING_BACK) }]);
      expect(await db.refundsOf(paymentId)).toHaveLength(refund === 'full' ? 1 : 0);
      expect(await db.violations()).toEqual([]);
    }
  }
});

test('by the rule in rules/, whenever it was', async () => {
  const { bookingId } = await anOldSession(6);
  const question = fc.record({
    what: fc.constantFrom('founder_cancels', 'founder_moves'),
    starts: fc.integer({ min: -100, max: 300 }),
    asked: fc.oneof(fc.constantFrom(0, 12, 24), fc.integer({ min: 1, max: 399 })),
  });
  await fc.assert(
    fc.asyncProperty(question, async ({ what, starts, asked }) => {
      await db.startIn(bookingId, starts);
      const [row] = await db.previewRefund(bookingId, what, db.admin, hoursAgo(asked));
      const decision = decideRefund(what, { status: 'confirmed', startsAt: row?.starts_at }, new Date(row?.asked_at));
      expect({
        isPossible: row?.is_possible,
        refund: row?.refund,
        newTime: row?.new_time,
        needsAgreement: row?.needs_agreement,
      }).toEqual(decision);
    }),
    { numRuns: 40 },
  );
});

test('a new time, too, is given by what was promised then', async () => {
  const { bookingId, mentorId } = await anOldSession(6);
  const to = await db.addSlot(mentorId, 4, '15:00', '16:00');
  const requestedAt = hoursAgo(20);
  const [move] = await db.previewRefund(bookingId, 'founder_moves', db.admin, requestedAt);
  expect(move).toMatchObject({ refund: 'none', new_time: 'free' });
  const moved = [{ status: 'rescheduled', ...NOTHING_BACK }];
  const request = { to, requestedAt, expectedAgreement: false };
  expect(await db.recordIncident(bookingId, 'founder_cancels', request)).toEqual(moved);
  expect(await db.recordIncident(bookingId, 'founder_cancels', request)).toEqual(moved);
});

test('it is kept beside when it was recorded, and the audit log has both', async () => {
  const { bookingId } = await anOldSession(6);
  const requestedAt = hoursAgo(20);
  await db.recordIncident(bookingId, 'founder_cancels', { requestedAt });
  const [row] = await db.sql`
    select b.incident_asked_at as "requestedAt", now() - b.incident_at < interval '1 minute' as "isRecordedNow",
      l.actor, l.changes -> 'incident_asked_at' ->> 1 = to_jsonb(b) ->> 'incident_asked_at' as "isAskedLogged",
      l.changes -> 'incident_at' ->> 1 = to_jsonb(b) ->> 'incident_at' as "isRecordingLogged"
    from public.bookings b
    join private.audit_log l on l.row_id = b.id::text and l.changes ->> 'incident' is not null
    where b.id = ${bookingId}`;
  expect(row).toEqual({
    requestedAt,
    isRecordedNow: true,
    actor: db.admin,
    isAskedLogged: true,
    isRecordingLogged: true,
  });
});

test('without a time it is now, and of what nobody asks for there is none', async () => {
  const [asked, ill] = [await db.addPaidBookingIn(30), await db.addPaidBookingIn(30)];
  await db.recordIncident(asked.bookingId, 'founder_cancels');
  await db.recordIncident(ill.bookingId, 'mentor_cancels');
  const rows = await db.sql`
    select incident, incident_asked_at = incident_at as "isNow" from public.bookings
    where id in ${db.sql([asked.bookingId, ill.bookingId])} order by incident`;
  expect(rows).toEqual([
    { incident: 'founder_cancels', isNow: true },
    { incident: 'mentor_cancels', isNow: null },
  ]);
});

test('not in the future, not before the booking, and only what a founder asks', async () => {
  const { bookingId } = await db.addPaidBookingIn(30);
  const attempts: [string, Date, string][] = [
    ['founder_cancels', hoursAgo(-0.1), 'in_future'],
    ['founder_cancels', hoursAgo(0.1), 'before_booking'],
    ['mentor_cancels', hoursAgo(0), 'not_a_request'],
  ];
  for (const [what, requestedAt, detail] of attempts) {
    const refusal = { code: 'PT422', message: 'asked_at_not_valid', detail };
    await expect(db.previewRefund(bookingId, what, db.admin, requestedAt)).rejects.toMatchObject(refusal);
    await expect(db.recordIncident(bookingId, what, { requestedAt })).rejects.toMatchObject(refusal);
  }
  for (const extreme of ['infinity', '-infinity']) {
    await expect(
      db.as(db.admin)`
          select public.record_incident(
        ${bookingId}, 'founder_cancels', p_asked_at => ${extreme}::text::timestamptz)`,
    ).rejects.toMatchObject({ message: 'asked_at_not_valid' });
  }
  expect(await db.statusOf(bookingId)).toBe('confirmed');
});

test('a clock a few seconds off is put right, and so is the minute of the booking', async () => {
  const [ahead, early] = [await db.addPaidBookingIn(30), await db.addPaidBookingIn(30)];
  const soon = new Date(Date.now() + 4000);
  await db.recordIncident(ahead.bookingId, 'founder_cancels', { requestedAt: soon });
  // The first answer was lost.
  await db.recordIncident(ahead.bookingId, 'founder_cancels', { requestedAt: soon });
  const [made] = await db.sql`select created_at from public.bookings where id = ${early.bookingId}`;
  await db.recordIncident(early.bookingId, 'founder_cancels', {
    requestedAt: new Date(new Date(made?.created_at).setSeconds(0, 0)),
  });
  const rows = await db.sql`
    select id, incident_asked_at <= incident_at and incident_asked_at >= created_at as "isTrue"
    from public.bookings where id in ${db.sql([ahead.bookingId, early.bookingId])}`;
  expect(rows.map((row) => row.isTrue)).toEqual([true, true]);
});

test('a founder says it to no function and to no table', async () => {
  const { bookingId, founder } = await anOldSession(6);
  const requestedAt = hoursAgo(30);
  expect(
    await outcomes([
      db.previewRefund(bookingId, 'founder_cancels', founder, requestedAt),
      db.recordIncident(bookingId, 'founder_cancels', { by: founder, requestedAt }),
    ]),
  ).toEqual(['42501 admin_only', '42501 admin_only']);
  for (const person of [founder, db.admin]) {
    await expect(
      db.as(person)`update public.bookings set incident_asked_at = now() where id = ${bookingId}`,
    ).rejects.toMatchObject({ code: '42501' });
  }
  // The database itself, too, keeps no time that is not true.
  for (const wrong of [hoursAgo(-2), hoursAgo(500)]) {
    await expect(
      db.sql`
        update public.bookings
        set status = 'cancelled', incident = 'founder_cancels', incident_at = now(),
          incident_asked_at = ${wrong.toISOString()}
        where id = ${bookingId}`,
    ).rejects.toMatchObject({ code: 'PT422', message: 'asked_at_not_valid' });
  }
});

test('it is not changed afterwards: who recorded "just now" first decided', async () => {
  const { bookingId, paymentId } = await anOldSession(6);
  await db.recordIncident(bookingId, 'founder_cancels');
  const refused = 'PT409 incident_not_possible';
  expect(
    await outcomes([
      db.recordIncident(bookingId, 'founder_cancels', { requestedAt: hoursAgo(30) }),
      db.sql`update public.bookings set incident_asked_at = now() - interval '30 hours' where id = ${bookingId}`,
    ]),
  ).toEqual([refused, refused]);
  expect(await db.refundsOf(paymentId)).toEqual([]);
});

test('the invariants count from it, in both directions', async () => {
  const [inTime, late] = [await anOldSession(6), await anOldSession(6)];
  await db.recordIncident(inTime.bookingId, 'founder_cancels', { requestedAt: hoursAgo(30) });
  await db.recordIncident(late.bookingId, 'founder_cancels', { requestedAt: hoursAgo(1) });
  await db.sql
    .begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`delete from private.refunds where payment_id = ${inTime.paymentId}`;
      await sql`select private.queue_refund(${late.paymentId}, 'booking_cancelled')`;
      const rows = await sql`select rule, subject from private.invariant_violations order by rule`;
      expect(rows).toMatchObject([
        { rule: 'dead_booking_not_refunded', subject: inTime.bookingId },
        { rule: 'refund_against_policy', subject: late.bookingId },
      ]);
      throw new Error('roll back');
    })
    .catch((error) => expect(error.message).toBe('roll back'));
});
