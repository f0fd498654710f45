import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuthCorrection } from './auth-call.ts';

/* What a request says about the mail that it may send. The library's mailer interface has no place for this. */

export interface MailContext {
  /** Set where the request may send no mail; called before a mail is sent, and throws. */
  refuseMail?: () => never;
  /** Where the person is sent after opening the mailed link; already checked. */
  redirectTo?: string;
}

const current = new AsyncLocalStorage<MailContext>();

export function withMailContext<T>(context: MailContext, answer: () => Promise<T>): Promise<T> {
  return current.run({ ...current.getStore(), ...context }, answer);
}

export function mailContext(): MailContext {
  return current.getStore() ?? {};
}

/*
 * Library behaviour (0.10.0): mailed links ignore `emailRedirectTo` and `redirectTo`; the check of targets lets any
 * loopback address through, even `javascript:…//127.0.0.1`, and falls back to the `Referer` header.
 *
 * Correction: a target is kept when its origin is the site's or another allowed one; any other target becomes the
 * site's address. It is remembered while the request is answered, for the mail that the request may send.
 */

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
