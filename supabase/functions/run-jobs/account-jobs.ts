import { createHash, randomBytes } from 'node:crypto';
import { render } from '@react-email/render';
import { createElement as h } from 'react';
import { z } from 'zod';
import { deletionMail as copy } from '#copy/account-mail.ts';
import { accountAlertShape, composeAccountMail } from '#functions/_shared/account-mail.ts';
import { alertShape, composeAlertMail } from '#functions/_shared/alert-mail.ts';
import type { ComposedMail } from '#functions/_shared/booking-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import type { Job } from '#functions/_shared/job-limit.ts';
import { anchor, mailPage, paragraph, textOf } from '#functions/_shared/mail-layout.ts';
import { askForRecoveryMail } from '#functions/_shared/provider.ts';

const payloadShape = z.object({ alert_id: z.int() });
const alertPayloadShape = z.object({ admin_id: z.guid(), bucket: z.string() });

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

const deletionShape = z.object({ to: z.string() });

/** Enqueues the last e-mail to the address of a deleted account. Finished, neither job holds the address any more. */
export async function sayAccountIsDeleted({ id, payload }: Job): Promise<void> {
  const { to } = deletionShape.parse(payload);
  await query(
    serviceClient().rpc('enqueue_job', {
      p_kind: 'email',
      p_payload: { to, ...(await composeDeletionMail(readEnv('SITE_URL'))) },
      p_key: `account_deleted:${id}:mail`,
    }),
  );
}

export async function composeDeletionMail(siteUrl: string): Promise<ComposedMail> {
  const link = (path: string, label: string) => anchor(new URL(path, siteUrl).href, label);
  const html = await render(
    mailPage({
      subject: copy.subject,
      preview: copy.lead,
      title: copy.title,
      content: [
        paragraph(copy.lead),
        paragraph(h('span', null, `${copy.kept} `, link('/privacy#how-long', copy.policy))),
        paragraph(copy.again),
        paragraph(h('span', null, `${copy.notYou} `, link('/contact', copy.contact))),
      ],
      footer: paragraph(copy.footer, 'muted', '0 4px 4px'),
    }),
  );
  return { subject: copy.subject, html, text: textOf(html), attachments: [] };
}

/** Enqueues an administrator's e-mail, if there is still anything to tell and the person is still an administrator. */
export async function sendAdminAlert(payload: unknown): Promise<void> {
  const { admin_id, bucket } = alertPayloadShape.parse(payload);
  const database = serviceClient();
  const answer: unknown = await query(database.rpc('alert_for_jobs', { p_admin_id: admin_id, p_bucket: bucket }));
  const alert = alertShape.nullable().parse(answer);
  if (alert === null || alert.items.length === 0) return;
  const mail = await composeAlertMail(alert.items, { siteUrl: readEnv('SITE_URL'), now: new Date() });
  await query(
    database.rpc('enqueue_job', {
      p_kind: 'email',
      p_payload: { to: alert.email, ...mail },
      p_key: `alert:${admin_id}:${bucket}:mail`,
    }),
  );
}
