import { account } from '#copy/people/account.ts';
import { failures } from '#copy/shell/failures.ts';
import { authRefusalSentence } from '#features/people/auth/auth-failures.ts';
import { ApiError } from '#lib/api-error.ts';
import { FunctionError } from '#lib/functions/functions.ts';
import { knownRefusal, type Refusals, refusalSentence } from '#lib/refusals.ts';

const OF_SESSION = { insufficient_aal: account.codeNeeded, code_needed: account.codeNeeded };

/** What a refused act says: a sentence for the server's word, else Auth's reason or `otherwise`, else that there is no network. */
export function failureSentence(error: unknown, otherwise: string, refusals: Refusals = {}): string {
  const known = knownRefusal(error, refusals, OF_SESSION);
  if (known !== null) return known;
  if (error instanceof ApiError) return error.code === 'unreachable' ? failures.unreachable : otherwise;
  return (error instanceof FunctionError ? null : authRefusalSentence(error)) ?? refusalSentence(error, otherwise);
}
