import { type AddressInfo, createServer } from 'node:net';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** Just enough of SMTP. `refuse` answers RCPT with that code. */
export async function startMailServer(refuse?: number) {
  /** The e-mails as they were sent, headers and all. */
  const received: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    let content = '';
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
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
        if (/^DATA/i.test(line)) isData = true;
        const answer = isData ? '354 go on' : /^RCPT/i.test(line) && refuse ? `${refuse} no` : '250 ok';
        socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : `${answer}\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, received, close: () => server.close() };
}
