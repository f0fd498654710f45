import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;

/** A page of a stand-in, with its style sheet inline; search engines leave it out. */
export function renderHtml(page: { title: string; styles: string; head?: Markup; body: Markup }): string {
  return String(html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${page.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${page.head ?? ''}
        <style>${raw(page.styles)}</style>
      </head>
      ${page.body}
    </html>`);
}
