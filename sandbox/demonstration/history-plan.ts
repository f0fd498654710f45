import { randomInt, randomUUID } from 'node:crypto';
import { addDays, istToday, slotStart } from '#rules/shell/ist.ts';
import { applications, bookings, type DemoBooking, type Outcome } from './history.ts';
import { createSessionTimes, type SessionTime } from './session-times.ts';

/** What happened to one booking or application at one instant. */
export interface Step {
  at: Date;
  act:
    | { kind: 'pay'; booking: PlannedBooking }
    | { kind: 'complete'; booking: PlannedBooking }
    | { kind: 'decide'; booking: PlannedBooking; outcome: Outcome }
    | { kind: 'ask'; booking: PlannedBooking; message: string }
    | { kind: 'apply'; application: PlannedApplication }
    | { kind: 'review application'; application: PlannedApplication };
}

export interface PlannedBooking extends Pick<DemoBooking, 'founder' | 'mentor' | 'outcome' | 'brief'> {
  id: string;
  time: SessionTime;
  /** The time that it was moved to. */
  newTime?: SessionTime;
  orderId: string;
  paymentId: string;
}

export type PlannedApplication = { id: string; name: string; linkedin: string; phone: string; status?: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The history of the demonstration's back office as steps in the order of time, the last of them before `now`. */
export function planHistory(options: {
  now: Date;
  offers: ReadonlyMap<string, readonly SessionTime[]>;
  makeId: (kind: 'order' | 'pay') => string;
  phoneNumber: (n: number) => string;
}): Step[] {
  const { now, offers, makeId, phoneNumber } = options;
  const today = istToday(now);
  const take = createSessionTimes(offers, today);
  // To the second, as people act; and never later than now, on a first start at whatever time of day.
  const before = (ms: number) =>
    new Date(Math.min(ms + randomInt(60) * 1_000, now.getTime() - randomInt(60, 240) * 1_000));
  const steps: Step[] = [];

  for (const { made, session, request, ...booking } of bookings) {
    const { outcome } = booking;
    const time = take(booking.mentor, session);
    const paidAt = Array.isArray(made)
      ? slotStart({ date: today, startTime: made[1] }).getTime() - made[0] * DAY_MS
      : now.getTime() - made.hoursAgo * HOUR_MS;
    const planned: PlannedBooking = {
      ...booking,
      id: randomUUID(),
      time,
      ...(outcome?.is === 'rescheduled' && { newTime: take(booking.mentor, outcome.to) }),
      orderId: makeId('order'),
      paymentId: makeId('pay'),
    };
    steps.push({ at: before(paidAt), act: { kind: 'pay', booking: planned } });
    if (request) {
      const { hoursAgo, message } = request;
      steps.push({ at: before(now.getTime() - hoursAgo * HOUR_MS), act: { kind: 'ask', booking: planned, message } });
    }
    if (!outcome) continue;
    steps.push({ at: before(paidAt + outcome.after * HOUR_MS), act: { kind: 'decide', booking: planned, outcome } });
    if (outcome.is !== 'completed') continue;
    const nextMorning = slotStart({ date: addDays(time.date, 1), startTime: '10:00' }).getTime();
    const closedAt = nextMorning + randomInt(120) * 60_000;
    steps.push({ at: before(closedAt), act: { kind: 'complete', booking: planned } });
  }

  for (const [n, { name, daysAgo, decision }] of applications.entries()) {
    const application = {
      id: randomUUID(),
      name,
      linkedin: linkedInOf(name),
      phone: phoneNumber(500 + n),
      ...(decision && { status: decision.status }),
    };
    const sentAt = now.getTime() - daysAgo * DAY_MS;
    steps.push({ at: before(sentAt), act: { kind: 'apply', application } });
    if (!decision) continue;
    steps.push({ at: before(sentAt + decision.days * DAY_MS), act: { kind: 'review application', application } });
  }
  return steps.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** An address that does not exist. */
function linkedInOf(name: string): string {
  return `https://www.linkedin.com/in/${name.toLowerCase().replaceAll(' ', '-')}-demonstration`;
}
