/**
 * Library behaviour (0.10.0), as GoTrue: a person whose address the provider has not verified gets an account all the same, which
 * waits for a mailed confirmation, or, where the address has an account already, one without any address. Whoever owns the
 * address and confirms it later opens that account to the stranger as well.
 *
 * Correction: nothing is made, nothing is sent, and the answer says why.
 */
import type postgres from 'postgres';
import { googleSignIn } from '#copy/google-sign-in.ts';
import type { AuthCorrection } from '../auth-call.ts';
import { withMailContext } from '../mail/mail-context.ts';

const CODE = 'provider_email_needs_verification';

export function demandProvenAddress(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    if (call.path !== '/callback') return next(call);
    let isUnproven = false;
    const refuseMail = (): never => {
      isUnproven = true;
      // Inside the library's transaction: what it made is undone.
      throw new Error('The provider has not verified the address');
    };
    const answer = await withMailContext({ refuseMail }, () => next(call));
    const target = targetOf(answer);
    if (target?.searchParams.get('error_code') === CODE) {
      isUnproven = true;
      // Nobody can ever sign in to these.
      await sql`
        delete from auth.users u where u.email is null and u.email_confirmed_at is null
        and exists (select from auth.identities i where i.user_id = u.id and i.provider <> 'email')`;
    }
    if (!target || !isUnproven) return answer;
    const failure = {
      error: 'access_denied',
      error_code: CODE,
      error_description: googleSignIn.unverifiedAddress,
    };
    for (const [name, value] of Object.entries(failure)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(failure).toString();
    return new Response(null, {
      status: 302,
      headers: { location: target.href, 'cache-control': 'no-store' },
    });
  };
}

function targetOf(answer: Response): URL | undefined {
  const location = answer.headers.get('location');
  return location && URL.canParse(location) ? new URL(location) : undefined;
}
