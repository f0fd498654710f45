import { createElement as h } from 'react';
import { z } from 'zod';
import { accountMail as copy, deletionMail } from '#copy/people/account-mail.ts';
import { deviceName } from '#rules/people/device.ts';
import { formatMoment } from '#rules/shell/ist.ts';
import { maskedEmail, singleLine } from '#rules/shell/text.ts';
import { anchor, button, footer, footerWithSite, mail, paragraph } from './layout.ts';

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
    'payout_details',
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
  /** Where a mentor is paid from now on, masked. */
  destination: z.string().optional(),
});
export type AccountAlert = z.output<typeof accountAlertShape>;

interface AccountAlertData {
  alert: AccountAlert;
  /** The secret of the link "This was not me"; without it there is no link. */
  token?: string;
}

/** What happened to the safety of an account (docs/product/accounts.md#security-e-mails). */
export const accountAlert = mail<AccountAlertData>(({ alert, token }, siteUrl) => {
  const time = copy.time(formatMoment(alert.at));
  const { subject, sentence } = wordingOf(alert);
  const lead = sentence({
    time,
    device: singleLine(deviceName(alert.user_agent, copy.unknownDevice), 80),
    network: alert.network ?? copy.unknownNetwork,
    newEmail: singleLine(maskedEmail(alert.new_email ?? ''), 254),
    left: alert.left ?? 0,
    destination: alert.destination ?? '',
  });
  const link = token !== undefined && new URL(`/account-alert#token=${token}`, siteUrl).href;
  return {
    subject,
    preview: lead,
    content: [
      paragraph(lead),
      alert.kind !== 'password' && paragraph(copy.when(time), 'muted'),
      ...(link ? [paragraph(copy.ifYou), paragraph(copy.ifNot), button(link, copy.notMe, '8px 0 4px')] : []),
    ],
    footer: footerWithSite(copy.footer, siteUrl),
  };
});

function wordingOf({ kind, others = 0 }: AccountAlert) {
  const isOneOfSeveral = (kind === 'two_step_on' || kind === 'two_step_off') && others > 0;
  return isOneOfSeveral ? copy.oneOfSeveral[kind] : copy.kinds[kind];
}

/** The last e-mail to a person, after the account was deleted (docs/product/privacy.md#deletion). */
export const accountDeleted = mail<{ is_mentor: boolean }>(({ is_mentor: isMentor }, siteUrl) => {
  const { subject, title, kept, policy, again, notYou, contact, footer: last } = deletionMail;
  // A mentor's public profile is no part of the account.
  const lead = isMentor ? deletionMail.mentorLead : deletionMail.lead;
  const link = (path: string, label: string) => anchor(new URL(path, siteUrl).href, label);
  return {
    subject,
    title,
    preview: lead,
    content: [
      paragraph(lead),
      paragraph(h('span', null, `${kept} `, link('/privacy#how-long', policy))),
      paragraph(again),
      paragraph(h('span', null, `${notYou} `, link('/contact', contact))),
    ],
    footer: footer(last),
  };
});
