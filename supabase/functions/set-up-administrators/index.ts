import process from 'node:process';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler } from '#functions/_shared/http.ts';

/**
 * Makes the confirmed accounts that ADMIN_EMAILS names administrators (docs/product/back-office.md#administrators). The
 * login page calls it before sign-in, so it is public: it ignores the request and always gives the same answer.
 */
export default createHandler('set-up-administrators', async (request) => {
  await request.body?.cancel();
  const emails = (process.env.ADMIN_EMAILS ?? '').split(',').filter((email) => email.trim() !== '');
  if (emails.length > 0) await setUp(emails);
  return { success: true };
});

let running: Promise<unknown> | undefined;

/** Simultaneous callers share one database call, so that many strangers cost no more than one. */
function setUp(emails: string[]): Promise<unknown> {
  running ??= query(serviceClient().rpc('set_up_administrators', { p_emails: emails })).finally(() => {
    running = undefined;
  });
  return running;
}
