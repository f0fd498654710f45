/** Secrets of authenticator apps and the codes that are made from them (RFC 6238, with Auth's parameters). */
import { Secret, TOTP } from 'otpauth';
import type postgres from 'postgres';
import { encodeQR } from 'qr';

const PERIOD_SECONDS = 30;
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS };
/** The codes of the step before and after the present one are accepted too: clocks differ, and typing takes time. */
const SKEW_STEPS = 1;
const SECRET_BYTES = 20;

const WRONG_CODES = 5;
const WRONG_CODES_MINUTES = 5;
const LOCKED_MINUTES = 15;

/**
 * The last used step of each factor, so that a code works once; and the wrong codes of each account, over all hosts.
 */
export const CODE_TABLES = `
create table if not exists lite_host.used_codes (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
create unlogged table if not exists lite_host.wrong_codes (
  user_id uuid primary key references auth.users (id) on delete cascade,
  entered_at timestamptz[] not null,
  locked_until timestamptz
);
`;

/** A new secret, with the address and the QR code from which an authenticator app reads it. */
export function makeSecret(issuer: string, account: string) {
  const totp = new TOTP({ ...PARAMETERS, issuer, label: account, secret: new Secret({ size: SECRET_BYTES }) });
  const uri = totp.toString();
  // A phone's camera needs the light border of four modules that the standard asks for.
  return { secret: totp.secret.base32, uri, qr_code: encodeQR(uri, 'svg', { ecc: 'medium', border: 4 }) };
}

/** The 30-second step that a code belongs to, counted from 1970; null when the code is not valid now. */
export function stepOf(secret: string, code: string): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = Date.now();
  const delta = TOTP.validate({
    ...PARAMETERS,
    secret: Secret.fromBase32(secret),
    token: code,
    window: SKEW_STEPS,
    timestamp,
  });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

/** Marks a step and all earlier ones as used; false when the step was used already. */
export async function spendStep(via: postgres.ISql, factorId: string, step: number): Promise<boolean> {
  const used = await via`
    insert into lite_host.used_codes as u (factor_id, step) values (${factorId}, ${step})
    on conflict (factor_id) do update set step = excluded.step where u.step < excluded.step
    returning step`;
  return used.length === 1;
}

export async function isLocked(via: postgres.ISql, userId: string): Promise<boolean> {
  const [row] = await via`
    select from lite_host.wrong_codes where user_id = ${userId} and locked_until > clock_timestamp()`;
  return row !== undefined;
}

/** Call with the account locked, so that parallel guesses are counted one after the other. */
export async function countWrongCode(via: postgres.ISql, userId: string): Promise<void> {
  await via`
    with recent as (
      select array(
        select e from lite_host.wrong_codes w, unnest(w.entered_at) e
        where w.user_id = ${userId} and e > clock_timestamp() - make_interval(mins => ${WRONG_CODES_MINUTES})
      ) || clock_timestamp() as entered_at
    )
    insert into lite_host.wrong_codes (user_id, entered_at, locked_until)
    select ${userId}, r.entered_at,
      case when cardinality(r.entered_at) >= ${WRONG_CODES}
        then clock_timestamp() + make_interval(mins => ${LOCKED_MINUTES}) end
    from recent r
    on conflict (user_id) do update set entered_at = excluded.entered_at, locked_until = excluded.locked_until`;
}

export async function forgetWrongCodes(via: postgres.ISql, userId: string): Promise<void> {
  await via`delete from lite_host.wrong_codes where user_id = ${userId}`;
}
