/** Random histories of paid sessions, and what the public promise must say of them. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { ISql, TransactionSql } from 'postgres';
import { addDays, istTimeOfDay, istToday } from '#rules/shell/ist.ts';

const HOUR = 3_600_000;

export const booking = fc.record({
  isInvented: fc.boolean(),
  madeHoursAgo: fc.integer({ min: 1, max: 2_600 }),
  startsAfterHours: fc.integer({ min: 3, max: 200 }),
  ending: fc.constantFrom('waiting', 'person', 'person', 'person', 'person', 'founder', 'deadline', 'rule'),
  /** From the payment to the end of the review. */
  afterMinutes: fc.integer({ min: 0, max: 1_560 }),
  isRejected: fc.boolean(),
  later: fc.constantFrom('none', 'completed', 'completed', 'founder_no_show', 'mentor_no_show', 'founder_cancels'),
  /** An earlier time of it that did not take place. */
  missed: fc.option(fc.constantFrom('mentor_no_show', 'technical_issue')),
  refund: fc.option(
    fc.record({
      afterHours: fc.integer({ min: 0, max: 300 }),
      state: fc.constantFrom('processed', 'processed', 'pending', 'failed'),
      tookHours: fc.integer({ min: 0, max: 200 }),
      isWhole: fc.boolean(),
    }),
  ),
  checkIn: fc.option(
    fc.record({
      afterHours: fc.integer({ min: 0, max: 400 }),
      state: fc.constantFrom('planned', 'sent', 'answered', 'answered', 'skipped'),
      answer: fc.constantFrom('yes', 'partly', 'no'),
      day: fc.constantFrom(7, 30, 30, 30),
    }),
  ),
});
export const history = fc.record({
  hasRealMentor: fc.boolean(),
  bookings: fc.array(booking, { minLength: 0, maxLength: 260, size: 'max' }),
});
export type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** One booking with all that the figures are about, in instants. */
function place(plan: History['bookings'][number], now: number) {
  const paid = now - plan.madeHoursAgo * HOUR;
  // Sessions begin at a full minute and end on the day on which they begin.
  const wanted = new Date(paid + plan.startsAfterHours * HOUR);
  const time = istTimeOfDay(wanted) < '23:00' ? istTimeOfDay(wanted) : '22:30';
  const start = Date.parse(`${istToday(wanted)}T${time}:00+05:30`);
  const end = start + HOUR / 2;
  const ended = plan.ending === 'waiting' ? null : paid + plan.afterMinutes * 60_000;
  const isConfirmed = (plan.ending === 'person' && !plan.isRejected) || plan.ending === 'rule';
  const incident = isConfirmed && !['none', 'completed'].includes(plan.later) ? plan.later : null;
  const status =
    plan.ending === 'waiting'
      ? 'pending_admin_review'
      : plan.ending === 'founder'
        ? 'cancelled'
        : !isConfirmed
          ? 'rejected'
          : plan.later === 'completed' || plan.later === 'founder_no_show'
            ? 'completed'
            : incident
              ? 'cancelled'
              : 'confirmed';
  return { ...plan, id: randomUUID(), paid, start, end, ended, incident, status, day: istToday(new Date(start)), time };
}
export type Placed = ReturnType<typeof place>;

/** What the page may say, computed once more from the instants alone, day by day. */
export function recompute(placed: Placed[], hasRealMentor: boolean, now: number) {
  const [from, to] = [addDays(istToday(new Date(now)), -90), addDays(istToday(new Date(now)), -1)];
  const isCounted = (at: number) => at <= now && istToday(new Date(at)) >= from && istToday(new Date(at)) <= to;
  const counted = placed.filter(({ isInvented }) => isInvented === !hasRealMentor);
  const outcomes: Record<string, string[]> = { requests: [], sessions: [], refunds: [], check_ins: [] };
  const waits: number[] = [];
  for (const one of counted) {
    const due = Math.min(one.paid + 24 * HOUR, one.start - 2 * HOUR);
    const isWithdrawn = one.ending === 'founder' && one.ended !== null && one.ended < due;
    if (isCounted(due) && one.ending !== 'rule' && !isWithdrawn) {
      const isDecided = one.ending === 'person' && one.ended !== null;
      const { refund } = one;
      outcomes.requests?.push(
        isDecided
          ? (one.ended ?? 0) <= due
            ? 'in_time'
            : 'late'
          : refund?.state === 'processed' && refund.isWhole
            ? 'refunded'
            : 'unanswered',
      );
      waits.push(isDecided ? (one.ended ?? 0) - one.paid : Number.POSITIVE_INFINITY);
    }
    const isOver = one.status === 'confirmed' ? one.end <= now : one.status === 'completed' || one.incident !== null;
    if (isOver && isCounted(one.start))
      outcomes.sessions?.push(one.status === 'completed' && !one.incident ? 'held' : String(one.incident));
    if (one.missed && isCounted(one.start - 48 * HOUR)) outcomes.sessions?.push(one.missed);
    if (one.refund) {
      const decided = one.paid + one.refund.afterHours * HOUR;
      const isInTime = one.refund.state === 'processed' && one.refund.tookHours <= 5 * 24;
      if (isCounted(decided + 5 * 24 * HOUR)) outcomes.refunds?.push(isInTime ? 'in_time' : 'late');
    }
    if (one.checkIn && one.checkIn.day === 30 && ['sent', 'answered'].includes(one.checkIn.state)) {
      const answer = one.checkIn.state === 'answered' ? one.checkIn.answer : 'silent';
      if (isCounted(one.end + one.checkIn.afterHours * HOUR)) outcomes.check_ins?.push(answer);
    }
  }
  const count = (figure: string, ...names: string[]) =>
    (outcomes[figure] ?? []).filter((outcome) => names.length === 0 || names.includes(outcome)).length;
  const figure = (cases: number, kept: number, more: object) =>
    cases < 20 ? null : { cases, kept, percent: Math.floor((100 * kept) / cases), ...more };
  const middle = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length / 2) - 1] ?? Number.POSITIVE_INFINITY;
  const hours = Math.max(Math.ceil(middle / HOUR), 1);
  return {
    requests: figure(count('requests'), count('requests', 'in_time'), {
      unanswered: count('requests', 'unanswered', 'refunded'),
      unanswered_refunded: count('requests', 'refunded'),
      half_within_hours: hours <= 24 ? hours : null,
    }),
    sessions: figure(count('sessions'), count('sessions', 'held'), {
      mentor_missed: count('sessions', 'mentor_no_show'),
      founder_missed: count('sessions', 'founder_no_show'),
      cancelled: count('sessions', 'founder_cancels', 'technical_issue'),
    }),
    refunds: figure(count('refunds'), count('refunds', 'in_time'), {}),
    check_ins: figure(count('check_ins', 'yes', 'partly', 'no'), count('check_ins', 'yes', 'partly'), {
      asked: count('check_ins'),
    }),
  };
}

const MENTORS = { real: randomUUID(), invented: randomUUID() };

/** The two mentors of every history, and no other one. */
export async function replaceMentors(sql: ISql): Promise<void> {
  await sql`delete from public.mentors`;
  for (const [kind, id] of Object.entries(MENTORS)) {
    await sql`
      insert into public.mentors (id, name, price, min_notice_minutes, is_demonstration)
      values (${id}, 'Asha Rao', 5000, 120, ${kind === 'invented'})`;
  }
}

/** The transaction's time, in milliseconds. */
export async function nowOf(sql: ISql): Promise<number> {
  const [row] = await sql<{ now: number }[]>`select floor(extract(epoch from now()) * 1000)::float8 as now`;
  return row?.now ?? 0;
}

/** Writes a history past every rule, and gives what it wrote: all but what would have ended later than now. */
export async function writeHistory(sql: TransactionSql, { hasRealMentor, bookings }: History): Promise<Placed[]> {
  await sql`set local session_replication_role = replica`;
  const now = await nowOf(sql);
  if (!hasRealMentor) await sql`delete from public.mentors where id = ${MENTORS.real}`;
  const placed = bookings.map((plan) => place(plan, now)).filter(({ ended }) => ended === null || ended <= now);
  const at = (instant: number) => new Date(instant).toISOString();
  const write = async (table: string, rows: Record<string, unknown>[]) => {
    if (rows.length > 0) await sql`insert into ${sql(table)} ${sql(rows)}`;
  };
  await write(
    'public.bookings',
    placed.map((one) => ({
      id: one.id,
      mentor_id: one.isInvented ? MENTORS.invented : MENTORS.real,
      mentor_name: 'Asha Rao',
      date: one.day,
      start_time: one.time,
      end_time: istTimeOfDay(new Date(one.end)),
      status: one.status,
      decision_cause: one.status !== 'rejected' ? null : one.ending === 'deadline' ? 'unanswered' : 'mentor_not_suited',
      incident: one.incident,
      incident_at: one.incident && at(one.start),
      incident_asked_at: one.incident === 'founder_cancels' ? at(one.start) : null,
      created_at: at(one.paid),
      answer_by: at(one.paid),
    })),
  );
  await write(
    'private.request_outcomes',
    placed.map((one) => ({
      booking_id: one.id,
      is_demonstration: one.isInvented,
      starts_at: one.ended && at(one.start),
      ended_at: one.ended && at(one.ended),
      ended_by: one.ended === null ? null : one.ending,
    })),
  );
  await write(
    'private.payments',
    placed.map((one) => ({
      id: `pay_${one.id}`,
      order_id: one.id,
      booking_id: one.id,
      amount_paise: 1_000,
      currency: 'INR',
      captured_at: at(one.paid),
    })),
  );
  await write(
    'private.missed_times',
    placed.flatMap((one) =>
      one.missed ? [{ booking_id: one.id, starts_at: at(one.start - 48 * HOUR), incident: one.missed }] : [],
    ),
  );
  await write(
    'private.refunds',
    placed.flatMap(({ id, paid, refund }) => {
      if (!refund) return [];
      const decided = paid + refund.afterHours * HOUR;
      return [
        {
          payment_id: `pay_${id}`,
          amount_paise: refund.isWhole ? 1_000 : 500,
          reason: 'booking_rejected',
          state: refund.state,
          created_at: at(decided),
          processed_at: refund.state === 'processed' ? at(decided + refund.tookHours * HOUR) : null,
        },
      ];
    }),
  );
  await write(
    'private.check_ins',
    placed.flatMap(({ id, end, checkIn }) =>
      checkIn
        ? [
            {
              booking_id: id,
              day: checkIn.day,
              due_at: at(end + checkIn.afterHours * HOUR),
              state: checkIn.state,
              skip_reason: checkIn.state === 'skipped' ? 'stopped' : null,
              answer: checkIn.state === 'answered' ? checkIn.answer : null,
            },
          ]
        : [],
    ),
  );
  return placed;
}
