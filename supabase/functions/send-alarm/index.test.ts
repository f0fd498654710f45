import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { provideSharedApp } from '#tests/kit/suite-app.ts';
import sendAlarm from './index.ts';

const app = provideSharedApp();
const servers: MailServer[] = [];

beforeEach(async () => {
  vi.stubEnv('SUPABASE_URL', app.host.url);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', app.keys.secretKey);
  vi.stubEnv('SITE_URL', 'https://point-0.example');
  vi.stubEnv('MAIL_FROM', 'Point 0 <no-reply@site.test>');
  vi.stubEnv('ADMIN_EMAILS', 'chief@site.test');
  await forget();
  await app.sql`insert into private.alarms (kind, last_value) values ('job_dead', 2)`;
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await forget();
});
const forget = () => app.sql`truncate private.alarms, private.alarm_mails`;

async function setMailServer(refuse?: number): Promise<string[]> {
  const server = await startMailServer(refuse);
  servers.push(server);
  vi.stubEnv('SMTP_URL', server.url);
  return server.received;
}

const call = (headers: Record<string, string> = { apikey: app.keys.secretKey }) =>
  sendAlarm.fetch(new Request('http://functions.test/send-alarm', { method: 'POST', headers, body: '{}' }));
const send = async () => (await call()).json();

it('send-alarm sends each e-mail once however often it is called, to ADMIN_EMAILS', async () => {
  const received = await setMailServer();
  const answers = await Promise.all(Array.from({ length: 6 }, send));
  expect(answers.filter(({ sent }) => sent === 1)).toHaveLength(1);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('To: chief@site.test');
  expect(received[0]).toContain('Subject: Point 0 alarm: A job was given up');
  expect(received[0]).toContain('Auto-Submitted: auto-generated');
});

it('send-alarm writes to each of ALARM_EMAILS, and then not to ADMIN_EMAILS', async () => {
  vi.stubEnv('ALARM_EMAILS', 'one@site.test, two@site.test,one@site.test');
  const received = await setMailServer();
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(received.map((mail) => /^To: (.*)\r$/m.exec(mail)?.[1]).sort()).toEqual(['one@site.test', 'two@site.test']);
});

it('what the mail server refuses is sent at the next call, and is in the log without an address', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await setMailServer(450);
  expect(await send()).toEqual({ sent: 0, failed: 1 });
  expect(log).toHaveBeenCalledTimes(1);
  expect(log.mock.calls[0]?.[0]).toContain('"alarm":"job_dead"');
  expect(log.mock.calls[0]?.[0]).not.toContain('@');
  const received = await setMailServer();
  expect(await send()).toEqual({ sent: 1, failed: 0 });
  expect(received).toHaveLength(1);
});

it.each([
  ['a mail server', {}],
  ['a recipient', { SMTP_URL: 'smtp://127.0.0.1:1', ADMIN_EMAILS: '' }],
])('without %s send-alarm writes one line of the log for an opened alarm, and none for its end', async (_, env) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubEnv('SMTP_URL', '');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  expect([await send(), await send()]).toEqual([
    { sent: 0, failed: 0 },
    { sent: 0, failed: 0 },
  ]);
  await app.sql`update private.alarms set closed_at = clock_timestamp()`;
  await send();
  expect(log).toHaveBeenCalledTimes(1);
  const { level, alarm, msg, message } = JSON.parse(log.mock.calls[0]?.[0]);
  expect([level, alarm, msg ?? message]).toEqual(['error', 'job_dead', 'alarm']);
});

it('send-alarm opens to a secret key and to WORKER_KEY alone', async () => {
  await forget();
  const workerKey = 'a-worker-key-of-thirty-two-characters';
  vi.stubEnv('WORKER_KEY', workerKey);
  const founder = await app.addFounder();
  const administrator = await app.administrator();
  const tries: Record<string, string>[] = [
    {},
    { apikey: app.keys.publishableKey },
    { authorization: `Bearer ${founder.token}` },
    { authorization: `Bearer ${administrator.token}` },
    { 'x-worker-key': `${workerKey.slice(0, -1)}x` },
    { 'x-worker-key': workerKey },
    { apikey: app.keys.secretKey },
  ];
  const statuses = await Promise.all(tries.map(async (headers) => (await call(headers)).status));
  expect(statuses).toEqual([403, 403, 403, 403, 403, 200, 200]);
});
