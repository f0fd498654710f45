import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status?: number; type?: string; cache?: string; body: string };

/** A site that a test changes while a browser knows it, as a release, an operator or an editor would. */
export interface ChangingSite {
  url: string;
  /** What an address answers from now on, in place of what the host does. */
  answers: Map<string, Answer>;
  /** The address of each reading request that arrived, in their order. */
  asked: string[];
  /** What becomes of the host's pages. */
  changePage: (html: string) => string;
  /** What the host itself answers. */
  original: (address: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Stands in front of a host, at an origin of its own. Only reading goes through it: pages reach the APIs at the host. */
export async function openChangingSite(host: string): Promise<ChangingSite> {
  const site: ChangingSite = {
    url: '',
    answers: new Map(),
    asked: [],
    changePage: (html) => html,
    original: async (address) => (await fetch(host + address)).text(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const address = request.url ?? '/';
    if (request.method === 'GET') site.asked.push(address);
    const given = site.answers.get(address);
    if (given) {
      response.writeHead(given.status ?? 200, {
        'content-type': given.type ?? 'text/html; charset=utf-8',
        'cache-control': given.cache ?? 'no-cache',
      });
      response.end(given.body);
      return;
    }
    const answer = await fetch(host + address, { redirect: 'manual' });
    const headers = Object.fromEntries(answer.headers);
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'etag'])
      delete headers[name];
    const isPage = headers['content-type']?.startsWith('text/html');
    response.writeHead(answer.status, headers);
    response.end(isPage ? site.changePage(await answer.text()) : Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return site;
}
