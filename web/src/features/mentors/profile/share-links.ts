import { mentorProfile } from '#copy/mentors/profile.ts';

const CAMPAIGN = 'mentor_share';

/**
 * The address that is shared. `source` tells where the visit comes from
 * (docs/product/mentors.md#addresses-and-sharing).
 */
export function shareLink(profileUrl: string, source: string): string {
  const url = new URL(profileUrl);
  url.searchParams.set('utm_source', source);
  url.searchParams.set('utm_medium', 'social');
  url.searchParams.set('utm_campaign', CAMPAIGN);
  return url.href;
}

/** LinkedIn's dialog for sharing a profile. */
export function linkedinShareUrl(profileUrl: string): string {
  return withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: shareLink(profileUrl, 'linkedin') });
}

/** WhatsApp, in its application or in the browser, with a message to send. */
export function whatsappShareUrl(profileUrl: string, title: string): string {
  return withQuery('https://wa.me/', { text: `${title}\n${shareLink(profileUrl, 'whatsapp')}` });
}

/** A new e-mail. */
export function emailShareUrl(profileUrl: string, title: string): string {
  return withQuery('mailto:', { subject: title, body: shareLink(profileUrl, 'email') });
}

/** Where a profile can be shared, most used first. */
export function shareTargets(profileUrl: string, title: string) {
  const { share } = mentorProfile;
  return [
    { id: 'whatsapp', label: share.whatsapp, href: whatsappShareUrl(profileUrl, title) },
    { id: 'linkedin', label: share.linkedin, href: linkedinShareUrl(profileUrl) },
    { id: 'email', label: share.email, href: emailShareUrl(profileUrl, title) },
  ] as const;
}

/** With %20 for spaces: in an e-mail a plus would stay one. */
function withQuery(address: string, values: Record<string, string>): string {
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}?${query.join('&')}`;
}
