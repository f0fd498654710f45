import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailbox } from '#sandbox/mailbox.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import { silentLog } from '../log.ts';
import { createMailDelivery } from './mail-delivery.ts';

const mail = { to: 'asha@site.test', subject: 'Hello ₹', html: '<p>Hello</p>', text: 'Hello' };
const from = 'Point 0 <no-reply@site.test>';

const database = provideTestDatabase();
beforeAll(() => createMailbox({ sql: database.sql }).prepare());
beforeEach(() => database.sql`truncate private.outbox, sandbox.mails`);

const open = (smtpUrl?: string) => createMailDelivery({ sql: database.sql, smtpUrl, from, log: silentLog });
const queue = (payload: object) =>
  database.sql`insert into private.outbox (kind, payload) values ('email', ${JSON.stringify(payload)}::text::jsonb)`;
const jobs = async () =>
  (await database.sql`select state, attempts, payload = '{}' as "isEmptied" from private.outbox`).map((job) => ({
    ...job,
  }));
const kept = async () =>
  (await database.sql`select "to", subject, html, text from sandbox.mails`).map((one) => ({ ...one }));

test('without a mail server e-mails arrive in the mailbox, each once', async () => {
  for (let at = 0; at < 23; at += 1) await queue(mail);
  const [first, second] = await Promise.all([open().deliverQueued(), open().deliverQueued()]);
  expect(first + second).toBe(23);
  expect(await kept()).toEqual(Array.from({ length: 23 }, () => mail));
  expect(await jobs()).toEqual(Array.from({ length: 23 }, () => ({ state: 'done', attempts: 1, isEmptied: true })));
});

test('a job delivered twice is one e-mail', async () => {
  await queue(mail);
  const [job] = await database.sql<{ id: string; payload: unknown }[]>`select id, payload from private.outbox`;
  if (!job) throw new Error('no job');
  await open().deliver(job);
  await open().deliver(job);
  expect(await kept()).toHaveLength(1);
});

const file = {
  filename: 'session.ics',
  contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
};

test('files arrive with the e-mail', async () => {
  await queue({ ...mail, attachments: [file] });
  await open().deliverQueued();
  const [row] = await database.sql`select attachments from sandbox.mails`;
  expect(row?.attachments).toEqual([file]);
});

test('a job that holds no e-mail is given up, and the next is delivered', async () => {
  await queue({ to: 1 });
  await queue(mail);
  expect(await open().deliverQueued()).toBe(1);
  expect((await jobs()).map((job) => job.state).sort()).toEqual(['dead', 'done']);
});

const away = 'smtp://127.0.0.1:1';
const waits = async () =>
  (
    await database.sql`
    select attempts, earlier_attempts as uncounted, state, round(extract(epoch from run_at - failed_at))::int as pause
    from private.outbox order by attempts desc`
  ).map((job) => ({ ...job }));

test('a mail server that is away for hours costs an e-mail no try: it waits 20 seconds, and comes with the server', async () => {
  await queue(mail);
  const delivery = open(away);
  for (let attempts = 1; attempts <= 30; attempts += 1) {
    expect(await delivery.deliverQueued()).toBe(0);
    expect(await waits()).toEqual([{ attempts, uncounted: attempts, state: 'ready', pause: 20 }]);
    await database.sql`update private.outbox set run_at = now(), created_at = created_at - interval '10 minutes'`;
  }
  const { url, received } = await serve();
  expect(await open(url).deliverQueued()).toBe(1);
  expect(received).toHaveLength(1);
});

test('while the mail server is away one round tries two e-mails and leaves the others due', async () => {
  for (let at = 0; at < 6; at += 1) await queue(mail);
  expect(await open(away).deliverQueued()).toBe(0);
  expect((await waits()).map(({ attempts }) => attempts)).toEqual([1, 1, 0, 0, 0, 0]);
});

test('an e-mail that has waited for three days for a mail server is tried twelve more times, then given up', async () => {
  await queue(mail);
  await database.sql`update private.outbox set created_at = now() - interval '3 days'`;
  const delivery = open(away);
  for (let attempts = 1; attempts <= 12; attempts += 1) {
    await delivery.deliverQueued();
    await database.sql`update private.outbox set run_at = now() where state = 'ready'`;
  }
  expect(await waits()).toMatchObject([{ attempts: 12, uncounted: 0, state: 'dead' }]);
});

test('a log-in that the mail server refuses is no fault of the e-mail', async () => {
  const { url } = await serve();
  await queue(mail);
  await open(url.replace('//', '//user:password@')).deliverQueued();
  expect(await waits()).toMatchObject([{ attempts: 1, uncounted: 1 }]);
});

test('a mail server that keeps everybody waiting has no e-mail claimed that waits for its turn', async () => {
  for (let at = 0; at < 6; at += 1) await queue(mail);
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const delivery = open(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const delivering = delivery.deliverQueued();
  await expect.poll(() => sockets.size, { timeout: 10_000 }).toBe(2);
  expect((await jobs()).filter(({ attempts }) => attempts > 0)).toHaveLength(2);
  silent.close();
  for (const socket of sockets) socket.destroy();
  expect(await delivering).toBe(0);
  delivery.close();
});

let server: MailServer | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});
const serve = async (refuse?: number) => {
  server = await startMailServer(refuse);
  return server;
};

test('with a mail server they go there, text and HTML, with one id for each job', async () => {
  const { url, received } = await serve();
  await queue(mail);
  const delivery = open(url);
  expect(await delivery.deliverQueued()).toBe(1);
  delivery.close();
  expect(received[0]).toContain('To: asha@site.test');
  expect(received[0]).toMatch(/Message-ID: <[0-9a-f-]{36}@site\.test>/i);
  expect(received[0]).toContain('text/plain');
  expect(received[0]).toContain('text/html');
  expect(await kept()).toEqual([]);
});

test('a mail server gets the files as they are', async () => {
  const { url, received } = await serve();
  await queue({ ...mail, attachments: [file] });
  const delivery = open(url);
  await delivery.deliverQueued();
  delivery.close();
  expect(received[0]).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=PUBLISH;\s+name=session\.ics/);
  expect(received[0]).toContain('Content-Disposition: attachment; filename=session.ics');
  expect(received[0]).toContain(Buffer.from(file.content).toString('base64'));
});

test.each([
  [550, 'dead'],
  [450, 'ready'],
])('a recipient refused with %i leaves the job %s', async (code, state) => {
  const { url } = await serve(code);
  await queue(mail);
  const delivery = open(url);
  await delivery.deliverQueued();
  delivery.close();
  expect((await jobs())[0]?.state).toBe(state);
  const [job] = await database.sql`select last_error from private.outbox`;
  expect(job?.last_error).toBe(
    // The alarm job_dead knows these words.
    `The mail server refused${state === 'dead' ? ' the recipient' : ''}: EENVELOPE ${code}`,
  );
});
