import type postgres from 'postgres';
import { googleSignIn } from '#copy/people/google-sign-in.ts';
import { type AuthCorrection, readClaims } from './auth-call.ts';
import { withMailContext } from './mail-links.ts';

/*
 * Library behaviour (0.10.0): every further parameter of `/authorize` is sent to the provider and replaces the
 * library's own. So a link on another site may choose the `state`, the client and the scopes of a sign-in, or make the
 * sign-in accept an invitation.
 *
 * Correction: only the parameters that the product uses are passed on.
 */

const PARAMETERS = new Set([
  'provider',
  'redirect_to',
  'code_challenge',
  'code_challenge_method',
  'access_type',
  'prompt',
  'login_hint',
]);

export const keepKnownParameters: AuthCorrection = (next) => (call) => {
  if (call.path !== '/authorize') return next(call);
  const url = new URL(call.url);
  for (const name of [...url.searchParams.keys()]) {
    if (!PARAMETERS.has(name)) url.searchParams.delete(name);
  }
  return next({ ...call, url });
};

/*
 * Library behaviour (0.10.0), as GoTrue: a person whose address the provider has not verified still gets an account,
 * which waits for a mailed confirmation. Where the address has an account already, the new one has no address. When
 * the owner of the address confirms the account later, the stranger can use it as well.
 *
 * Correction: no account is made, no mail is sent, and the answer says why.
 */

const CODE = 'provider_email_needs_verification';

export function demandProvenAddress(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    if (call.path !== '/callback') return next(call);
    let isUnproven = false;
    const refuseMail = (): never => {
      isUnproven = true;
      // Thrown inside the library's transaction, which undoes what the library made.
      throw new Error('The provider has not verified the address');
    };
    const answer = await withMailContext({ refuseMail }, () => next(call));
    const target = targetOf(answer);
    if (target?.searchParams.get('error_code') === CODE) {
      isUnproven = true;
      // Accounts that can never be signed in to.
      await sql`
        delete from auth.users u where u.email is null and u.email_confirmed_at is null
        and exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email')`;
    }
    if (!target || !isUnproven) return answer;
    const failure = { error: 'access_denied', error_code: CODE, error_description: googleSignIn.unverifiedAddress };
    for (const [name, value] of Object.entries(failure)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(failure).toString();
    return new Response(null, { status: 302, headers: { location: target.href, 'cache-control': 'no-store' } });
  };
}

function targetOf(answer: Response): URL | undefined {
  const location = answer.headers.get('location');
  return location && URL.canParse(location) ? new URL(location) : undefined;
}

/*
 * Library behaviour (0.10.0): a stranger signs up with a password and another person's address, and never confirms it.
 * When the owner of the address then signs in through a provider, the library gives them the account: it deletes the
 * password, the stranger's identity and metadata. But the profile keeps the name that the stranger chose, and links
 * that were mailed for the stranger still work.
 *
 * Correction: the profile gets the provider's name, and those links become invalid.
 */

export function cleanUnprovenAccount(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    if (call.path !== '/callback') return next(call);
    const start = new Date().toISOString();
    const answer = await next(call);
    const target = targetOf(answer);
    if (!target) return answer;
    const code = target.searchParams.get('code');
    const accessToken = new URLSearchParams(target.hash.slice(1)).get('access_token');
    const sub = accessToken ? (readClaims(accessToken).sub ?? null) : null;
    if (!code && !sub) return answer;
    // In an account that this sign-in proved, the owner has not chosen the name.
    await sql`
      with proven as (
        update auth.users u set confirmation_token = null, recovery_token = null
        where u.email_confirmed_at >= ${start}
          and u.id = coalesce(${sub}::uuid, (select f.user_id from auth.flow_state f where f.auth_code = ${code}))
        returning u.id, nullif(btrim(u.raw_user_meta_data ->> 'full_name'), '') as name
      )
      update public.profiles p set name = left(proven.name, 120) from proven
      where p.id = proven.id and proven.name is not null and p.name is distinct from proven.name`;
    return answer;
  };
}
