import { createServer, request } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

/** The path before a page's own that asks for it without any script. */
export const WITHOUT_SCRIPTS = '/without-scripts';
/** A page of mentors as one would write it by hand: 0.6 KB of styles, no script, no font. */
export const BY_HAND = '/by-hand';

const STYLES =
  'body{font:16px/1.5 system-ui;margin:0;color:#222}main{max-width:70rem;margin:auto;padding:1rem}' +
  'article{display:grid;grid-template-columns:160px 1fr;gap:.5rem;border:1px solid #ddd;border-radius:8px;' +
  'margin:0 0 1rem;overflow:hidden}h1{font-size:2rem}img{object-fit:cover}';

interface Fixed {
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Serves a running host's pages as they are, without scripts, and one written by hand from the cards of its list. A page
 * without scripts has the headers of the page: for `Cross-Origin-Opener-Policy` alone Chrome takes 0.05 s on the slow phone,
 * because it changes the process.
 */
export async function servePageVariants(hostUrl: string): Promise<{ port: number; close: () => void }> {
  const host = new URL(hostUrl);
  const listing = await (await fetch(new URL('/mentors', host))).text();
  const fixed = new Map<string, Fixed>([[BY_HAND, { body: compress(writtenByHand(listing)), headers: {} }]]);
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (path.startsWith(WITHOUT_SCRIPTS) && !fixed.has(path)) {
      const page = await fetch(new URL(path.slice(WITHOUT_SCRIPTS.length), host));
      fixed.set(path, { body: compress(withoutScripts(await page.text())), headers: Object.fromEntries(page.headers) });
    }
    const page = fixed.get(path);
    if (page) {
      outgoing.writeHead(200, {
        ...page.headers,
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'br',
        'content-length': page.body.length,
      });
      outgoing.end(page.body);
      return;
    }
    const options = { host: '127.0.0.1', port: host.port, path, method: incoming.method };
    const passed = request({ ...options, headers: { ...incoming.headers, host: host.host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The server of the pages has no port.');
  return { port: address.port, close: () => void server.close() };
}

function compress(html: string): Buffer {
  return brotliCompressSync(Buffer.from(html));
}

function withoutScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link[^>]*rel="modulepreload"[^>]*>/g, '');
}

function writtenByHand(listing: string): string {
  const cards = [...listing.matchAll(/<article[\s\S]*?<\/article>/g)].slice(0, 8).map(([card]) => {
    const picture = /<img[^>]*src="([^"]+)"/.exec(card)?.[1] ?? '';
    const [first = '', second = first, ...more] = card
      .replace(/<[^>]+>/g, '|')
      .split('|')
      .map((text) => text.trim())
      .filter(Boolean);
    const facts = more.slice(0, 6).map((fact) => `<p>${fact}</p>`);
    return `<article><img src="${picture}" width=160 height=200 alt=""><h2>${second}</h2>${facts.join('')}</article>`;
  });
  if (cards.length === 0) throw new Error('The list of mentors shows no card.');
  return (
    '<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">' +
    `<title>Mentors</title><style>${STYLES}</style><main><h1>Find the Perfect Mentor</h1>${cards.join('')}</main>`
  );
}
