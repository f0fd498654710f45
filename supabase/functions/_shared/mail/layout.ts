import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { render, toPlainText } from '@react-email/render';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { type CSSProperties, createElement as h, type ReactElement, type ReactNode } from 'react';
import type { z } from 'zod';
import { aboutSite, site } from '#copy/shell/site.ts';
import { isolated, piecesByDirection, singleLine } from '#rules/shell/text.ts';
import type { OutgoingMail } from '../smtp.ts';

/** What a reader gets, without the address. */
export type ComposedMail = Omit<OutgoingMail, 'to'>;

/** An e-mail of the product. `mails.ts` lists all of them by recipient. */
export interface Mail<Data> {
  /** @param siteUrl where its links lead */
  render(data: Data, siteUrl: string): Promise<ComposedMail>;
}

export interface MailParts {
  subject: string;
  /** By default the subject. */
  title?: string;
  /** The line after the subject in an inbox. */
  preview: string;
  content: ReactNode[];
  footer: ReactNode;
  attachments?: ComposedMail['attachments'];
}

let lastRendering: Promise<unknown> = Promise.resolve();

/**
 * React and the text made of its HTML keep a thread for milliseconds, and give way to nothing. One e-mail at a time, each
 * after what else waits: jobs that run side by side would otherwise delay every request by all of their e-mails.
 */
function inTurn<T>(render: () => Promise<T>): Promise<T> {
  const rendering = lastRendering.then(() => new Promise((resolve) => setTimeout(resolve, 0))).then(render);
  lastRendering = rendering.catch(() => {});
  return rendering;
}

/** Defines an e-mail by its parts. */
export function mail<Data>(compose: (data: Data, siteUrl: string) => MailParts): Mail<Data> {
  return {
    render: (data, siteUrl) =>
      inTurn(async () => {
        const { attachments = [], ...parts } = compose(data, siteUrl);
        const subject = singleLine(parts.subject, 200);
        const html = await render(mailPage({ title: subject, ...parts, subject }));
        return { subject, html, text: textOf(html), attachments };
      }),
  };
}

/** An e-mail of a job `mentor_mail`, whose data are what the database's private.mail_<name> answers. */
export interface FactMail<Data> extends Mail<Data> {
  /** Throws ZodError when the facts have another shape. */
  renderFacts(facts: unknown, siteUrl: string): Promise<ComposedMail>;
}

export function factMail<Data>(
  shape: z.ZodType<Data>,
  compose: (data: Data, siteUrl: string) => MailParts,
): FactMail<Data> {
  const { render } = mail(compose);
  return { render, renderFacts: (facts, siteUrl) => render(shape.parse(facts), siteUrl) };
}

const FONT = "Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

const color = {
  canvas: '#fbfaf8',
  card: '#ffffff',
  line: '#e7e3de',
  dots: '#d0cac3',
  ink: '#1c1917',
  muted: '#5c554f',
  accent: '#fbbf24',
  link: '#92400e',
} as const;

/** Dark mode and narrow screens, which inline styles cannot express. Contains no character that HTML escapes. */
const MAIL_CSS = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.canvas { background-color: ${color.canvas}; }
@media (prefers-color-scheme: dark) {
  .canvas { background-color: #13110f !important; }
  .card { background-color: #1c1916 !important; border-color: #35302a !important; }
  .ink { color: #f7f4f0 !important; }
  .muted { color: #b3aba1 !important; }
  .link { color: #fcd34d !important; }
  .ring { border-color: #f7f4f0 !important; }
  .rule { border-color: #35302a !important; }
  .dots { border-color: #4a433b !important; }
}
@media (max-width: 480px) {
  .outer { padding: 20px 12px 32px !important; }
  .card-cell { padding: 28px 22px !important; }
  .title { font-size: 24px !important; line-height: 30px !important; }
}
`;

const TEXT_WIDTH = 78;
const layoutTable = { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 } as const;
/** Boxes without text. */
const drawn: CSSProperties = { fontSize: 0, lineHeight: 0 };

/** The page of every e-mail: the wordmark, a card with the content, and a footer. */
function mailPage(page: MailParts & { title: string }): ReactElement {
  return h(
    Html,
    { lang: 'en' },
    h(
      Head,
      null,
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, page.subject),
      h('style', null, MAIL_CSS),
    ),
    h(
      Body,
      { className: 'canvas', style: { margin: 0, padding: 0, WebkitTextSizeAdjust: '100%' } },
      h(Preview, null, page.preview),
      tableRow(
        { width: '100%', className: 'canvas', style: { backgroundColor: color.canvas } },
        h(
          'td',
          { align: 'center', className: 'outer', style: { padding: '32px 16px 40px' } },
          h(
            Container,
            // A long name does not make the page wider than a phone, wherever it stands.
            { style: { maxWidth: '560px', textAlign: 'left', fontFamily: FONT, wordBreak: 'break-word' } },
            wordmark(),
            card(h('div', null, dotsLine(), heading(page.title), ...page.content)),
            h(Section, { style: { paddingTop: '20px' } }, page.footer),
          ),
        ),
      ),
    ),
  );
}

/** A table of one row, for layout. */
function tableRow(attributes: object, ...cells: ReactElement[]): ReactElement {
  return h('table', { ...layoutTable, ...attributes }, h('tbody', null, h('tr', null, ...cells)));
}

/** Text from right to left, such as a name, does not reorder the words around it. */
function byDirection(node: ReactNode): ReactNode {
  if (Array.isArray(node)) return node.map(byDirection);
  const pieces = typeof node === 'string' ? piecesByDirection(node) : [];
  if (pieces.length < 2) return node;
  return pieces.map((piece, index) => (index % 2 === 1 ? h('bdi', { key: index }, piece) : piece));
}

/** The class lets MAIL_CSS change the colour in dark mode. */
export function paragraph(children: ReactNode, tone: 'ink' | 'muted' = 'ink', margin = '0 0 16px'): ReactElement {
  const size = tone === 'ink' ? { fontSize: '16px', lineHeight: '26px' } : { fontSize: '14px', lineHeight: '20px' };
  return h(
    Text,
    { className: tone, style: { ...size, margin, fontFamily: FONT, color: color[tone] } },
    byDirection(children),
  );
}

function heading(title: string): ReactElement {
  return h(
    Heading,
    {
      className: 'ink title',
      style: {
        margin: '0 0 12px',
        fontFamily: FONT,
        fontSize: '28px',
        lineHeight: '34px',
        fontWeight: 700,
        letterSpacing: '-0.02em',
        color: color.ink,
      },
    },
    byDirection(title),
  );
}

function card(content: ReactElement): ReactElement {
  const style = {
    padding: '36px 40px 32px',
    border: `1px solid ${color.line}`,
    borderRadius: '12px',
    backgroundColor: color.card,
  };
  return tableRow({ width: '100%' }, h('td', { className: 'card card-cell', style }, content));
}

/** "Point 0", with the 0 drawn as a ring around a dot. Left out of the text version. */
function wordmark(): ReactElement {
  const [word] = site.productName.split(' ');
  const ring = { ...drawn, width: '19px', height: '19px', border: `3px solid ${color.ink}`, borderRadius: '50%' };
  const letters = {
    paddingRight: '7px',
    fontFamily: FONT,
    fontSize: '20px',
    lineHeight: '26px',
    fontWeight: 700,
    letterSpacing: '-0.02em',
    color: color.ink,
  };
  return tableRow(
    { 'data-skip-in-text': true, style: { marginLeft: '4px', marginBottom: '20px' } },
    h('td', { className: 'ink', style: letters }, word),
    h(
      'td',
      { valign: 'middle' },
      tableRow(
        { title: '0' },
        h('td', { className: 'ring', align: 'center', valign: 'middle', style: ring }, dot(9, 'inline-block')),
      ),
    ),
  );
}

/** A dot and a dotted line. */
function dotsLine(): ReactElement {
  const line = { ...drawn, width: '180px', height: 0, borderTop: `3px dotted ${color.dots}` };
  return tableRow(
    { 'data-skip-in-text': true, style: { margin: '0 0 18px' } },
    h('td', { width: 10, valign: 'middle' }, dot(10, 'block')),
    h(
      'td',
      { width: 180, valign: 'middle', style: { paddingLeft: '10px' } },
      h('div', { className: 'dots', style: line }, '\u00a0'),
    ),
  );
}

function dot(size: number, display: 'block' | 'inline-block'): ReactElement {
  const style = { ...drawn, display, width: size, height: size, borderRadius: '50%', backgroundColor: color.accent };
  return h('div', { style }, '\u00a0');
}

/** The next step as a button; `plain` for the less likely of two buttons. */
export function button(
  address: string,
  label: string,
  margin = '8px 0 24px',
  tone: 'accent' | 'plain' = 'accent',
): ReactElement {
  const isPlain = tone === 'plain';
  return h(
    Section,
    { style: { margin } },
    h(
      Button,
      {
        href: address,
        ...(isPlain && { className: 'ink ring' }),
        style: {
          padding: '13px 24px',
          border: `1px solid ${isPlain ? color.ink : color.accent}`,
          borderRadius: '8px',
          ...(!isPlain && { backgroundColor: color.accent }),
          fontFamily: FONT,
          fontSize: '16px',
          lineHeight: '22px',
          fontWeight: 700,
          color: color.ink,
        },
      },
      label,
    ),
  );
}

/** @param rel for links from people, such as `nofollow` */
export function anchor(address: string, label: string, rel?: string): ReactElement {
  const style = { color: color.link, textDecoration: 'underline', wordBreak: 'break-all' } as const;
  return h(Link, { className: 'link', href: address, style, ...(rel && { rel }) }, label);
}

export function subtitle(title: string): ReactElement {
  const style = { margin: '0 0 8px', fontFamily: FONT, fontSize: '18px', lineHeight: '26px', color: color.ink };
  return h('h2', { className: 'ink', style }, title);
}

export function list(items: ReactNode[], kind: 'ul' | 'ol' = 'ul'): ReactElement {
  const style = { margin: '0 0 20px', paddingLeft: '22px', fontFamily: FONT, color: color.ink };
  const itemStyle = { margin: '0 0 8px', fontSize: '16px', lineHeight: '24px' };
  return h(
    kind,
    { className: 'ink', style },
    // The order never changes.
    items.map((item, place) => h('li', { key: place, style: itemStyle }, item)),
  );
}

/** Smaller, below what it is about. A `div`, because in the text part it would otherwise follow on the same line. */
export function detail(text: string): ReactElement {
  return h('div', { className: 'muted', style: { fontSize: '14px', lineHeight: '20px', color: color.muted } }, text);
}

export type Facts = [label: string, value: string][];

/** Labels over values, between two lines. */
export function factList(facts: Facts): ReactElement {
  return h(
    Section,
    { style: { margin: '4px 0 20px' } },
    h(Hr, { className: 'rule', style: { margin: '0 0 14px', borderTop: `1px solid ${color.line}` } }),
    facts.map(([label, value]) =>
      h(
        'p',
        { key: label, style: { margin: '0 0 10px', fontFamily: FONT } },
        h('span', { className: 'muted', style: { fontSize: '13px', lineHeight: '19px', color: color.muted } }, label),
        h('br'),
        h(
          'strong',
          { className: 'ink', style: { fontSize: '16px', lineHeight: '24px', fontWeight: 600, color: color.ink } },
          value,
        ),
      ),
    ),
    h(Hr, { className: 'rule', style: { margin: '14px 0 0', borderTop: `1px solid ${color.line}` } }),
  );
}

/** A part of an e-mail under a bold title. */
export function section(title: string, ...content: ReactNode[]): ReactElement {
  return h(
    Section,
    { style: { margin: '0 0 16px', fontFamily: FONT } },
    paragraph(h('strong', null, title), 'ink', '0 0 4px'),
    ...content,
  );
}

/** Left out of the text version, which shows the address of each button. */
export function onlyInHtml(...content: ReactNode[]): ReactElement {
  return h('div', { 'data-skip-in-text': true }, ...content);
}

export function footer(...lines: ReactNode[]): ReactElement {
  return h('div', null, ...lines.map((line) => paragraph(line, 'muted', '0 4px 4px')));
}

/**
 * A footer with the reason for the e-mail, and what the site is. The address ends the text part, so that no program takes
 * a sign behind it for a part of it.
 */
export function footerWithSite(reason: string, siteUrl: string): ReactElement {
  return footer(reason, h('span', null, aboutSite, anchor(siteUrl, site.productName)));
}

/** The text version of an e-mail's HTML. */
function textOf(html: string): string {
  const keepCase = ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } }));
  const text = toPlainText(html, {
    wordwrap: TEXT_WIDTH,
    selectors: [...keepCase, { selector: 'hr', format: 'skip' }],
  });
  return isolated(text);
}
