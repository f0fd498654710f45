import { checkIn as copy } from '#copy/sessions/check-ins.ts';
import { type Refusals, takeAnswer } from '#lib/refusals.ts';
import { supabase } from '#lib/supabase.ts';
import { type CheckInAnswer, type StoredCheckIn, storedCheckIn } from '#rules/sessions/check-in.ts';

export const CHECK_IN_REFUSALS: Refusals = {
  session_refunded: copy.refunded,
  session_missed: copy.missed,
  not_due: copy.notDue,
  change_too_long: copy.changeTooLong,
  number_not_whole: copy.notWhole,
};

/** Stores the founder's answer of a day after a session. Throws ApiError. */
export async function answerMyCheckIn(bookingId: string, day: number, answer: CheckInAnswer): Promise<StoredCheckIn> {
  const call = supabase().rpc('answer_my_check_in', { p_booking_id: bookingId, p_day: day, p_check_in: answer });
  return storedCheckIn.parse(await takeAnswer(call));
}
