import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { findLegacyKey, readSecretKey, seal, unsealWithAny } from '#functions/_shared/keys.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import type { PayoutDestination } from '#rules/money/payout-details.ts';

/** The account's id is part of it: details that were moved to another mentor do not open. */
const purposeOf = (userId: string) => `payout details ${userId}`;
const presentKey = () => findEnv('PAYOUT_KEY') ?? readSecretKey();

/** Where a mentor is paid, as the database keeps it: sealed with PAYOUT_KEY, else with the secret key. */
export function sealDestination(userId: string, details: PayoutDestination): string {
  return seal(JSON.stringify(details), { secret: presentKey(), purpose: purposeOf(userId) });
}

/**
 * Opens it; null where none of the keys does, which the log tells. What an older key sealed is stored under the present
 * one.
 */
export async function openDestination(userId: string, sealed: string): Promise<PayoutDestination | null> {
  const keys = [presentKey(), findEnv('PAYOUT_KEY_PREVIOUS'), readSecretKey(), findLegacyKey()];
  try {
    const secrets = keys.filter((key) => key !== undefined);
    const { text, secret } = unsealWithAny(sealed, { secrets, purpose: purposeOf(userId) });
    const details: PayoutDestination = JSON.parse(text);
    if (secret !== presentKey()) {
      const p_renewed = sealDestination(userId, details);
      await query(serviceClient().rpc('renew_payout_details', { p_sealed: sealed, p_renewed }));
    }
    return details;
  } catch (error) {
    logProblem('error', "A mentor's payout details cannot be opened", { user: userId, error: describeError(error) });
    return null;
  }
}
