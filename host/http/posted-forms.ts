import { MIMEType } from 'node:util';

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

/** More than our forms have fields. A program's body of a hundred thousand would stop the process for seconds. */
const MOST_FIELDS = 20;
/** As much as functions take. A photo comes in the other kind of form. */
const MOST_TEXT_BYTES = 64 * 1024;

/** Whether a body is what a browser makes of an HTML form. */
export function isHtmlForm({ headers }: Request): boolean {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/x-www-form-urlencoded' || type === 'multipart/form-data';
}

/** Whether a form's body is cheap to read: few fields, and without a file little text. Its type is one of isHtmlForm. */
export function isSmallForm(body: ArrayBuffer, type: string): boolean {
  return /^multipart/i.test(type) ? hasFewFields(Buffer.from(body), type) : body.byteLength <= MOST_TEXT_BYTES;
}

/** Whether a form with files has no more fields than forms of ours. */
export function hasFewFields(body: Buffer, type: string): boolean {
  // Of several types in a list the parser takes the last; browsers send one.
  if (type.includes(',')) return false;
  // As the parser of forms takes it: with quotes, escapes and other parameters.
  const boundary = new MIMEType(type).params.get('boundary');
  if (!boundary) return false;
  let count = 0;
  for (let at = body.indexOf(boundary); at !== -1 && count <= MOST_FIELDS; at = body.indexOf(boundary, at + 1)) {
    count += 1;
  }
  return count <= MOST_FIELDS;
}
