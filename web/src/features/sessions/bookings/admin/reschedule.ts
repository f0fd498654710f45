import { z } from 'zod';
import { adminBookings } from '#copy/sessions/admin-bookings.ts';
import { serverNow } from '#lib/server-time.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { isIstDate, isIstTime, minutesOfDay, slotStart } from '#rules/shell/ist.ts';
import { cleanLine } from '#rules/shell/text.ts';

/** What the administrator enters; each is '' until it is set. */
export const rescheduleForm = z.object({
  date: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  reason: z.string(),
});
export type RescheduleForm = z.infer<typeof rescheduleForm>;

export const EMPTY_TIME: RescheduleForm = { date: '', startTime: '', endTime: '', reason: '' };

export type RescheduleProblem = 'incomplete' | 'reasonTooLong' | 'endsBeforeStart' | 'inPast' | 'unchanged';

/** Characters; the notes that carry it hold 2,000. */
export const REASON_MAX_LENGTH = 500;

/** Whether all four fields are set: until then the button is disabled. */
export function isFilledIn({ date, startTime, endTime, reason }: RescheduleForm): boolean {
  return [date, startTime, endTime, reason].every((field) => field !== '');
}

/**
 * What keeps a booking at `current` from moving as entered (docs/product/bookings.md#administrators); null when nothing
 * does.
 */
export function rescheduleProblem(form: RescheduleForm, current: SlotTime, now: Date): RescheduleProblem | null {
  const reason = cleanLine(form.reason);
  if (!isIstDate(form.date) || !isIstTime(form.startTime) || !isIstTime(form.endTime) || reason === '') {
    return 'incomplete';
  }
  if (countReason(form.reason) > REASON_MAX_LENGTH) return 'reasonTooLong';
  const [start, end] = [minutesOfDay(form.startTime), minutesOfDay(form.endTime)];
  if (end <= start) return 'endsBeforeStart';
  if (slotStart(form) <= now) return 'inPast';
  const isSame =
    form.date === current.date && start === minutesOfDay(current.startTime) && end === minutesOfDay(current.endTime);
  return isSame ? 'unchanged' : null;
}

/** The form that moves a booking away from `current`. Its one problem stands below all fields, whichever bears it. */
export function rescheduleSchema(current: SlotTime) {
  return rescheduleForm.superRefine((form, context) => {
    const problem = rescheduleProblem(form, current, serverNow());
    const message = problem && adminBookings.reschedule.problems[problem];
    if (message) context.addIssue({ code: 'custom', path: ['date'], message });
  });
}

/** Characters of the reason as it is stored. */
export function countReason(reason: string): number {
  return [...cleanLine(reason)].length;
}
