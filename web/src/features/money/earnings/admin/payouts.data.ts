import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { payoutsCopy } from '#copy/money/payouts.ts';
import { isRefundSums } from '#features/money/payments/refund-sums.ts';
import { isPayoutDetails, type PayoutDetails } from '#features/money/payouts/payout-details.data.ts';
import { requireSuccess } from '#lib/api-error.ts';
import { ADMIN_LIST, OFFICE } from '#lib/query/query-presets.ts';
import { orNull, readAs } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';
import { formatDateShort, isIstDate } from '#rules/shell/ist.ts';

const payout = z.object({
  mentor_id: z.string(),
  mentor_name: z.string(),
  sessions: z.number(),
  /** Integer paise. */
  gross_paise: z.number(),
  fee_paise: z.number(),
  net_paise: z.number(),
  /** Null while the month is not paid. */
  payout_id: z.string().nullable(),
  utr: z.string().nullable(),
  paid_on: z.string().nullable(),
  /** First day on which the month can be paid. */
  payable_from: z.string(),
  /** Where the mentor is paid, masked; null while nothing is given. */
  details: z.custom<PayoutDetails | null>(orNull(isPayoutDetails)),
});
/** What a mentor is owed, or was paid, up to a month's end. `id` is the mentor's. */
export type Payout = z.output<typeof payout> & { id: string };

/** The payouts of every month; invalidate it after a change. */
export const PAYOUTS_KEY = [OFFICE, 'payouts'];

/** @param month 'yyyy-MM' */
export function payoutsQuery(month: string) {
  return queryOptions({
    queryKey: [...PAYOUTS_KEY, month],
    queryFn: async (): Promise<Payout[]> => {
      const { data, error } = await supabase().rpc('list_payouts', { p_month: `${month}-01` });
      if (error) throw error;
      return payout
        .array()
        .parse(data)
        .map((row) => ({ ...row, id: row.mentor_id }));
    },
    ...ADMIN_LIST,
  });
}

/** What was refunded in a month, to all founders. @param month 'yyyy-MM' */
export function refundTotalsQuery(month: string) {
  return queryOptions({
    queryKey: [...PAYOUTS_KEY, 'refunds', month],
    queryFn: async () => {
      const { data, error } = await supabase().rpc('refund_totals', { p_month: `${month}-01` });
      if (error) throw error;
      return readAs(isRefundSums, 'refund_totals', data);
    },
    ...ADMIN_LIST,
  });
}

/** A sentence for each refusal of a payout. */
export const payoutRefusals = {
  ...payoutsCopy.refusals,
  period_open: (day: string) => payoutsCopy.refusals.period_open(isIstDate(day) ? formatDateShort(day) : day),
};

/** Throws the data API's error, whose message is a word of `payoutRefusals`. */
export async function markPaid(payment: {
  mentorId: string;
  month: string;
  utr: string;
  paidOn: string;
  expectedPaise: number;
}): Promise<void> {
  requireSuccess(
    await supabase().rpc('mark_paid', {
      p_mentor_id: payment.mentorId,
      p_month: `${payment.month}-01`,
      p_utr: payment.utr,
      p_paid_on: payment.paidOn,
      p_expected_paise: payment.expectedPaise,
    }),
  );
}

/** Throws as `markPaid`. */
export async function correctReference(payoutId: string, utr: string, reason: string): Promise<void> {
  requireSuccess(
    await supabase().rpc('correct_payout_reference', { p_payout_id: payoutId, p_utr: utr, p_reason: reason }),
  );
}

const feeShape = z.object({ own_bps: z.number().nullable(), default_bps: z.number() });
export type MentorFee = z.output<typeof feeShape>;

/**
 * The share of one mentor's sessions that the marketplace keeps for payments from now on, in basis points: the mentor's
 * own, or null where the default applies.
 */
export function mentorFeeQuery(mentorId: string) {
  return queryOptions({
    queryKey: [OFFICE, 'mentor-fee', mentorId],
    queryFn: async () => {
      const { data, error } = await supabase().rpc('mentor_fee', { p_mentor_id: mentorId });
      if (error) throw error;
      return feeShape.parse(data);
    },
    ...ADMIN_LIST,
  });
}

/** Null ends the mentor's own share, so that the default applies. */
export async function setMentorFee(mentorId: string, ownBps: number | null): Promise<void> {
  requireSuccess(
    await supabase().rpc('set_mentor_fee', { p_mentor_id: mentorId, ...(ownBps !== null && { p_fee_bps: ownBps }) }),
  );
}
