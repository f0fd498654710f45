import { afterEach, beforeAll, expect, it } from 'vitest';
import type { Founder } from '#tests/kit/app-client.ts';
import { openBookingFixture } from '#tests/kit/booking-fixture.ts';
import { expectAnswer, expectError } from '#tests/kit/expect-answer.ts';
import { giveConsent } from '#tests/kit/google-consent.ts';
import { asPerson } from '#tests/kit/payment-fixture.ts';
import { provideTestApp } from '#tests/kit/suite-app.ts';

const app = provideTestApp({ LOG_LEVEL: 'debug' });
const fixture = openBookingFixture(app);
let administrator: Founder;
let callback: string;

beforeAll(async () => {
  administrator = await app.addAdministrator();
  callback = `${app.host.url}/oauth-callback`;
});
afterEach(() => fixture.clearFaults());

const begin = (by?: Founder) => app.call('manual-google-oauth?action=begin', {}, by);
const newState = async (by: Founder) => (await begin(by)).body.state as string;
/** With the state that belongs to the code, else with a new one of the administrator's. */
const exchange = async (code: string, by?: Founder, { redirectUri = callback, state = '' } = {}) =>
  app.call(
    'manual-google-oauth?action=exchange-code',
    { code, redirect_uri: redirectUri, state: state || (await newState(administrator)) },
    by,
  );
const openConsent = (state: string) =>
  fetch(`${app.host.url}/functions/v1/manual-google-oauth?${new URLSearchParams({ action: 'consent', state })}`, {
    redirect: 'manual',
  });

async function newCode(): Promise<string> {
  const { body } = await begin(administrator);
  const consent = await openConsent(body.state);
  return (await giveConsent(app, consent.headers.get('location') ?? '')).searchParams.get('code') ?? '';
}

const stored = async () => (await app.sql`select * from private.google_credentials`)[0];

it('manual-google-oauth leads an administrator to Google, and keeps the token that the code stands for', async () => {
  const { status, body } = await begin(administrator);
  expect([status, body]).toEqual([
    200,
    { success: true, state: expect.stringMatching(/^[\w-]+\.\d+\.[\w-]+$/), redirect_uri: callback },
  ]);
  const consent = await openConsent(body.state);
  expect(consent.status).toBe(302);
  expect(consent.headers.get('cache-control')).toBe('no-store');
  const location = consent.headers.get('location') ?? '';
  expect(location).toContain('/sandbox/providers/accounts.google.com/o/oauth2/v2/auth?');
  expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
    scope: 'https://www.googleapis.com/auth/calendar',
    access_type: 'offline',
    prompt: 'consent',
    redirect_uri: callback,
    state: body.state,
  });

  const answer = await giveConsent(app, location);
  expect(answer.origin + answer.pathname).toBe(callback);
  expect(answer.searchParams.get('state')).toBe(body.state);
  const exchanged = await exchange(answer.searchParams.get('code') ?? '', administrator, { state: body.state });
  expect([exchanged.status, exchanged.body]).toEqual([
    200,
    { success: true, refresh_token: expect.stringMatching(/^1\/\//) },
  ]);
  expect(exchanged.headers.get('cache-control')).toBe('no-store');

  const row = await stored();
  expect(row).toMatchObject({ token_state: 'ok' });
  expect(row?.refresh_token_encrypted).toMatch(/^v1\./);
  expect(row?.refresh_token_encrypted).not.toContain(exchanged.body.refresh_token);
  const [entry] = await app.sql`
    select actor, changes from private.audit_log where table_name = 'google_credentials' order by id desc limit 1`;
  expect(entry).toEqual({ actor: administrator.id, changes: { refresh_token: null } });

  // The token that was stored is the one that the calendar is asked with.
  expect((await app.call('test-google-calendar', '', administrator)).body).toMatchObject({
    success: true,
    token_state: 'ok',
  });
});

it('manual-google-oauth shows the token once: neither a second exchange, nor a table, nor the log has it', async () => {
  const code = await newCode();
  const token = (await exchange(code, administrator)).body.refresh_token;
  const again = await exchange(code, administrator);
  expect([again.status, again.body]).toEqual([
    400,
    {
      success: false,
      error:
        'Google does not accept this code: it was used already, has expired, or is not complete. ' +
        'Start again with step 1.',
    },
  ]);
  for (const path of ['google_token_state', 'read_google_token']) {
    const answer = await asPerson(app, administrator).rpc(path, {});
    expect(JSON.stringify(answer.body)).not.toContain(token);
    expect(JSON.stringify(answer.body)).not.toContain('v1.');
  }
  expect(app.host.output()).not.toContain(token);
  expect(app.host.output()).not.toContain(code);
});

it('manual-google-oauth is for administrators alone, and asks each time whether somebody still is one', async () => {
  const founder = await app.addFounder();
  const code = await newCode();
  for (const call of [begin, (by?: Founder) => exchange(code, by)]) {
    expect((await call()).status).toBe(401);
    expectAnswer(await call(founder), 403, { error: 'Admin privileges required.' });
  }
  const former = await app.addAdministrator();
  expect((await begin(former)).status).toBe(200);
  await app.sql`update public.profiles set is_admin = false where id = ${former.id}`;
  expect((await begin(former)).status).toBe(403);
  expect((await exchange(code, former)).status).toBe(403);
  // None of these has used the code up.
  expect((await exchange(code, administrator)).status).toBe(200);
});

it('manual-google-oauth takes a state once, to open the consent page and to exchange a code, and from who asked for it', async () => {
  const other = await app.addAdministrator();
  const sentence = 'You did not start this authorisation, or its code was tried before. Start again with step 1.';
  const state = await newState(administrator);
  const answer = await giveConsent(app, (await openConsent(state)).headers.get('location') ?? '');
  expect((await openConsent(state)).status).toBe(403);
  const code = answer.searchParams.get('code') ?? '';
  expectError(await exchange(code, other, { state }), 400, sentence);
  expectError(await exchange(code, other, { state: 'x' }), 400, sentence);
  // Neither used it up for whose it is.
  expect((await exchange(code, administrator, { state })).status).toBe(200);
  expectError(await exchange(await newCode(), administrator, { state }), 400, sentence);
  const without = { code: await newCode(), redirect_uri: callback };
  expect((await app.call('manual-google-oauth?action=exchange-code', without, administrator)).status).toBe(400);
});

it('manual-google-oauth redirects nobody to Google without a state that an administrator asked for', async () => {
  const { body } = await begin(administrator);
  const [nonce, expiresAt, signature] = body.state.split('.');
  const later = `${nonce}.${Number(expiresAt) + 60}.${signature}`;
  for (const state of ['', 'x', later, `${nonce}.${expiresAt}.`, `${nonce}.${expiresAt}.${'A'.repeat(43)}`]) {
    const answer = await openConsent(state);
    expect([answer.status, answer.headers.get('location')]).toEqual([403, null]);
    expect(await answer.text()).toBe(
      'This link has expired or is not ours. Please go back and open the authorisation window again.',
    );
  }
});

it('manual-google-oauth refuses an invalid code, another address and an unknown action, storing nothing', async () => {
  const before = await stored();
  const wrong = await exchange('4/0not-a-code', administrator);
  expect([wrong.status, wrong.body.success]).toEqual([400, false]);
  expect((await exchange('  ', administrator)).status).toBe(400);
  const refused = await exchange(await newCode(), administrator, {
    redirectUri: 'https://elsewhere.example/oauth-callback',
  });
  expectError(refused, 400, `The code must have been sent to ${callback}.`);
  expect((await app.call('manual-google-oauth', {}, administrator)).status).toBe(400);
  expect(await stored()).toEqual(before);
});

it('manual-google-oauth says when Google cannot be reached', async () => {
  const code = await newCode();
  await fixture.fault({ operation: 'token', status: 503 });
  expectError(await exchange(code, administrator), 503, 'Google could not be reached. Please start again with step 1.');
});
