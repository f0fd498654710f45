import process from 'node:process';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { createHandler } from '#functions/_shared/http.ts';

/**
 * Makes administrators of the confirmed accounts that ADMIN_EMAILS names (administrator side, section 2). Open to
 * everybody, because the login page calls it before anybody is known: it reads nothing of the request, changes
 * nothing else, and answers the same whether or not it changed something.
 */
export default createHandler('set-up-administrators', async (request) => {
  await request.body?.cancel();
  const emails = (process.env.ADMIN_EMAILS ?? '').split(',').filter((email) => email.trim() !== '');
  if (emails.length > 0) await setUp(emails);
  return { success: true };
});

let running: Promise<unknown> | undefined;

/** One at a time: whoever calls meanwhile waits for the same one, so that a crowd of strangers costs what one does. */
function setUp(emails: string[]): Promise<unknown> {
  running ??= query(serviceClient().rpc('set_up_administrators', { p_emails: emails })).finally(() => {
    running = undefined;
  });
  return running;
}
