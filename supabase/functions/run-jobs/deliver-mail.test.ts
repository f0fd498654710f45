import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import runJobs from './index.ts';

const KEY = 'sb_secret_test_test_test_test_test_test';
const mail = { to: 'asha@site.test', subject: 'Hello ₹', html: '<p>Hello</p>', text: 'Hello' };

let database: Server | undefined;
let mailServer: MailServer | undefined;
afterEach(() => {
  database?.close();
  mailServer?.close();
});

/** Of calls that answer more than that they are done. */
const ANSWERS: Record<string, unknown> = { seal_audit_log: { rows: 0 }, claim_order_checks: [] };

interface Call {
  name: string;
  body: { p_kinds?: string[]; p_limit?: number; p_permanent?: boolean; p_attempt?: number; p_error?: string };
}

/** A database whose outbox holds this e-mail, behind some refunds that cannot be made, until somebody claims them. */
async function serveOutbox(payload: object, refunds = 0) {
  const asked: Call[] = [];
  const common = { attempts: 7, tries: 1 };
  const outbox = [
    ...Array.from({ length: refunds }, (_, n) => ({ id: `refund-${n}`, kind: 'refund', payload: {}, ...common })),
    { id: 'job-1', kind: 'email', payload, ...common },
  ];
  database = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call: Call = { name: request.url?.split('/').pop() ?? '', body: JSON.parse(text) };
    asked.push(call);
    const { p_kinds: kinds = [], p_limit: limit = 0 } = call.body;
    const jobs = outbox.filter(({ kind }) => kinds.includes(kind)).slice(0, limit);
    for (const job of jobs) outbox.splice(outbox.indexOf(job), 1);
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(ANSWERS[call.name] ?? (call.name === 'claim_jobs' ? jobs : true)));
  });
  await new Promise<void>((resolve) => database?.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${(database.address() as AddressInfo).port}`);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', KEY);
  return asked;
}

const run = async () =>
  (
    await runJobs.fetch(
      new Request('http://functions.test/run-jobs', {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}` },
        body: '{}',
      }),
    )
  ).json();

async function setMailServer(refuse?: number): Promise<MailServer> {
  mailServer = await startMailServer(refuse);
  vi.stubEnv('SMTP_URL', mailServer.url);
  vi.stubEnv('MAIL_FROM', 'Point 0 <no-reply@site.test>');
  return mailServer;
}

it('run-jobs delivers e-mails over SMTP where no host does', async () => {
  const asked = await serveOutbox(mail);
  const { received } = await setMailServer();
  expect(await run()).toEqual({ done: 1, failed: 0 });
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('To: asha@site.test');
  expect(received[0]).toContain('Message-ID: <job-1@site.test>');
  expect(received[0]).toContain('Auto-Submitted: auto-generated');
  const aboutJobs = asked.map(({ name }) => name).filter((name) => name.endsWith('_job') || name === 'claim_jobs');
  expect(aboutJobs).toEqual(['claim_jobs', 'complete_job', 'claim_jobs', 'claim_jobs']);
});

it('run-jobs delivers e-mails before it tries jobs of a provider, which may all fail', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await serveOutbox(mail, 12);
  const { received } = await setMailServer();
  expect(await run()).toEqual({ done: 1, failed: 5 });
  expect(received).toHaveLength(1);
});

it.each([
  [550, true],
  [450, false],
])('an e-mail whose recipient is refused with %i is given up: %s', async (code, isPermanent) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const asked = await serveOutbox(mail);
  await setMailServer(code);
  expect(await run()).toEqual({ done: 0, failed: 1 });
  const report = asked.find(({ name }) => name === 'fail_job')?.body;
  expect(report).toMatchObject({ p_permanent: isPermanent, p_attempt: 7 });
});

it('run-jobs leaves e-mails alone where a host delivers them, and where there is no mail server', async () => {
  const asked = await serveOutbox(mail);
  const { received } = await setMailServer();
  vi.stubEnv('MAIL_DELIVERED_BY', 'host');
  await run();
  vi.stubEnv('MAIL_DELIVERED_BY', '');
  vi.stubEnv('SMTP_URL', '');
  await run();
  expect(asked.every(({ body }) => !body.p_kinds?.includes('email'))).toBe(true);
  expect(received).toEqual([]);
});
