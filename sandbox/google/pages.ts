/** The stand-in's pages: plain forms without a script, which say that they are a sandbox. */
import { html } from 'hono/html';
import { googleSandbox as copy } from '#copy/office/google-sandbox.ts';
import { type Markup, renderHtml } from '../html-document.ts';
import type { GoogleAccount } from './accounts.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { AuthorizationError } from './errors.ts';
import { questionsOf } from './scopes.ts';

type Person = Pick<GoogleAccount, 'name' | 'email' | 'is_verified'>;

/** Nothing runs in them. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

const STYLES = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 1rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
input:not([type=checkbox]) { display: block; max-width: 100%; }
button, input { margin: .25rem 0; padding: .5rem; font: inherit; }
`;

export function renderDocument(page: { title: string; ribbon: string; nav?: Markup; body: Markup }): string {
  const body = html`<body>
    <header><p><strong>${page.ribbon}</strong></p>${page.nav ?? ''}</header>
    <main>${page.body}</main>
  </body>`;
  return renderHtml({ title: page.title, styles: STYLES, body });
}

export function renderChooser(view: {
  request: AuthorizationRequest;
  people: Person[];
  typed: { name: string; email: string };
  failure?: string | undefined;
}): string {
  const { request, people, typed, failure } = view;
  const isOpen = failure !== undefined || request.loginHint !== '';
  return pageOf(
    copy.chooseTitle,
    html`<p>${copy.chooseHint(copy.application)}</p>
      <form method="post" action="auth" aria-label="${copy.accounts}">
        ${hiddenRequest(request)}
        <ul>
          ${people.map(
            (person) => html`<li><button name="account" value="${person.email}">${nameOf(person)}</button></li>`,
          )}
        </ul>
      </form>
      <details ${isOpen ? 'open' : ''}>
        <summary>${copy.otherTitle}</summary>
        <form method="post" action="auth">
          ${hiddenRequest(request)}
          <p>${copy.otherHint}</p>
          ${failure ? html`<p role="alert">${failure}</p>` : ''}
          <p>
            <label>${copy.name}<input name="name" required maxlength="120" autocomplete="off" value="${typed.name}" />
            </label>
          </p>
          <p>
            <label>${copy.email}<input name="email" type="email" required maxlength="320" autocomplete="off"
              value="${typed.email}" />
            </label>
          </p>
          <p><label><input name="is_unverified" type="checkbox" value="yes" /> ${copy.isUnverified}</label></p>
          <button>${copy.next}</button>
        </form>
      </details>
      <form method="post" action="auth">
        ${hiddenRequest(request)}
        <button name="decision" value="cancel">${copy.cancel}</button>
      </form>`,
  );
}

export function renderConsent({ request, account }: { request: AuthorizationRequest; account: GoogleAccount }): string {
  const offline: ReturnType<typeof questionsOf> = request.isOffline ? [{ question: copy.offline }] : [];
  const questions = [...questionsOf(request.scopes), ...offline];
  return pageOf(
    copy.consentTitle(copy.application),
    html`<p>${nameOf(account)}</p>
      <h2>${copy.consentHint(copy.application)}</h2>
      <form method="post" action="consent">
        ${hiddenRequest(request)}
        <input type="hidden" name="account" value="${account.sub}" />
        <ul>
          ${questions.map(({ question, box }) =>
            box
              ? html`<li><label><input name="ticked" type="checkbox" value="${box}" checked /> ${question}</label></li>`
              : html`<li>${question}</li>`,
          )}
        </ul>
        <p><a href="auth?${request.query}">${copy.otherAccount}</a></p>
        <button name="decision" value="cancel">${copy.cancel}</button>
        <button name="decision" value="allow">${copy.allow}</button>
      </form>`,
  );
}

/** For a request that is refused, or, without an error, for a failure that the stand-in was told to have. */
export function renderBlocked(error: AuthorizationError | undefined, siteUrl: string): string {
  return pageOf(
    error ? copy.blockedTitle : copy.troubleTitle,
    html`<p>${error ? copy.blockedHint : copy.trouble}</p>
      ${error ? html`<p><strong>${copy.error(error.status, error.error)}</strong><br />${error.message}</p>` : ''}
      <p><a href="${siteUrl}">${copy.back}</a></p>`,
  );
}

function pageOf(title: string, body: Markup): string {
  return renderDocument({
    title: `${title} · ${copy.title}`,
    ribbon: copy.ribbon,
    body: html`<h1>${title}</h1>${body}`,
  });
}

function hiddenRequest(request: AuthorizationRequest): Markup {
  return html`<input type="hidden" name="request" value="${request.query}" />`;
}

function nameOf({ name, email, is_verified }: Person): Markup {
  return html`<strong>${name}</strong><br />${email}${is_verified ? '' : html`<br />${copy.unverified}`}`;
}
