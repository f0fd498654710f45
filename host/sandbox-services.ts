import type { Hono } from 'hono';
import type postgres from 'postgres';
import type { Keys } from './keys.ts';
import type { HostLog } from './log.ts';
import { createSandbox } from './sandbox/index.ts';
import { createMailbox } from './sandbox/mailbox.ts';

/** All stand-ins for outside services as one application, with their tables made. */
export async function openSandbox(options: {
  sql: postgres.Sql;
  razorpay: Keys['razorpay'];
  google: NonNullable<Keys['google']>;
  siteUrl: string;
  log: HostLog;
}): Promise<Hono> {
  const { sql } = options;
  const mailbox = createMailbox({ sql });
  const services = createSandbox(options);
  await mailbox.prepare();
  await services.prepare();
  services.app.route('/', mailbox.app);
  return services.app;
}
