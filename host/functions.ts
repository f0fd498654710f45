import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostErrors } from '#copy/office/host.ts';
import { functionErrors } from '#copy/shell/functions.ts';
import { type ConcurrencyLimiter, createConcurrencyLimiter } from './http/concurrency-limiter.ts';
import type { HostLog } from './log.ts';
import type { FunctionObserver } from './metrics/function-metrics.ts';
import { onBehalfOf } from './own-requests.ts';
import { createFunctionThread } from './threads/function-thread.ts';

/** Functions with long computations. They run in a thread of their own, so that other requests need not wait. */
const COMPUTING: ReadonlySet<string> = new Set(['store-picture']);
/** The limit for each function: a slow provider then takes places of its own function only. */
const CALLS_AT_ONCE = 32;
/** Longer than our pages wait; a call that the browser gave up is not begun. */
const MAX_WAIT_MS = 60_000;

interface ServerFunction {
  fetch(request: Request): Response | Promise<Response>;
}

export interface ServerFunctions {
  names: ReadonlySet<string>;
  /**
   * Gives the function's answer; 404 when there is no such function, 500 when it throws, 503 when the call waits for a
   * place too long.
   */
  call(name: string, request: Request, requestId?: string): Promise<Response>;
  /** How many calls of each function wait for a place. Functions that were never called are left out. */
  waiting(): ReadonlyMap<string, number>;
  /** From now on, tells the observer of every answer. */
  observe(observer: FunctionObserver): void;
  close(): Promise<void>;
}

/**
 * The server functions of `supabase/functions`, each loaded when it is first called.
 *
 * @param options.providersUrl where requests to outside services go instead, see outbound-proxy.ts
 */
export function openFunctions(
  directory: string,
  {
    log,
    providersUrl,
    computing = COMPUTING,
  }: { log: HostLog; providersUrl?: string | undefined; computing?: ReadonlySet<string> },
): ServerFunctions {
  const names = new Set(
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
      .map((entry) => entry.name)
      .filter((name) => existsSync(path.join(directory, name, 'index.ts'))),
  );
  const thread = createFunctionThread({ log, providersUrl });
  const addressOf = (name: string) => pathToFileURL(path.join(directory, name, 'index.ts')).href;
  const limiters = new Map<string, ConcurrencyLimiter>();
  const limiterOf = (name: string) => {
    const limiter = limiters.get(name) ?? createConcurrencyLimiter({ limit: CALLS_AT_ONCE, maxWaitMs: MAX_WAIT_MS });
    limiters.set(name, limiter);
    return limiter;
  };
  let observer: FunctionObserver | undefined;
  const run = async (name: string, request: Request): Promise<Response> => {
    if (computing.has(name)) return thread.call(addressOf(name), request);
    // Node itself keeps what was imported.
    const { default: target }: { default: ServerFunction } = await import(addressOf(name));
    return target.fetch(request);
  };
  const answer = async (name: string, request: Request, requestId: string | undefined): Promise<Response> => {
    try {
      const answered = await limiterOf(name).run(() => onBehalfOf(requestId, () => run(name, request)), request.signal);
      if (answered) return answered;
      log.warn({ requestId, function: name }, 'function is too busy');
      return Response.json({ error: functionErrors.unavailable }, { status: 503, headers: { 'retry-after': '2' } });
    } catch (error) {
      log.error({ requestId, function: name, err: error }, 'function failed');
      return Response.json({ error: functionErrors.internal }, { status: 500 });
    }
  };
  return {
    names,
    waiting: () => new Map([...limiters].map(([name, limiter]) => [name, limiter.waiting()])),
    observe: (one) => {
      observer = one;
    },
    async call(name, request, requestId) {
      if (!names.has(name)) return Response.json({ error: hostErrors.functionNotFound }, { status: 404 });
      const start = performance.now();
      const response = await answer(name, request, requestId);
      observer?.answered(name, response.status, (performance.now() - start) / 1000);
      return response;
    },
    close: () => thread.close(),
  };
}

/** What every function finds in its environment, under the names that hosted Supabase gives it. */
export function functionEnvironment(options: {
  siteUrl: string;
  apiUrl: string;
  /** Where browsers reach stored files. */
  storageUrl: string;
  keys: {
    publishableKey: string;
    secretKey: string;
    razorpay: { keyId: string; keySecret: string; webhookSecret: string; previousWebhookSecret?: string };
    google?: { clientId: string; clientSecret: string; refreshToken?: string };
    opsToken?: string | undefined;
  };
  /** The calendar of the owner that holds the sessions. */
  calendarId?: string | undefined;
  /** Encrypts the calendar's refresh token; unset: the secret key does. */
  googleTokenKey?: string | undefined;
  /** The key before `googleTokenKey`; it still decrypts. */
  previousGoogleTokenKey?: string | undefined;
  /** Sign the links of e-mails; unset: the secret key does. */
  links?: { key: string | undefined; previousKey: string | undefined };
  /** Seal where mentors are paid; unset: the secret key does. */
  payouts?: { key: string | undefined; previousKey: string | undefined };
  /** Printed on receipts. */
  seller?: { name?: string | undefined; address?: string | undefined; gstin?: string | undefined };
  adminEmails: readonly string[];
  /** How the e-mails of alarms are sent; the host itself delivers all other e-mails. */
  alarms?: { emails: readonly string[]; smtpUrl: string | undefined; from: string };
  /** How long data is kept, and what seals the names of deleted accounts. */
  privacy?: { key?: string | undefined; keepClosedAccountsDays: number; keepMoneyYears: number } | undefined;
}): Record<string, string> {
  const { siteUrl, apiUrl, storageUrl, keys, calendarId, googleTokenKey, previousGoogleTokenKey } = options;
  const { links, payouts, seller, adminEmails, alarms, privacy } = options;
  const { google } = keys;
  return {
    SUPABASE_URL: apiUrl,
    SUPABASE_ANON_KEY: keys.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
    // Emptied, because a value from the host's own environment would win over the two above.
    SUPABASE_PUBLISHABLE_KEYS: '',
    SUPABASE_PUBLISHABLE_KEY: '',
    SUPABASE_SECRET_KEYS: '',
    SUPABASE_SECRET_KEY: '',
    ...(keys.opsToken && { OPS_TOKEN: keys.opsToken }),
    RAZORPAY_KEY_ID: keys.razorpay.keyId,
    RAZORPAY_KEY_SECRET: keys.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.razorpay.webhookSecret,
    ...(keys.razorpay.previousWebhookSecret && {
      RAZORPAY_WEBHOOK_SECRET_PREVIOUS: keys.razorpay.previousWebhookSecret,
    }),
    ...(google && { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret }),
    ...(google?.refreshToken && { GOOGLE_REFRESH_TOKEN: google.refreshToken }),
    ...(calendarId && { GOOGLE_CALENDAR_ID: calendarId }),
    GOOGLE_TOKEN_KEY: googleTokenKey ?? keys.secretKey,
    GOOGLE_TOKEN_KEY_PREVIOUS: previousGoogleTokenKey ?? '',
    LINK_KEY: links?.key ?? keys.secretKey,
    LINK_KEY_PREVIOUS: links?.previousKey ?? '',
    PAYOUT_KEY: payouts?.key ?? keys.secretKey,
    PAYOUT_KEY_PREVIOUS: payouts?.previousKey ?? '',
    PRIVACY_KEY: privacy?.key ?? keys.secretKey,
    ...(privacy && {
      KEEP_CLOSED_ACCOUNTS_DAYS: String(privacy.keepClosedAccountsDays),
      KEEP_MONEY_YEARS: String(privacy.keepMoneyYears),
    }),
    // An empty text where the host's settings count it as unset.
    SELLER_NAME: seller?.name ?? '',
    SELLER_ADDRESS: seller?.address ?? '',
    SELLER_GSTIN: seller?.gstin ?? '',
    ADMIN_EMAILS: adminEmails.join(','),
    ...(alarms && { ALARM_EMAILS: alarms.emails.join(','), MAIL_FROM: alarms.from }),
    ...(alarms?.smtpUrl && { SMTP_URL: alarms.smtpUrl }),
    SITE_URL: siteUrl,
    // SUPABASE_URL may be an address that only this machine reaches.
    STORAGE_URL: storageUrl,
    // Overrides the host's own environment: the host itself writes this header, so its value can be trusted.
    CLIENT_ADDRESS_HEADER: 'x-forwarded-for',
    // SMTP_URL is for alarms: run-jobs leaves the outbox's e-mails to the host.
    MAIL_DELIVERED_BY: 'host',
  };
}
