import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { mailCertificate } from './mail-certificate.ts';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/**
 * Just enough of SMTP.
 *
 * @param refuse answers RCPT with that code
 * @param options.tls how it speaks TLS, with a certificate signed by itself: from the start, or when asked to (STARTTLS)
 * @param options.refuseSender answers MAIL with that code
 * @param options.port for one that comes back where it was
 * @param options.host where clients reach it; 0.0.0.0 leads to this machine and is no loopback name
 */
export async function startMailServer(
  refuse?: number,
  options: { tls?: 'from the start' | 'when asked'; host?: string; port?: number; refuseSender?: number } = {},
) {
  const { tls, host = '127.0.0.1' } = options;
  /** The e-mails as they were sent, headers and all. */
  const received: string[] = [];
  const secured = (socket: Socket) => new TLSSocket(socket, { isServer: true, ...mailCertificate });

  function speak(socket: Socket, isSecured: boolean): void {
    let isData = false;
    let content = '';
    const onData = (chunk: Buffer) => {
      if (isData) {
        content += chunk.toString();
        if (!content.endsWith('\r\n.\r\n')) return;
        received.push(content);
        content = '';
        isData = false;
        socket.write('250 kept\r\n');
        return;
      }
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (/^STARTTLS/i.test(line) && tls === 'when asked' && !isSecured) {
          socket.off('data', onData);
          socket.write('220 go on\r\n');
          return speak(secured(socket), true);
        }
        if (/^DATA/i.test(line)) isData = true;
        socket.write(answerTo(line, isData, isSecured));
      }
    };
    socket.on('error', () => {}).on('data', onData);
  }

  function answerTo(line: string, isData: boolean, isSecured: boolean): string {
    if (/^QUIT/i.test(line)) return '221 bye\r\n';
    if (/^EHLO/i.test(line) && tls === 'when asked' && !isSecured) return '250-test\r\n250 STARTTLS\r\n';
    if (/^STARTTLS/i.test(line)) return '502 not here\r\n';
    // It offers log-ins, and refuses each.
    if (/^EHLO/i.test(line)) return '250-test\r\n250 AUTH PLAIN\r\n';
    if (/^AUTH/i.test(line)) return '535 no\r\n';
    if (/^MAIL/i.test(line) && options.refuseSender) return `${options.refuseSender} no\r\n`;
    if (/^RCPT/i.test(line) && refuse) return `${refuse} no\r\n`;
    return isData ? '354 go on\r\n' : '250 ok\r\n';
  }

  const server = createServer((plain) => {
    plain.on('error', () => {});
    const socket = tls === 'from the start' ? secured(plain) : plain;
    speak(socket, socket !== plain);
    socket.write('220 test\r\n');
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const scheme = tls === 'from the start' ? 'smtps' : 'smtp';
  return { url: `${scheme}://${host}:${port}`, port, received, close: () => server.close() };
}
