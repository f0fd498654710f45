import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { functionErrors } from '#copy/functions.ts';
import { hostErrors } from '#copy/host.ts';
import type { HostLog } from './log.ts';

interface ServerFunction {
  fetch(request: Request): Response | Promise<Response>;
}

export interface ServerFunctions {
  names: ReadonlySet<string>;
  /** Answers as the function does; 404 when there is none of that name, 500 when it throws. */
  call(name: string, request: Request, requestId?: string): Promise<Response>;
}

/** The server functions of `supabase/functions`, each loaded when it is first called. */
export function openFunctions(directory: string, log: HostLog): ServerFunctions {
  const names = new Set(
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
      .map((entry) => entry.name)
      .filter((name) => existsSync(path.join(directory, name, 'index.ts'))),
  );
  const loaded = new Map<string, Promise<{ default: ServerFunction }>>();
  const load = (name: string) => {
    let module = loaded.get(name);
    if (!module) {
      module = import(pathToFileURL(path.join(directory, name, 'index.ts')).href);
      loaded.set(name, module);
    }
    return module;
  };
  return {
    names,
    async call(name, request, requestId) {
      if (!names.has(name)) return Response.json({ error: hostErrors.functionNotFound }, { status: 404 });
      try {
        const { default: target } = await load(name);
        return await target.fetch(request);
      } catch (error) {
        log.error({ requestId, function: name, err: error }, 'function failed');
        return Response.json({ error: functionErrors.internal }, { status: 500 });
      }
    },
  };
}

/** What every function finds in its environment, under the names that hosted Supabase gives it. */
export function functionEnvironment(options: {
  siteUrl: string;
  apiUrl: string;
  keys: {
    publishableKey: string;
    secretKey: string;
    razorpay: { keyId: string; keySecret: string; webhookSecret: string };
    google?: { clientId: string; clientSecret: string; refreshToken?: string };
  };
  /** Which of its owner's calendars the sessions are in. */
  calendarId?: string | undefined;
  /** Encrypts the calendar's refresh token. */
  googleTokenKey?: string | undefined;
  adminEmails: readonly string[];
}): Record<string, string> {
  const { siteUrl, apiUrl, keys, calendarId, googleTokenKey, adminEmails } = options;
  const { google } = keys;
  return {
    SUPABASE_URL: apiUrl,
    SUPABASE_ANON_KEY: keys.publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.secretKey,
    RAZORPAY_KEY_ID: keys.razorpay.keyId,
    RAZORPAY_KEY_SECRET: keys.razorpay.keySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.razorpay.webhookSecret,
    ...(google && { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret }),
    ...(google?.refreshToken && { GOOGLE_REFRESH_TOKEN: google.refreshToken }),
    ...(calendarId && { GOOGLE_CALENDAR_ID: calendarId }),
    ...(googleTokenKey && { GOOGLE_TOKEN_KEY: googleTokenKey }),
    ADMIN_EMAILS: adminEmails.join(','),
    SITE_URL: siteUrl,
    // Of its own environment a function may see SMTP_URL as well.
    MAIL_DELIVERED_BY: 'host',
  };
}
