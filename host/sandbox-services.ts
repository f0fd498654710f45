import type postgres from 'postgres';
import { createSandbox, type Sandbox } from '#sandbox/index.ts';
import { createMailbox } from '#sandbox/mailbox.ts';
import type { Keys } from './keys.ts';
import type { HostLog } from './log.ts';

/** All stand-ins for outside services as one application, with their tables made. */
export async function openSandbox(options: {
  sql: postgres.Sql;
  razorpay: Keys['razorpay'];
  google: NonNullable<Keys['google']>;
  siteUrl: string;
  /** Where payment events go. */
  webhookUrl: string;
  log: HostLog;
}): Promise<Sandbox> {
  const { sql } = options;
  const mailbox = createMailbox({ sql });
  const services = createSandbox(options);
  await mailbox.prepare();
  await services.prepare();
  services.app.route('/', mailbox.app);
  return services;
}
