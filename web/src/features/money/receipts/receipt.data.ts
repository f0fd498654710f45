import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callFunction } from '#lib/functions/functions.data.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { FRESH_ON_RETURN, SILENT } from '#lib/query/query-presets.ts';

const answerShape = z.object({
  receipt: z.object({
    booking_id: z.string(),
    code: z.string(),
    /** P0/2026-27/000123; null, as issued_at, until the session is completed or its payment is kept. */
    receipt_number: z.string().nullable(),
    issued_at: z.string().nullable(),
    founder_name: z.string().nullable(),
    mentor_name: z.string(),
    date: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    amount_paise: z.number(),
    currency: z.string(),
    payment_id: z.string(),
    method: z.string().nullable(),
    paid_at: z.string(),
    refund_paise: z.number().nullable(),
    refund_state: z.enum(['queued', 'pending', 'processed', 'failed']).nullable(),
    refund_at: z.string().nullable(),
  }),
  seller: z.object({ name: z.string(), address: z.string().nullable(), gstin: z.string().nullable() }),
});
export type ReceiptAnswer = z.output<typeof answerShape>;

/** The receipt of a booking for one of the people who may read it; null where there is none for this person. */
export function receiptPageQuery(userId: string, bookingId: string) {
  return queryOptions({
    queryKey: ['receipt', userId, bookingId],
    queryFn: async (): Promise<ReceiptAnswer | null> => {
      try {
        return answerShape.parse(await callFunction('read-receipt', { bookingId }));
      } catch (error) {
        const failure = error instanceof FunctionError ? error.failure : null;
        if (failure?.kind === 'http' && failure.status === 404) return null;
        throw error;
      }
    },
    ...FRESH_ON_RETURN,
    ...SILENT,
  });
}
