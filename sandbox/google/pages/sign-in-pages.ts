/** The account chooser, the consent page, and the page for requests that Google would refuse: documents without a script. */
import { html, raw } from 'hono/html';
import { googleSandbox as copy } from '#copy/google-sandbox.ts';
import type { GoogleAccount } from '../accounts.ts';
import type { AuthorizationRequest } from '../authorization-request.ts';
import type { AuthorizationError } from '../errors.ts';
import { questionsOf } from '../scopes.ts';
import { type Markup, renderDocument } from './document.ts';

type Person = Pick<GoogleAccount, 'name' | 'email' | 'is_verified'>;

const TICK = raw(
  '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="m5 10.5 3.2 3.2L15 7" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);
const CHEVRON = raw(
  '<svg class="chevron" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="m8 5 5 5-5 5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);
/** The product's mark: the 0 with its dot. */
const MARK = raw(
  '<svg class="mark" viewBox="0 0 40 40" width="40" height="40" fill="none" aria-hidden="true"><circle cx="20" cy="20" r="17" stroke="currentColor" stroke-width="4"/><circle cx="20" cy="20" r="7.5" fill="#fbbf24"/></svg>',
);

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
    html`${heading(copy.chooseTitle, copy.chooseHint(copy.application))}
      <form method="post" action="auth" aria-label="${copy.accounts}">
        ${hiddenRequest(request)}
        <ul class="people">
          ${people.map(
            (person) => html`<li>
              <button class="person" name="account" value="${person.email}">
                ${face(person)}
                ${names(person)} ${CHEVRON}
              </button>
            </li>`,
          )}
        </ul>
      </form>
      <details ${isOpen ? 'open' : ''}>
        <summary>${copy.otherTitle}${CHEVRON}</summary>
        <form method="post" action="auth">
          ${hiddenRequest(request)}
          <p class="muted">${copy.otherHint}</p>
          ${failure ? html`<p class="alert" role="alert">${failure}</p>` : ''}
          <label>${copy.name}<input name="name" required maxlength="120" autocomplete="off" value="${typed.name}" /></label>
          <label>${copy.email}<input name="email" type="email" required maxlength="320" autocomplete="off" value="${typed.email}" /></label>
          <label class="check"><input name="is_unverified" type="checkbox" value="yes" />${copy.isUnverified}</label>
          <div class="actions"><button class="primary">${copy.next}</button></div>
        </form>
      </details>
      <form class="actions" method="post" action="auth">
        ${hiddenRequest(request)}
        <button class="quiet" name="decision" value="cancel">${copy.cancel}</button>
      </form>`,
  );
}

export function renderConsent({
  request,
  account,
}: {
  request: AuthorizationRequest;
  account: GoogleAccount;
}): string {
  const questions = [...questionsOf(request.scopes), ...(request.isOffline ? [copy.offline] : [])];
  return pageOf(
    copy.consentTitle(copy.application),
    html`${heading(copy.consentTitle(copy.application))}
      <p class="chosen">
        ${face(account)}${names(account)}
      </p>
      <h2>${copy.consentHint(copy.application)}</h2>
      <ul class="questions">${questions.map((question) => html`<li>${TICK}<span>${question}</span></li>`)}</ul>
      <form class="actions" method="post" action="consent">
        ${hiddenRequest(request)}
        <input type="hidden" name="account" value="${account.sub}" />
        <a class="other" href="auth?${request.query}">${copy.otherAccount}</a>
        <button class="quiet" name="decision" value="cancel">${copy.cancel}</button>
        <button class="primary" name="decision" value="allow">${copy.allow}</button>
      </form>`,
  );
}

/** For a request that is refused, or, without an error, for a failure that the stand-in was told to have. */
export function renderBlocked(error: AuthorizationError | undefined, siteUrl: string): string {
  const title = error ? copy.blockedTitle : copy.troubleTitle;
  return pageOf(
    title,
    html`${heading(title, error ? copy.blockedHint : copy.trouble)}
      ${error ? html`<p class="alert"><strong>${copy.error(error.status, error.error)}</strong><br />${error.message}</p>` : ''}
      <div class="actions"><a class="primary" href="${siteUrl}">${copy.back}</a></div>`,
  );
}

function pageOf(title: string, body: Markup): string {
  return renderDocument({ title: `${title} · ${copy.title}`, ribbon: copy.ribbon, body });
}

function heading(title: string, hint?: string): Markup {
  return html`<div class="head">${MARK}<h1>${title}</h1>${hint ? html`<p class="muted">${hint}</p>` : ''}</div>`;
}

function hiddenRequest(request: AuthorizationRequest): Markup {
  return html`<input type="hidden" name="request" value="${request.query}" />`;
}

function names({ name, email, is_verified }: Person): Markup {
  return html`<span class="who"
    ><strong>${name}</strong><span>${email}</span>${
      is_verified ? '' : html`<span class="standing">${copy.unverified}</span>`
    }</span
  >`;
}

function face({ name }: { name: string }): Markup {
  return html`<span class="face" aria-hidden="true">${(name.trim().at(0) ?? '').toUpperCase()}</span>`;
}
