/** Draws the previews of the e-mails: one document and its style sheet, no script, nothing from elsewhere. */
import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { mailPreviews as copy } from '#copy/office/mail-previews.ts';
import { type Markup, renderHtml } from '../html-document.ts';
import { MAILBOX_STYLES, renderHeader, renderNotice } from '../mailbox-page.ts';
import type { MailPreview, Reader } from './previews.ts';

const STYLES = MAILBOX_STYLES + readFileSync(new URL('mails.css', import.meta.url), 'utf8');
const ADDRESS = '/sandbox/mails';

export interface PreviewsView {
  previews: readonly MailPreview[];
  preview: MailPreview | undefined;
  /** An e-mail was asked for that does not exist. */
  isGone: boolean;
  frameSandbox: string;
}

export function renderPreviews(page: PreviewsView): string {
  const { preview, isGone } = page;
  return renderHtml({
    title: preview ? `${preview.subject} · ${copy.title}` : copy.title,
    styles: STYLES,
    body: html`<body class="${preview || isGone ? 'reading' : 'browsing'}">
      ${renderHeader({
        section: copy.title,
        address: ADDRESS,
        about: copy.sample,
        link: { address: '/sandbox/mailbox', label: copy.toMailbox },
      })}
      <main>
        <nav aria-label="${copy.list}">${renderList(page)}</nav>
        <section class="pane" aria-label="${copy.preview}">${renderPane(page)}</section>
      </main>
    </body>`,
  });
}

function renderList({ previews, preview }: PreviewsView): Markup {
  // A phone shows the list or the e-mail, each with a first heading of its own.
  const title = html`${copy.list} <small>${previews.length}</small>`;
  const readers = Object.entries(copy.readers) as [Reader, string][];
  return html`<div class="list-header">${preview ? html`<h2>${title}</h2>` : html`<h1>${title}</h1>`}</div>
    ${readers.map(
      ([reader, heading]) => html`<h2>${heading}</h2>
        <ol>
          ${previews.filter((one) => one.reader === reader).map((one) => renderItem(one, one === preview))}
        </ol>`,
    )}`;
}

function renderItem(one: MailPreview, isOpen: boolean): Markup {
  return html`<li>
    <a href="${addressOf(one)}" ${isOpen ? raw('aria-current="page"') : ''}>
      <span class="subject">${one.subject}</span>
      <span class="preview"><code>${one.name}</code>${one.number > 1 ? ` ${one.number}` : ''}</span>
    </a>
  </li>`;
}

function renderPane({ preview, isGone, frameSandbox }: PreviewsView): Markup {
  if (!preview) {
    return isGone
      ? html`${renderBack()}${renderNotice(copy.goneTitle, copy.gone)}`
      : renderNotice(copy.chooseTitle, copy.choose);
  }
  const frame = (theme: 'light' | 'dark') => html`<figure>
    <figcaption>${copy[theme]}</figcaption>
    <iframe title="${copy[theme]}" sandbox="${frameSandbox}" src="${addressOf(preview)}/${theme}"></iframe>
  </figure>`;
  return html`${renderBack()}
    <div class="mail-head">
      <h1>${preview.subject}</h1>
      <dl>
        <div><dt>${copy.to}</dt><dd>${copy.readers[preview.reader]}</dd></div>
        <div><dt>${copy.name}</dt><dd><code>${preview.name}</code></dd></div>
        ${preview.attachments.map(({ filename }) => html`<div><dt>${copy.file}</dt><dd>${filename}</dd></div>`)}
      </dl>
    </div>
    <div class="themes">${frame('light')}${frame('dark')}</div>
    <div class="text"><h2 id="text">${copy.text}</h2><pre tabindex="0" aria-labelledby="text">${preview.text}</pre></div>`;
}

function renderBack(): Markup {
  return html`<a class="back" href="${ADDRESS}">&larr; ${copy.back}</a>`;
}

function addressOf({ reader, name, number }: MailPreview): string {
  return `${ADDRESS}/${reader}/${name}/${number}`;
}
