import { MIMEType } from 'node:util';

/** Asks a server function for a visitor, as the visitor's own browser would. */
export type CallFunction = (request: Request, visitor: Visitor) => Promise<Response>;

export interface Visitor {
  /** The client's address as this process knows it; null where it does not. */
  address: string | null;
  requestId: string;
}

/**
 * Whether a form was posted by a page of this site. Browsers say so in `Sec-Fetch-Site`; older browsers, and sites
 * without TLS, in `Origin`. A request with neither header is refused.
 */
export function isPostedHere({ headers }: Request, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === siteUrl : site === 'same-origin';
}

/** More fields than our forms have. A body with a hundred thousand fields would stop the process for seconds. */
const MOST_FIELDS = 20;
/** As much as functions accept. A photo comes in a multipart form instead. */
const MOST_TEXT_BYTES = 64 * 1024;

/** Whether a body is what a browser makes of an HTML form. */
export function isHtmlForm({ headers }: Request): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}

/** Whether a body of one of isHtmlForm's types is cheap to read: few fields in a multipart form, else little text. */
export function isSmallForm(body: ArrayBuffer, type: string): boolean {
  return /^multipart/i.test(type) ? hasFewFields(Buffer.from(body), type) : body.byteLength <= MOST_TEXT_BYTES;
}

/** Whether a form with files has no more fields than forms of ours. */
export function hasFewFields(body: Buffer, type: string): boolean {
  // The parser takes the last type of a list, while browsers send one type.
  if (type.includes(',')) return false;
  // Read as the parser of forms reads it: with quotes, escapes and other parameters.
  const boundary = new MIMEType(type).params.get('boundary');
  if (!boundary) return false;
  let count = 0;
  for (let at = body.indexOf(boundary); at !== -1 && count <= MOST_FIELDS; at = body.indexOf(boundary, at + 1)) {
    count += 1;
  }
  return count <= MOST_FIELDS;
}
