import { z } from 'zod';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { type Job, PermanentFailure } from '#functions/_shared/job-limit.ts';
import { composeMentorMail, MENTOR_MAILS } from '#functions/_shared/mentor-mail.ts';

const payloadShape = z.looseObject({ mail: z.string() });
const factsShape = z.object({
  key: z.string(),
  /** Without an address a recipient gets nothing. */
  recipients: z.array(z.object({ to: z.string().nullable(), role: z.string() })),
  facts: z.unknown(),
});

/**
 * Enqueues an e-mail to a mentor or about one, for each of its recipients, unless the database has nothing to tell any more
 * (mentor side, section 13). The key of the job and the role of the recipient keep each from being sent twice.
 * @throws PermanentFailure for an e-mail that is not known
 */
export async function sendMentorMail({ id, payload }: Job): Promise<void> {
  const { mail, ...ids } = payloadShape.parse(payload);
  if (MENTOR_MAILS[mail] === undefined) throw new PermanentFailure(`There is no e-mail ${mail}`);
  const answer = factsShape.nullable().parse(await readFacts({ mail, ...ids }, id));
  const siteUrl = readEnv('SITE_URL');
  for (const { to, role } of answer?.recipients ?? []) {
    if (to === null) continue;
    const composed = await composeMentorMail(mail, answer?.facts, { role, siteUrl });
    await query(
      serviceClient().rpc('enqueue_job', {
        p_kind: 'email',
        p_payload: { to, ...composed },
        p_key: `${answer?.key}:${role}`,
      }),
    );
  }
}

async function readFacts(payload: object, jobId: string): Promise<unknown> {
  try {
    return await query(serviceClient().rpc('mentor_mail_facts', { p_payload: payload as never, p_job_id: jobId }));
  } catch (error) {
    if (error instanceof BusinessRuleError) throw new PermanentFailure(error.message);
    throw error;
  }
}
