import { z } from 'zod';
import { seal, unsealWithAny } from '#functions/_shared/keys.ts';

/** Who a deleted account was. */
export const closedAccountShape = z.object({ email: z.string().nullable(), name: z.string().nullable() });
export type ClosedAccount = z.output<typeof closedAccountShape>;

/** The account's id is part of it: a row that was moved to another account does not open. */
const purposeOf = (userId: string) => `closed account ${userId}`;

/** What `private.closed_accounts` keeps of an account. `secret` is PRIVACY_KEY, else the secret key. */
export function sealAccount(userId: string, { email, name }: ClosedAccount, secret: string): string {
  return seal(JSON.stringify({ email, name }), { secret, purpose: purposeOf(userId) });
}

/** @throws Error when it was sealed with none of these secrets, or for another account */
export function openAccount(userId: string, sealed: string, ...secrets: string[]): ClosedAccount {
  return closedAccountShape.parse(JSON.parse(unsealWithAny(sealed, { secrets, purpose: purposeOf(userId) }).text));
}
