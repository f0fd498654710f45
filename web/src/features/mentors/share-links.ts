const CAMPAIGN = 'mentor_share';

/** The address that is shared. `source` tells where the visit comes from (spec section 7). */
export function shareLink(profileUrl: string, source: string): string {
  const url = new URL(profileUrl);
  url.searchParams.set('utm_source', source);
  url.searchParams.set('utm_medium', 'social');
  url.searchParams.set('utm_campaign', CAMPAIGN);
  return url.href;
}

/** LinkedIn's dialog for sharing a profile. */
export function linkedinShareUrl(profileUrl: string): string {
  const url = new URL('https://www.linkedin.com/sharing/share-offsite/');
  url.searchParams.set('url', shareLink(profileUrl, 'linkedin'));
  return url.href;
}
