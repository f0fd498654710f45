/**
 * Library behaviour (0.10.0): mailed links ignore `emailRedirectTo` and `redirectTo`; the check of targets lets any loopback
 * address through, even `javascript:…//127.0.0.1`, and falls back to the `Referer` header.
 *
 * Correction: a target is kept when its origin is the site's or one of those allowed besides; anything else becomes the site's
 * address. What was asked for is remembered while the request is answered, for the mail that it may send.
 */
import type { AuthCorrection } from './auth-call.ts';
import { withMailContext } from './mail/mail-context.ts';

export interface RedirectOptions {
  siteUrl: string;
  /** Further origins, such as `https://preview.example`. */
  redirectOrigins: readonly string[];
}

export function safeRedirect(target: string | null, { siteUrl, redirectOrigins }: RedirectOptions): string {
  if (!target || !URL.canParse(target)) return siteUrl;
  const url = new URL(target);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return siteUrl;
  const allowed = [siteUrl, ...redirectOrigins].some((one) => new URL(one).origin === url.origin);
  return allowed ? url.href : siteUrl;
}

export function checkRedirectTargets(options: RedirectOptions): AuthCorrection {
  return (next) => (call) => {
    const redirectTo = safeRedirect(call.url.searchParams.get('redirect_to'), options);
    const url = new URL(call.url);
    url.searchParams.set('redirect_to', redirectTo);
    return withMailContext({ redirectTo }, () => next({ ...call, url }));
  };
}
