import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { ProviderRefused } from '#functions/_shared/provider.ts';
import { createRefund, fetchRefund, fetchRefunds, type RazorpayRefund } from '#functions/_shared/razorpay.ts';
import { PermanentFailure } from './job.ts';

const payloadShape = z.object({ refund_id: z.guid() });

type RefundRequest = NonNullable<Awaited<ReturnType<typeof readRefund>>>;

/**
 * Refunds a payment in full. Every run of the job sends the same idempotency key, so the refund is paid once.
 * @throws ProviderUnavailable, PermanentFailure
 */
export async function sendRefund(job: unknown): Promise<void> {
  const { refund_id } = payloadShape.parse(job);
  const request = await readRefund(refund_id);
  if (!request) throw new PermanentFailure('The refund does not exist');
  if (request.state === 'processed') return;
  // A pending refund is looked up: a repeated request might return the provider's first answer.
  const refund = request.provider_refund_id
    ? await fetchRefund(request.provider_refund_id)
    : await requestRefund(request);
  await record(refund_id, refund.status, refund.id);
  if (refund.status === 'failed') throw new PermanentFailure(`The provider failed refund ${refund.id}`);
}

function readRefund(refundId: string) {
  return query(serviceClient().rpc('refund_to_send', { p_refund_id: refundId }).maybeSingle());
}

async function record(refundId: string, state: string, providerId: string | null, reason?: string) {
  await query(
    serviceClient().rpc('record_refund', {
      p_refund_id: refundId,
      // The generated types do not allow null, which means that the provider made no refund.
      p_provider_refund_id: providerId as string,
      p_state: state,
      ...(reason !== undefined && { p_reason: reason }),
    }),
  );
}

async function requestRefund(request: RefundRequest): Promise<RazorpayRefund> {
  try {
    return await createRefund({
      paymentId: request.payment_id,
      amount: request.amount_paise,
      idempotencyKey: request.idempotency_key,
      notes: { reason: request.reason },
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // It may have been refunded by hand in the provider's dashboard.
    const existing = (await fetchRefunds(request.payment_id)).find(
      (refund) =>
        refund.amount === request.amount_paise &&
        refund.status !== 'failed' &&
        !request.failed_refund_ids.includes(refund.id),
    );
    if (existing) return existing;
    // An empty account can be topped up, so a retry may help; any other refusal is final.
    if (/balance/i.test(error.message)) throw error;
    await record(request.refund_id, 'failed', null, error.message);
    throw new PermanentFailure(`The provider refused the refund: ${error.message}`);
  }
}
