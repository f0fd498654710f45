import { render } from '@react-email/render';
import { createElement as h } from 'react';
import { z } from 'zod';
import { deletionMail as copy } from '#copy/deletion-mail.ts';
import type { ComposedMail } from '#functions/_shared/booking-mail.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { readEnv } from '#functions/_shared/env.ts';
import { anchor, mailPage, paragraph, textOf } from '#functions/_shared/mail-layout.ts';
import type { Job } from './job.ts';

const payloadShape = z.object({ to: z.string() });

/** Enqueues the last e-mail to the address of a deleted account. Finished, neither job holds the address any more. */
export async function sayAccountIsDeleted({ id, payload }: Job): Promise<void> {
  const { to } = payloadShape.parse(payload);
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
