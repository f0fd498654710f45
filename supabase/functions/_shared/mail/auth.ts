import { createElement as h } from 'react';
import { authMail as copy } from '#copy/people/auth-mail.ts';
import type { AuthMailName } from './auth-mail.ts';
import { anchor, button, footerWithSite, mail, onlyInHtml, paragraph } from './layout.ts';

/*
 * The e-mails of Auth, drawn once, by `npm run auth-templates`, with the variables of Go's templates in the places of a
 * person's data: hosted Supabase fills supabase/templates, and auth-mail.ts the same texts.
 */

/** After the site's address. Not Auth's own link: that acts by being opened, and mail scanners open it first. */
const PATHS: Readonly<Record<AuthMailName, string>> = {
  confirmation: '/confirm-email#token_hash={{.TokenHash}}&redirect_to={{.RedirectTo}}',
  recovery: '/reset-password#token_hash={{.TokenHash}}&type=recovery',
  email_change: '/confirm-email/change#token_hash={{.TokenHash}}',
};
const SITE = '{{.SiteURL}}';

const template = mail<AuthMailName>((name) => {
  const { subject, title, preview, lead, action, once, notYou } = copy[name];
  const link = `${SITE}${PATHS[name]}`;
  const addresses = { email: h('strong', null, '{{.Email}}'), newEmail: h('strong', null, '{{.NewEmail}}') };
  return {
    subject,
    title,
    preview,
    content: [
      paragraph(h('span', null, ...lead(addresses))),
      // In the text part the address alone is on its line, so that no mail program cuts it.
      onlyInHtml(button(link, action), paragraph(copy.address, 'muted', '0 0 4px')),
      paragraph(anchor(link, link), 'muted'),
      paragraph(once, 'muted', '0'),
    ],
    footer: footerWithSite(notYou, SITE),
  };
});

/** A template of Go's language: its variables are those of `AuthMailVariables`. */
export async function drawAuthTemplate(name: AuthMailName): Promise<{ subject: string; html: string; text: string }> {
  const { subject, html, text } = await template.render(name, '');
  // Drawn without spaces, at which the text part would break an address into lines.
  const written = (part: string) => `${part.replaceAll(/\{\{\.(\w+)\}\}/g, '{{ .$1 }}').trimEnd()}\n`;
  return { subject, html: written(html), text: written(text) };
}
