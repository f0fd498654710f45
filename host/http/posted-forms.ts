/** Asks a server function for a visitor, as the visitor's own browser would. */
export type CallFunction = (request: Request, visitor: Visitor) => Promise<Response>;

export interface Visitor {
  /** As the process sees it; null where it cannot. */
  address: string | null;
  requestId: string;
}

/**
 * Whether a form was posted by a page of this site. Every browser says so itself: in `Sec-Fetch-Site`, or, the older
 * ones and those that reach the site without TLS, in `Origin`. What says neither is refused.
 */
export function isPostedHere({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === siteUrl : site === 'same-origin';
}

/** Whether a body is what a browser makes of an HTML form. */
export function isHtmlForm({ headers }: Request): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}
