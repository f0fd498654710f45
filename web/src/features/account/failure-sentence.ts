import { account } from '#copy/account.ts';
import { refusalSentence } from '#features/auth/auth-failures.ts';
import { ApiError } from '#lib/api-error.ts';
import { explain, FunctionError } from '#lib/functions/functions.ts';
import { refusalOf } from './account.data.ts';

/** What a refused act says: a sentence for the server's word, else Auth's reason or `otherwise`, else that there is no network. */
export function failureSentence(
  error: unknown,
  otherwise: string,
  sentences: Readonly<Record<string, string>> = {},
): string {
  const word = refusalOf(error);
  if (word !== undefined && Object.hasOwn(sentences, word)) return sentences[word] ?? otherwise;
  if (word === 'insufficient_aal' || word === 'code_needed') return account.codeNeeded;
  const refusal = error instanceof ApiError || error instanceof FunctionError ? null : refusalSentence(error);
  return refusal ?? explain(error, otherwise).sentence;
}
