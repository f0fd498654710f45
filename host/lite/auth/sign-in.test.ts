/**
 * The whole sign-in over HTTP with the real client: sign-up, mailed link, sign-in, refresh, sign-out; recovery; both
 * flows.
 */
import { serve } from '@hono/node-server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { provideTestDatabase } from '#tests/kit/database-fixture.ts';
import { findFreePort } from '#tests/kit/host.ts';
import { openBackend, PUBLISHABLE_KEY } from '#tests/kit/lite-backends.ts';
import { mailedLinkIn } from '#tests/kit/mailed-link.ts';

const database = provideTestDatabase();
let backend: ReturnType<typeof openBackend>;
let siteUrl: string;
let server: ReturnType<typeof serve>;

beforeAll(async () => {
  const port = await findFreePort();
  siteUrl = `http://127.0.0.1:${port}`;
  backend = openBackend({ databaseUrl: database.url, siteUrl, externalUrl: siteUrl });
  server = serve({
    port,
    hostname: '127.0.0.1',
    fetch: (request, env) => backend.fetch(request, { peerAddress: env.incoming.socket?.remoteAddress ?? null }),
  });
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await backend.close();
});

const password = 'correct horse';

/** A browser's client: it keeps its session and looks for one in the address. */
function openClient(flowType: 'implicit' | 'pkce'): SupabaseClient {
  const kept = new Map<string, string>();
  return createClient(siteUrl, PUBLISHABLE_KEY, {
    auth: {
      flowType,
      persistSession: true,
      autoRefreshToken: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => {
          kept.set(key, value);
        },
        removeItem: (key) => {
          kept.delete(key);
        },
      },
    },
  });
}

async function lastMailTo(email: string) {
  const [job] = await database.sql<{ payload: Record<'to' | 'subject' | 'html' | 'text', string> }[]>`
    select payload from private.outbox where kind = 'email' and payload ->> 'to' = ${email} order by created_at desc
      limit 1`;
  if (!job) throw new Error(`No e-mail to ${email}`);
  return job.payload;
}

/** What the page of the mailed link asks when its button is pressed, in whatever browser it was opened. */
const press = async (email: string) =>
  openClient('implicit').auth.verifyOtp(mailedLinkIn((await lastMailTo(email)).text).press);

async function signUp(client: SupabaseClient, email: string) {
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { name: 'Asha Rao', is_admin: true }, emailRedirectTo: `${siteUrl}/login?confirmed=true` },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.identities).toHaveLength(1);
}

test.each(['implicit', 'pkce'] as const)('a founder signs up, confirms and signs in (%s)', async (flow) => {
  const email = `asha-${flow}@site.test`;
  const client = openClient(flow);
  await signUp(client, email);

  const early = await client.auth.signInWithPassword({ email, password });
  expect(early.error?.code).toBe('email_not_confirmed');

  const mail = await lastMailTo(email);
  expect(mail.subject).toBe('Confirm your email for Point 0');
  expect(mail.html).toContain(email);
  const link = mailedLinkIn(mail.text);
  expect(link.href).toMatch(new RegExp(`^${siteUrl}/confirm-email#`));
  expect(link.redirectTo).toBe(`${siteUrl}/login?confirmed=true`);
  expect(await press(email)).toMatchObject({ error: null, data: { user: { email } } });
  expect((await press(email)).error?.code).toBe('otp_expired');

  const signIn = await client.auth.signInWithPassword({ email, password });
  expect(signIn.error).toBeNull();
  const { data: person } = await client.auth.getUser();
  expect(person.user?.user_metadata).toMatchObject({ name: 'Asha Rao' });
  expect(person.user?.user_metadata).not.toHaveProperty('is_admin');
  const claims = JSON.parse(Buffer.from(signIn.data.session?.access_token.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ sub: person.user?.id, role: 'authenticated', aud: 'authenticated', email });
  expect(claims.exp).toBeGreaterThan(Date.now() / 1000);

  const { data: profile } = await client.from('profiles').select('name, is_admin').single();
  expect(profile).toEqual({ name: 'Asha Rao', is_admin: false });

  const refreshed = await client.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signIn.data.session?.refresh_token);

  expect((await client.auth.signOut()).error).toBeNull();
  const { error: signedOut } = await client.auth.refreshSession({
    refresh_token: refreshed.data.session?.refresh_token ?? '',
  });
  expect(signedOut).not.toBeNull();
});

test.each(['implicit', 'pkce'] as const)('a forgotten password is replaced (%s)', async (flow) => {
  const email = `ravi-${flow}@site.test`;
  const client = openClient(flow);
  await signUp(client, email);
  await press(email);

  const thief = openClient('implicit');
  const stolen = await thief.auth.signInWithPassword({ email, password });
  expect(stolen.error).toBeNull();

  const asked = await client.auth.resetPasswordForEmail(email, { redirectTo: `${siteUrl}/reset-password` });
  expect(asked.error).toBeNull();
  const mail = await lastMailTo(email);
  expect(mail.subject).toBe('Choose a new password for Point 0');
  const link = mailedLinkIn(mail.text);
  expect(link.href).toMatch(new RegExp(`^${siteUrl}/reset-password#token_hash=`));
  // Another device than the one that asked.
  const phone = openClient('pkce');
  expect((await phone.auth.verifyOtp(link.press)).error).toBeNull();

  expect((await phone.auth.updateUser({ password })).error?.code).toBe('same_password');
  const changed = await phone.auth.updateUser({ password: 'another horse' });
  expect(changed.error).toBeNull();
  expect((await phone.auth.getUser()).data.user?.email).toBe(email);
  // The thief's session ended with the old password.
  expect((await thief.auth.refreshSession()).error).not.toBeNull();
  expect((await client.auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials');
  expect((await client.auth.signInWithPassword({ email, password: 'another horse' })).error).toBeNull();
});

test('an account moves to a new address once both addresses confirm it', async () => {
  const client = openClient('implicit');
  await signUp(client, 'old@site.test');
  await press('old@site.test');
  await client.auth.signInWithPassword({ email: 'old@site.test', password });

  const asked = await client.auth.updateUser({ email: 'new@site.test' }, { emailRedirectTo: `${siteUrl}/dashboard` });
  expect(asked.error).toBeNull();
  for (const address of ['new@site.test', 'old@site.test']) {
    const mail = await lastMailTo(address);
    expect(mail.text).toContain('from old@site.test to new@site.test');
    expect((await press(address)).error).toBeNull();
  }
  expect((await client.auth.signInWithPassword({ email: 'new@site.test', password })).error).toBeNull();
  const { data: profile } = await client.from('profiles').select('email').single();
  expect(profile).toEqual({ email: 'new@site.test' });
});
