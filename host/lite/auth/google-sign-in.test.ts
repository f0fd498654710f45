import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { openGoogleFixture, VERIFIER } from '#tests/kit/google-sign-in-fixtures.ts';
import { GOOGLE_CLIENT, PUBLISHABLE_KEY, request, SITE_URL } from '#tests/kit/lite-backends.ts';
import { claimsIn, tokensIn } from '#tests/kit/session-fixtures.ts';

const auth = provideFixture(() => openAuthFixture({ google: GOOGLE_CLIENT }));
const google = provideFixture(() => openGoogleFixture(auth.database.sql));

const ours = (asked: Request) => auth.backend.fetch(asked, { peerAddress: '198.51.100.7' });
const theirs = (asked: Request) => auth.library.fetch(asked);
const newEmail = () => `p-${randomUUID().slice(0, 8)}@site.test`;

async function exchange(arrival: URL, verifier = VERIFIER) {
  const body = { auth_code: arrival.searchParams.get('code'), code_verifier: verifier };
  const answer = await auth.post('/token?grant_type=pkce', body);
  return { status: answer.status, body: await answer.json() };
}

const passwordOutcome = (email: string) =>
  outcome(auth.post('/token?grant_type=password', { email, password: PASSWORD }));

async function accountOf(email: string) {
  const [account] = await auth.database.sql`
    select u.id, u.email_confirmed_at is not null as is_confirmed, u.encrypted_password as password,
      u.confirmation_token as token,
      (select p.name from public.profiles p where p.id = u.id) as profile_name,
      (select p.is_admin from public.profiles p where p.id = u.id) as is_admin,
      array(select i.provider from auth.identities i where i.user_id = u.id order by 1) as providers
    from auth.users u where u.email = ${email}`;
  return account;
}

const countAccounts = async () => {
  const [row] = await auth.database.sql`select count(*)::int as count from auth.users`;
  return row?.count as number;
};

test('a new person comes back with a code that only the asking browser can use, once', async () => {
  const email = newEmail();
  const arrival = await google.signIn(ours, { name: 'Tanvi Ghorpade', email });
  expect(arrival.href).toMatch(new RegExp(`^${SITE_URL}/\\?code=[^&]+$`));
  expect((await exchange(arrival, 'w'.repeat(64))).status).toBe(400);
  const { status, body } = await exchange(arrival);
  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    email,
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: { full_name: 'Tanvi Ghorpade', email_verified: true },
  });
  expect(body.user.user_metadata).not.toHaveProperty('is_admin');
  expect(await accountOf(email)).toMatchObject({
    is_confirmed: true,
    profile_name: 'Tanvi Ghorpade',
    is_admin: false,
    providers: ['google'],
  });
  expect((await exchange(arrival)).status).toBe(404);
});

test('the same person comes back to the same account, also with the link that the implicit flow gives', async () => {
  const person = { name: 'Lalrin Sailo', email: newEmail() };
  const first = (await exchange(await google.signIn(ours, person))).body;
  const second = (await exchange(await google.signIn(ours, person))).body;
  expect(second.user.id).toBe(first.user.id);
  const arrival = await google.signIn(ours, person, {});
  expect(new URLSearchParams(arrival.hash.slice(1)).get('access_token')).toMatch(/^ey/);
});

test('offline access reaches the browser when consent was asked for', async () => {
  const challenge = new URL(
    (await ours(request('/auth/v1/authorize?provider=google&access_type=offline&prompt=consent'))).headers.get(
      'location',
    ) ?? '',
  );
  expect(challenge.origin + challenge.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth');
  expect(Object.fromEntries(challenge.searchParams)).toMatchObject({
    client_id: GOOGLE_CLIENT.clientId,
    redirect_uri: `${SITE_URL}/auth/v1/callback`,
    response_type: 'code',
    scope: 'email profile',
    access_type: 'offline',
    prompt: 'consent',
  });
});

test('a refusal and a failing provider lead back to the site with the reason', async () => {
  const refused = await google.signIn(ours, 'cancel');
  expect(refused.origin + refused.pathname).toBe(`${SITE_URL}/`);
  expect(refused.searchParams.get('error')).toBe('access_denied');
  await google.fail('token');
  const failed = await google.signIn(ours, { name: 'Asha', email: newEmail() });
  expect(failed.searchParams.get('error')).toBe('server_error');
  expect(failed.searchParams.get('error_description')).toMatch(/^Unable to exchange external code/);
});

test.each([
  ['an invented state', `state=${randomUUID()}&code=x`, 'bad_oauth_state'],
  ['no state', 'code=x', 'bad_oauth_callback'],
])('an answer with %s is refused', async (_, query, code) => {
  const answer = await ours(request(`/auth/v1/callback?${query}`));
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error_code')).toBe(code);
});

test('a state is good for one answer', async () => {
  const leaving = await ours(
    request(`/auth/v1/authorize?provider=google&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`),
  );
  const state = new URL(leaving.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const email = newEmail();
  await google.signIn(ours, { name: 'Asha', email });
  const { id } = (await accountOf(email)) ?? {};
  await auth.database.sql`update auth.flow_state set user_id = ${id} where id = ${state}`;
  const answer = await ours(request(`/auth/v1/callback?state=${state}&code=x`));
  expect(new URL(answer.headers.get('location') ?? '').searchParams.get('error_code')).toBe('flow_state_already_used');
});

test('only known parameters reach Google; the library passes any on, over its own', async () => {
  const theirOwn = 'state=mine&client_id=other&scopes=calendar&invite_token=x&hd=evil.test';
  const path = `/auth/v1/authorize?provider=google&${theirOwn}`;
  const answer = await ours(request(path));
  const { searchParams } = new URL(answer.headers.get('location') ?? '');
  expect(searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/);
  expect(searchParams.get('client_id')).toBe(GOOGLE_CLIENT.clientId);
  expect(searchParams.get('scope')).toBe('email profile');
  expect(searchParams.has('hd')).toBe(false);
  const bare = await theirs(request(path.replace('&invite_token=x', '')));
  const bareParameters = new URL(bare.headers.get('location') ?? '').searchParams;
  expect([bareParameters.get('state'), bareParameters.get('client_id')]).toEqual(['mine', 'other']);
});

test('a confirmed password account is linked, and keeps its password and name', async () => {
  const email = newEmail();
  await auth.signUp(email);
  await auth.confirm(email);
  const before = await accountOf(email);
  const { body } = await exchange(await google.signIn(ours, { name: 'Another Name', email }));
  expect(body.user.id).toBe(before?.id);
  expect(await accountOf(email)).toMatchObject({ profile_name: 'Asha', providers: ['email', 'google'] });
  expect((await passwordOutcome(email))[0]).toBe(200);
});

test('an account that a stranger prepared is the owner’s alone afterwards', async () => {
  const email = newEmail();
  await auth.signUp(email);
  const { body } = await exchange(await google.signIn(ours, { name: 'Real Owner', email }));
  expect(body.user.user_metadata).toMatchObject({ full_name: 'Real Owner' });
  expect(await accountOf(email)).toMatchObject({
    is_confirmed: true,
    password: null,
    token: null,
    profile_name: 'Real Owner',
    providers: ['google'],
  });
  expect(await passwordOutcome(email)).toEqual([400, 'invalid_credentials']);
  expect(await outcome(auth.pressMailedLink(email))).toEqual([403, 'otp_expired']);
});

test('the library drops the stranger’s password by itself, but keeps the name and the mailed link', async () => {
  const email = newEmail();
  await auth.signUp(email);
  await google.signIn(theirs, { name: 'Real Owner', email });
  expect(await accountOf(email)).toMatchObject({
    password: null,
    token: expect.any(String),
    profile_name: 'Asha',
    providers: ['google'],
  });
});

test('an address that Google has not verified makes nothing and opens nothing', async () => {
  const taken = newEmail();
  await auth.signUp(taken);
  await auth.confirm(taken);
  for (const email of [taken, newEmail()]) {
    const before = await countAccounts();
    const person = { name: 'Stranger', email, isUnverified: true };
    for (const arrival of [await google.signIn(ours, person), await google.signIn(ours, person, {})]) {
      expect(arrival.searchParams.get('code')).toBeNull();
      expect(arrival.hash).not.toContain('access_token');
      expect(arrival.searchParams.get('error_code')).toBe('provider_email_needs_verification');
      expect(arrival.searchParams.get('error_description')).toBe(
        'Google has not verified the email address of this account. Verify it with Google first, or ' +
          'sign up with a password.',
      );
    }
    expect(await countAccounts()).toBe(before);
  }
  expect(await auth.mailsTo(taken)).toHaveLength(1);
  expect((await accountOf(taken))?.providers).toEqual(['email']);
  // Once it is verified, the same Google account is welcome.
  const { body } = await exchange(await google.signIn(ours, { name: 'Owner', email: taken }));
  expect(body.user.email).toBe(taken);
});

test('the library by itself makes accounts for unverified addresses, and one without an address', async () => {
  const taken = newEmail();
  await auth.signUp(taken);
  await auth.confirm(taken);
  const fresh = newEmail();
  await google.signIn(theirs, { name: 'Stranger', email: fresh, isUnverified: true });
  expect(await accountOf(fresh)).toMatchObject({ is_confirmed: false, providers: ['google'] });
  await google.signIn(theirs, { name: 'Stranger', email: taken, isUnverified: true });
  const [row] = await auth.database.sql`select count(*)::int as count from auth.users where email is null`;
  expect(row?.count).toBe(1);
  await auth.database.sql`delete from auth.users where email is null`;
});

test('an address that an account has left does not open it', async () => {
  const old = newEmail();
  const moved = newEmail();
  await auth.signUp(old);
  await auth.confirm(old);
  const session = await (await auth.post('/token?grant_type=password', { email: old, password: PASSWORD })).json();
  await ours(
    request('/auth/v1/user', {
      method: 'PUT',
      body: { email: moved },
      headers: { authorization: `Bearer ${session.access_token}` },
    }),
  );
  await auth.pressMailedLink(old);
  await auth.pressMailedLink(moved);
  const { id } = (await accountOf(moved)) ?? {};
  expect(id).toBe(session.user.id);
  const { body } = await exchange(await google.signIn(ours, { name: 'Next Owner', email: old }));
  expect(body.user.id).not.toBe(id);
});

test('pages are told whether Google is offered, and without a client it is refused', async () => {
  const settings = await (await ours(request('/auth/v1/settings'))).json();
  expect(settings.external.google).toBe(true);
  const { backend, close } = await openAuthFixture();
  const answer = await backend.fetch(request('/auth/v1/authorize?provider=google'));
  expect(answer.status).toBe(400);
  expect(answer.headers.get('location')).toBeNull();
  await close();
});

test('neither leaving nor returning needs a key, and starts are counted', async () => {
  const bare = (path: string) => new Request(`${SITE_URL}${path}`);
  expect((await ours(bare('/auth/v1/authorize?provider=google'))).status).toBe(302);
  expect((await ours(bare('/auth/v1/callback'))).status).toBe(303);
  const few = await openAuthFixture({ google: GOOGLE_CLIENT, requestLimits: { authorize: 1 } });
  const start = () =>
    few.backend.fetch(request('/auth/v1/authorize?provider=google', { key: PUBLISHABLE_KEY }), {
      peerAddress: '203.0.113.9',
    });
  expect([(await start()).status, (await start()).status]).toEqual([302, 429]);
  await few.close();
});

test('a sign-in through Google says so in the session and in its tokens, in either flow', async () => {
  const person = { name: 'Tanvi Ghorpade', email: newEmail() };
  const oauth = { aal: 'aal1', amr: [{ method: 'oauth', timestamp: expect.any(Number) }] };
  expect(claimsIn((await exchange(await google.signIn(ours, person))).body.access_token)).toMatchObject(oauth);
  const tokens = tokensIn(await google.signIn(ours, person, {}));
  expect(claimsIn(tokens.access_token)).toMatchObject(oauth);
  const [row] = await auth.database.sql`
    select host(ip) as address from auth.sessions where id = ${claimsIn(tokens.access_token).session_id}`;
  expect(row?.address).toBe('198.51.100.7');
  const answer = await auth.post('/token?grant_type=refresh_token', { refresh_token: tokens.refresh_token });
  expect(claimsIn(((await answer.json()) as { access_token: string }).access_token)).toMatchObject(oauth);
});

test('a sign-in through Google does not go around the second step (must hold 23)', async () => {
  const person = { name: 'Tanvi Ghorpade', email: newEmail() };
  const profilesOf = async (session: { access_token: string }) => {
    const headers = { authorization: `Bearer ${session.access_token}` };
    return ((await (await ours(request('/rest/v1/profiles?select=id', { headers }))).json()) as unknown[]).length;
  };
  const { body: first } = await exchange(await google.signIn(ours, person));
  expect(await profilesOf(first)).toBe(1);
  await auth.database.sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
    values (${randomUUID()}, ${first.user.id}, 'Phone', 'totp', 'verified', '')`;
  const { body: second } = await exchange(await google.signIn(ours, person));
  expect(claimsIn(second.access_token).aal).toBe('aal1');
  expect(second.user.factors).toMatchObject([{ friendly_name: 'Phone', status: 'verified' }]);
  expect(await profilesOf(second)).toBe(0);
});

test('a sign-up with Google leaves one consent to each text, and says where (must hold 38)', async () => {
  const email = newEmail();
  await google.signIn(ours, { name: 'Asha Rao', email });
  const rows = await auth.database.sql`
    select c.kind, c.place from private.consents c join auth.users u on u.id = c.user_id where u.email = ${email}
    order by c.kind`;
  expect(rows).toEqual([
    { kind: 'privacy', place: 'google' },
    { kind: 'terms', place: 'google' },
  ]);
});
