import { queryOptions } from '@tanstack/react-query';
import { FRESH_ON_OPEN, FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';
import { supabase } from '#lib/supabase.ts';
import { listedMentorPath } from '#rules/mentors/mentor-path.ts';
import type { IstDate, IstTime } from '#rules/shell/ist.ts';

/** A captured payment that became no booking. */
export interface PaymentWithoutBooking {
  paymentId: string;
  /** The id that its booking would have had. */
  bookingId: string;
  /** Null where the mentor is gone. */
  mentorId: string | null;
  mentorName: string;
  /** The mentor's profile; null where the mentor is gone or not listed. */
  profile: string | null;
  date: IstDate;
  startTime: IstTime;
  endTime: IstTime;
  /** Rupees. */
  amount: number;
  reason: string;
  /** `failed`: the provider could not send it, and an administrator sees to it. */
  refund: 'queued' | 'pending' | 'processed' | 'failed';
  paidAt: Date;
  refundedAt: Date;
}

/** Where a refund stands; dates are India's. */
export interface RefundProgress {
  paymentId: string;
  requestedAt: Date | null;
  processedAt: Date | null;
  expectedFrom: IstDate;
  expectedBy: IstDate;
  /** The bank's, where we returned the money by a transfer. */
  outsideReference: string | null;
}

/** While money is under way the page looks again by itself. */
const LOOK_AGAIN_MS = 15_000;

async function readPaymentsWithoutBooking(bookingId?: string): Promise<PaymentWithoutBooking[]> {
  const { data, error } = await supabase().rpc(
    'lost_payments',
    bookingId === undefined ? {} : { p_booking_id: bookingId },
  );
  if (error) throw error;
  return data.map((row) => ({
    paymentId: row.payment_id,
    bookingId: row.booking_id,
    mentorId: row.mentor_id,
    mentorName: row.mentor_name,
    profile: listedMentorPath(row),
    date: row.date,
    startTime: row.start_time,
    endTime: row.end_time,
    amount: row.amount_paise / 100,
    reason: row.reason,
    refund: row.refund_state as PaymentWithoutBooking['refund'],
    paidAt: new Date(row.paid_at),
    refundedAt: new Date(row.refund_updated_at),
  }));
}

/** The signed-in person's payments that became no booking, the latest first. */
export function paymentsWithoutBookingQuery(userId: string) {
  return queryOptions({
    queryKey: ['payments-without-booking', userId],
    queryFn: () => readPaymentsWithoutBooking(),
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}

/** The payment whose booking could not be made, else null. A second payment of a booked session does not count. */
export function paymentWithoutBookingQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['payment-without-booking', bookingId],
    queryFn: async () => {
      const lost = await readPaymentsWithoutBooking(bookingId);
      return lost.find(({ reason }) => reason !== 'order_already_paid') ?? null;
    },
    ...FRESH_ON_RETURN,
    refetchInterval: ({ state }) => (state.data && state.data.refund !== 'processed' ? LOOK_AGAIN_MS : false),
    ...SILENT,
  });
}

async function readRefundProgress(bookingId: string): Promise<RefundProgress[]> {
  const { data, error } = await supabase().rpc('refund_progress', { p_booking_id: bookingId });
  if (error) throw error;
  return data.map((row) => ({
    paymentId: row.payment_id,
    requestedAt: momentOf(row.requested_at),
    processedAt: momentOf(row.processed_at),
    expectedFrom: row.expected_from,
    expectedBy: row.expected_by,
    outsideReference: row.outside_reference,
  }));
}

/** The generated types do not know that a refund has no such times at first. */
function momentOf(time: string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** When the refunds of an order were sent and are expected. Each new state of the refund asks again. */
export function refundProgressQuery(bookingId: string, state: PaymentWithoutBooking['refund']) {
  return queryOptions({
    queryKey: ['payment-without-booking-refunds', bookingId, state],
    queryFn: () => readRefundProgress(bookingId),
    ...FRESH_ON_OPEN,
    ...SILENT,
  });
}
