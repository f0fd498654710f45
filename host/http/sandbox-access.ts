import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { hostErrors, sandboxUnlock } from '#copy/office/host.ts';
import { isSameSecret } from './compare-secrets.ts';
import type { HostEnv } from './host-env.ts';

/** The mailbox, the previews of e-mails, the controls of the stand-ins, and Google's pages, where a visitor may sign in as any person. */
export const PRIVATE_SANDBOX_PATHS = [
  '/sandbox/mailbox*',
  '/sandbox/mails*',
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

/** Whether the site's address says that it is reached only on this machine. */
export function isLoopbackSite(siteUrl: string): boolean {
  return LOOPBACK_NAMES.has(new URL(siteUrl).hostname);
}

interface Options {
  siteUrl: string;
  /** `SANDBOX_KEY`; without it the private pages open on this machine only. */
  key: string | undefined;
  /** In milliseconds since 1970. */
  now?: () => number;
}

/**
 * Opens the stand-ins' private pages only on this machine and to people with the key: the mailbox holds everyone's
 * sign-in links, Google's stand-in signs a visitor in as any person, and the controls make payments fail. All other
 * requests get "not found".
 *
 * A reverse proxy on this machine may not say that it forwards. So a site with any other address than this machine's
 * has no private pages without the key, also for requests that seem to come from this machine.
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
 * A forwarded request came from another machine. An unknown host name means that a foreign site had its name resolve to
 * this machine. An unknown origin means that a foreign page in this machine's browser sent the request.
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
 * `/sandbox/unlock`: a form for the key, which sets a cookie for eight hours. The cookie holds not the key but its own
 * end time, signed with the key.
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
