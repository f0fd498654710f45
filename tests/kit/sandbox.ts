import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { silentLog } from '#host/log.ts';
import { createSandbox } from '#sandbox/index.ts';

/** The stand-ins as a host mounts them; a second time on the same database is what a restart or a second host sees. */
export async function mountSandbox(
  sql: Sql,
  options: Partial<Parameters<typeof createSandbox>[0]> = {},
): Promise<Hono> {
  const sandbox = createSandbox({
    sql,
    razorpay: { keyId: 'rzp_test_abcdefghijklmn', keySecret: 'secret', webhookSecret: 'secret' },
    google: { clientId: 'client', clientSecret: 'secret' },
    siteUrl: 'http://site.test',
    apiUrl: 'http://site.test',
    log: silentLog,
    ...options,
  });
  await sandbox.prepare();
  return new Hono().route('/sandbox', sandbox.app);
}
