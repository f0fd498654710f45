import { applicationsCopy } from '#copy/mentors/admin-applications.ts';

const LINKEDIN_HOST = /^([a-z0-9-]+\.)*linkedin\.com$/;
/**
 * Characters that are not seen or that turn the direction of what follows: a path with them is shown as it was encoded.
 */
const UNSEEN = /[\p{C}\p{Z}]/u;

/**
 * A LinkedIn profile as a link: its address, and the path that the table shows for it. Null for what is no address of
 * LinkedIn's over HTTPS, which is to be shown as text: anyone can send an application.
 */
export function linkedinProfile(address: string): { href: string; path: string } | null {
  let url: URL;
  try {
    url = new URL(address.trim());
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' || !LINKEDIN_HOST.test(url.hostname) || url.username || url.password || url.port) {
    return null;
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, '');
  return { href: url.href, path: decoded(path) || url.hostname };
}

function decoded(path: string): string {
  try {
    const text = decodeURIComponent(path);
    return UNSEEN.test(text) ? path : text;
  } catch {
    return path;
  }
}

/** A message to an applicant, begun. Without an address it names no recipient: the administrator's mail program asks. */
export function contactLink({ name, email }: { name: string; email: string | null }): string {
  const subject = encodeURIComponent(applicationsCopy.mailSubject);
  // RFC 6068, section 5: lines of a body end with CRLF.
  const body = encodeURIComponent(applicationsCopy.mailBody(name.trim()).replaceAll('\n', '\r\n'));
  return `mailto:${email === null ? '' : encodeURIComponent(email)}?subject=${subject}&body=${body}`;
}
