import { z } from 'zod';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { ProviderRefused } from '#functions/_shared/provider.ts';
import { fetchPayment, type RazorpayPayment } from '#functions/_shared/razorpay.ts';
import { PermanentFailure } from './job.ts';

const payloadShape = z.object({ event_id: z.string() });

/**
 * Processes an event that the webhook only stored because the process ended or the event is too old. For an old event
 * the provider is asked for the payment, so that a payment refunded since then books nothing.
 * @throws ProviderUnavailable, PermanentFailure
 */
export async function processWebhookEvent(job: unknown): Promise<void> {
  const { event_id } = payloadShape.parse(job);
  const database = serviceClient();
  const { outcome, payment_id } = await read(event_id);
  if (outcome !== 'ask_provider') return;
  const payment = payment_id ? await lookUp(payment_id) : undefined;
  await query(
    database.rpc('settle_webhook_event', {
      p_event_id: event_id,
      p_status: payment?.status ?? 'unknown',
      ...(payment && {
        p_payment_id: payment.id,
        p_amount_paise: payment.amount,
        p_currency: payment.currency,
        ...(payment.order_id !== null && { p_provider_order_id: payment.order_id }),
      }),
    }),
  );
}

async function read(eventId: string) {
  try {
    return await query(serviceClient().rpc('process_webhook_event', { p_event_id: eventId }).single());
  } catch (error) {
    if (error instanceof BusinessRuleError) throw new PermanentFailure(error.message);
    throw error;
  }
}

/** Undefined when the provider does not know the id: the event is of another account, or of a test. */
async function lookUp(paymentId: string): Promise<RazorpayPayment | undefined> {
  try {
    return await fetchPayment(paymentId);
  } catch (error) {
    if (error instanceof ProviderRefused) return undefined;
    throw error;
  }
}
