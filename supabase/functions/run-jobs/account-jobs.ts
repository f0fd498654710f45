import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { accountAlertShape, composeAccountMail } from '#functions/_shared/account-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { askForRecoveryMail } from '#functions/_shared/recovery-mail.ts';

const payloadShape = z.object({ alert_id: z.int() });

/** Enqueues the e-mail of an alert. The secret of its link is made here, and only its hash is stored beside the alert. */
export async function sendAccountAlert(payload: unknown): Promise<void> {
  const { alert_id } = payloadShape.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('account_alert_for_jobs', { p_alert_id: alert_id }));
  const alert = accountAlertShape.nullable().parse(answer);
  if (alert === null) return;
  const siteUrl = readEnv('SITE_URL');
  const token = randomBytes(32).toString('base64url');
  const mail = await composeAccountMail(alert, { siteUrl, token });
  // The new address learns of it too, without the means to undo it.
  const other =
    alert.kind === 'email_changed' && alert.new_email !== undefined
      ? { to: alert.new_email, ...(await composeAccountMail(alert, { siteUrl })) }
      : undefined;
  await query(
    database.rpc('queue_account_alert', {
      p_alert_id: alert_id,
      p_token_hash: createHash('sha256').update(token).digest('hex'),
      p_mail: { to: alert.email, ...mail },
      ...(other && { p_other_mail: other }),
    }),
  );
}

/** Asks for the mail that the function answer-account-alert could not ask for. Throws ProviderUnavailable. */
export async function repeatRecoveryMail(payload: unknown): Promise<void> {
  const { alert_id } = payloadShape.parse(payload);
  const email = await query(serviceClient().rpc('recovery_mail_for_jobs', { p_alert_id: alert_id }));
  if (email) await askForRecoveryMail(email);
}
