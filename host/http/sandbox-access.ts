import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { hostErrors, sandboxUnlock } from '#copy/host.ts';
import { isSameSecret } from './compare-secrets.ts';
import type { HostEnv } from './host-env.ts';

/** The mailbox, the controls of the stand-ins, and Google's pages, where a visitor may sign in as any person. */
export const PRIVATE_SANDBOX_PATHS = [
  '/sandbox/mailbox*',
  '/sandbox/providers/accounts.google.com/*',
  '/sandbox/razorpay/faults',
  '/sandbox/google/*',
  '/sandbox/razorpay/webhooks/*',
  '/sandbox/razorpay/bank/*',
];

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

const KEY_HEADER = 'x-sandbox-key';
const COOKIE = 'sandbox_access';
const MAILBOX = '/sandbox/mailbox';
const COOKIE_SECONDS = 8 * 60 * 60;

/** Whether people reach the site on this machine alone, as its address says. */
export function isLoopbackSite(siteUrl: string): boolean {
  return LOOPBACK_NAMES.has(new URL(siteUrl).hostname);
}

interface Options {
  siteUrl: string;
  /** `SANDBOX_KEY`; without it only this machine may. */
  key: string | undefined;
  /** In milliseconds since 1970. */
  now?: () => number;
}

/**
 * Keeps the stand-ins' private pages for this machine and for those who have the key: the mailbox holds everyone's
 * sign-in links, Google's stand-in signs a visitor in as any person, and the controls make payments fail. To anyone
 * else there is nothing at these addresses.
 *
 * A reverse proxy on this machine need not say that it forwards. So a site whose address leads elsewhere has no
 * private pages without the key, wherever a request seems to come from.
 */
export function guardPrivatePages({ siteUrl, key, now = Date.now }: Options): MiddlewareHandler<HostEnv> {
  const isLocalSite = isLoopbackSite(siteUrl);
  const hasKey = (context: Context<HostEnv>) => {
    if (key === undefined) return false;
    if (isSameSecret(context.req.header(KEY_HEADER) ?? '', key)) return true;
    const origin = context.req.header('origin');
    return (origin === undefined || origin === siteUrl) && isCurrent(getCookie(context, COOKIE), key, now());
  };
  return async (context, next) => {
    if ((isLocalSite && isFromThisMachine(context)) || hasKey(context)) return next();
    return context.json({ error: hostErrors.addressNotFound }, 404);
  };
}

/**
 * A forwarded request came from elsewhere, an unknown host name means that a foreign page had its own name resolve to
 * this machine, and an unknown origin that a foreign page in this machine's browser asks.
 */
export function isFromThisMachine(context: Context<HostEnv>): boolean {
  const peer = context.env.incoming?.socket.remoteAddress ?? '';
  const isForwarded = FORWARDING_HEADERS.some((name) => context.req.header(name) !== undefined);
  const origin = context.req.header('origin');
  const isForeign = origin !== undefined && !(URL.canParse(origin) && LOOPBACK_NAMES.has(new URL(origin).hostname));
  return (
    LOOPBACK_ADDRESS.test(peer) && !isForwarded && !isForeign && LOOPBACK_NAMES.has(new URL(context.req.url).hostname)
  );
}

/**
 * `/sandbox/unlock`: a form for the key, which gives a cookie for eight hours. The cookie holds the time at which it
 * ends, signed with the key, and not the key.
 */
export function unlockPages({ siteUrl, key, now = Date.now }: Options & { key: string }): Hono<HostEnv> {
  const app = new Hono<HostEnv>();
  app.get('/', (context) => {
    const isOpen = isCurrent(getCookie(context, COOKIE), key, now());
    return isOpen ? context.redirect(MAILBOX, 303) : context.html(unlockPage(), 200, { 'cache-control': 'no-store' });
  });
  app.post('/', async (context) => {
    const { key: given } = await context.req.parseBody();
    if (typeof given !== 'string' || !isSameSecret(given.trim(), key)) {
      return context.html(unlockPage(sandboxUnlock.wrong), 403, { 'cache-control': 'no-store' });
    }
    const endsAt = Math.floor(now() / 1000) + COOKIE_SECONDS;
    setCookie(context, COOKIE, `${endsAt}.${sign(endsAt, key)}`, {
      path: '/sandbox',
      httpOnly: true,
      sameSite: 'Strict',
      secure: siteUrl.startsWith('https://'),
      maxAge: COOKIE_SECONDS,
    });
    return context.redirect(MAILBOX, 303);
  });
  return app;
}

function sign(endsAt: number, key: string): string {
  return createHmac('sha256', key).update(`sandbox access until ${endsAt}`).digest('base64url');
}

function isCurrent(cookie: string | undefined, key: string, now: number): boolean {
  const [, end = '', signature = ''] = /^(\d{1,12})\.([\w-]+)$/.exec(cookie ?? '') ?? [];
  return isSameSecret(signature, sign(Number(end), key)) && Number(end) * 1000 > now;
}

function unlockPage(problem?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${sandboxUnlock.title}</title>
<style>
  body { max-width: 26rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1.05rem/1.5 system-ui, sans-serif }
  h1 { font-size: 1.3rem }
  input, button { box-sizing: border-box; width: 100%; min-height: 44px; margin-top: .5rem; font: inherit }
</style>
</head>
<body>
<main>
<h1>${sandboxUnlock.title}</h1>
<p>${sandboxUnlock.explanation}</p>
${problem ? `<p role="alert">${problem}</p>` : ''}
<form method="post" action="/sandbox/unlock">
<label for="key">${sandboxUnlock.field}</label>
<input id="key" name="key" type="password" autocomplete="off" required>
<button>${sandboxUnlock.button}</button>
</form>
</main>
</body>
</html>
`;
}
