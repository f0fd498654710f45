import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { functionErrors } from '#copy/shell/functions.ts';
import { eventually } from '#tests/kit/app-client.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { openTestApp, type TestApp } from '#tests/kit/test-app.ts';

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`;
const [SECRET, NEXT, OTHER] = [secretOf('a'), secretOf('b'), secretOf('c')] as const;
const AUTH = 'https://project.supabase.test/auth/v1';

let app: TestApp;
let mailPort: number;
let mailServer: MailServer | undefined;

beforeAll(async () => {
  // Only its port is kept: the mail server is away at first.
  const first = await startMailServer();
  mailPort = first.port;
  first.close();
  app = await openTestApp({ SMTP_URL: first.url, SEND_EMAIL_HOOK_SECRETS: `v1,${SECRET}|v1,${NEXT}` });
});
afterAll(async () => {
  mailServer?.close();
  await app?.close();
});

const hookCall = (type: string, data: Record<string, unknown> = {}, user: Record<string, unknown> = {}) => ({
  user: { id: randomUUID(), email: `asha+${randomUUID()}@site.test`, app_metadata: {}, ...user },
  email_data: {
    token: '12345678',
    token_hash: randomUUID(),
    redirect_to: `${app.host.url}/login?from=mail&x=1`,
    email_action_type: type,
    site_url: AUTH,
    token_new: '',
    token_hash_new: '',
    ...data,
  },
});

function signed(text: string, { secret = SECRET, minutesAgo = 0 } = {}): Record<string, string> {
  const id = `msg_${randomUUID()}`;
  const at = new Date(Date.now() - minutesAgo * 60_000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, text),
  };
}

async function send(body: object, headers?: Record<string, string>) {
  const text = JSON.stringify(body);
  return app.call('send-auth-email', text, undefined, headers ?? signed(text));
}

const mailsTo = async (to: string) =>
  (
    await app.sql`
      select key, payload from private.outbox where kind = 'email' and payload ->> 'to' = ${to}`
  ).map(({ key, payload }) => ({ key, ...payload }));
const count = async () => (await app.sql`select count(*)::int as n from private.outbox where kind = 'email'`)[0]?.n;

it('send-auth-email queues the mail of a sign-up once, with a text part, however often Auth asks', async () => {
  // The first call of a process loads the function as well.
  await send(hookCall('signup'));
  const call = hookCall('signup');
  const started = performance.now();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(call)));
  // Auth waits for five seconds.
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await send(call, signed(JSON.stringify(call), { secret: NEXT }))).status).toBe(200);
  const [mail, ...more] = await mailsTo(call.user.email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ subject: 'Confirm your email for Point 0', attachments: [] });
  const { token_hash, redirect_to } = call.email_data;
  const link = `${app.host.url}/confirm-email#token_hash=${token_hash}&redirect_to=${encodeURIComponent(redirect_to)}`;
  expect(mail.text).toContain(`\n${link}\n`);
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  // What opens the account is nowhere but in the mail, which is emptied when it was sent.
  expect(mail.key).toMatch(/^auth-mail:[0-9a-f]{64}$/);
});

it('send-auth-email leads to the page that takes the token of a new password', async () => {
  const call = hookCall('recovery');
  expect((await send(call)).status).toBe(200);
  const [mail] = await mailsTo(call.user.email);
  expect(mail.subject).toBe('Choose a new password for Point 0');
  expect(mail.text).toContain(
    `\n${app.host.url}/reset-password#token_hash=${call.email_data.token_hash}&type=recovery\n`,
  );
});

it('send-auth-email tells both addresses of a change, each with the token that is its own', async () => {
  const [present, next] = [`old+${randomUUID()}@site.test`, `new+${randomUUID()}@site.test`];
  const tokens = { token_hash: `for-new-${randomUUID()}`, token_hash_new: `for-present-${randomUUID()}` };
  const user = { email: present, new_email: next };
  expect((await send(hookCall('email_change', tokens, user))).status).toBe(200);
  const [[toPresent, ...rest], [toNext]] = [await mailsTo(present), await mailsTo(next)];
  expect(rest).toEqual([]);
  const page = `\n${app.host.url}/confirm-email/change#token_hash=`;
  expect(toPresent.text).toContain(`${page}${tokens.token_hash_new}\n`);
  expect(toNext.text).toContain(`${page}${tokens.token_hash}\n`);
  for (const mail of [toPresent, toNext]) {
    expect(mail.text).toContain(`is about to move from ${present} to ${next}`);
  }

  // Where one address confirms, it is the new one.
  const single = { email: present, new_email: `single+${randomUUID()}@site.test` };
  expect((await send(hookCall('email_change', {}, single))).status).toBe(200);
  expect(await mailsTo(single.new_email)).toHaveLength(1);
  expect(await mailsTo(present)).toHaveLength(1);
});

it('send-auth-email refuses a signature that is wrong, missing, old or of another text, and queues nothing', async () => {
  const call = hookCall('signup');
  const text = JSON.stringify(call);
  const before = await count();
  const headers = signed(text);
  for (const wrong of [
    {},
    { ...headers, 'webhook-signature': '' },
    { ...headers, 'webhook-signature': headers['webhook-signature']?.replace('v1,', 'v2,') ?? '' },
    { ...headers, 'webhook-id': 'msg_other' },
    { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
    signed(text, { secret: OTHER }),
    signed(`${text} `),
    signed(text, { minutesAgo: 6 }),
    signed(text, { minutesAgo: -6 }),
    { apikey: app.keys.secretKey, authorization: `Bearer ${app.keys.secretKey}` },
  ]) {
    expect(await send(call, wrong)).toMatchObject({ status: 401, body: { error: functionErrors.webhookSignature } });
  }
  expect(await count()).toBe(before);
  // Negative control: the same call four minutes old with the right signature.
  expect((await send(call, signed(text, { minutesAgo: 4 }))).status).toBe(200);
  expect(await count()).toBe(before + 1);
});

it('send-auth-email refuses mails that the product does not have, and calls without an address or a token', async () => {
  const before = await count();
  for (const type of ['invite', 'magiclink', 'reauthentication', 'password_changed_notification', 'toString', '']) {
    expect(await send(hookCall(type))).toMatchObject({ status: 400, body: { error: functionErrors.unknownMail } });
  }
  expect((await send(hookCall('signup', {}, { email: '' }))).status).toBe(400);
  expect((await send(hookCall('email_change'))).status).toBe(400);
  expect((await send(hookCall('signup', { token_hash: '' }))).status).toBe(400);
  expect((await send({ user: {} })).status).toBe(400);
  expect(await count()).toBe(before);
});

it('a sign-up while the mail server is away succeeds, and its e-mail comes within a minute of the server’s return', {
  tags: ['faults'],
}, async () => {
  const email = `meher+${randomUUID()}@site.test`;
  const signUp = await app.request('/auth/v1/signup', {
    method: 'POST',
    headers: { apikey: app.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Zq7#k2-again' }),
  });
  expect(signUp.status).toBe(200);
  // An outage of hours; then the tries of this host.
  await app.sql`
    update private.outbox set attempts = 500, earlier_attempts = 500, run_at = now()
    where kind = 'email' and state = 'ready'`;
  await eventually(async () => {
    const [job] = await app.sql`
      select extract(epoch from run_at - failed_at)::int as pause, state from private.outbox
      where kind = 'email' and payload ->> 'to' = ${email} and attempts > 500 and failed_at is not null`;
    expect(job).toEqual({ pause: 20, state: 'ready' });
  }, 30_000);
  mailServer = await startMailServer(undefined, { port: mailPort });
  // As if those 20 seconds were over.
  await app.sql`update private.outbox set run_at = now() where kind = 'email' and state = 'ready'`;
  await eventually(async () => expect(mailServer?.received.join()).toContain(`To: ${email}`));
});
