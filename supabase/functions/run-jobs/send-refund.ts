import { z } from 'zod';
import { ask, serviceClient } from '#functions/_shared/database.ts';
import { ProviderRefused } from '#functions/_shared/provider.ts';
import { createRefund, fetchRefunds, type RazorpayRefund } from '#functions/_shared/razorpay.ts';
import { PermanentFailure } from './permanent-failure.ts';

const payloadShape = z.object({
  refund_id: z.guid(),
  payment_id: z.string(),
  amount_paise: z.int().positive(),
  reason: z.string(),
});
type Payload = z.output<typeof payloadShape>;

/** Gives a payment back in full. Our refund's id is the idempotency key: however often the job runs, it is paid once. */
export async function sendRefund(job: unknown): Promise<void> {
  const payload = payloadShape.parse(job);
  const refund = await askForRefund(payload);
  await ask(
    serviceClient().rpc('record_refund', {
      p_refund_id: payload.refund_id,
      p_provider_refund_id: refund.id,
      p_state: refund.status,
    }),
  );
  if (refund.status === 'failed') throw new PermanentFailure(`The provider failed refund ${refund.id}`);
}

async function askForRefund(payload: Payload): Promise<RazorpayRefund> {
  try {
    return await createRefund({
      paymentId: payload.payment_id,
      amount: payload.amount_paise,
      idempotencyKey: payload.refund_id,
      notes: { reason: payload.reason },
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    // Somebody may have refunded it by hand in the provider's dashboard.
    const [existing] = (await fetchRefunds(payload.payment_id)).filter(
      (refund) => refund.amount === payload.amount_paise && refund.status !== 'failed',
    );
    if (existing) return existing;
    // An empty account is filled up again; every other refusal stays a refusal.
    if (/balance/i.test(error.message)) throw error;
    throw new PermanentFailure(`The provider refused the refund: ${error.message}`);
  }
}
