import { createHash } from 'node:crypto';
import { z } from 'zod';
import { accountAnswers as copy } from '#copy/people/account-mail.ts';
import { sourceOf, takeSubmission } from '#functions/_shared/content/submissions.ts';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler, HttpError, readBody } from '#functions/_shared/http.ts';
import { describeError, logProblem } from '#functions/_shared/log.ts';
import { askForRecoveryMail } from '#functions/_shared/provider.ts';
import { maskedEmail } from '#rules/shell/text.ts';

const bodyShape = z.object({ token: z.string().max(200), look: z.literal(true).optional() });
const lookShape = z.object({ kind: z.string(), email: z.string() });
const answerShape = z.object({ email: z.string(), is_mailed: z.boolean(), job_id: z.string().nullable() });

/**
 * "This was not me": secures the account of the alert whose link was opened, without a session
 * (docs/product/accounts.md#this-was-not-me). With `look` it only says of which account the link speaks. 410 for a link
 * that is used or old, 429 as takeSubmission.
 */
export default createHandler('answer-account-alert', async (request) => {
  const { token, look } = await readBody(request, bodyShape);
  const database = serviceClient();
  await takeSubmission(database.rpc('count_submission', { p_form: 'account_alert', p_source: sourceOf(request) }));
  const hash = { p_token_hash: createHash('sha256').update(token).digest('hex') };
  if (look) {
    const alert = lookShape.parse(await ofOpenLink(() => query(database.rpc('look_at_account_alert', hash))));
    return { email: maskedEmail(alert.email), kind: alert.kind };
  }
  const secured = answerShape.parse(await ofOpenLink(() => query(database.rpc('answer_account_alert', hash))));
  if (secured.job_id !== null) await mailNow(secured.email, secured.job_id);
  return { secured: true, email_mailed: secured.is_mailed };
});

async function ofOpenLink<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof BusinessRuleError && error.message === 'link_over') {
      throw new HttpError(410, copy.linkOver, { fields: { code: error.message } });
    }
    throw error;
  }
}

/** The account is secured by now, whatever comes of this: where it fails, the job asks again. */
async function mailNow(email: string, jobId: string): Promise<void> {
  try {
    await askForRecoveryMail(email);
    // Attempt 0: a worker that has claimed the job reports itself.
    await query(serviceClient().rpc('complete_job', { p_job_id: jobId, p_attempt: 0 }));
  } catch (error) {
    logProblem('warn', 'The recovery mail after an alert is left to its job', { error: describeError(error) });
  }
}
