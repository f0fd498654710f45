import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import { authError } from './auth-call.ts';

/*
 * Library behaviour (0.10.0): recovery mails are sent as often as asked; a repeated sign-up and `resend` are always
 * refused.
 *
 * Correction: one mail a minute for each address and purpose, as GoTrue's `max_frequency`. The window is kept in the
 * database, so that several hosts count together, and for unknown addresses too, so that its error does not tell who
 * has an account.
 */

/** As `[auth.email] max_frequency` in supabase/config.toml. */
const MAIL_WINDOW_SECONDS = 60;

export type MailPurpose = 'confirmation' | 'recovery' | 'email_change';

/**
 * Opens the window for an address, unless it is open already.
 *
 * @returns seconds to wait; 0 when the mail may be sent now
 */
export async function claimMailWindow(sql: postgres.Sql, purpose: MailPurpose, email: string): Promise<number> {
  const key = keyOf(purpose, email);
  const [row] = await sql<{ wait: number }[]>`
    with claimed as (
      insert into lite_host.mail_windows as w (key) values (${key})
      on conflict (key) do update set sent_at = excluded.sent_at
        where w.sent_at <= now() - make_interval(secs => ${MAIL_WINDOW_SECONDS})
      returning 0 as wait
    )
    select wait from claimed
    union all
    select ceil(${MAIL_WINDOW_SECONDS} - extract(epoch from now() - sent_at))::int
    from lite_host.mail_windows where key = ${key} and not exists (select from claimed)`;
  // No row: another request opened the window between our insert and our select.
  return row ? row.wait : MAIL_WINDOW_SECONDS;
}

/** Call when the mail could not be queued. */
export async function closeMailWindow(sql: postgres.Sql, purpose: MailPurpose, email: string): Promise<void> {
  await sql`delete from lite_host.mail_windows where key = ${keyOf(purpose, email)}`;
}

export function tooSoon(seconds: number): Response {
  return authError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${Math.max(1, seconds)} seconds.`,
  );
}

function keyOf(purpose: MailPurpose, email: string): string {
  return `${purpose}:${createHash('sha256').update(email).digest('base64url')}`;
}
