import { ApiError } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { codeOf } from '#lib/session/auth-sentence.ts';

/** How long a confirmation counts, in milliseconds (docs/product/accounts.md#proof). The server decides. */
const PROOF_MS = 5 * 60_000;

/** Less, so that a proof does not end on the way to the server. */
const MARGIN_MS = 15_000;

/** Whether an act was refused because the person must confirm first who they are. */
export function isProofNeeded(error: unknown): boolean {
  const { message }: { message?: unknown } = Object(error);
  if (message === 'proof_needed') return true;
  if (error instanceof FunctionError) return error.body.code === 'proof_needed';
  if (error instanceof ApiError) return error.reason === 'proof_needed' || isProofNeeded(error.cause);
  return codeOf(error) === 'reauthentication_needed' || codeOf(error) === 'proof_needed';
}

/** `act`, and again after each refusal for want of a proof that `ask` has seen to; undefined once it has not. */
export async function actWithProof<T>(act: () => Promise<T>, ask: () => Promise<boolean>): Promise<T | undefined> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isProofNeeded(error)) throw error;
    }
    if (!(await ask())) return undefined;
  }
}

/** Whether a person who signed in, or confirmed, at `at` (milliseconds) still has a proof for what comes now. */
export function isProofFresh(at: number, now: number): boolean {
  return now - at < PROOF_MS - MARGIN_MS;
}
