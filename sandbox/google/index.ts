import { Hono } from 'hono';
import type { Sql } from 'postgres';
import type { SandboxLog } from '../log.ts';
import { createAccountApi } from './account-api.ts';
import { CALENDAR_OWNER, createAccounts } from './accounts.ts';
import type { GoogleClient } from './authorization-request.ts';
import { createCalendarApi } from './calendar/api.ts';
import { createCalendarPage } from './calendar/page.ts';
import { createConsentApi } from './consent-api.ts';
import { createControlApi } from './control-api.ts';
import { GoogleFailure } from './errors.ts';
import { createFaults } from './faults.ts';
import { createGrants } from './grants.ts';
import { BUSY_SCOPE, CALENDAR_SCOPES } from './scopes.ts';
import { createSigningKey } from './signing-key.ts';
import { createTokenApi } from './token-api.ts';

/** Google as far as Point 0 uses it, below the names of Google's own hosts, and the controls that make it fail. */
export function createGoogle(options: { sql: Sql; client: GoogleClient; siteUrl: string; log: SandboxLog }): Hono {
  const { sql, log } = options;
  const parts = {
    ...options,
    accounts: createAccounts(sql),
    grants: createGrants(sql),
    faults: createFaults(sql),
    key: createSigningKey(sql),
  };
  const google = new Hono();
  google.route('/providers/accounts.google.com', createConsentApi(parts));
  google.route('/providers/oauth2.googleapis.com', createTokenApi(parts));
  google.route('/providers/www.googleapis.com', createAccountApi(parts));
  google.route('/providers/www.googleapis.com/calendar/v3', createCalendarApi(parts));
  google.route('/google', createControlApi(parts));
  google.route('/google', createCalendarPage(sql, parts.accounts));
  google.onError((error, c) => {
    const failure =
      error instanceof GoogleFailure ? error : new GoogleFailure(500, 'internal_failure', 'Backend Error');
    if (failure.status >= 500) log.warn({ err: error, path: c.req.path }, 'the Google sandbox answered an error');
    return c.json({ error: failure.error, error_description: failure.message }, failure.status);
  });
  return google;
}

/**
 * Lets the site write into a calendar from the start: its owner has an account and has consented, and the refresh
 * token that the site was given is known. Once it is taken back, it stays so.
 */
export async function provideCalendarOwner(sql: Sql, client: { clientId: string; refreshToken: string }) {
  const accounts = createAccounts(sql);
  const grants = createGrants(sql);
  const { sub } = await accounts.remember({ ...CALENDAR_OWNER, isVerified: true });
  const grant = { sub, clientId: client.clientId, scopes: CALENDAR_SCOPES };
  await grants.rememberConsent(grant);
  await grants.provide(client.refreshToken, grant);
}

/**
 * As if a person had let the site see when they are busy. Their calendar has an appointment at these instants. Answers
 * the refresh token.
 */
export async function shareBusyTimes(
  sql: Sql,
  { clientId, ...person }: { clientId: string; email: string; name: string },
  appointments: readonly { summary: string; startsAt: Date; endsAt: Date }[],
): Promise<string> {
  const grants = createGrants(sql);
  const { sub, email } = await createAccounts(sql).remember({ ...person, isVerified: true });
  const grant = { sub, clientId, scopes: ['openid', 'email', BUSY_SCOPE] };
  await grants.rememberConsent(grant);
  await sql`
    insert into sandbox.google_calendars (id, owner_sub, summary, time_zone, is_primary)
    values (${email}, ${sub}, ${email}, 'Asia/Kolkata', true) on conflict do nothing`;
  for (const [n, { summary, startsAt, endsAt }] of appointments.entries()) {
    await sql`
      insert into sandbox.google_events
        (calendar_id, id, status, fields, attendees, starts_at, ends_at, start_zone, end_zone)
      values (${email}, ${`appointment${n}`}, 'confirmed', ${sql.json({ summary })}, '[]', ${startsAt}, ${endsAt},
        'Asia/Kolkata', 'Asia/Kolkata')
      on conflict do nothing`;
  }
  return grants.issue('refresh', grant);
}
