import { adminBookings as copy } from '#copy/sessions/admin-bookings.ts';
import { adminMentorAnswers } from '#copy/sessions/admin-requests.ts';
import { dashboard } from '#copy/sessions/dashboard.ts';
import { mentorAnswer } from '#copy/sessions/requests.ts';
import type { SlotTime } from '#rules/mentors/slots.ts';
import { formatInr } from '#rules/money/rupees.ts';
import { formatDateShort, formatTimeRange, slotStart } from '#rules/shell/ist.ts';
import type { AdminBooking } from './bookings.data.ts';
import { recordableIncidents } from './incident.ts';

/** The founder, by the best name that is known. */
export function userOf({ user_name, user_email }: AdminBooking): string {
  return user_name || user_email || copy.deletedAccount;
}

export function timeOf({
  date,
  start_time,
  end_time,
}: Pick<AdminBooking, 'date' | 'start_time' | 'end_time'>): SlotTime {
  return { date, startTime: start_time, endTime: end_time };
}

/** "Tue 24 Nov, 10:00 AM – 11:00 AM IST". */
export function whenOf({ date, startTime, endTime }: SlotTime): string {
  return `${formatDateShort(date)}, ${dashboard.inIst(formatTimeRange(startTime, endTime))}`;
}

export function amountOf({ amount_paise }: AdminBooking): string {
  return formatInr((amount_paise ?? 0) / 100);
}

/** What was paid online; null where nothing was. */
export function paidOf({ payment_state, amount_paise }: AdminBooking): string | null {
  return payment_state === 'none' || amount_paise === null ? null : formatInr(amount_paise / 100);
}

/** What the mentor said against a booking, in a sentence; null where nothing was said. */
export function saidNo({ mentor_name, mentor_decline }: AdminBooking): string | null {
  if (mentor_decline === null) return null;
  const { reason_code: code, reason_text: text } = mentor_decline;
  return adminMentorAnswers.saidNo(mentor_name, text ?? mentorAnswer.reasons[code]);
}

/** Whether anything can be recorded about it: it was approved, and has not ended otherwise. */
export function canRecordIncident(booking: AdminBooking, now: Date): boolean {
  const startsAt = slotStart(timeOf(booking));
  return recordableIncidents({ status: booking.status, startsAt }, now).length > 0;
}
