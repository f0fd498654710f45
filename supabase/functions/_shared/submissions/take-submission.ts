import { submissions } from '#copy/content/submissions.ts';
import { functionErrors } from '#copy/functions.ts';
import { waitInWords } from '#rules/content/submission.ts';
import { BusinessRuleError, query } from '../database.ts';
import { HttpError, serviceUnavailable } from '../http.ts';

/**
 * Awaits a call that counts a submission. Refuses with 429, a sentence, and `Retry-After` in seconds when there were too many;
 * `sentences` says what the call's other codes mean (422).
 */
export async function takeSubmission(
  call: Parameters<typeof query>[0],
  sentences: Readonly<Record<string, string>> = {},
): Promise<void> {
  try {
    await query(call);
  } catch (error) {
    if (!(error instanceof BusinessRuleError)) throw error;
    if (error.message === 'too_many_submissions') {
      const seconds = Math.max(1, Math.ceil(Number(error.detail) || 60));
      throw new HttpError(429, submissions.tooMany(waitInWords(seconds)), {
        headers: { 'retry-after': String(seconds), 'access-control-expose-headers': 'retry-after' },
      });
    }
    const sentence = sentences[error.message];
    if (!sentence) throw serviceUnavailable(functionErrors.internal);
    throw new HttpError(422, sentence);
  }
}
