import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { functionErrors } from '#copy/shell/functions.ts';
import { query, serviceClient } from '#functions/_shared/database.ts';
import { findEnv, readEnv } from '#functions/_shared/env.ts';
import { createHandler, HttpError, parseJson, readBytes } from '#functions/_shared/http.ts';
import { logProblem } from '#functions/_shared/log.ts';
import { type AuthMailName, renderAuthMail } from '#functions/_shared/mail/auth-mail.ts';

/** Auth waits 5 seconds for the answer, and a person waits for Auth. */
const DATABASE_MS = 1_500;

/**
 * The mails that the product has. Auth can send others (invitations, links and codes to sign in with, notices of changes),
 * which config.toml does not turn on and no page asks for: those are refused as unknown.
 */
const TEMPLATES: Readonly<Record<string, AuthMailName>> = {
  signup: 'confirmation',
  recovery: 'recovery',
  email_change: 'email_change',
};

const bodyShape = z.object({
  user: z.object({
    email: z.string().default(''),
    // The first is what Auth sends, the second what its documentation says.
    new_email: z.string().optional(),
    email_new: z.string().optional(),
  }),
  email_data: z.object({
    email_action_type: z.string(),
    token_hash: z.string().min(1),
    token_hash_new: z.string().default(''),
    redirect_to: z.string().default(''),
  }),
});
type HookCall = z.output<typeof bodyShape>;

/**
 * Auth's Send Email hook (docs/product/notifications.md#e-mails-about-an-account): the e-mail becomes a job of the
 * outbox, so that a mail server that is away fails no sign-up, and has a text part, which Auth's own mailer does not
 * send. A repeated call is one e-mail. 401 for a signature that does not fit or is older than 5 minutes, 400 for a mail
 * that the product does not have.
 */
export default createHandler('send-auth-email', async (request) => {
  const text = new TextDecoder().decode(await readBytes(request));
  if (!isSigned(text, request.headers)) {
    logProblem('warn', 'A call of the Send Email hook was refused: its signature does not fit SEND_EMAIL_HOOK_SECRETS');
    throw new HttpError(401, functionErrors.webhookSignature);
  }
  const parsed = bodyShape.safeParse(parseJson(text));
  if (!parsed.success) throw new HttpError(400, functionErrors.invalidRequest);
  const { email_action_type: type } = parsed.data.email_data;
  const template = Object.hasOwn(TEMPLATES, type) ? TEMPLATES[type] : undefined;
  if (template === undefined) {
    logProblem('warn', 'Auth asked for an e-mail that the product does not have', { type });
    throw new HttpError(400, functionErrors.unknownMail);
  }
  const recipients = recipientsOf(parsed.data);
  if (recipients.some(({ to }) => to === '')) throw new HttpError(400, functionErrors.invalidRequest);
  const giveUp = AbortSignal.timeout(DATABASE_MS);
  await Promise.all(
    recipients.map(({ to, token }) =>
      query(
        serviceClient()
          .rpc('enqueue_job', {
            p_kind: 'email',
            p_payload: { to, ...render(template, token, parsed.data), attachments: [] },
            // What Auth calls a hash opens the account: the outbox keeps keys for good.
            p_key: `auth-mail:${createHash('sha256').update(token).digest('hex')}`,
          })
          .abortSignal(giveUp),
      ),
    ),
  );
  return {};
});

/**
 * Who gets a link with which token. For a change of the address that both confirm, Auth's names are the wrong way round:
 * `token_hash_new` is for the present address, `token_hash` for the new one.
 */
function recipientsOf({ user, email_data }: HookCall): { to: string; token: string }[] {
  const { token_hash, token_hash_new } = email_data;
  if (email_data.email_action_type !== 'email_change') return [{ to: user.email, token: token_hash }];
  const both = [{ to: newEmailOf(user), token: token_hash }];
  if (token_hash_new !== '') both.push({ to: user.email, token: token_hash_new });
  return both;
}

function newEmailOf({ new_email, email_new }: HookCall['user']): string {
  return new_email || email_new || '';
}

function render(template: AuthMailName, token: string, { user, email_data }: HookCall) {
  const siteUrl = new URL(readEnv('SITE_URL')).origin;
  return renderAuthMail(template, {
    // No codes are mailed, only links.
    Token: '',
    TokenHash: token,
    SiteURL: siteUrl,
    Email: user.email,
    NewEmail: newEmailOf(user) || user.email,
    RedirectTo: email_data.redirect_to || siteUrl,
  });
}

/** Whether one of the secrets signed this text in the last 5 minutes; the library compares in constant time. */
function isSigned(text: string, headers: Headers): boolean {
  const named = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, headers.get(`webhook-${name}`) ?? '']),
  );
  return hookSecrets().some((secret) => {
    try {
      secret.verify(text, named, { jsonParse: false });
      return true;
    } catch {
      return false;
    }
  });
}

/** `v1,whsec_…`, several separated by `|` while they are being changed. */
function hookSecrets(): Webhook[] {
  const texts = (findEnv('SEND_EMAIL_HOOK_SECRETS') ?? '').split('|').map((text) => text.trim().replace(/^v1,/, ''));
  const secrets: Webhook[] = [];
  for (const text of texts.filter((one) => one !== '')) {
    try {
      secrets.push(new Webhook(text));
    } catch {
      logProblem('error', 'SEND_EMAIL_HOOK_SECRETS holds no secret in the form v1,whsec_…');
    }
  }
  return secrets;
}
