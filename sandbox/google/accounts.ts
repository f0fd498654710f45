import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';

export type GoogleAccount = { sub: string; email: string; name: string; is_verified: boolean };

/** People who are in the account chooser from the start. */
export const DEMONSTRATION_PEOPLE: readonly Pick<GoogleAccount, 'email' | 'name'>[] = [
  { name: 'Tanvi Ghorpade', email: 'tanvi.ghorpade@example.com' },
  { name: 'Lalrin Sailo', email: 'lalrin.sailo@example.com' },
];

/** Whose calendar the sessions are in, until an administrator lets another account have them. */
export const CALENDAR_OWNER = { name: 'Point 0', email: 'calendar@point-0.example' };

export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(sql: Sql) {
  return {
    /** The account with this address: made, or given this name and standing. */
    async remember(person: { email: string; name: string; isVerified: boolean }): Promise<GoogleAccount> {
      const [account] = await sql<[GoogleAccount]>`
        insert into sandbox.google_accounts as a (sub, email, name, is_verified)
        values (${subOf(person.email)}, ${person.email}, ${person.name}, ${person.isVerified})
        on conflict (sub) do update set name = excluded.name, is_verified = excluded.is_verified
        returning *`;
      return account;
    },

    async find(sub: string): Promise<GoogleAccount | undefined> {
      const [account] = await sql<GoogleAccount[]>`select * from sandbox.google_accounts where sub = ${sub}`;
      return account;
    },

    async findByEmail(email: string): Promise<GoogleAccount | undefined> {
      const [account] = await sql<GoogleAccount[]>`
        select * from sandbox.google_accounts where lower(email) = lower(${email})`;
      return account;
    },

    /** Those of these accounts that exist, in the same order. */
    list: (subs: readonly string[]) => sql<GoogleAccount[]>`
      select * from sandbox.google_accounts where sub in ${sql(['', ...subs])}
      order by array_position(${[...subs]}::text[], sub)`,
  };
}

/** 21 digits, the same for an address on every machine. */
function subOf(email: string): string {
  const digest = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}
