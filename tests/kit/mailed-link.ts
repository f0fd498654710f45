/** The links in the e-mails of Auth, as their pages use them. */

const TYPES = {
  '/confirm-email': 'signup',
  '/confirm-email/change': 'email_change',
  '/reset-password': 'recovery',
} as const;

export interface MailedLink {
  href: string;
  /** What the page posts to Auth's `/verify` when its button is pressed. */
  press: { type: (typeof TYPES)[keyof typeof TYPES]; token_hash: string };
  /** Where the person wanted to go. */
  redirectTo: string | null;
}

/** The link in the text of an e-mail of Auth. @throws Error where there is none, or one that acts by being opened */
export function mailedLinkIn(text = ''): MailedLink {
  const [href = ''] = /https?:\/\/\S*token\S*/.exec(text) ?? [];
  const url = URL.parse(href);
  const type = TYPES[url?.pathname as keyof typeof TYPES];
  const found = new URLSearchParams(url?.hash.slice(1));
  const token_hash = found.get('token_hash');
  if (!type || !token_hash) throw new Error(`No link to a page of the site is in this e-mail: ${text}`);
  return { href, press: { type, token_hash }, redirectTo: found.get('redirect_to') };
}
