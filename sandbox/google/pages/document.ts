/** The frame of every page that Google's stand-in shows, and what such a page may do. */
import { html, raw } from 'hono/html';
import { PAGE_STYLES } from './styles.ts';

export type Markup = ReturnType<typeof html>;

/** Nothing runs in them. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function renderDocument(page: {
  title: string;
  ribbon: string;
  /** Beside the ribbon. */
  nav?: Markup;
  body: Markup;
  /** Besides the styles that all of them share. */
  styles?: string;
}): string {
  return String(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>${raw(PAGE_STYLES + (page.styles ?? ''))}</style>
      </head>
      <body>
        <header><p class="ribbon">${page.ribbon}</p>${page.nav ?? ''}</header>
        <main>${page.body}</main>
      </body>
    </html>`);
}
