import { queryOptions } from '@tanstack/react-query';
import { ownTimes as copy } from '#copy/money/own-times.ts';
import { supabase } from '#lib/supabase.ts';
import { overlaps, type SlotTime } from '#rules/mentors/slots.ts';
import { checkoutsElsewhere, findPaymentRecord } from './payment-record.ts';

/** A time that the signed-in person has booked, or whose payment is under way. Neither is to be paid for again. */
export interface OwnTime extends SlotTime {
  /** Of a payment: the id that its booking will have. */
  bookingId: string;
  isBooked: boolean;
  /** What its slot says instead of "(Booked)". */
  label: string;
}

/** An answer that is later than this counts as none: paying waits for it. */
const ANSWER_MS = 5000;

/**
 * The signed-in person's own times to come, of one mentor or of all. The server names bookings and orders; of an order
 * without a reported payment this browser knows whether one was made here, or its checkout is open in another tab.
 */
export async function readOwnTimes(mentorId?: string): Promise<OwnTime[]> {
  const [{ data, error }, isOpenElsewhere] = await Promise.all([
    supabase()
      .rpc('my_times', mentorId === undefined ? {} : { p_mentor_id: mentorId })
      .abortSignal(AbortSignal.timeout(ANSWER_MS)),
    checkoutsElsewhere(),
  ]);
  if (error) throw error;
  return data
    .filter(({ booking_id: id, state }) => state !== 'ordered' || findPaymentRecord(id) !== null || isOpenElsewhere(id))
    .map((row) => ({
      bookingId: row.booking_id,
      date: row.date,
      startTime: row.start_time,
      endTime: row.end_time,
      isBooked: row.state === 'booked',
      label: row.state === 'booked' ? copy.slotBooked : copy.slotChecking,
    }));
}

/** While a payment is checked, its booking is looked for this often. */
const LOOK_AGAIN_MS = 3000;

/** All of the signed-in person's own times. A mentor's page asks for its own alone (use-slot-selection.ts). */
export function ownTimesQuery(userId: string) {
  return queryOptions({
    queryKey: ['own-times', userId],
    queryFn: () => readOwnTimes(),
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => state.data?.some(({ isBooked }) => !isBooked) && LOOK_AGAIN_MS,
    meta: { silent: true },
  });
}

/** The person's own time that a slot overlaps; null also where it cannot be read. */
export async function findOwnTime(mentorId: string, slot: SlotTime): Promise<OwnTime | null> {
  try {
    const times = await readOwnTimes(mentorId);
    return times.find((time) => overlaps(time, slot)) ?? null;
  } catch (error) {
    console.warn('The own bookings and payments could not be read', error);
    return null;
  }
}
