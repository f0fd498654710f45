/** The one file of the host that knows the stand-ins for outside services and the demonstration. */
import type postgres from 'postgres';
import type { DemoLogins } from '#sandbox/demonstration/accounts.ts';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import type { Keys } from './keys.ts';
import type { HostLog } from './log.ts';

/**
 * Makes the stand-ins' tables, and the demonstration's content where it is wanted; all stand-ins are one application.
 */
export async function openSandbox({
  demonstration,
  ...options
}: {
  sql: postgres.Sql;
  razorpay: Keys['razorpay'];
  google: NonNullable<Keys['google']>;
  siteUrl: string;
  /** Where browsers reach Auth. */
  apiUrl: string;
  /** Where payment events go. */
  webhookUrl: string;
  log: HostLog;
  /**
   * `onFirst` is called before the content is written for the first time; `sealCalendar` encrypts as the functions do.
   */
  demonstration?: { dataDir: string; onFirst: () => void; sealCalendar?: (refreshToken: string) => string };
}): Promise<Pick<Sandbox, 'app' | 'startSendingEvents'> & { logins?: DemoLogins }> {
  const { sql, log } = options;
  const sandbox = createSandbox(options);
  await sandbox.prepare();
  if (!demonstration) return sandbox;
  const { seedDemonstration } = await import('#sandbox/demonstration/demonstration.ts');
  const { sealCalendar, ...content } = demonstration;
  const calendar = sealCalendar && { clientId: options.google.clientId, seal: sealCalendar };
  return { ...sandbox, logins: await seedDemonstration({ sql, log, ...content, ...(calendar && { calendar }) }) };
}
