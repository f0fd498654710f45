import { render } from '@react-email/render';
import { createElement as h } from 'react';
import { z } from 'zod';
import { accountMail as copy } from '#copy/account-mail.ts';
import { deviceName } from '#rules/device.ts';
import { formatMoment } from '#rules/ist.ts';
import { maskedEmail } from '#rules/text.ts';
import { singleLine } from './booking.ts';
import type { ComposedMail } from './booking-mail.ts';
import { anchor, button, mailPage, paragraph, textOf } from './mail-layout.ts';

/** What the database's account_alert_for_jobs answers. */
export const accountAlertShape = z.object({
  kind: z.enum([
    'password',
    'email_change',
    'email_changed',
    'two_step_on',
    'two_step_off',
    'recovery_code',
    'new_device',
  ]),
  email: z.string(),
  at: z.coerce.date(),
  new_email: z.string().optional(),
  /** Verified factors, without the one that was added or removed. */
  others: z.int().optional(),
  /** Recovery codes that are left. */
  left: z.int().optional(),
  user_agent: z.string().optional(),
  network: z.string().optional(),
});
export type AccountAlert = z.output<typeof accountAlertShape>;

/** The e-mail about an alert. `token` is the secret of the link "This was not me"; without it there is no link. */
export async function composeAccountMail(
  alert: AccountAlert,
  { siteUrl, token }: { siteUrl: string; token?: string },
): Promise<ComposedMail> {
  const time = copy.time(formatMoment(alert.at));
  const { subject, sentence } = wordingOf(alert);
  const lead = sentence({
    time,
    device: singleLine(deviceName(alert.user_agent, copy.unknownDevice), 80),
    network: alert.network ?? copy.unknownNetwork,
    newEmail: singleLine(maskedEmail(alert.new_email ?? ''), 254),
    left: alert.left ?? 0,
  });
  const html = await render(
    mailPage({
      subject,
      preview: lead,
      title: subject,
      content: [
        paragraph(lead),
        alert.kind !== 'password' && paragraph(copy.when(time), 'muted'),
        token !== undefined && paragraph(copy.ifYou),
        token !== undefined && paragraph(copy.ifNot),
        token !== undefined && button(new URL(`/account-alert#token=${token}`, siteUrl).href, copy.notMe, '8px 0 4px'),
      ],
      footer: footer(siteUrl),
    }),
  );
  return { subject, html, text: textOf(html), attachments: [] };
}

function wordingOf({ kind, others = 0 }: AccountAlert) {
  const isOneOfSeveral = (kind === 'two_step_on' || kind === 'two_step_off') && others > 0;
  return isOneOfSeveral ? copy.oneOfSeveral[kind] : copy.kinds[kind];
}

function footer(siteUrl: string) {
  const margin = '0 4px 4px';
  const about = h('span', null, anchor(siteUrl, copy.footer.site), copy.footer.about);
  return h('div', null, paragraph(copy.footer.why, 'muted', margin), paragraph(about, 'muted', margin));
}
