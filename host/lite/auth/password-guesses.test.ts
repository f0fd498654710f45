import { describe, expect, test } from 'vitest';
import { openAuthFixture, outcome, PASSWORD } from '#tests/kit/auth-fixtures.ts';
import { provideFixture } from '#tests/kit/database-fixture.ts';
import { openBackend, request, SECRET_KEY } from '#tests/kit/lite-backends.ts';

const auth = provideFixture(() => openAuthFixture());

const SIGN_IN = '/token?grant_type=password';
const WRONG = [400, 'invalid_credentials'];
const LOCKED = [429, 'over_request_rate_limit'];

const signIn = (email: string, password: string, peerAddress: string) =>
  outcome(auth.post(SIGN_IN, { email, password }, { peerAddress }));

async function addAccount(email: string) {
  await auth.signUp(email);
  await auth.confirm(email);
  expect(await signIn(email, PASSWORD, '203.0.113.200')).toEqual([200, undefined]);
}

async function guessTenTimes(email: string) {
  const outcomes = [];
  for (let at = 1; at <= 10; at += 1) outcomes.push(await signIn(email, `Guess ${at}`, `203.0.113.${at}`));
  expect(outcomes).toEqual(Array(10).fill(WRONG));
}

describe('guessing one account from many addresses', () => {
  test('ten wrong passwords refuse the eleventh from an eleventh address, and the owner still signs in', async () => {
    await addAccount('asha@site.test');
    await guessTenTimes('asha@site.test');
    expect(await signIn('asha@site.test', PASSWORD, '203.0.113.11')).toEqual(LOCKED);
    expect(await signIn('asha@site.test', PASSWORD, '203.0.113.200')).toEqual([200, undefined]);
    const answer = await auth.post(
      SIGN_IN,
      { email: 'asha@site.test', password: 'x' },
      { peerAddress: '203.0.113.12' },
    );
    expect(await answer.json()).toMatchObject({
      msg: 'Too many attempts for this account. Please wait 15 minutes or reset your password.',
    });
  });

  test('with the limit for each address alone the eleventh is let in (negative control)', async () => {
    await addAccount('ravi@site.test');
    await guessTenTimes('ravi@site.test');
    await auth.database.sql`delete from lite_host.password_guesses`;
    expect(await signIn('ravi@site.test', PASSWORD, '203.0.113.11')).toEqual([200, undefined]);
  });

  test('an address without an account is refused alike', async () => {
    await guessTenTimes('nobody@site.test');
    expect(await signIn('nobody@site.test', PASSWORD, '203.0.113.11')).toEqual(LOCKED);
  });

  test('of twenty guesses at once ten are looked at, on two hosts together', async () => {
    await addAccount('crowd@site.test');
    const second = openBackend({ databaseUrl: auth.database.url });
    const guess = (at: number) => {
      const body = { email: 'crowd@site.test', password: `Guess ${at}` };
      const call = request(`/auth/v1${SIGN_IN}`, { body });
      return outcome((at % 2 ? second : auth.backend).fetch(call, { peerAddress: `198.18.0.${at}` }));
    };
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, at) => guess(at)));
    expect(outcomes.filter(([status]) => status === 400)).toHaveLength(10);
    expect(outcomes.filter(([status]) => status === 429)).toHaveLength(10);
    await second.close();
  });

  test('right passwords count nothing, from however many addresses', async () => {
    await addAccount('travels@site.test');
    for (let at = 1; at <= 12; at += 1) {
      expect(await signIn('travels@site.test', PASSWORD, `198.18.1.${at}`)).toEqual([200, undefined]);
    }
  });

  test('after 15 minutes the account is open again', async () => {
    await addAccount('waits@site.test');
    await guessTenTimes('waits@site.test');
    const age = (minutes: number) => auth.database.sql`
      update lite_host.password_guesses set locked_until = locked_until - make_interval(mins => ${minutes}),
        guessed_at = array(select t - make_interval(mins => ${minutes}) from unnest(guessed_at) t)`;
    await age(14);
    expect(await signIn('waits@site.test', PASSWORD, '203.0.113.11')).toEqual(LOCKED);
    await age(2);
    expect(await signIn('waits@site.test', PASSWORD, '203.0.113.11')).toEqual([200, undefined]);
  });

  test('an address that signed in 31 days ago is a stranger’s again', async () => {
    await addAccount('long-ago@site.test');
    await guessTenTimes('long-ago@site.test');
    await auth.database.sql`update lite_host.known_addresses set signed_in_at = now() - interval '31 days'`;
    expect(await signIn('long-ago@site.test', PASSWORD, '203.0.113.200')).toEqual(LOCKED);
  });

  test('a password can be used at once where it was reset: the mailed link makes the address known', async () => {
    const email = 'resets@site.test';
    await addAccount(email);
    await guessTenTimes(email);
    await auth.passMailWindow();
    await auth.post('/recover', { email });
    const [, token_hash] = /token_hash=([\w-]+)/.exec((await auth.mailsTo(email)).at(-1)?.text ?? '') ?? [];
    const at = { peerAddress: '203.0.113.55' };
    const session = await (await auth.post('/verify', { type: 'recovery', token_hash }, at)).json();
    const headers = { authorization: `Bearer ${session.access_token}` };
    const change = { method: 'PUT', headers, ...at };
    expect((await auth.post('/user', { password: 'Another one, 9' }, change)).status).toBe(200);
    expect(await signIn(email, 'Another one, 9', '203.0.113.55')).toEqual([200, undefined]);
    expect(await signIn(email, 'Another one, 9', '203.0.113.56')).toEqual(LOCKED);
  });

  test('calls with the server’s key count for the account, and neither for their address nor against themselves', async () => {
    await addAccount('confirms@site.test');
    const few = openBackend({ databaseUrl: auth.database.url, requestLimits: { signIn: 3 } });
    const ask = (password: string, key?: string) => {
      const call = request(`/auth/v1${SIGN_IN}`, {
        body: { email: 'confirms@site.test', password },
        ...(key && { key }),
      });
      return outcome(few.fetch(call, { peerAddress: '127.0.0.1' }));
    };
    for (let at = 0; at < 10; at += 1) expect(await ask('Wrong one, 9', SECRET_KEY)).toEqual(WRONG);
    expect(await ask(PASSWORD, SECRET_KEY)).toEqual([200, undefined]);
    expect(await ask(PASSWORD)).toEqual(LOCKED);
    await few.close();
  });

  test('neither addresses nor networks are written down', async () => {
    const rows = await auth.database.sql`
      select account, null as address from lite_host.password_guesses
      union all select account, address from lite_host.known_addresses`;
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/site\.test|203\.0|198\.18/);
  });
});
