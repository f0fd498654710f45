import { z } from 'zod';
import { alertShape, composeAlertMail } from '#functions/_shared/alert-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';

const payloadShape = z.object({ admin_id: z.guid(), bucket: z.string() });

/** Enqueues an administrator's e-mail, if there is still anything to tell and the person is still an administrator. */
export async function sendAlert(payload: unknown): Promise<void> {
  const { admin_id, bucket } = payloadShape.parse(payload);
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
