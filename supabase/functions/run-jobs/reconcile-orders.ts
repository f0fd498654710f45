import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { ProviderRefused, ProviderUnavailable } from '#functions/_shared/provider.ts';
import { fetchOrderPayments, type RazorpayPayment } from '#functions/_shared/razorpay.ts';

const BATCH = 10;

type Answer = 'none' | 'failed' | 'pending' | 'refunded' | 'settled';

/**
 * Asks the provider about orders that are still open after their hold has ended, and settles their captured
 * payments: the browser's call and the webhook may both have been lost. It never captures: the provider captures in
 * time or refunds later authorisations, as the account is set.
 * @param mayGoOn whether another batch is begun
 */
export async function reconcileOrders(mayGoOn: () => boolean): Promise<void> {
  while (mayGoOn()) {
    const claimed = await query(serviceClient().rpc('claim_order_checks', { p_limit: BATCH }));
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
  for (const payment of captured.toReversed()) await settle(providerOrderId, payment);
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

async function settle(providerOrderId: string, payment: RazorpayPayment): Promise<void> {
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
