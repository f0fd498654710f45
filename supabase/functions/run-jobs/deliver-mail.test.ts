import { afterEach, expect, it, vi } from 'vitest';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { type OutboxServer, serveOutbox } from '#tests/kit/outbox-server.ts';
import runJobs from './index.ts';

const KEY = 'sb_secret_test_test_test_test_test_test';
const mail = { to: 'asha@site.test', subject: 'Hello ₹', html: '<p>Hello</p>', text: 'Hello' };

let database: OutboxServer | undefined;
let mailServer: MailServer | undefined;
afterEach(() => {
  database?.close();
  mailServer?.close();
});

/** A database whose outbox holds this e-mail, behind some refunds that cannot be made. */
async function openOutbox(payload: object, refunds = 0) {
  database = await serveOutbox([
    ...Array.from({ length: refunds }, (_, n) => ({ id: `refund-${n}`, kind: 'refund', payload: {} })),
    { id: 'job-1', kind: 'email', payload },
  ]);
  vi.stubEnv('SUPABASE_URL', database.url);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', KEY);
  return database.asked;
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

async function setMailServer(...how: Parameters<typeof startMailServer>): Promise<MailServer> {
  mailServer = await startMailServer(...how);
  vi.stubEnv('SMTP_URL', mailServer.url);
  vi.stubEnv('MAIL_FROM', 'Point 0 <no-reply@site.test>');
  return mailServer;
}

it('run-jobs delivers e-mails over SMTP where no host does', async () => {
  const asked = await openOutbox(mail);
  const { received } = await setMailServer();
  expect(await run()).toEqual({ done: 1, failed: 0 });
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('To: asha@site.test');
  expect(received[0]).toContain('Message-ID: <job-1@site.test>');
  expect(received[0]).toContain('Auto-Submitted: auto-generated');
  const aboutJobs = asked.map(({ name }) => name).filter((name) => name.endsWith('_job') || name === 'claim_jobs');
  expect(aboutJobs).toEqual(['claim_jobs', 'complete_job', 'claim_jobs', 'claim_jobs', 'claim_jobs']);
});

it.each([
  ['priya@उदाहरण.भारत', 'priya@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['priya@xn--p1b6ci4b4b3a.xn--h2brj9c', 'priya@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['a&b@x.in', 'a&b@x.in'],
  ['a/b@x.in', 'a/b@x.in'],
])('run-jobs delivers an e-mail to %s', async (to, written) => {
  await openOutbox({ ...mail, to });
  const { received } = await setMailServer();
  expect(await run()).toEqual({ done: 1, failed: 0 });
  expect(received[0]).toContain(`To: ${written}`);
});

it('run-jobs delivers e-mails before it tries jobs of a provider, which may all fail', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await openOutbox(mail, 12);
  const { received } = await setMailServer();
  expect(await run()).toEqual({ done: 1, failed: 5 });
  expect(received).toHaveLength(1);
});

it.each([
  [550, true],
  [450, false],
])('an e-mail whose recipient is refused with %i is given up: %s', async (code, isPermanent) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const asked = await openOutbox(mail);
  await setMailServer(code);
  expect(await run()).toEqual({ done: 0, failed: 1 });
  const report = asked.find(({ name }) => name === 'fail_job')?.body;
  expect(report).toMatchObject({ p_permanent: isPermanent, p_attempt: 7 });
  // The alarm job_dead knows these words.
  expect(String(report?.p_error).includes('The mail server refused the recipient: ')).toBe(isPermanent);
});

it('an e-mail whose sender is refused waits, as every other would be refused too', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const asked = await openOutbox(mail);
  await setMailServer(undefined, { refuseSender: 553 });
  expect(await run()).toEqual({ done: 0, failed: 1 });
  expect(asked.some(({ name, body }) => name === 'fail_job' && body.p_permanent)).toBe(false);
  // Health, readiness and the alarm know these words.
  expect(JSON.stringify(asked)).toContain('The mail server is away: EENVELOPE 553');
});

it('an e-mail names a time in its mentor’s zone as the database reads that zone', async () => {
  // As if the country had given up its summer time, and this program had not heard of it.
  const clocks = { zone: 'America/Edmonton', offsets: [{ from: 0, minutes: -540 }] };
  const session = { date: '2026-07-01', start_time: '20:30:00', end_time: '21:30:00' };
  database = await serveOutbox([{ id: 'job-1', kind: 'mentor_mail', payload: { mail: 'time_kept' } }], {
    answers: {
      mentor_mail_facts: {
        key: 'kept',
        recipients: [{ to: 'asha@site.test', role: 'mentor' }],
        facts: { founder: 'Ravi', session, zone: clocks.zone },
        clocks,
      },
    },
  });
  vi.stubEnv('SUPABASE_URL', database.url);
  vi.stubEnv('SUPABASE_SERVICE_ROLE_KEY', KEY);
  vi.stubEnv('SITE_URL', 'https://site.test');
  vi.stubEnv('SMTP_URL', '');
  expect(await run()).toEqual({ done: 1, failed: 0 });
  const enqueued = JSON.stringify(database.asked.filter(({ name }) => name === 'enqueue_job'));
  expect(enqueued).toContain('Wed 1 Jul, 6:00 AM – 7:00 AM');
});

it('run-jobs leaves e-mails alone where a host delivers them, and where there is no mail server', async () => {
  const asked = await openOutbox(mail);
  const { received } = await setMailServer();
  vi.stubEnv('MAIL_DELIVERED_BY', 'host');
  await run();
  vi.stubEnv('MAIL_DELIVERED_BY', '');
  vi.stubEnv('SMTP_URL', '');
  await run();
  expect(asked.every(({ body }) => !body.p_kinds?.includes('email'))).toBe(true);
  expect(received).toEqual([]);
});

it('an optional e-mail has the two headers by which a mail program stops it, and another e-mail has none', async () => {
  const stopLink = 'https://data.site.test/functions/v1/stop-mail?t=slot_alerts.21000.token';
  await openOutbox({ ...mail, stopKind: 'slot_alerts', stopUser: 'someone', stopLink });
  const { received } = await setMailServer();
  expect(await run()).toEqual({ done: 1, failed: 0 });
  const unfolded = received[0]?.replace(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toContain(`List-Unsubscribe: <${stopLink}>`);
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(unfolded).not.toContain('someone');
  database?.close();
  await openOutbox(mail);
  expect(await run()).toEqual({ done: 1, failed: 0 });
  expect(received[1]).not.toContain('List-Unsubscribe');
});
