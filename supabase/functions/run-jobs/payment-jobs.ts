import { z } from 'zod';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { logProblem } from '#functions/_shared/log.ts';
import {
  createRefund,
  fetchOrderPayments,
  fetchPayment,
  fetchRefund,
  fetchRefunds,
  type RazorpayPayment,
  type RazorpayRefund,
} from '#functions/_shared/money/razorpay.ts';
import { PermanentFailure } from '#functions/_shared/office/job-limit.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';

const eventShape = z.object({ event_id: z.string() });

/**
 * Processes an event that the webhook only stored because the process ended or the event is too old. For an old event
 * the provider is asked for the payment, so that a payment refunded since then books nothing.
 * @throws ProviderUnavailable, PermanentFailure
 */
export async function processWebhookEvent(job: unknown): Promise<void> {
  const { event_id } = eventShape.parse(job);
  const database = serviceClient();
  const { outcome, payment_id } = await readEvent(event_id);
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

async function readEvent(eventId: string) {
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

const refundShape = z.object({ refund_id: z.guid() });

type RefundRequest = NonNullable<Awaited<ReturnType<typeof readRefund>>>;

/**
 * Refunds a payment in full. Every run of the job sends the same idempotency key, so the refund is paid once.
 * @throws ProviderUnavailable, PermanentFailure
 */
export async function sendRefund(job: unknown): Promise<void> {
  const { refund_id } = refundShape.parse(job);
  const request = await readRefund(refund_id);
  if (!request) throw new PermanentFailure('The refund does not exist');
  if (request.state === 'processed') return;
  // A pending refund is looked up: a repeated request might return the provider's first answer.
  const refund = request.provider_refund_id
    ? await fetchRefund(request.provider_refund_id)
    : await requestRefund(request);
  await recordRefund(refund_id, refund.status, refund.id);
  if (refund.status === 'failed') throw new PermanentFailure(`The provider failed refund ${refund.id}`);
}

function readRefund(refundId: string) {
  return query(serviceClient().rpc('refund_to_send', { p_refund_id: refundId }).maybeSingle());
}

async function recordRefund(refundId: string, state: string, providerId: string | null, reason?: string) {
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
    await recordRefund(request.refund_id, 'failed', null, error.message);
    throw new PermanentFailure(`The provider refused the refund: ${error.message}`);
  }
}

// Orders that are still open ------------------------------------------------------------------------------------------

const ORDERS_AT_ONCE = 10;

type Answer = 'none' | 'failed' | 'pending' | 'refunded' | 'settled';

/**
 * Asks the provider about orders that are still open after their hold has ended, and settles their captured
 * payments: the browser's call and the webhook may both have been lost. It never captures: the provider captures in
 * time or refunds later authorisations, as the account is set.
 * @param mayGoOn whether another batch is begun
 */
export async function reconcileOrders(mayGoOn: () => boolean): Promise<void> {
  while (mayGoOn()) {
    const claimed = await query(serviceClient().rpc('claim_order_checks', { p_limit: ORDERS_AT_ONCE }));
    if (claimed.length === 0) return;
    for (const { order_id, provider_order_id } of claimed) {
      try {
        const answer = await reconcileOrder(provider_order_id);
        await query(serviceClient().rpc('report_order_check', { p_order_id: order_id, p_answer: answer }));
      } catch (error) {
        if (!(error instanceof ProviderUnavailable)) throw error;
        // The claim expires by itself. The provider is down for the other orders too; stop this batch.
        logProblem('warn', 'An open order could not be looked up', { order: order_id, error: error.message });
        return;
      }
    }
  }
}

async function reconcileOrder(providerOrderId: string): Promise<Answer> {
  const payments = await findPayments(providerOrderId);
  const captured = payments.filter(({ status }) => status === 'captured');
  // The first capture buys the booking; the provider lists the latest first.
  for (const payment of captured.toReversed()) await settleCaptured(providerOrderId, payment);
  if (captured.length > 0) return 'settled';
  const has = (...statuses: string[]) => payments.some(({ status }) => statuses.includes(status));
  if (has('created', 'authorized')) return 'pending';
  if (has('refunded')) return 'refunded';
  return has('failed') ? 'failed' : 'none';
}

async function findPayments(providerOrderId: string): Promise<RazorpayPayment[]> {
  try {
    return await fetchOrderPayments(providerOrderId);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    logProblem('warn', 'The provider does not know an order', { error: error.message });
    return [];
  }
}

async function settleCaptured(providerOrderId: string, payment: RazorpayPayment): Promise<void> {
  try {
    await query(
      serviceClient().rpc('settle_payment', {
        p_provider_order_id: providerOrderId,
        p_payment_id: payment.id,
        p_amount_paise: payment.amount,
        p_currency: payment.currency,
        ...(payment.method && { p_method: payment.method }),
      }),
    );
  } catch (error) {
    if (!(error instanceof BusinessRuleError)) throw error;
    logProblem('error', 'A captured payment cannot be settled', { payment: payment.id, error: error.message });
  }
}
