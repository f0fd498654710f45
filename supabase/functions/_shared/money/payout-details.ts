import { z } from 'zod';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv } from '#functions/_shared/env.ts';
import { findLegacyKey, readSecretKey, seal, unsealWithAny } from '#functions/_shared/keys.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import type { PayoutDestination } from '#rules/money/payout-details.ts';

/** The mentor's id is part of it: details that were moved to another mentor do not open. */
const purposeOf = (mentorId: string) => `payout details ${mentorId}`;

const destination: z.ZodType<PayoutDestination> = z.object({
  kind: z.enum(['account', 'upi']),
  holder: z.string(),
  account: z.string(),
  ifsc: z.string(),
  upi: z.string(),
  pan: z.string(),
});

/** Where a mentor is paid, as the database keeps it: sealed with PAYOUT_KEY, else with the secret key. */
export function sealDestination(mentorId: string, details: PayoutDestination): string {
  return seal(JSON.stringify(destination.parse(details)), { secret: presentKey(), purpose: purposeOf(mentorId) });
}

/**
 * Opens it; null where none of the keys does, which the log tells. What an older key sealed is stored under the present
 * one.
 */
export async function openDestination(mentorId: string, sealed: string): Promise<PayoutDestination | null> {
  const keys = [presentKey(), findEnv('PAYOUT_KEY_PREVIOUS'), readSecretKey(), findLegacyKey()];
  try {
    const secrets = keys.filter((key) => key !== undefined);
    const { text, secret } = unsealWithAny(sealed, { secrets, purpose: purposeOf(mentorId) });
    const details = destination.parse(JSON.parse(text));
    if (secret !== presentKey()) {
      const p_renewed = sealDestination(mentorId, details);
      await query(
        serviceClient().rpc('renew_payout_details', { p_mentor_id: mentorId, p_sealed: sealed, p_renewed }),
      ).catch((error: unknown) =>
        logProblem('warn', "A mentor's payout details keep their older key", { error: describeError(error) }),
      );
    }
    return details;
  } catch (error) {
    logProblem('error', "A mentor's payout details cannot be opened with the present keys", {
      mentor_id: mentorId,
      error: describeError(error),
    });
    return null;
  }
}

function presentKey(): string {
  return findEnv('PAYOUT_KEY') ?? readSecretKey();
}
