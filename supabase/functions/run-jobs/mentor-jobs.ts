import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { BusinessRuleError, query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { type Job, PermanentFailure } from '#functions/_shared/job-limit.ts';
import { composeMentorMail, MENTOR_MAILS } from '#functions/_shared/mentor-mail.ts';
import { sealMail } from '#functions/_shared/smtp.ts';

const payloadShape = z.looseObject({ mail: z.string() });
const factsShape = z.object({
  key: z.string(),
  /** Without an address a recipient gets nothing. */
  recipients: z.array(z.object({ to: z.string().nullable(), role: z.string() })),
  facts: z.unknown(),
});

/**
 * Enqueues an e-mail to a mentor or about one, for each of its recipients, unless the database has nothing to tell any
 * more (docs/product/mentor-accounts.md#e-mails). The key of the job and the role of the recipient keep each from being
 * sent twice.
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

const invitationPayload = z.object({ invitation_id: z.guid() });
const invitationShape = z.object({ email: z.string(), mentor: z.string(), expires_at: z.string() });

/**
 * Enqueues the e-mail of an invitation (docs/product/mentor-accounts.md#invitation), once: the secret of its link is
 * made here, the database gets its hash, and the e-mail waits sealed (docs/decisions/036).
 */
export async function sendMentorInvitation(payload: unknown): Promise<void> {
  const { invitation_id } = invitationPayload.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('invitation_for_jobs', { p_invitation_id: invitation_id }));
  const invitation = invitationShape.nullable().parse(answer);
  if (invitation === null) return;
  const { email, ...facts } = invitation;
  const token = randomBytes(32).toString('base64url');
  const reader = { role: 'invited', siteUrl: readEnv('SITE_URL') };
  const mail = await composeMentorMail('invitation', { ...facts, token }, reader);
  await query(
    database.rpc('queue_mentor_invitation', {
      p_invitation_id: invitation_id,
      p_token_hash: createHash('sha256').update(token).digest('hex'),
      p_mail: sealMail({ to: email, ...mail }),
    }),
  );
}
