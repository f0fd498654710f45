import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { request } from '#tests/kit/lite-backends.ts';

const auth = provideFixture(() => openAuthFixture());

const COLUMNS = ['confirmation_token', 'recovery_token', 'email_change_token_current', 'email_change_token_new'];
const TYPE_OF: Record<string, string> = {
  confirmation_token: 'signup',
  recovery_token: 'recovery',
  email_change_token_current: 'email_change',
  email_change_token_new: 'email_change',
};

/** Everything that the table holds of mailed links, and everything that the links carry. */
async function storedAndMailed() {
  const accounts = await auth.database.sql`select ${auth.database.sql(COLUMNS)} from auth.users`;
  const stored = accounts.flatMap((row) =>
    COLUMNS.flatMap((column) => (row[column] ? [{ column, token: String(row[column]) }] : [])),
  );
  const mails = await auth.database.sql<{ text: string }[]>`select payload ->> 'text' as text from private.outbox`;
  const mailed = mails.flatMap(({ text }) => /token_hash=([\w-]+)/.exec(text)?.[1] ?? []);
  return { stored, mailed };
}

/** How far what the table holds opens an account, posted in both forms. */
async function openStored({ column, token }: { column: string; token: string }) {
  const type = TYPE_OF[column] ?? '';
  const posted = await outcome(auth.post('/verify', { type, token_hash: token }));
  const split = await outcome(auth.post('/verify', { type, email: token.slice(0, 1), token: token.slice(1) }));
  return [posted, split];
}

test('what the table holds of mailed links opens nothing', async () => {
  await auth.signUp('waiting@site.test');
  await auth.signUp('asha@site.test');
  await auth.confirm('asha@site.test');
  const session = await (
    await auth.post('/token?grant_type=password', { email: 'asha@site.test', password: PASSWORD })
  ).json();
  const headers = { authorization: `Bearer ${session.access_token}` };
  await auth.post('/user', { email: 'moved@site.test' }, { method: 'PUT', headers });
  await auth.post('/recover', { email: 'asha@site.test' });

  const { stored, mailed } = await storedAndMailed();
  expect(new Set(stored.map(({ column }) => column))).toEqual(new Set(COLUMNS));
  for (const row of stored) {
    expect(await openStored(row)).toEqual([
      [403, 'otp_expired'],
      [403, 'otp_expired'],
    ]);
  }
  // The links carry 32 random bytes, and the table their SHA-256.
  for (const secret of mailed) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const hashes = mailed.map((secret) => createHash('sha256').update(secret).digest('hex'));
  for (const { token } of stored) expect(hashes).toContain(token);
  expect((await auth.pressMailedLink('asha@site.test')).status).toBe(200);
});

test('the library by itself stores what it mails (negative control)', async () => {
  const body = { email: 'plain@site.test', password: PASSWORD };
  await auth.library.fetch(request('/auth/v1/signup', { body }));
  const [account] = await auth.database.sql`
    select confirmation_token as token from auth.users where email = 'plain@site.test'`;
  const answer = await auth.library.fetch(request(`/auth/v1/verify?type=signup&token=${account?.token}`));
  expect(answer.headers.get('location')).toContain('access_token');
});
