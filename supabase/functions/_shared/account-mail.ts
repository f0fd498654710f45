import { render } from '@react-email/render';
import { createElement as h } from 'react';
import { z } from 'zod';
import { accountMail as copy } from '#copy/account-mail.ts';
import { deviceName } from '#rules/device.ts';
import { formatMoment } from '#rules/ist.ts';
import { maskedEmail } from '#rules/masked-email.ts';
import { singleLine } from './booking.ts';
import type { ComposedMail } from './booking-mail.ts';
import { readEnv, readProviderTimeout } from './env.ts';
import { keyHeaders, readSecretKey } from './keys.ts';
import { anchor, button, mailPage, paragraph, textOf } from './mail-layout.ts';
import { callProvider, ProviderUnavailable } from './provider.ts';

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
  /** Verified factors besides the one that came or went. */
  others: z.int().optional(),
  /** Recovery codes. */
  left: z.int().optional(),
  user_agent: z.string().optional(),
  network: z.string().optional(),
});
export type AccountAlert = z.output<typeof accountAlertShape>;

/** The e-mail about an alert; with the link "This was not me" where `token` is its secret. */
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

/**
 * Has Auth mail a link to choose a new password to an account's address. The secret key keeps the call out of the limit
 * of this server's own address.
 * @throws ProviderUnavailable when Auth does not take it now, for example within a minute of another such mail
 */
export async function askForRecoveryMail(email: string): Promise<void> {
  const address = new URL('/auth/v1/recover', readEnv('SUPABASE_URL'));
  address.searchParams.set('redirect_to', new URL('/reset-password', readEnv('SITE_URL')).href);
  const { status } = await callProvider(address.href, {
    name: 'The recovery mail of Auth',
    timeoutMs: readProviderTimeout(10_000),
    method: 'POST',
    headers: { ...keyHeaders(readSecretKey()), 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  if (status !== 200) throw new ProviderUnavailable(`The recovery mail of Auth was refused with status ${status}.`);
}
