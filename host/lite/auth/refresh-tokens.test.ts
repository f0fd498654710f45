import { beforeEach, describe, expect, test } from 'vitest';
import { outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { JWT_SECRET, openBackend, request } from '#tests/kit/lite-backends.ts';
import { openSessionFixture, type Session, sessionIn } from '#tests/kit/session-fixtures.ts';
import { hashToken, purgeSealedTokens } from './refresh-tokens.ts';
import { createSeal } from './sealing.ts';

const auth = provideFixture(() => openSessionFixture());

let email: string;
let session: Session;
beforeEach(async () => {
  email = await auth.addAccount();
  session = await auth.signIn(email);
});

/** As if everything of the session had happened this many seconds earlier. */
async function age(seconds: number) {
  const id = sessionIn(session);
  await auth.database.sql`
    update auth.refresh_tokens set updated_at = updated_at - make_interval(secs => ${seconds}) where session_id = ${id}`;
  await auth.database.sql`
    update lite_host.sealed_refresh_tokens set sealed_at = sealed_at - make_interval(secs => ${seconds})
    where session_id = ${id}`;
}

const storedTokens = () => auth.database.sql<{ token: string; parent: string | null; revoked: boolean }[]>`
  select token, parent, revoked from auth.refresh_tokens where session_id = ${sessionIn(session)} order by created_at`;

const used = [400, 'refresh_token_already_used'];
const unknown = [400, 'refresh_token_not_found'];

describe('at rest', () => {
  test('a refresh token has 256 random bits, and the database has its hash alone (must hold 17)', async () => {
    expect(Buffer.from(session.refresh_token, 'base64url')).toHaveLength(32);
    const next = await auth.refreshed(session.refresh_token);
    expect(await storedTokens()).toEqual([
      { token: hashToken(session.refresh_token), parent: null, revoked: true },
      { token: hashToken(next.refresh_token), parent: hashToken(session.refresh_token), revoked: false },
    ]);
    for (const { token } of await storedTokens()) expect(await outcome(auth.refresh(token))).toEqual(unknown);
  });

  test('stored as it is, a row would give a working token (negative control of must hold 17)', async () => {
    const plain = '01890a5d-ac96-774b-bcce-b302099a8057';
    await auth.database.sql`
      update auth.refresh_tokens set token = ${plain} where session_id = ${sessionIn(session)}`;
    const [row] = await storedTokens();
    expect(await outcome(auth.refresh(row?.token ?? ''))).toEqual([200, undefined]);
  });

  test('not even for a moment does the table hold the token that the library makes', async () => {
    await auth.library.fetch(request('/auth/v1/token?grant_type=password', { body: { email, password: PASSWORD } }));
    const rows = await auth.database.sql`
      select from auth.refresh_tokens t join auth.users u on u.id = t.user_id
      where u.email = ${email} and t.token !~ '^[0-9a-f]{64}$'`;
    expect(rows).toHaveLength(0);
  });

  test('the copy for ten seconds is encrypted and goes when they are over', async () => {
    const next = await auth.refreshed(session.refresh_token);
    const copies = () => auth.database.sql<{ sealed: string }[]>`
      select sealed from lite_host.sealed_refresh_tokens where session_id = ${sessionIn(session)}`;
    const [copy] = await copies();
    expect(Buffer.from(copy?.sealed ?? '', 'base64url').includes(next.refresh_token)).toBe(false);
    const seal = createSeal(JWT_SECRET, 'refresh tokens');
    expect(seal.open(copy?.sealed ?? '', sessionIn(session))).toBe(next.refresh_token);
    expect(() => seal.open(copy?.sealed ?? '', session.user.id)).toThrow();
    expect(() => createSeal('another secret', 'refresh tokens').open(copy?.sealed ?? '', sessionIn(session))).toThrow();
    await purgeSealedTokens(auth.database.sql);
    expect(await copies()).toHaveLength(1);
    await age(11);
    await purgeSealedTokens(auth.database.sql);
    expect(await copies()).toHaveLength(0);
  });

  test('a token from before works until its next refresh', async () => {
    const before = '01890A5D-ac96-774b-bcce-b302099a8058';
    await auth.database.sql`
      update auth.refresh_tokens set token = ${before.toLowerCase()} where session_id = ${sessionIn(session)}`;
    const next = await auth.refreshed(before);
    expect(Buffer.from(next.refresh_token, 'base64url')).toHaveLength(32);
    expect((await storedTokens()).map(({ token }) => token)).not.toContain(before.toLowerCase());
    expect((await auth.refreshed(before)).refresh_token).toBe(next.refresh_token);
  });
});

describe('rotation', () => {
  test('a refresh answers the account and a token for the same session', async () => {
    const next = await auth.refreshed(session.refresh_token);
    expect(Object.keys(next).sort()).toEqual(
      ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type', 'user'].sort(),
    );
    expect(next).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { id: session.user.id, email } });
    expect(sessionIn(next)).toBe(sessionIn(session));
    expect(next.refresh_token).not.toBe(session.refresh_token);
    const [row] = await auth.database.sql`
      select refreshed_at is not null as refreshed from auth.sessions where id = ${sessionIn(session)}`;
    expect(row?.refreshed).toBe(true);
  });

  test('parallel refreshes of one token are answered with one new token', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => auth.refreshed(session.refresh_token)));
    expect(new Set(answers.map((answer) => answer.refresh_token)).size).toBe(1);
    expect((await storedTokens()).filter(({ revoked }) => !revoked)).toHaveLength(1);
    await auth.refreshed(answers[0]?.refresh_token ?? '');
  });

  test('parallel refreshes at two hosts are answered with one new token', async () => {
    const second = openBackend({ databaseUrl: auth.database.url });
    try {
      const body = { refresh_token: session.refresh_token };
      const tokens = await Promise.all(
        [auth.backend, second, auth.backend, second].map(async (host) => {
          const answer = await host.fetch(request('/auth/v1/token?grant_type=refresh_token', { body }));
          return ((await answer.json()) as Session).refresh_token;
        }),
      );
      expect(new Set(tokens).size).toBe(1);
    } finally {
      await second.close();
    }
  });

  test('a token that was used twice over leads to the newest one', async () => {
    const second = await auth.refreshed(session.refresh_token);
    const third = await auth.refreshed(second.refresh_token);
    expect((await auth.refreshed(session.refresh_token)).refresh_token).toBe(third.refresh_token);
  });

  test('used again after ten seconds, all tokens of the session end', async () => {
    const next = await auth.refreshed(session.refresh_token);
    await age(11);
    expect(await outcome(auth.refresh(session.refresh_token))).toEqual(used);
    expect(await outcome(auth.refresh(next.refresh_token))).toEqual(used);
    expect((await storedTokens()).every(({ revoked }) => revoked)).toBe(true);
    // Another session of the same account goes on.
    const other = await auth.signIn(email);
    await auth.refreshed(other.refresh_token);
  });

  test('within ten seconds, but without the copy, it ends them as well', async () => {
    await auth.refreshed(session.refresh_token);
    await auth.database.sql`delete from lite_host.sealed_refresh_tokens where session_id = ${sessionIn(session)}`;
    expect(await outcome(auth.refresh(session.refresh_token))).toEqual(used);
  });

  test('the library by itself keeps tokens as they are, and a used one works without end', async () => {
    const { sql } = auth.database;
    const ask = async (grant: string, body: object) => {
      const answer = await auth.library.fetch(request(`/auth/v1/token?grant_type=${grant}`, { body }));
      return ((await answer.json()) as Session).refresh_token;
    };
    await sql`alter table auth.refresh_tokens disable trigger hash_refresh_token`;
    try {
      const first = await ask('password', { email, password: PASSWORD });
      expect(await sql`select from auth.refresh_tokens where token = ${first}`).toHaveLength(1);
      const second = await ask('refresh_token', { refresh_token: first });
      await sql`update auth.refresh_tokens set updated_at = now() - interval '1 day' where token = ${first}`;
      expect(await ask('refresh_token', { refresh_token: first })).toBe(second);
    } finally {
      await sql`alter table auth.refresh_tokens enable trigger hash_refresh_token`;
    }
  });

  test.each([
    ['none', {}, [400, 'validation_failed']],
    ['an empty one', { refresh_token: '' }, [400, 'validation_failed']],
    ['an invented one', { refresh_token: 'x'.repeat(43) }, unknown],
    ['an invented one of the library’s form', { refresh_token: '01890a5d-ac96-774b-bcce-b302099a8059' }, unknown],
  ])('with %s there is nothing to refresh', async (_, body, expected) => {
    expect(await outcome(auth.post('/token?grant_type=refresh_token', body))).toEqual(expected);
  });

  test('nothing is refreshed without a key', async () => {
    const headers = { apikey: 'sb_publishable_wrong' };
    const body = { refresh_token: session.refresh_token };
    expect((await auth.post('/token?grant_type=refresh_token', body, { headers })).status).toBe(401);
  });
});

describe('ended sessions', () => {
  const refused = async () => {
    expect(await outcome(auth.refresh(session.refresh_token))).toEqual(unknown);
    expect(await outcome(auth.ask('/auth/v1/user', session.access_token))).toEqual([403, 'session_not_found']);
  };

  test('a session whose row is gone refreshes no more, and its access token opens nothing (must hold 2)', async () => {
    await auth.database.sql`delete from auth.sessions where id = ${sessionIn(session)}`;
    await refused();
  });

  test('a session that its person ends on another device refreshes no more (must hold 2)', async () => {
    const other = await auth.signIn(email);
    const body = { p_session_id: sessionIn(session) };
    const answer = await auth.ask('/rest/v1/rpc/end_session', other.access_token, { method: 'POST', body });
    expect(await answer.json()).toEqual({ ended: 1 });
    await refused();
    await auth.refreshed(other.refresh_token);
  });

  test('with its refresh tokens alone deleted, its access token would go on (negative control of must hold 2)', async () => {
    await auth.database.sql`delete from auth.refresh_tokens where session_id = ${sessionIn(session)}`;
    expect(await outcome(auth.refresh(session.refresh_token))).toEqual(unknown);
    expect((await auth.ask('/auth/v1/user', session.access_token)).status).toBe(200);
  });

  test('a session that is over refreshes no more', async () => {
    await auth.database.sql`update auth.sessions set not_after = now() where id = ${sessionIn(session)}`;
    expect(await outcome(auth.refresh(session.refresh_token))).toEqual([400, 'session_expired']);
  });

  test('a session that ends while it is refreshed is not refreshed', async () => {
    let refreshing: ReturnType<typeof outcome> | undefined;
    await auth.database.sql.begin(async (sql) => {
      await sql`delete from auth.sessions where id = ${sessionIn(session)}`;
      refreshing = outcome(auth.refresh(session.refresh_token));
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(await refreshing).toEqual(unknown);
    await refused();
  });

  test('logging out ends this session, the others, or all, as it says', async () => {
    const logOut = (by: Session, scope: string) =>
      auth.ask(`/auth/v1/logout?scope=${scope}`, by.access_token, { method: 'POST' });
    const [second, third, fourth] = [await auth.signIn(email), await auth.signIn(email), await auth.signIn(email)];
    const live = async () => {
      const answers = [session, second, third, fourth].map((one) => auth.ask('/auth/v1/user', one.access_token));
      return (await Promise.all(answers)).map((answer) => answer.status);
    };
    expect(await live()).toEqual([200, 200, 200, 200]);
    expect((await logOut(fourth, 'local')).status).toBe(204);
    expect(await live()).toEqual([200, 200, 200, 403]);
    expect((await logOut(session, 'others')).status).toBe(204);
    expect(await live()).toEqual([200, 403, 403, 403]);
    await auth.refreshed(session.refresh_token);
    expect((await logOut(session, 'global')).status).toBe(204);
    expect(await live()).toEqual([403, 403, 403, 403]);
  });
});

test('each refresh is written to Auth’s log', async () => {
  await auth.refreshed(session.refresh_token);
  const entries = await auth.database.sql`
    select payload ->> 'action' as action from auth.audit_log_entries where payload ->> 'actor_id' = ${session.user.id}
      and payload ->> 'action' like 'token%' order by 1`;
  expect(entries.map(({ action }) => action)).toEqual(['token_refreshed', 'token_revoked']);
});
