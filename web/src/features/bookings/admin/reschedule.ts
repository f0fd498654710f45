import { type IstDate, type IstTime, isIstDate, isIstTime, minutesOfDay, slotStart } from '#rules/ist.ts';
import { toStorableLine } from '#rules/search-term.ts';
import type { SlotTime } from '#rules/slots.ts';

/** What the administrator enters; each is '' until it is set. */
export interface RescheduleForm {
  date: IstDate;
  startTime: IstTime;
  endTime: IstTime;
  reason: string;
}

export type RescheduleProblem = 'incomplete' | 'reasonTooLong' | 'endsBeforeStart' | 'inPast' | 'unchanged';

/** Characters; the notes that carry it hold 2,000. */
export const REASON_MAX_LENGTH = 500;

/** Whether all four fields are set: until then the button is disabled (administrator side, section 2). */
export function isFilledIn({ date, startTime, endTime, reason }: RescheduleForm): boolean {
  return [date, startTime, endTime, reason].every((field) => field !== '');
}

/** What keeps a booking at `current` from moving as entered (administrator side, section 5); null when nothing does. */
export function rescheduleProblem(form: RescheduleForm, current: SlotTime, now: Date): RescheduleProblem | null {
  const reason = toStorableLine(form.reason);
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

/** Characters of the reason as it is stored. */
export function countReason(reason: string): number {
  return [...toStorableLine(reason)].length;
}
