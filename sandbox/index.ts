import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { createGoogle, provideCalendarOwner } from './google/index.ts';
import type { SandboxLog } from './log.ts';
import { createMailbox } from './mailbox.ts';
import { createMailPreviews } from './mails/mails.ts';
import { createCheckoutApi } from './razorpay/checkout-api.ts';
import { createCheckoutScript } from './razorpay/checkout-script.ts';
import { createControlApi } from './razorpay/control-api.ts';
import { createFaults } from './razorpay/faults.ts';
import { createLedger } from './razorpay/ledger.ts';
import { answerFailure, createProviderApi } from './razorpay/provider-api.ts';
import { startSendingEvents } from './razorpay/webhooks.ts';
import { createSandboxTables } from './schema.ts';

const SEND_EVENTS_EVERY_MS = 1_000;

export interface Sandbox {
  /** Mounted by the host at /sandbox. */
  app: Hono;
  /** Makes the tables in schema `sandbox`. Call once before the first request. */
  prepare(): Promise<void>;
  /** Sends payment events to the webhook by itself, as the provider does, until it is stopped. */
  startSendingEvents(): { stop(): Promise<void> };
}

/**
 * The stand-ins for outside services: what they are told they remember in Postgres, so that a restart forgets nothing
 * and two hosts on one database agree.
 *
 * @param options.webhookUrl where payment events go
 */
export function createSandbox(options: {
  sql: Sql;
  razorpay: { keyId: string; keySecret: string; webhookSecret: string };
  google: { clientId: string; clientSecret: string; refreshToken?: string };
  /** The site that the stand-ins serve: sign-in with Google returns there, and nowhere else. */
  siteUrl: string;
  /** Where browsers reach Auth. */
  apiUrl: string;
  log: SandboxLog;
  webhookUrl?: string;
}): Sandbox {
  const { sql, razorpay: keys, log } = options;
  const ledger = createLedger(sql);
  const faults = createFaults(sql);
  const webhook = { url: options.webhookUrl, secret: keys.webhookSecret };

  const payments = new Hono();
  payments.route('/providers/api.razorpay.com/v1', createProviderApi({ ledger, faults, keys }));
  payments.route('/razorpay/checkout', createCheckoutApi({ ledger, keys }));
  payments.route('/razorpay', createControlApi({ sql, ledger, faults, webhook }));
  payments.onError((error, c) => {
    const response = answerFailure(error, c);
    if (response.status >= 500) log.warn({ err: error, path: c.req.path }, 'the payment sandbox answered an error');
    return response;
  });

  const app = new Hono();
  app.get('/razorpay/checkout.js', createCheckoutScript());
  app.route('/', payments);
  const { refreshToken, ...keysOfGoogle } = options.google;
  // Signing in returns to Auth; who lets the site keep a calendar, or see when they are busy, to the site's own pages.
  const redirectUris = [
    `${options.apiUrl}/auth/v1/callback`,
    `${options.siteUrl}/oauth-callback`,
    `${options.siteUrl}/mentor-dashboard/calendar-callback`,
  ];
  const client = { ...keysOfGoogle, redirectUris };
  app.route('/', createGoogle({ sql, client, siteUrl: options.siteUrl, log }));
  const mailbox = createMailbox({ sql });
  app.route('/', mailbox.app);
  app.route('/', createMailPreviews({ siteUrl: options.siteUrl }));
  return {
    app,
    startSendingEvents: () => {
      const { url, secret } = webhook;
      if (!url) throw new Error('No webhook address is configured');
      return startSendingEvents({ sql, to: { url, secret }, faults, log, everyMs: SEND_EVENTS_EVERY_MS });
    },
    prepare: async () => {
      await createSandboxTables(sql);
      if (refreshToken) await provideCalendarOwner(sql, { ...client, refreshToken });
      await mailbox.prepare();
    },
  };
}
