import { type Context, Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { googleSandbox as copy } from '#copy/office/google-sandbox.ts';
import { OPENID_CONFIGURATION } from './account-api.ts';
import { type Accounts, DEMONSTRATION_PEOPLE, type GoogleAccount } from './accounts.ts';
import {
  type AuthorizationRequest,
  answerAddress,
  type GoogleClient,
  readAuthorizationRequest,
} from './authorization-request.ts';
import { AuthorizationError } from './errors.ts';
import type { Faults } from './faults.ts';
import type { Grants } from './grants.ts';
import { PAGE_POLICY, renderBlocked, renderChooser, renderConsent } from './pages.ts';
import { withoutEmptyBoxes } from './scopes.ts';

const COOKIE = 'sandbox_google_accounts';
const REMEMBERED_ACCOUNTS = 4;

const personShape = z.object({
  name: z.string().trim().min(1).max(120),
  email: z.email().max(320),
  isVerified: z.boolean(),
});

/** accounts.google.com: the account chooser and the consent page, in which nothing runs. */
export function createConsentApi(parts: {
  client: GoogleClient;
  accounts: Accounts;
  grants: Grants;
  faults: Faults;
  siteUrl: string;
}): Hono {
  const { client, accounts, grants, faults } = parts;
  const api = new Hono();
  const isHttps = parts.siteUrl.startsWith('https:');

  api.get('/.well-known/openid-configuration', (c) => c.json(OPENID_CONFIGURATION));

  const remembered = async (c: Context): Promise<GoogleAccount[]> => {
    const subs = (getCookie(c, COOKIE) ?? '').split('.').filter((sub) => /^\d{21}$/.test(sub));
    return accounts.list(subs.slice(0, REMEMBERED_ACCOUNTS));
  };

  async function remember(c: Context, sub: string): Promise<void> {
    const others = (await remembered(c)).map((one) => one.sub).filter((one) => one !== sub);
    setCookie(c, COOKIE, [sub, ...others].slice(0, REMEMBERED_ACCOUNTS).join('.'), {
      path: '/sandbox/providers/accounts.google.com',
      httpOnly: true,
      sameSite: 'Lax',
      secure: isHttps,
      maxAge: 30 * 86_400,
    });
  }

  async function chooser(c: Context, request: AuthorizationRequest, failure?: string, typed = {}) {
    const known = await remembered(c);
    const isNew = ({ email }: { email: string }) => known.every((one) => one.email !== email);
    return page(
      c,
      renderChooser({
        request,
        people: [...known, ...DEMONSTRATION_PEOPLE.filter(isNew).map((one) => ({ ...one, is_verified: true }))],
        typed: { name: '', email: request.loginHint, ...typed },
        failure,
      }),
      failure ? 400 : 200,
    );
  }

  /** The account that the form names, or a sentence about what is wrong with it. */
  async function chosenAccount(form: URLSearchParams): Promise<GoogleAccount | string> {
    const email = form.get('account');
    const demonstrated = DEMONSTRATION_PEOPLE.find((one) => one.email === email);
    if (demonstrated) return accounts.remember({ ...demonstrated, isVerified: true });
    if (email !== null) return (await accounts.findByEmail(email)) ?? copy.invalidPerson;
    const person = personShape.safeParse({
      name: form.get('name'),
      email: form.get('email')?.trim(),
      isVerified: form.get('is_unverified') === null,
    });
    return person.success ? accounts.remember(person.data) : copy.invalidPerson;
  }

  async function allow(c: Context, request: AuthorizationRequest, sub: string, hasBeenAsked: boolean) {
    const grant = { sub, clientId: client.clientId, scopes: request.scopes };
    if (hasBeenAsked) await grants.rememberConsent(grant);
    // As Google: access that was granted before comes without a refresh token, unless consent is asked for again.
    const code = await grants.issueCode({ ...request, ...grant, hasRefreshToken: request.isOffline && hasBeenAsked });
    return c.redirect(answerAddress(request, { code, scope: request.scopes.join(' ') }), 303);
  }

  const refuse = (c: Context, request: AuthorizationRequest) =>
    c.redirect(answerAddress(request, { error: 'access_denied' }), 303);

  api.get('/o/oauth2/v2/auth', (c) =>
    faults.around('authorize', () => chooser(c, readAuthorizationRequest(new URL(c.req.url).search, client))),
  );

  api.post('/o/oauth2/v2/auth', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readAuthorizationRequest(form.get('request') ?? '', client);
    if (form.get('decision') === 'cancel') return refuse(c, request);
    const account = await chosenAccount(form);
    if (typeof account === 'string') {
      return chooser(c, request, account, { name: form.get('name') ?? '', email: form.get('email') ?? '' });
    }
    await remember(c, account.sub);
    const grant = { sub: account.sub, clientId: client.clientId, scopes: request.scopes };
    if (!request.asksConsent && (await grants.hasConsented(grant))) return allow(c, request, account.sub, false);
    const step = new URLSearchParams({ account: account.sub, request: request.query });
    return c.redirect(`consent?${step}`, 303);
  });

  api.get('/o/oauth2/v2/consent', async (c) => {
    const { request, account } = await readStep(new URL(c.req.url).searchParams);
    return page(c, renderConsent({ request, account }));
  });

  api.post('/o/oauth2/v2/consent', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const { request, account } = await readStep(form);
    if (form.get('decision') !== 'allow') return refuse(c, request);
    const scopes = withoutEmptyBoxes(request.scopes, form.getAll('ticked'));
    return allow(c, { ...request, scopes }, account.sub, true);
  });

  async function readStep(step: URLSearchParams) {
    const request = readAuthorizationRequest(step.get('request') ?? '', client);
    const account = await accounts.find(step.get('account') ?? '');
    if (!account) throw new AuthorizationError('invalid_request', 'The account is not signed in.');
    return { request, account };
  }

  api.onError((error, c) => {
    const isRefused = error instanceof AuthorizationError;
    return page(c, renderBlocked(isRefused ? error : undefined, parts.siteUrl), isRefused ? error.status : 500);
  });
  return api;
}

function page(c: Context, html: string, status: 200 | 400 | 401 | 500 = 200) {
  return c.html(html, status, {
    'cache-control': 'no-store',
    'content-security-policy': PAGE_POLICY,
    // The address holds the whole request. Without any referrer, the forms would say that they come from nowhere.
    'referrer-policy': 'same-origin',
  });
}
