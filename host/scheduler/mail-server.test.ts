import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MailError, mailServerOptions, openMailTransport } from '#functions/_shared/smtp.ts';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { startTestHost } from '#tests/kit/host.ts';
import { mailCertificate } from '#tests/kit/mail-certificate.ts';
import { type MailServer, startMailServer } from '#tests/kit/mail-server.ts';
import type { HostLog } from '../log.ts';
import { checkMailServer } from './mail-server.ts';

const database = provideTestDatabase();
const SENTENCE = 'SMTP_URL must use TLS: smtps://, or smtp:// with a server that offers STARTTLS.';
const MAIL = { to: 'asha@site.test', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', attachments: [] };
/** Leads to this machine, and is no name of it. */
const ELSEWHERE = '0.0.0.0';

let server: MailServer | undefined;
const trusted = getCACertificates('default');
afterEach(() => {
  server?.close();
  server = undefined;
  setDefaultCACertificates(trusted);
});

async function serve(tls?: 'from the start' | 'when asked', host = ELSEWHERE): Promise<MailServer> {
  server = await startMailServer(undefined, { host, ...(tls && { tls }) });
  return server;
}

async function send(url: string): Promise<unknown> {
  const transport = openMailTransport(url, 'Point 0 <no-reply@site.test>');
  try {
    return await transport.send('job', MAIL).catch((error: unknown) => error);
  } finally {
    transport.close();
  }
}

const trustServer = () => setDefaultCACertificates([...trusted, mailCertificate.cert]);
const asLog = () => ({ warn: vi.fn() }) as unknown as HostLog & { warn: ReturnType<typeof vi.fn> };

describe('an e-mail', () => {
  test('goes to a server elsewhere only over TLS, whatever its address asks for', async () => {
    const { url, received } = await serve();
    for (const query of ['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true', '?secure=false']) {
      expect(await send(url + query), query).toBeInstanceOf(MailError);
    }
    expect(received).toEqual([]);
    // Negative control: the library without requireTLS sends it as plain text.
    const { requireTLS, ...options } = mailServerOptions(url);
    expect(requireTLS).toBe(true);
    await createTransport(options).sendMail({ from: 'a@site.test', ...MAIL });
    expect(received).toHaveLength(1);
  });

  test.each(['from the start', 'when asked'] as const)(
    'stays here where a certificate is bad, with TLS %s',
    async (tls) => {
      const { url, received } = await serve(tls);
      for (const query of ['', '?tls.rejectUnauthorized=false', '?rejectUnauthorized=false']) {
        expect(await send(url + query), query).toMatchObject({ isPermanent: false });
      }
      expect(received).toEqual([]);
      // Negative control: without the check of the certificate it would be sent.
      await createTransport({ ...mailServerOptions(url), tls: { rejectUnauthorized: false } }).sendMail({
        from: 'a@site.test',
        ...MAIL,
      });
      expect(received).toHaveLength(1);
    },
  );

  test.each(['from the start', 'when asked'] as const)(
    'is sent where the certificate is good, with TLS %s',
    async (tls) => {
      const { url, received } = await serve(tls);
      trustServer();
      expect(await send(url)).toBeUndefined();
      expect(received).toHaveLength(1);
    },
  );

  test('may go without TLS to this machine alone', async () => {
    const { url, received } = await serve(undefined, '127.0.0.1');
    expect(await send(url)).toBeUndefined();
    expect(received).toHaveLength(1);
    for (const name of ['localhost', '127.0.0.1', '127.1.2.3', '[::1]']) {
      expect(mailServerOptions(`smtp://${name}:25`).requireTLS, name).toBe(false);
    }
    for (const name of ['localhost.example', '128.0.0.1', '0.0.0.0', '[::2]', 'mail.example', '127.0.0.1.example']) {
      expect(mailServerOptions(`smtp://${name}:25`).requireTLS, name).toBe(true);
    }
  });
});

test('log-in, port and waiting times of a mail server are read from its address', () => {
  expect(mailServerOptions('smtps://asha%40site.test:p%3Ass@mail.example:465?socketTimeout=1000')).toMatchObject({
    host: 'mail.example',
    port: 465,
    secure: true,
    requireTLS: false,
    auth: { user: 'asha@site.test', pass: 'p:ss' },
    socketTimeout: 1000,
  });
});

describe('a start', () => {
  test('ends with one sentence where the mail server answers and offers no TLS', { tags: ['faults'] }, async () => {
    const { url, received } = await serve();
    await expect(checkMailServer(url, asLog())).rejects.toThrow(SENTENCE);
    const start = startTestHost({ databaseUrl: database.url, env: { SMTP_URL: url } });
    await expect(start).rejects.toThrow(SENTENCE);
    expect(received).toEqual([]);
  });

  test('goes on with a mail server that is away, on this machine, or whose certificate is bad', async () => {
    const log = asLog();
    const { url } = await serve('when asked');
    await checkMailServer(url, log);
    await checkMailServer('smtp://0.0.0.0:1', log);
    expect(log.warn).toHaveBeenCalledTimes(2);
    await checkMailServer('smtp://127.0.0.1:1', log);
    trustServer();
    await checkMailServer(url, log);
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});
