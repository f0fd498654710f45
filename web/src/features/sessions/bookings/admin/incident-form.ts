import { z } from 'zod';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { incidents as copy } from '#copy/sessions/incidents.ts';
import { serverNow } from '#lib/server-time.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { INCIDENTS } from '#rules/money/refund-policy.ts';
import { isIstDate, isIstTime, slotStart } from '#rules/shell/ist.ts';
import type { IncidentWay } from './incident.ts';
import { EMPTY_TIME, rescheduleForm, rescheduleProblem } from './reschedule.ts';

const incidentForm = rescheduleForm.extend({
  what: z.enum(INCIDENTS).nullable(),
  wantedWay: z.enum(['end', 'move']).nullable(),
  hasAgreed: z.boolean(),
  /** When the founder wrote; just now, unless it was earlier. */
  request: z.object({ isEarlier: z.boolean(), date: z.string(), time: z.string() }),
  note: z.string(),
});

/** What an administrator enters about an incident; each text is '' until it is set. */
export type IncidentForm = z.infer<typeof incidentForm>;

export const EMPTY_INCIDENT: IncidentForm = {
  ...EMPTY_TIME,
  what: null,
  wantedWay: null,
  hasAgreed: false,
  request: { isEarlier: false, date: '', time: '' },
  note: '',
};

/** What keeps the incident from being recorded; the sentence stands below all fields. */
export function incidentSchema(question: { mentor: string; mustAsk: boolean; way: IncidentWay; current: SlotTime }) {
  const { mentor, mustAsk, way, current } = question;
  return incidentForm.superRefine((form, context) => {
    if (mustAsk && !form.hasAgreed) {
      context.addIssue({ code: 'custom', path: ['hasAgreed'], message: copy.notAgreed(mentor) });
      return;
    }
    const problem = way === 'move' && rescheduleProblem(form, current, serverNow());
    const message = problem && adminBookings.reschedule.problems[problem];
    if (message) context.addIssue({ code: 'custom', path: ['date'], message });
  });
}

/** A year that is still being typed, "0202", is no answer yet. */
const FIRST_DAY = '2000-01-01';

/** The instant that was entered; null while it is none. Whether it can be true is the database's business. */
export function cancellationRequestedAt({ date, time }: IncidentForm['request']): Date | null {
  if (!isIstDate(date) || !isIstTime(time) || date < FIRST_DAY) return null;
  return slotStart({ date, startTime: time });
}
