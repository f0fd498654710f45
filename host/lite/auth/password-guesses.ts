/**
 * Library behaviour (0.10.0): the password of one account can be guessed from many addresses without any limit.
 *
 * Correction: after 10 wrong passwords for an account in 15 minutes, all passwords are refused for 15 minutes, right
 * ones too, except from addresses that signed in to the account within 30 days. An e-mail address without an account is
 * treated alike, so that the answer tells nothing. The counters are rows in the database, so that several hosts count
 * together. They hold no e-mail or network addresses, only hashes of them with a key of this installation.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import type postgres from 'postgres';
import { auth } from '#copy/people/auth.ts';
import { type AuthCall, type AuthCorrection, authError, emailOf, isPost } from './auth-call.ts';
import { networkOf } from './request-limits.ts';

/** Wrong passwords for an account in 15 minutes, after which it is locked for 15 minutes. */
const MOST_GUESSES = 10;
const KNOWN_DAYS = 30;
const PURGE_EVERY_MS = 10 * 60_000;

/**
 * The table of guesses is unlogged: losing it in a crash of the database does no harm, and each sign-in writes less.
 */
export const PASSWORD_GUESS_TABLES = `
create unlogged table if not exists lite_host.password_guesses (
  account text primary key,
  guessed_at timestamptz[] not null,
  locked_until timestamptz
);
create table if not exists lite_host.known_addresses (
  account text not null,
  address text not null,
  signed_in_at timestamptz not null default now(),
  primary key (account, address)
);
create index if not exists known_addresses_signed_in_at_idx on lite_host.known_addresses (signed_in_at);
`;

export type PasswordGuesses = ReturnType<typeof createPasswordGuesses>;

export function createPasswordGuesses(sql: postgres.Sql, jwtSecret: string) {
  const key = new Uint8Array(hkdfSync('sha256', jwtSecret, '', 'point-0 password guesses', 32));
  const pseudonym = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
  let purgedAt = Date.now();

  async function purgeNowAndThen(): Promise<void> {
    if (Date.now() - purgedAt < PURGE_EVERY_MS) return;
    purgedAt = Date.now();
    await sql`
      delete from lite_host.password_guesses
      where coalesce(locked_until, now()) <= now() and coalesce(guessed_at[cardinality(guessed_at)], '-infinity') < now() - interval '15 minutes'`;
    await sql`
      delete from lite_host.known_addresses where signed_in_at < now() - make_interval(days => ${KNOWN_DAYS})`;
  }

  return {
    /**
     * Counts a guess before its password is compared, so that parallel guesses cannot pass the limit of ten.
     *
     * @returns whether it was counted; false while the account is locked
     */
    async count(account: string): Promise<boolean> {
      await purgeNowAndThen();
      const counted = await sql`
        insert into lite_host.password_guesses as g (account, guessed_at) values (${pseudonym(account)}, array[now()])
        on conflict (account) do update set
          guessed_at = array(select t from unnest(g.guessed_at) t where t > now() - interval '15 minutes') || now(),
          locked_until = case when (
            select count(*) from unnest(g.guessed_at) t where t > now() - interval '15 minutes'
          ) >= ${MOST_GUESSES - 1} then now() + interval '15 minutes' end
        where coalesce(g.locked_until, now()) <= now()
        returning account`;
      return counted.length > 0;
    },

    /** Removes a counted guess: the password was right, or could not be compared. */
    async takeBack(account: string): Promise<void> {
      await sql`
        update lite_host.password_guesses set locked_until = null, guessed_at = guessed_at[:cardinality(guessed_at) - 1]
        where account = ${pseudonym(account)}`;
    },

    async knowsAddress(account: string, peerAddress: string | null): Promise<boolean> {
      if (peerAddress === null) return false;
      const [known] = await sql`
        select from lite_host.known_addresses
        where account = ${pseudonym(account)} and address = ${pseudonym(networkOf(peerAddress))}
          and signed_in_at > now() - make_interval(days => ${KNOWN_DAYS})`;
      return known !== undefined;
    },

    async rememberAddress(account: string, peerAddress: string | null): Promise<void> {
      if (peerAddress === null) return;
      await sql`
        insert into lite_host.known_addresses (account, address)
        values (${pseudonym(account)}, ${pseudonym(networkOf(peerAddress))})
        on conflict (account, address) do update set signed_in_at = now()`;
    },
  };
}

export function tooManyGuesses(): Response {
  return authError(429, 'over_request_rate_limit', auth.tooManyForAccount);
}

export function isPasswordGrant(call: AuthCall): boolean {
  return isPost(call, '/token') && call.url.searchParams.get('grant_type') === 'password';
}

/**
 * Calls with the server's key come from our functions, for a signed-in person. The functions have limits of their own:
 * such calls count for the account, are never refused, and their address is not the person's.
 */
export function limitPasswordGuesses(guesses: PasswordGuesses, secretKey: string): AuthCorrection {
  return (next) => async (call) => {
    const account = emailOf(call);
    if (!isPasswordGrant(call) || !account) return next(call);
    const isOurs = call.headers.get('apikey') === secretKey;
    const isCounted = await guesses.count(account);
    if (!isCounted && !isOurs && !(await guesses.knowsAddress(account, call.peerAddress))) return tooManyGuesses();
    let isWrong = false;
    try {
      const answer = await next(call);
      isWrong = answer.status === 400 && answer.headers.get('x-sb-error-code') === 'invalid_credentials';
      return answer;
    } finally {
      if (isCounted && !isWrong) await guesses.takeBack(account);
    }
  };
}

/** Remembers the addresses from which an account was signed in to: by a password, a mailed link or a provider. */
export function rememberAddresses(guesses: PasswordGuesses, secretKey: string): AuthCorrection {
  return (next) => async (call) => {
    const answer = await next(call);
    const isSignIn = isPost(call, '/token', '/verify') && call.headers.get('apikey') !== secretKey;
    if (!isSignIn || !answer.ok) return answer;
    const { user } = (await answer.clone().json()) as { user?: { email?: string } };
    if (user?.email) await guesses.rememberAddress(user.email, call.peerAddress);
    return answer;
  };
}
