import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { isRefundSums, type RefundSums } from '#features/money/payments/refund-sums.ts';
import { ADMIN_LIST, OFFICE } from '#lib/query/query-presets.ts';
import { readPage } from '#lib/query/read-page.ts';
import { readAs } from '#lib/shape.ts';
import { supabase } from '#lib/supabase.ts';

export const PAYMENT_STATES = ['captured', 'refunding', 'refunded', 'refund_failed'] as const;

const paymentShape = z.object({
  id: z.string(),
  captured_at: z.string(),
  founder_name: z.string().nullable(),
  founder_email: z.string().nullable(),
  mentor_name: z.string().nullable(),
  /** Null where it became no booking. */
  booking_id: z.string().nullable(),
  code: z.string().nullable(),
  order_id: z.string().nullable(),
  amount_paise: z.number(),
  currency: z.string(),
  state: z.enum(PAYMENT_STATES),
  method: z.string().nullable(),
  refund_paise: z.number(),
});
export type Payment = z.output<typeof paymentShape>;

export interface PaymentFilter {
  search: string;
  /** '' is any. */
  state: Payment['state'] | '';
  /** Days in India; '' is any. */
  from: string;
  to: string;
}

/** Of all payments that the filter finds, in paise. */
export interface PaymentTotals {
  captured: number;
  refunds: RefundSums;
}

export const PAGE_SIZE = 20;

/** Rows that one answer of the data API brings while exporting; it brings no more than 1,000. */
const EXPORT_PAGE = 1_000;

const questionOf = ({ search, state, from, to }: PaymentFilter) => ({
  p_search: search,
  ...(state && { p_state: state }),
  ...(from && { p_from: from }),
  ...(to && { p_to: to }),
});

/** One page of the payments that the filter finds, the latest first, with the totals of all of them. */
export function paymentsQuery(filter: PaymentFilter, page: number) {
  return queryOptions({
    queryKey: [OFFICE, 'payments', filter, page],
    queryFn: async ({ signal }) => {
      const { rows, ...rest } = await readPage({ page, size: PAGE_SIZE }, async (from) => {
        const { data, error } = await supabase()
          .rpc('list_payments', { ...questionOf(filter), p_limit: PAGE_SIZE, p_offset: from })
          .abortSignal(signal);
        return { data, count: data?.[0]?.total_count ?? 0, error };
      });
      const { captured_paise: captured = 0, ...sums } = rows[0] ?? {};
      const none = { refunded_paise: 0, refunding_paise: 0, refund_failed_paise: 0 };
      const totals: PaymentTotals = { captured, refunds: readAs(isRefundSums, 'list_payments', { ...none, ...sums }) };
      return { rows: rows.map((row) => paymentShape.parse(row)), totals, ...rest };
    },
    ...ADMIN_LIST,
  });
}

/**
 * Every payment that the filter finds, the latest first. Each page begins where the one before ended, not at a number
 * of rows: a payment that comes in between makes none appear twice or not at all. Throws the data API's error.
 */
export async function readAllPayments(
  filter: PaymentFilter,
  onProgress: (done: number, total: number) => void,
): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (;;) {
    const last = payments.at(-1);
    const { data, error } = await supabase().rpc('list_payments', {
      ...questionOf(filter),
      p_limit: EXPORT_PAGE,
      ...(last && { p_before_at: last.captured_at, p_before_id: last.id }),
    });
    if (error) throw error;
    payments.push(...data.map((row) => paymentShape.parse(row)));
    onProgress(payments.length, Math.max(data[0]?.total_count ?? 0, payments.length));
    if (data.length < EXPORT_PAGE) return payments;
  }
}
