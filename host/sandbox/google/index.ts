import { Hono } from 'hono';
import type { Sql } from 'postgres';
import type { HostLog } from '#host/log.ts';
import { createAccountApi } from './account-api.ts';
import { createAccounts } from './accounts.ts';
import type { GoogleClient } from './authorization-request.ts';
import { createConsentApi } from './consent-api.ts';
import { createControlApi } from './control-api.ts';
import { GoogleFailure } from './errors.ts';
import { createFaults } from './faults.ts';
import { createGrants } from './grants.ts';
import { createSigningKey } from './signing-key.ts';
import { createTokenApi } from './token-api.ts';

/** Google as far as Point 0 uses it, below the names of Google's own hosts, and the levers that make it fail. */
export function createGoogle(options: {
  sql: Sql;
  client: GoogleClient;
  siteUrl: string;
  log: HostLog;
}): Hono {
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
  google.route('/google', createControlApi(parts.faults));
  google.onError((error, c) => {
    const failure =
      error instanceof GoogleFailure ? error : new GoogleFailure(500, 'internal_failure', 'Backend Error');
    if (failure.status >= 500)
      log.warn({ err: error, path: c.req.path }, 'the Google sandbox answered an error');
    return c.json({ error: failure.error, error_description: failure.message }, failure.status);
  });
  return google;
}
