/** Draws the mailbox: one document, one style sheet, a script that looks for new e-mails; nothing from elsewhere. */
import { readFileSync } from 'node:fs';
import { html, raw } from 'hono/html';
import { mailbox as copy } from '#copy/office/mailbox.ts';
import { type Markup, renderHtml } from './html-document.ts';

export const MAILBOX_STYLES = readFileSync(new URL('mailbox.css', import.meta.url), 'utf8');

/** Every three seconds while the page is seen: the list anew, and nothing else of the page. */
const SCRIPT = `
const list = document.getElementById('list');
const ids = () => [...list.querySelectorAll('li a')].map((link) => link.getAttribute('href'));
async function refresh() {
  if (document.hidden || list.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!answer || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('list');
  if (!fresh || fresh.innerHTML === list.innerHTML || list.contains(document.activeElement)) return;
  const known = new Set(ids());
  const top = list.scrollTop;
  list.innerHTML = fresh.innerHTML;
  list.scrollTop = top;
  for (const link of list.querySelectorAll('li a')) {
    if (!known.has(link.getAttribute('href'))) link.parentElement.classList.add('new');
  }
}
setInterval(refresh, 3000);
document.addEventListener('visibilitychange', refresh);
`;

export type MailboxAttachment = { filename: string; contentType: string; content: string };

export interface MailboxMail {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: MailboxAttachment[];
  createdAt: Date;
}

export interface MailboxView {
  mails: MailboxMail[];
  mail: MailboxMail | undefined;
  /** An e-mail was asked for that does not exist. */
  isGone: boolean;
  /** Only e-mails to this address are listed. */
  to: string | undefined;
  view: 'html' | 'text';
  frameSandbox: string;
  nonce: string;
}

const MARK = raw(
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" role="img" aria-label="0"><circle ' +
    'cx="12" cy="12" r="9.5" stroke="currentColor" stroke-width="2.5"/><circle cx="12" cy="12" r="4" ' +
    'class="dot"/></svg>',
);

/** The motif: one dot from which rings radiate. */
const POINT = raw(
  '<svg class="point" viewBox="0 0 160 160" fill="none" aria-hidden="true"><circle cx="80" cy="80" ' +
    'r="76"/><circle cx="80" cy="80" r="54"/><circle cx="80" cy="80" r="32"/><circle cx="80" cy="80" ' +
    'r="12" class="dot"/></svg>',
);

export function renderMailbox(page: MailboxView): string {
  const { mail, nonce } = page;
  const isReading = mail !== undefined || page.isGone;
  return renderHtml({
    title: mail ? `${mail.subject} · ${copy.title}` : copy.title,
    styles: MAILBOX_STYLES,
    head: html`<noscript><meta http-equiv="refresh" content="10" /></noscript>`,
    body: html`<body class="${isReading ? 'reading' : 'browsing'}">
      ${renderHeader({
        section: copy.title,
        address: '/sandbox/mailbox',
        about: copy.sandbox,
        link: { address: '/', label: copy.toSite },
      })}
      <main>
        <nav id="list" aria-label="${copy.list}">${renderList(page)}</nav>
        <section class="pane" aria-label="${copy.message}">
          ${renderPane(page)}
        </section>
      </main>
      <script nonce="${nonce}">${raw(SCRIPT)}</script>
    </body>`,
  });
}

/** At the top of each page about e-mails. */
export function renderHeader(header: {
  section: string;
  address: string;
  about: string;
  link: { address: string; label: string };
}): Markup {
  return html`<header>
    <a class="brand" href="${header.address}">
      <span>${copy.productName.split(' ')[0] ?? ''}</span>${MARK}<span class="divider"></span
      ><span class="section">${header.section}</span>
    </a>
    <p class="sandbox">${header.about}</p>
    <a class="site" href="${header.link.address}">${header.link.label}</a>
  </header>`;
}

function renderList({ mails, mail, to }: MailboxView): Markup {
  return html`<div class="list-header">
      <h1>${copy.list} <small>${mails.length}</small></h1>
      <form method="get" action="/sandbox/mailbox" role="search">
        <label for="to">${copy.filter}</label>
        <div class="field">
          <input id="to" name="to" type="search" value="${to ?? ''}" placeholder="${copy.filterExample}"
            autocomplete="off" spellcheck="false" />
          <button type="submit">${copy.apply}</button>
        </div>
        ${to ? html`<a class="clear" href="/sandbox/mailbox">${copy.clear}</a>` : ''}
      </form>
      <a class="clear" href="/sandbox/mails">${copy.previews}</a>
    </div>
    ${
      mails.length === 0
        ? html`<div class="empty">
            ${POINT}
            <h2>${copy.emptyTitle}</h2>
            <p>${to ? copy.emptyFor(to) : copy.empty}</p>
          </div>`
        : html`<ol>
            ${mails.map((one) => renderItem(one, one.id === mail?.id, to))}
          </ol>`
    }`;
}

function renderItem(one: MailboxMail, isOpen: boolean, to: string | undefined): Markup {
  return html`<li>
    <a href="${addressOf(one.id, to)}" ${isOpen ? raw('aria-current="page"') : ''}>
      <span class="subject">${one.subject}</span>
      <time datetime="${one.createdAt.toISOString()}">${shortTime(one.createdAt)}</time>
      <span class="recipient">${one.to}</span>
      <span class="preview">${preview(one.text)}</span>
    </a>
  </li>`;
}

function renderPane(page: MailboxView): Markup | string {
  if (page.mail) return renderMail(page.mail, page);
  if (page.isGone) return html`${renderBack()}${renderNotice(copy.goneTitle, copy.gone)}`;
  return page.mails.length > 0 ? renderNotice(copy.chooseTitle, copy.choose) : '';
}

function renderMail(mail: MailboxMail, { view, to, frameSandbox }: MailboxView): Markup {
  const tab = (kind: 'html' | 'text', label: string) =>
    html`<a href="${addressOf(mail.id, to, kind)}" ${view === kind ? raw('aria-current="true"') : ''}>${label}</a>`;
  return html`${renderBack(to)}
    <div class="mail-head">
      <h2>${mail.subject}</h2>
      <dl>
        <div><dt>${copy.to}</dt><dd>${mail.to}</dd></div>
        <div>
          <dt>${copy.sent}</dt>
          <dd><time datetime="${mail.createdAt.toISOString()}">${longTime(mail.createdAt)}</time></dd>
        </div>
        ${mail.attachments.map(
          ({ filename }, at) =>
            html`<div><dt>${copy.attached}</dt><dd><a href="/sandbox/mailbox/${mail.id}/attachments/${at + 1}"
              download="${filename}">${filename}</a></dd></div>`,
        )}
      </dl>
      <div class="tabs" role="group" aria-label="${copy.views}">${tab('html', copy.html)}${tab('text', copy.text)}</div>
    </div>
    ${
      view === 'text'
        ? html`<pre tabindex="0">${linkify(mail.text)}</pre>`
        : html`<iframe title="${copy.message}" sandbox="${frameSandbox}"
            src="/sandbox/mailbox/${mail.id}/body"></iframe>`
    }`;
}

function renderBack(to?: string): Markup {
  return html`<a class="back" href="${listAddress(to)}">&larr; ${copy.back}</a>`;
}

export function renderNotice(title: string, text: string): Markup {
  return html`<div class="empty">${POINT}<h2>${title}</h2><p>${text}</p></div>`;
}

/** The e-mail as it was sent, except that its links open in the reader's window. */
export function renderMailBody(mail: MailboxMail): string {
  const body = mail.html.replace(/\starget=("[^"]*"|'[^']*'|[^\s>]+)/gi, ' target="_top"');
  const base = '<base target="_top">';
  return /<head[^>]*>/i.test(body) ? body.replace(/<head[^>]*>/i, (head) => `${head}${base}`) : `${base}${body}`;
}

function addressOf(id: string, to: string | undefined, view?: 'html' | 'text'): string {
  const query = new URLSearchParams({ ...(to && { to }), ...(view === 'text' && { view }) }).toString();
  return `/sandbox/mailbox/${id}${query === '' ? '' : `?${query}`}`;
}

function listAddress(to: string | undefined): string {
  return to ? `/sandbox/mailbox?${new URLSearchParams({ to }).toString()}` : '/sandbox/mailbox';
}

function linkify(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, at) => (at % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));
}

/** What follows the heading, which repeats the subject. */
function preview(text: string): string {
  const [, ...rest] = text.split('\n').filter((line) => line.trim() !== '');
  return rest.join(' ').slice(0, 140);
}

const zone = { timeZone: 'Asia/Kolkata' } as const;
const day = new Intl.DateTimeFormat('en-IN', { ...zone, day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-IN', { ...zone, hour: 'numeric', minute: '2-digit' });
const full = new Intl.DateTimeFormat('en-IN', { ...zone, dateStyle: 'medium', timeStyle: 'short' });

function shortTime(date: Date): string {
  const isToday = day.format(date) === day.format(new Date());
  return isToday ? clock.format(date) : day.format(date);
}

function longTime(date: Date): string {
  return `${full.format(date)} IST`;
}
