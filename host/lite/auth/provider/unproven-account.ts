/**
 * Library behaviour (0.10.0): somebody signs up with a password and another person's address, and never confirms it. When its owner
 * then comes through a provider, the library gives the account over: the password, the stranger's identity and metadata go.
 * But the profile keeps the name that the stranger chose, and links that were mailed for the stranger go on working.
 *
 * Correction: the profile takes the provider's name, and those links end.
 */
import type postgres from 'postgres';
import { readClaims } from '../access-token.ts';
import type { AuthCorrection } from '../auth-call.ts';

export function cleanUnprovenAccount(sql: postgres.Sql): AuthCorrection {
  return (next) => async (call) => {
    if (call.path !== '/callback') return next(call);
    const start = new Date().toISOString();
    const answer = await next(call);
    const location = answer.headers.get('location');
    if (!location || !URL.canParse(location)) return answer;
    const target = new URL(location);
    const code = target.searchParams.get('code');
    const accessToken = new URLSearchParams(target.hash.slice(1)).get('access_token');
    const sub = accessToken ? (readClaims(accessToken).sub ?? null) : null;
    if (!code && !sub) return answer;
    // An account that this very sign-in proved has no name that its owner chose.
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
