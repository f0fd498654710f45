/**
 * What an e-mail in a frame may do: look like itself and lead somewhere when it is clicked. "Scripts" are those of a
 * browser test; the policy of the e-mail's own address lets none of its own run.
 */
export const FRAME_SANDBOX =
  'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** Of an e-mail's own address. */
export const MAIL_POLICY =
  `default-src 'none'; script-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; ` +
  `form-action 'none'; frame-ancestors 'self'; sandbox ${FRAME_SANDBOX}`;

/** Of a page that frames e-mails. */
export function pagePolicy(scripts: string): string {
  return [
    "default-src 'none'",
    scripts,
    // Everything that people wrote is escaped; a test's tools add styles.
    "style-src 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
