import { createHash } from 'node:crypto';
import { YOUTUBE_STILLS_ORIGIN } from '#rules/content/youtube.ts';

const EXECUTED_TYPES = new Set(['', 'module', 'text/javascript', 'application/javascript', 'importmap']);

/** For JSON: if a browser is tricked into showing it as a page, it runs and loads nothing. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** For a page of one sentence, which browsers show with the site's icon. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** For the service worker's own requests: the pages that it passes on, and the fonts that it keeps. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** For our own videos: the page that a browser makes around a video may play it. */
export const VIDEO_POLICY = "default-src 'none'; media-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** For uploaded files and SVGs: even an HTML or SVG file that slipped in runs no script in our origin. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'";

/** For the stand-ins' own pages, which the product's pages may frame. */
export const SANDBOX_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "object-src 'none'; base-uri 'none'; frame-ancestors 'self'";

/** Where pages get their data from. */
interface PageSources {
  /** Where browsers reach the APIs. */
  apiUrl: string;
  /** Where the stand-ins are, on another origin than the APIs. */
  sandboxUrl?: string | undefined;
}

/**
 * The policy of the product's pages. Scripts run from our own files, from the payment provider, and inline only where
 * the server wrote them itself (`scriptHashes`).
 */
export function pagePolicy({ scriptHashes, ...sources }: PageSources & { scriptHashes: readonly string[] }): string {
  return policyOf(sources, { scripts: scriptHashes.map((hash) => `'${hash}'`), connections: [] });
}

/** The policy during development, when Vite writes inline scripts and uses a web socket. */
export function developmentPagePolicy(sources: PageSources): string {
  return policyOf(sources, { scripts: ["'unsafe-inline'"], connections: ['ws:'] });
}

/**
 * Pictures and videos come from our own files, from storage, and from `blob:` (files that a person has chosen but not
 * sent yet). Pictures also come from YouTube (stills of podcasts, for administrators) and from `data:` in style sheets.
 */
function policyOf(
  { apiUrl, sandboxUrl }: PageSources,
  own: { scripts: readonly string[]; connections: readonly string[] },
): string {
  const api = new URL(apiUrl).origin;
  const standIns = sandboxUrl === undefined ? [] : [new URL(sandboxUrl).origin];
  const files = ["'self'", 'blob:', api];
  return directives({
    ...PAGE_DIRECTIVES,
    'script-src': ["'self'", ...own.scripts, ...standIns, 'https://checkout.razorpay.com'],
    'connect-src': [...new Set(["'self'", api, ...standIns, ...own.connections, 'https://*.razorpay.com'])],
    'img-src': [...files, 'data:', YOUTUBE_STILLS_ORIGIN],
    'media-src': files,
  });
}

/**
 * Removes the renderer's marks from its scripts, and returns the `sha256-…` sources of the marked inline scripts. A
 * script without the mark did not come from the renderer (but from a person's text that was not escaped): it gets no
 * hash, so that no browser runs it. Data blocks are not executed and need no hash.
 *
 * @param mark a text that could not be known before this rendering
 */
export function readMarkedScripts(markedHtml: string, mark: string): { html: string; scriptHashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const hashes = new Set<string>();
  for (const [, attributes = '', source = ''] of markedHtml.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (!attributes.includes(attribute) || /\ssrc\s*=/i.test(attributes)) continue;
    const type = /\stype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes)?.[1] ?? '';
    if (!EXECUTED_TYPES.has(type.toLowerCase())) continue;
    hashes.add(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
  return { html: markedHtml.replaceAll(attribute, '').replaceAll(mark, ''), scriptHashes: [...hashes] };
}

const PAGE_DIRECTIVES: Record<string, string[]> = {
  'default-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [
    "'self'",
    'https://api.razorpay.com',
    'https://checkout.razorpay.com',
    'https://www.youtube-nocookie.com',
  ],
  'form-action': ["'self'", 'https://accounts.google.com'],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

function directives(policy: Record<string, string[]>): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
